#include "base/base.h"

#include <getopt.h>

#include "cli/command.h"
#include "import/import.h"

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"as", required_argument, NULL, 'a'},
        {"format", required_argument, NULL, 'f'},
        {"time-format", required_argument, NULL, 't'},
        {"group-by", required_argument, NULL, 'g'},
        {"metric", required_argument, NULL, 'm'},
        {"unit", required_argument, NULL, 'u'},
        {"columns", required_argument, NULL, 'c'},
        {0},
    };
    import_options how = {.want_hash = true, .documents_apart = true};
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (c) {
        case 'a':
            how.as = str_from(optarg);
            break;
        case 't':
            how.time_format = str_from(optarg);
            break;
        case 'g':
            how.group_by = str_from(optarg);
            break;
        case 'm':
            how.metric = str_from(optarg);
            break;
        case 'u':
            how.unit = str_from(optarg);
            break;
        case 'c':
            how.columns = str_from(optarg);
            break;
        case 'f':
            break;
        default:
            return command_usage("inspect", "unknown option '%s'", argv[optind - 1]);
        }
    }
    arena perm = arena_open((ptrdiff_t)1 << 40), scratch = arena_open((ptrdiff_t)1 << 38);
    int status = 0;
    err e = {0};
    out *o = out_open(&perm, NULL, &e);
    for (int i = optind; i < argc; i++) {
        reading *r = NULL;
        if (import_file(&perm, scratch, argv[i], &how, &r, &e)) {
            bool one_line = argc - optind > 1 || r->next;
            for (; r; r = r->next) {
                reading_write_json(o, r, one_line);
            }
        } else {
            status = command_fail(&e);
        }
    }
    if (!out_commit(o, &e)) {
        return command_fail(&e);
    }
    arena_close(&perm);
    arena_close(&scratch);
    return status;
}

const command command_inspect = {
    .name = "inspect",
    .args = "FILE… [--as FORMAT] [--format table|json|csv] [--time-format F]",
    .brief = "parse raw files and show the normalized model",
    .help = "Reads raw files of any known format and shows what they say.\n",
    .run = run,
};
