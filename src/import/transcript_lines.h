/* transcript_lines.h - what one line of a terminal session or a post about one is;
 * private to transcript*.c. Every function is pure. */
#ifndef IMPORT_TRANSCRIPT_LINES_H
#define IMPORT_TRANSCRIPT_LINES_H

#include "import/command.h"
#include "import/text.h"

/* A line that begins with a shell's prompt. */
typedef struct {
    str command; /* what was typed; empty: nothing */
    str folder;  /* that the prompt shows, if absolute or below ~; else empty */
} prompt;

/* `user@host:~$ ls`, `[root@host ~]# ls`, `bash-5.2# ls`, `host:~/src> ls`, `/data # ls`,
 * `❯ ls`, `PS C:\> ls`, `$ ls`, and where what follows is plainly a command `# ls`, `%
 * ls`,
 * `> ls`, `+ ls` (set -x). */
bool line_is_prompt(arena scratch, str s, prompt *ret);

/* `+ ls`, `++ ls`, as set -x prints them; a bullet of Markdown looks the same. */
bool line_is_trace(str s, str *command);

/* A command without a prompt: a known program or a path, with an operand, an option or
 * another thing that prose doesn't have. */
bool line_is_command(arena scratch, str s);

/* A command in prose: `dd if=... of=...` up to the end, or in backticks. {0}: none. */
str line_command_in_prose(arena scratch, str s);

/* The words of a label or a title: "On the host;", "Case A:", "Webserver". Short, no
 * sentence. {0}: it is none, or says nothing ("Output:"). `plain`: no Markdown mark makes
 * it one, so that it must look like one. */
str line_label(str s, bool plain);

/* "Now the same with a named volume:": a sentence that ends in a colon and has a word for
 * a way to run something. {0}: it is none. */
str line_weak_label(str s);

/* Words that name a way to run something (native, Docker, volume), not a thing to run. */
bool words_name_a_way(str words);

/* "=== tmpfs ===", "==> On the host", "*** bind ***": what stands between the rules, as
 * scripts echo it. {0}: it is no such line. */
str line_banner(str s);

/* Lines that every session has and that carry nothing: script(1)'s frame, rules, progress
 * bars, "exit". */
bool line_is_frame(str s);

/* Words of a sentence, or "Output:", as opposed to a program's output. */
bool line_is_prose(str s);

/* The tool in whose output the line's words stand: "dd" for "records in"; {0}: none. */
str line_reminds_of(str s);

#endif
