/* transcript.h - drives all text rows over one file: what is a tool's output, and whose.
 */
#ifndef IMPORT_TRANSCRIPT_H
#define IMPORT_TRANSCRIPT_H

#include "import/import.h"

/* Finds every block of every row (or of `only`, when not NULL) in in->src and appends its
 * results to in->ret with the commands, workloads and variants that the text around them
 * gives. Counts what no row and no rule understood; says so as a diagnostic.
 * False: the text is past a limit; *e is set. */
MUST_USE bool transcript_read(import *in, const importer *only, err *e);

#endif
