#include "base/base.h"

#include <malloc.h>
#include <signal.h>

#include "base/version.h"
#include "cli/command.h"

static const command *const table[] = {
#define X(id) &command_##id,
#include "cli/commands.def"
#undef X
};

ptrdiff_t command_count(void)
{
    return COUNTOF(table);
}

const command *command_at(ptrdiff_t i)
{
    return table[i];
}

int command_fail(const err *e)
{
    fflush(stdout);
    err_print(e, false, stderr);
    return err_exit_status(e->code);
}

int command_usage(const char *name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "broadsheet: ");
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, "\n  hint: See 'broadsheet %s%s--help'.\n", name, *name ? " " : "");
    va_end(ap);
    return 2;
}

static void print_help(void)
{
    printf("usage: broadsheet COMMAND [ARGUMENT…]\n\n"
           "Turns the raw output of benchmark tools into pages, charts and reports that "
           "can\n"
           "be published, archived and defended.\n\n");
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        printf("  %-10s %s\n", table[i]->name, table[i]->brief);
    }
    printf(
        "\n'broadsheet COMMAND --help' explains one; 'broadsheet --version' tells which "
        "this is.\n");
}

static int finish_stdout(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("broadsheet: (standard output)");
        return 4;
    }
    return status;
}

static const command *find(const char *name)
{
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        if (strcmp(table[i]->name, name) == 0) {
            return table[i];
        }
    }
    return NULL;
}

static int unknown_command(const char *name)
{
    str names[COUNTOF(table)];
    for (ptrdiff_t i = 0; i < COUNTOF(table); i++) {
        names[i] = str_from(table[i]->name);
    }
    arena scratch = arena_open(1 << 20);
    str near = str_nearest(str_from(name), names, COUNTOF(table), scratch);
    fprintf(stderr, "broadsheet: unknown command '%s'\n", name);
    if (near.len > 0) {
        fprintf(stderr, "  hint: Did you mean '%.*s'?\n", SV(near));
    } else {
        fprintf(stderr, "  hint: See 'broadsheet --help'.\n");
    }
    arena_close(&scratch);
    return 2;
}

/* The libraries that draw allocate and free megabytes for each picture and each report.
 * Given back to the system each time, they cost more than the drawing. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int main(int argc, char **argv)
{
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* else each character is a write */
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow any more */
    keep_freed_memory();
    if (argc < 2) {
        print_help();
        return finish_stdout(2);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help();
        return finish_stdout(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("broadsheet %s\n", VERSION);
        return finish_stdout(0);
    }
    const command *c = find(argv[1]);
    if (!c) {
        return unknown_command(argv[1]);
    }
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            printf("usage: broadsheet %s %s\n\n%s", c->name, c->args, c->help);
            return finish_stdout(0);
        }
    }
    return finish_stdout(c->run(argc - 1, argv + 1));
}
