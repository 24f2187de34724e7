#include "base/base.h"

#include <getopt.h>

#include "base/num.h"
#include "cli/options.h"
#include "cli/project.h"

enum { MOST_JOBS = 64 };

typedef struct {
    const char *start;
    const char *single; /* the one study of --single-file; NULL: the whole site */
    site_options site;
    int status; /* of a build that went on behind a failure */
} settings;

static bool take_jobs(void *to, str value)
{
    int64_t n = 0;
    int *jobs = to;
    bool good = num_int(value, &n) && n >= 1 && n <= MOST_JOBS;
    *jobs = good ? (int)n : *jobs;
    return good;
}

static int read_options(int argc, char **argv, settings *s)
{
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"output", 'o', .path = &s->site.target},
        {"jobs", 'j', .take = take_jobs, .to = &s->site.threads, .want = "1 to 64"},
        {"keep-going", .flag = &s->site.keep_going},
        {"strict", .flag = &s->site.strict},
        {"drafts", .flag = &s->site.drafts},
        {"single-file", .path = &s->single},
    };
    int status = options_read(argc, argv, options, COUNTOF(options));
    return status ? status
           : optind < argc
               ? command_usage("build", "unexpected argument '%s'", argv[optind])
               : 0;
}

static void tell(const settings *s, const site_summary *sum)
{
    if (sum->unchanged) {
        fprintf(stderr, "%s: up to date\n", s->site.target);
        return;
    }
    fprintf(stderr, "%s: %td %s from %td raw files with %td results\n", s->site.target,
            sum->studies, sum->studies == 1 ? "study" : "studies", sum->sources,
            sum->results);
    ptrdiff_t stand_in = sum->failures.n - sum->left_out;
    if (stand_in > 0) {
        fprintf(stderr, "%s: %td failed and %s the last good page\n", s->site.target,
                stand_in, stand_in == 1 ? "keeps" : "keep");
    }
    if (sum->left_out > 0) {
        fprintf(stderr, "%s: %td failed and %s left out\n", s->site.target, sum->left_out,
                sum->left_out == 1 ? "is" : "are");
    }
}

static bool build_one(settings *s, const config *site, arena *perm, warnings *w, err *e)
{
    if (!s->site.target) {
        s->site.target = str_cz(perm, str_fmt(perm, "%s.html", s->single));
    }
    return site_single(site, &s->site, str_from(s->single), s->site.target, w, e);
}

static bool build_all(settings *s, const config *site, arena *perm, warnings *w, err *e)
{
    site_summary sum = {0};
    if (!s->site.target) {
        s->site.target = strcmp(site->root, ".") == 0
                             ? "site"
                             : str_cz(perm, str_fmt(perm, "%s/site", site->root));
    }
    if (!site_build(site, &s->site, w, &sum, e)) {
        return false;
    }
    for (const warning *item = sum.failures.first; item; item = item->next) {
        err_print(&item->e, false, stderr);
    }
    tell(s, &sum);
    const warning *failure = sum.failures.first;
    s->status = failure ? err_exit_status(failure->e.code) : 0;
    return true;
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
        s.site.build_date = p.opt.build_date;
        s.site.today = p.opt.today;
        ok = s.single ? build_one(&s, &p.site, &p.perm, &p.w, &p.e)
                      : build_all(&s, &p.site, &p.perm, &p.w, &p.e);
    }
    status = project_close(&p, ok);
    return ok ? s.status : status;
}

const command command_build = {
    .name = "build",
    .args = "[-C DIR] [-o DIR] [-j N] [--keep-going] [--strict] [--drafts] "
            "[--single-file STUDY]",
    .brief = "write the site from the project's data",
    .help =
        "Reads broadsheet.yaml and every study under data/, and replaces the site as "
        "a whole.\n"
        "What is new is kept in the archive first (archive.db, or what broadsheet.yaml "
        "names), and\n"
        "what was added to it elsewhere is shown. A build that fails leaves the last "
        "good "
        "site as it\n"
        "was; one with unchanged inputs does nothing.\n\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n"
        "  -o, --output DIR     where the site goes (default: the project's site/)\n"
        "  -j, --jobs N         studies built at a time (default: one a processor)\n"
        "      --keep-going     a study that fails keeps its last good page; the others "
        "are built\n"
        "      --strict         unborne claims and inferred labels fail the build\n"
        "      --drafts         build posts that are marked as drafts, too\n"
        "      --single-file S  only study S, as one page that needs no other file: "
        "S.html,\n"
        "                       or where -o says\n\n"
        "Exit status: 0 done, 1 --strict found something, 2 configuration or prose, "
        "3 a raw\n"
        "file, 4 the system.\n",
    .run = run,
};
