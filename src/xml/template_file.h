/* template_file.h - template files, read once. Only template.c needs it. */
#ifndef XML_TEMPLATE_FILE_H
#define XML_TEMPLATE_FILE_H

#include <libxml/tree.h>

#include "xml/template.h"

typedef struct {
    str name;
    source src;
    xmlDoc *doc; /* never changed after reading */
} template_file;

/* NULL: *e is set, or there is no such file (e->code is ERR_NONE). */
MUST_USE const template_file *template_file_get(templates *t, str name, err *e);

#endif
