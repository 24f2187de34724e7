#include "base/base.h"

#include "cli/archived.h"
#include "cli/command.h"

static int run_command(int argc, char **argv)
{
    return archived_verify(argc, argv, false);
}

const command command_verify = {
    .name = "verify",
    .args = "[-C DIR]",
    .brief = "prove the archive: hash and read every source anew",
    .help = "Every stored file is hashed and read again with what was said when it was "
            "added, and\n"
            "its rows are derived anew; each line of the output is a difference. Nothing "
            "is changed.\n\n"
            "Exit status: 0 nothing differs, 1 something does.\n",
    .run = run_command,
};
