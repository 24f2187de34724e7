#include "base/base.h"

#include "cli/command.h"
#include "import/import.h"

static int run(int argc, char **argv)
{
    if (argc > 1) {
        return command_usage("formats", "unexpected argument '%s'", argv[1]);
    }
    for (ptrdiff_t i = 0; i < importer_count(); i++) {
        printf("%-20s %s\n", importer_at(i)->name, importer_at(i)->shape);
    }
    return 0;
}

const command command_formats = {
    .name = "formats",
    .args = "",
    .brief = "list the formats that can be read",
    .help = "Lists every format with its name, as --as takes it, and its form.\n",
    .run = run,
};
