#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/options.h"

static int run_command(int argc, char **argv)
{
    archived p = {0};
    str why = {0};
    bool undo = false;
    const cli_option options[] = {
        OPTION_DIRECTORY(&p.start), {"reason", .text = &why}, {"undo", .flag = &undo}};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (optind + 1 != argc) {
        return command_usage("exclude", "name one ID");
    }
    if (undo ? why.len > 0 : why.len == 0) {
        return command_usage("exclude", undo ? "--undo needs no --reason"
                                             : "--reason says why it doesn't count");
    }
    err e = {0};
    found_id id = {0};
    if (!archived_find(&p, argv[optind], &id, &e)
        || !(undo ? archive_include(&p.a, &id, &e)
                  : archive_exclude(&p.a, &id, why, &e))) {
        return archived_fail(&p, &e);
    }
    fprintf(stderr, "%.*s %s\n", SV(archived_told_id(&p, &id)),
            undo ? "counts again" : "doesn't count any more");
    archived_close(&p);
    return 0;
}

const command command_exclude = {
    .name = "exclude",
    .args = "ID --reason R | ID --undo",
    .brief = "leave a source or a result out of trends, and say why",
    .help =
        "Nothing is removed: history shows the point and the reason, and takes it for "
        "nothing else.\n\n"
        "  --reason R         why it doesn't count\n"
        "  --undo             takes it in again\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n",
    .run = run_command,
};
