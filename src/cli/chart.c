#include "base/base.h"

#include <getopt.h>

#include "cli/options.h"
#include "cli/project.h"

typedef struct {
    const char *start, *path;
    str kind, title;
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"output", 'o', .path = &s->path},
        {"kind", .text = &s->kind},
        {"title", .text = &s->title},
    };
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (argc - optind < 2) {
        return command_usage("chart", "name a study and what to draw: a workload or "
                                      "WORKLOAD/VARIANT, then metrics");
    }
    return s->path
               ? 0
               : command_usage("chart", "say where it goes: -o F.svg, F.png or F.pdf");
}

/* The words as a post has them. */
static str words_of(arena *perm, char **args, int n, const settings *s)
{
    out *o = out_memory(perm);
    for (int i = 0; i < n; i++) {
        out_fmt(o, "%s%s", i ? " " : "", args[i]);
    }
    if (s->kind.len) {
        out_fmt(o, " kind=%.*s", SV(s->kind));
    }
    if (s->title.len) {
        out_fmt(o, " title=\"%.*s\"", SV(str_replace(perm, s->title, S("\""), S("”"))));
    }
    return out_text(o);
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
        str words = words_of(&p.perm, argv + optind + 1, argc - optind - 1, &s);
        const chart_wish wish = {words, s.path};
        ok = site_chart(&p.site, &p.opt, str_from(argv[optind]), &wish, &p.w, &p.e);
    }
    return project_close(&p, ok);
}

const command command_chart = {
    .name = "chart",
    .args = "STUDY SELECTOR… [--kind K] -o F.svg|F.png|F.pdf",
    .brief = "draw one chart of a study's results",
    .help =
        "Draws what a post draws with {{ chart … }}: SELECTOR… is a workload, or "
        "WORKLOAD/VARIANT\n"
        "once for each variant that is shown, several workloads or '*' for all, and then "
        "metrics:\n\n"
        "  broadsheet chart S fibonacci wall_time -o fib.svg\n"
        "  broadsheet chart S fibonacci/native fibonacci/docker wall_time --kind boxes "
        "-o "
        "fib.png\n"
        "  broadsheet chart S '*' throughput --kind ratios -o all.pdf\n\n"
        "  -o, --output FILE    .svg (light and dark), .png (twice the size, for "
        "slides) or .pdf;\n"
        "                       each says inside what it was made from\n"
        "      --kind K         bars, multiples, grouped, ratios, boxes, histogram, "
        "series, sweep,\n"
        "                       history, ecdf, percentiles or heat (what fits the data)\n"
        "      --title TEXT     the title (what the data says)\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n\n"
        "Exit status: 0 done, 2 no such name, or the data can't bear the kind, 3 a raw "
        "file, 4 the\n"
        "system.\n",
    .run = run,
};
