/* text_parts.h - the steps of text_split(), one file each; private to text*.c. */
#ifndef IMPORT_TEXT_PARTS_H
#define IMPORT_TEXT_PARTS_H

#include "import/text.h"

/* text_encoding.c ---------------------------------------------------------------- */

typedef enum { ENCODING_8BIT, ENCODING_UTF16_LE, ENCODING_UTF16_BE } encoding;

/* By the byte order mark (whose length is *mark, 0: none), else by where the NULs are. */
encoding encoding_of(str bytes, ptrdiff_t *mark);

/* UTF-16 code units (an odd last byte is dropped) as UTF-8. */
str encoding_utf16(arena *perm, str units, encoding e);

/* `s` itself where it is UTF-8, else its bytes read as Windows-1252. */
str encoding_repair_bytes(arena *perm, str s);

/* Undoes UTF-8 that was read as Windows-1252, Latin-1, or code page 437 or 850, where
 * the outcome is a character that benchmark tools print. `s` itself: nothing to undo. */
str encoding_repair_mojibake(arena *perm, str s);

/* text_clean.c ------------------------------------------------------------------- */

/* One piece without escape sequences and control characters; see text.h. */
str clean_piece(arena *perm, str s);

/* text_prefix.c ------------------------------------------------------------------ */

/* Takes off the time stamps and compose prefixes that all lines share. */
void prefix_strip(arena scratch, text *t);

/* True: the piece isn't the first of its line, whose prefix is its own, too: it was
 * redrawn, glued to the first, or spelled out. */
bool prefix_is_shared(const text *t, ptrdiff_t at);

/* True: the line says something, and begins where a prefix would stand. */
bool prefix_counts(const text *t, ptrdiff_t at);

/* text_services.c ---------------------------------------------------------------- */

/* Takes docker compose's prefixes off into `from`, and where the lines of several
 * services are mixed puts each service's lines together. */
void services_strip(arena scratch, text *t);

/* text_marks.c ------------------------------------------------------------------- */

/* Takes the `> ` off that mails and Markdown put in front of each line of a quotation: no
 * output, prompt or table begins with it. */
void quotes_strip(text *t);

/* Fills bare, mark, level, fenced and fence from s. */
void marks_strip(text *t);

#endif
