/* http.h - a folder of files on http://localhost, for the person at this machine. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "base/err.h"

typedef struct http http;

/* Serves `folder`, which may be replaced at any time, on loopback only and in a thread of
 * its own; port 0 takes a free one. Pages get a script that asks for news of http_tell().
 * NULL: *e is set. `folder` must outlive it. */
MUST_USE http *http_open(const char *folder, int port, err *e);
void http_close(http *h); /* NULL is fine */

int http_port(const http *h);

/* Open pages reload; where there is a message (what is wrong), they show it instead. */
void http_tell(http *h, str message);

#endif
