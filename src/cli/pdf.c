#include "base/base.h"

#include <getopt.h>

#include "cli/options.h"
#include "cli/project.h"

typedef struct {
    const char *start;
    pdf_wish wish;
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    static const char *const papers[] = {"a4", "letter", NULL};
    int paper = -1;
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"output", 'o', .path = &s->wish.path},
        {"paper", .choice = &paper, .words = papers},
        {"diff", .path = &s->wish.older},
    };
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    s->wish.paper = paper < 0 ? (str){0} : str_from(papers[paper]);
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
