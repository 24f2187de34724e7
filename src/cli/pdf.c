#include "base/base.h"

#include <getopt.h>

#include "cli/project.h"

typedef struct {
    const char *start;
    pdf_wish wish;
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    static const struct option options[] = {
        {"directory", required_argument, NULL, 'C'},
        {"output", required_argument, NULL, 'o'},
        {"paper", required_argument, NULL, 'p'},
        {"diff", required_argument, NULL, 'd'},
        {0},
    };
    for (int c; (c = command_option(argc, argv, options)) != -1;) {
        switch (c) {
        case 'C':
            s->start = optarg;
            break;
        case 'o':
            s->wish.path = optarg;
            break;
        case 'p':
            s->wish.paper = str_from(optarg);
            break;
        case 'd':
            s->wish.older = optarg;
            break;
        default:
            return 2;
        }
    }
    if (s->wish.paper.len && !str_eq(s->wish.paper, S("a4"))
        && !str_eq(s->wish.paper, S("letter"))) {
        return command_usage("pdf", "--paper is a4 or letter, not '%.*s'",
                             SV(s->wish.paper));
    }
    return argc - optind == 1 ? 0 : command_usage("pdf", "name one study");
}

static int run(int argc, char **argv)
{
    settings s = {.start = "."};
    int status = read_options(argc, argv, &s);
    if (status) {
        return status;
    }
    project p;
    bool ok = project_open(&p, s.start);
    if (ok) {
        if (!s.wish.path) {
            s.wish.path = str_cz(&p.perm, str_fmt(&p.perm, "%s.pdf", argv[optind]));
        }
        ok = site_pdf(&p.site, &p.opt, str_from(argv[optind]), &s.wish, &p.w, &p.e);
    }
    return project_close(&p, ok);
}

const command command_pdf = {
    .name = "pdf",
    .args = "STUDY [-o F.pdf] [--paper a4|letter] [--diff OLD.json]",
    .brief = "write a study's report on paper",
    .help =
        "Writes the report as a PDF: tagged, linked, with its data inside; the same file "
        "as the\n"
        "site's report.pdf.\n\n"
        "  -o, --output FILE    where it goes (STUDY.pdf)\n"
        "      --paper SIZE     a4 or letter (what broadsheet.yaml says, else a4)\n"
        "      --diff OLD.json  for reviewers: an earlier edition, as the site's "
        "data.json "
        "holds it;\n"
        "                       what differs has a bar in the margin and its old value, "
        "and is\n"
        "                       listed at the front\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n\n"
        "Exit status: 0 done, 2 configuration or prose, 3 a raw file or OLD.json, 4 the "
        "system.\n",
    .run = run,
};
