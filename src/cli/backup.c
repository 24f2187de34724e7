#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/options.h"

static int run_command(int argc, char **argv)
{
    archived p = {0};
    const cli_option options[] = {OPTION_DIRECTORY(&p.start)};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (optind + 1 != argc) {
        return command_usage("backup", "name the file to write");
    }
    err e = {0};
    if (!archived_open(&p, STORE_READ, &e) || !archive_backup(&p.a, argv[optind], &e)) {
        return archived_fail(&p, &e);
    }
    archived_close(&p);
    return 0;
}

const command command_backup = {
    .name = "backup",
    .args = "FILE [-C DIR]",
    .brief = "a consistent copy of the archive in one file",
    .help =
        "Whatever the archive is, the copy is an SQLite file that can take its place: "
        "'archive: FILE'\n"
        "in broadsheet.yaml. Others may read and write meanwhile. FILE appears whole or "
        "not at all.\n",
    .run = run_command,
};
