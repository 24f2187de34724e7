/* time_format.h - formats of GNU time's -f, bash's TIMEFORMAT and zsh's TIMEFMT, read
 * backwards. */
#ifndef IMPORT_TIME_FORMAT_H
#define IMPORT_TIME_FORMAT_H

#include "import/time_parts.h"

typedef enum { TIME_GNU, TIME_BASH, TIME_ZSH } time_dialect;

/* A format as typed, escapes and all: "\nCPU: %Us\tReal: %es", "%3lR", "%J %mE". */
typedef struct {
    str text; /* empty: none */
    time_dialect dialect;
} time_format;

/* What a format's conversions gave; step == 0: not in the format, or not measured. zsh's
 * %M is in KB or in MB, by its version: it isn't kept. */
typedef struct {
    stated wall, user, system, memory, cpu;
    ptrdiff_t wall_at, user_at, system_at, memory_at, cpu_at; /* lines' indices */
    str command;                                              /* %C, %J; empty: none */
    bool has_exit;
    int exit_code; /* %x */
} time_fields;

/* Does the text from line `at` on fit `format`? Blanks fit any number of blanks, because
 * posts and terminals turn tabs into them. The result is the line behind the last that
 * fits, or `at`. The first line may have other text in front (a program's last line
 * without a line end), if the format begins with a word. */
ptrdiff_t time_format_fit(const text *t, ptrdiff_t at, time_format format,
                          time_fields *ret);

/* The same as an importer's block: appends a result of that tool. */
ptrdiff_t time_format_block(import *in, const text *t, ptrdiff_t at, const char *tool,
                            time_format format);

/* True: the format prints a time or memory, so that it is worth looking for. */
bool time_format_useful(time_format format);

/* True: it has a word of its own, so that not any row of numbers fits it. */
bool time_format_has_word(time_format format);

#endif
