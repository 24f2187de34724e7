#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/options.h"

static int run_command(int argc, char **argv)
{
    archived p = {0};
    str why = {0};
    const cli_option options[] = {OPTION_DIRECTORY(&p.start), {"reason", .text = &why}};
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (optind + 1 != argc) {
        return command_usage("purge", "name the source's ID");
    }
    if (why.len == 0) {
        return command_usage("purge",
                             "--reason says why it must go; it stays to be read");
    }
    err e = {0};
    found_id id = {0};
    bool ok = archived_find(&p, argv[optind], &id, &e);
    if (ok && id.ordinal > 0) {
        ok = err_set(&e, ERR_USAGE, NULL, "'%s' is one result of a source", argv[optind]);
        err_hint(&e, "Sources are purged whole: see 'broadsheet show %s'.", argv[optind]);
    }
    if (!ok || !archive_purge(&p.a, &id, why, &e)) {
        return archived_fail(&p, &e);
    }
    fprintf(stderr, "%.*s is gone; a tombstone says why\n",
            SV(archived_told_id(&p, &id)));
    archived_close(&p);
    return 0;
}

const command command_purge = {
    .name = "purge",
    .args = "SOURCE --reason R",
    .brief = "remove a source's bytes for good, and leave a tombstone",
    .help =
        "For a secret that leaked into a raw file. The bytes, the model and the rows go, "
        "out of the\n"
        "archive's file, its log and its free pages; the tombstone keeps the SHA-256, "
        "the "
        "reason and\n"
        "the size, and the same bytes are not taken in again. It can't be undone. "
        "Backups, data/ and\n"
        "a PostgreSQL server's own log are yours to look after.\n\n"
        "  --reason R         why it must go\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n",
    .run = run_command,
};
