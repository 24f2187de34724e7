/* time_format.h - GNU time's -f, read backwards. */
#ifndef IMPORT_TIME_FORMAT_H
#define IMPORT_TIME_FORMAT_H

#include "import/time_parts.h"

/* What a format's conversions gave; step == 0: not in the format, or not measured. */
typedef struct {
    stated wall, user, system, memory, cpu;
    ptrdiff_t wall_at, user_at, system_at, memory_at, cpu_at; /* lines' indices */
    str command;                                              /* %C; empty: none */
    bool has_exit;
    int exit_code; /* %x */
} time_fields;

/* Does the text from line `at` on fit `format` ("\nCPU: %Us\tReal: %es", escapes as
 * typed)? Blanks fit any number of blanks, because posts and terminals turn tabs into
 * them. The result is the line behind the last that fits, or `at`. The first line may
 * have other text in front (a program's last line without a line end), if the format
 * begins with a word. Source: GNU time 1.9, info time, "The Format String". */
ptrdiff_t time_format_fit(const text *t, ptrdiff_t at, str format, time_fields *ret);

/* True: the format prints a time or memory, so that it is worth looking for. */
bool time_format_useful(str format);

/* True: it has a word of its own, so that not any row of numbers fits it. */
bool time_format_has_word(str format);

#endif
