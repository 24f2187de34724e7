#include "base/base.h"

#include "cli/archived.h"
#include "cli/command.h"

static int run_command(int argc, char **argv)
{
    return archived_verify(argc, argv, true);
}

const command command_reparse = {
    .name = "reparse",
    .args = "[-C DIR]",
    .brief = "take over what 'verify' says reads differently",
    .help = "After an importer learned better, or study.yaml gives other labels: reads "
            "every stored\n"
            "file again and replaces what differs, all of it or nothing. The files "
            "themselves stay.\n"
            "An archive of an older version is brought up to date.\n",
    .run = run_command,
};
