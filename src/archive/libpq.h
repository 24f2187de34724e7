/* libpq.h - PostgreSQL's client library, loaded when an archive needs it.
 *
 * It brings 20 other libraries (TLS, Kerberos, LDAP), which would make every start of
 * the program slower: most never talk to a server. */
#ifndef ARCHIVE_LIBPQ_H
#define ARCHIVE_LIBPQ_H

#include <libpq-fe.h>

#include "base/err.h"

/* What is used of it. */
#define LIBPQ_FUNCTIONS(X)                                                               \
    X(PQclear)                                                                           \
    X(PQconnectdb)                                                                       \
    X(PQenterPipelineMode)                                                               \
    X(PQerrorMessage)                                                                    \
    X(PQexec)                                                                            \
    X(PQexecPrepared)                                                                    \
    X(PQexitPipelineMode)                                                                \
    X(PQfinish)                                                                          \
    X(PQftype)                                                                           \
    X(PQgetResult)                                                                       \
    X(PQgetisnull)                                                                       \
    X(PQgetlength)                                                                       \
    X(PQgetvalue)                                                                        \
    X(PQnfields)                                                                         \
    X(PQntuples)                                                                         \
    X(PQpipelineSync)                                                                    \
    X(PQprepare)                                                                         \
    X(PQputCopyData)                                                                     \
    X(PQputCopyEnd)                                                                      \
    X(PQresultErrorField)                                                                \
    X(PQresultStatus)                                                                    \
    X(PQsendQueryPrepared)                                                               \
    X(PQstatus)                                                                          \
    X(PQtransactionStatus)

typedef struct {
#define X(name) __typeof__(name) *name;
    LIBPQ_FUNCTIONS(X)
#undef X
} libpq;

/* False: it isn't installed; *e is set, and says so of `archive`. */
MUST_USE bool libpq_load(const char *archive, libpq *ret, err *e);

#endif
