#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/options.h"

bool archived_open(archived *p, store_mode mode, err *e)
{
    p->perm = arena_open((ptrdiff_t)1 << 40);
    p->scratch = arena_open((ptrdiff_t)1 << 38);
    const char *root = config_find(&p->perm, p->start ? p->start : ".", e);
    return root && config_load(&p->perm, p->scratch, root, &p->site, e)
           && archive_open(&p->perm, &p->site, mode, &p->a, e);
}

void archived_close(archived *p)
{
    archive_close(&p->a);
    arena_close(&p->perm);
    arena_close(&p->scratch);
}

int archived_fail(archived *p, const err *e)
{
    int status = command_fail(e);
    archived_close(p);
    return status;
}

bool archived_find(archived *p, const char *given, found_id *id, err *e)
{
    return archived_open(p, STORE_WRITE, e)
           && archive_find(&p->a, &p->perm, str_from(given), id, e);
}

str archived_told_id(archived *p, const found_id *id)
{
    return str_fmt(&p->perm, "%.*s/%.*s", SV(id->study),
                   SV(str_take(archive_hex(&p->perm, id->id), 12)));
}

static void tell(void *context, const char *what)
{
    (void)context;
    printf("%s\n", what);
}

/* What was found is data; how much was looked at is for the terminal. */
int archived_verify(int argc, char **argv, bool take_over)
{
    archived p = {0};
    const cli_option options[] = {OPTION_DIRECTORY(&p.start)};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (optind < argc) {
        return command_usage(argv[0], "unexpected argument '%s'", argv[optind]);
    }
    err e = {0};
    verification v = {.tell = tell};
    if (!archived_open(&p, take_over ? STORE_WRITE : STORE_READ, &e)
        || !archive_verify(&p.a, take_over, &v, &e)) {
        return archived_fail(&p, &e);
    }
    archived_close(&p);
    fprintf(stderr, "%td sources with %td results: %td %s\n", v.sources, v.results,
            v.findings, v.findings == 1 ? "difference" : "differences");
    return v.findings > 0 && !take_over ? 1 : 0;
}
