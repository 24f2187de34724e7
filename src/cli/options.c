#include "base/base.h"

#include <assert.h>
#include <getopt.h>

#include "base/out.h"
#include "cli/command.h"
#include "cli/options.h"

enum { MOST_OPTIONS = 32, FIRST = 256 };

static str option_name(arena *perm, const cli_option *o)
{
    return str_fmt(perm, "--%s", o->name);
}

static int unknown(char **argv, const cli_option *options, ptrdiff_t n, arena scratch)
{
    str names[MOST_OPTIONS];
    for (ptrdiff_t i = 0; i < n; i++) {
        names[i] = option_name(&scratch, &options[i]);
    }
    str given = str_cut(str_from(argv[optind - 1]), S("=")).head;
    str near = str_nearest(given, names, n, scratch);
    fprintf(stderr, "broadsheet: unknown option '%.*s'\n", SV(given));
    if (near.len > 0) {
        fprintf(stderr, "  hint: Did you mean '%.*s'?\n", SV(near));
    } else {
        fprintf(stderr, "  hint: See 'broadsheet %s --help'.\n", argv[0]);
    }
    return 2;
}

/* "table, json or csv" */
static str list_words(arena *perm, const char *const *words)
{
    out *o = out_memory(perm);
    for (ptrdiff_t i = 0; words[i]; i++) {
        out_fmt(o, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    }
    return out_text(o);
}

static bool choose(const cli_option *o, const char *value)
{
    for (int i = 0; o->words[i]; i++) {
        if (strcmp(o->words[i], value) == 0) {
            *o->choice = i;
            return true;
        }
    }
    return false;
}

static int take(char **argv, const cli_option *o, arena scratch)
{
    if (o->flag) {
        *o->flag = true;
    } else if (o->text) {
        *o->text = str_from(optarg);
    } else if (o->path) {
        *o->path = optarg;
    } else if (o->choice ? !choose(o, optarg) : !o->take(o->to, str_from(optarg))) {
        str want = o->choice ? list_words(&scratch, o->words) : str_from(o->want);
        return command_usage(argv[0], "--%s is %.*s, not '%s'", o->name, SV(want),
                             optarg);
    }
    return 0;
}

static int read_all(int argc, char **argv, const cli_option *options, ptrdiff_t n,
                    arena scratch)
{
    struct option all[MOST_OPTIONS + 1] = {0};
    char letters[2 * MOST_OPTIONS + 2] = ":";
    for (ptrdiff_t i = 0, len = 1; i < n; i++) {
        int has = options[i].flag ? no_argument : required_argument;
        all[i] = (struct option){options[i].name, has, NULL, FIRST + (int)i};
        if (options[i].letter) {
            letters[len++] = options[i].letter;
            letters[len] = has == required_argument ? ':' : 0;
            len += has == required_argument;
        }
    }
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, letters, all, NULL)) != -1;) {
        if (c == ':') {
            return command_usage(argv[0], "'%s' needs a value", argv[optind - 1]);
        }
        if (c == '?') {
            return unknown(argv, options, n, scratch);
        }
        ptrdiff_t i = 0;
        for (; i < n && c != FIRST + i && c != options[i].letter; i++) {
        }
        int status = take(argv, &options[i], scratch);
        if (status) {
            return status;
        }
    }
    return 0;
}

int options_read(int argc, char **argv, const cli_option *options, ptrdiff_t n)
{
    assert(n <= MOST_OPTIONS);
    arena scratch = arena_open(1 << 20);
    int status = read_all(argc, argv, options, n, scratch);
    arena_close(&scratch);
    return status;
}
