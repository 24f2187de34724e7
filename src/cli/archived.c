#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"

enum { MOST_OPTIONS = 16, FIRST = 256 };

int archived_options(int argc, char **argv, archived *p, const wanted *options,
                     ptrdiff_t n)
{
    struct option all[MOST_OPTIONS] = {{"directory", required_argument, NULL, 'C'}};
    for (int i = 0; i < n && i + 2 < MOST_OPTIONS; i++) {
        all[i + 1] = (struct option){options[i].name,
                                     options[i].text ? required_argument : no_argument,
                                     NULL, FIRST + i};
    }
    for (int c; (c = command_option(argc, argv, all)) != -1;) {
        if (c == 'C') {
            p->start = optarg;
            continue;
        }
        if (c < FIRST || !options) {
            return 2;
        }
        const wanted *o = &options[c - FIRST];
        if (o->text) {
            *o->text = str_from(optarg);
        } else if (o->flag) {
            *o->flag = true;
        }
    }
    return 0;
}

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
    int status = archived_options(argc, argv, &p, NULL, 0);
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
