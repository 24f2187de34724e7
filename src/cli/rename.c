#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/options.h"

/* "WORKLOAD", "/VARIANT" or "WORKLOAD/VARIANT": both sides must name the same. */
static bool rename_labels(archive *of, str of_study, str from, str to, ptrdiff_t *n,
                          err *e)
{
    cut a = str_cut(from, S("/")), b = str_cut(to, S("/"));
    if ((a.head.len > 0) != (b.head.len > 0) || (a.tail.len > 0) != (b.tail.len > 0)) {
        err_set(e, ERR_USAGE, NULL, "'%.*s' and '%.*s' don't name the same thing",
                SV(from), SV(to));
        return err_hint(e, "Write WORKLOAD NEW, /VARIANT /NEW or both on both sides.");
    }
    return archive_rename(of, of_study, (labels){a.head, a.tail},
                          (labels){b.head, b.tail}, n, e);
}

static int run_command(int argc, char **argv)
{
    archived p = {0};
    str of_study = {0};
    const cli_option options[] = {OPTION_DIRECTORY(&p.start),
                                  {"study", .text = &of_study}};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (optind + 2 != argc) {
        return command_usage("rename", "name the old and the new");
    }
    err e = {0};
    str from = str_from(argv[optind]), to = str_from(argv[optind + 1]);
    ptrdiff_t n = 0;
    if (!archived_open(&p, STORE_WRITE, &e)
        || !(of_study.len > 0 ? rename_labels(&p.a, of_study, from, to, &n, &e)
                              : archive_rename_study(&p.a, from, to, &e))) {
        return archived_fail(&p, &e);
    }
    if (of_study.len > 0) {
        fprintf(stderr, "%td %s on as '%.*s'\n", n, n == 1 ? "series goes" : "series go",
                SV(to));
    }
    archived_close(&p);
    return 0;
}

const command command_rename = {
    .name = "rename",
    .args = "OLD NEW [--study S]",
    .brief = "another name for a study, a workload or a variant; its history goes on",
    .help =
        "Without --study a study gets another name (rename its folder under data/, too). "
        "With it, OLD\n"
        "and NEW are names of that study: WORKLOAD, /VARIANT or WORKLOAD/VARIANT. Files "
        "that are\n"
        "added later under the old name come under the new one.\n\n"
        "  --study S          what is renamed is a workload or a variant of this study\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n",
    .run = run_command,
};
