/* document.h - a JSON document within text: behind the tool's own words, printed in a
 * session, pasted into prose, or with a log's time in front of each line. */
#ifndef IMPORT_DOCUMENT_H
#define IMPORT_DOCUMENT_H

#include "import/import.h"

/* Like a row's block(), for all rows that read JSON; `allowed` as import_claim_json() has
 * it. What stands behind the document on its last line takes that line's place, and the
 * line is returned as the next: it may be `at` itself, with results appended. */
ptrdiff_t document_block(import *in, const text *t, ptrdiff_t at);

#endif
