#include "base/base.h"

#include <getopt.h>

#include "cli/archived.h"
#include "cli/command.h"
#include "cli/diagnose.h"
#include "cli/options.h"
#include "cli/walk.h"

typedef struct {
    archived p;
    addition what;
    fact **tags_end;
    arena words;
    added *done, **done_end;
} settings;

static bool take_tag(void *to, str value)
{
    settings *s = to;
    cut c = str_cut(value, S("="));
    if (!c.found || c.head.len == 0) {
        return false;
    }
    *s->tags_end = NEW(&s->words, fact, 1);
    **s->tags_end = (fact){.name = c.head, .value = c.tail};
    s->tags_end = &(*s->tags_end)->next;
    return true;
}

static int read_options(int argc, char **argv, settings *s)
{
    addition *what = &s->what;
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->p.start),
        {"study", .text = &what->study},
        {"run", .text = &what->run},
        {"date", .text = &what->date},
        {"machine", .text = &what->machine},
        {"workload", .text = &what->workload},
        {"variant", .text = &what->variant},
        {"tag", .take = take_tag, .to = s, .want = "NAME=VALUE"},
        {"as", .text = &what->how.as},
        {"time-format", .text = &what->how.time_format},
        {"columns", .text = &what->how.columns},
        {"group-by", .text = &what->how.group_by},
    };
    s->tags_end = &what->tags;
    int status = options_read(argc, argv, options, COUNTOF(options));
    if (status) {
        return status;
    }
    if (what->study.len == 0) {
        return command_usage("add", "--study says which study the files belong to");
    }
    return optind < argc ? 0 : command_usage("add", "name a file, a folder or -");
}

/* A file's name in the archive: within the folder that was named, else its last part. */
static str name_of(const char *path, const char *folder, bool found)
{
    str p = str_from(path);
    if (strcmp(path, "-") == 0) {
        return S("stdin");
    }
    if (found) {
        p = str_drop(p, (ptrdiff_t)strlen(folder));
        return str_starts(p, S("/")) ? str_drop(p, 1) : p;
    }
    cut c = str_cut_last(p, S("/"));
    return c.found ? c.tail : p;
}

static bool own_file(str name)
{
    cut c = str_cut_last(name, S("/"));
    str last = c.found ? c.tail : name;
    return str_eq(last, S("run.yaml")) || str_eq(last, S("study.yaml"))
           || str_eq(last, S("post.md"));
}

static bool add_file(settings *s, adding *ad, const char *path, str name, bool found,
                     err *e)
{
    added *a = NEW(&s->words, added, 1);
    if (found && own_file(name)) {
        return true;
    }
    if (!archive_add_file(ad, path, name, a, e)) {
        if (e->code != ERR_UNRECOGNISED || !found) {
            return false;
        }
        e->hint[0] = 0; /* a folder may hold anything: say what was left out, go on */
        err_print(e, true, stderr);
        *e = (err){0};
        return true;
    }
    if (a->reading) {
        diagnose(a->reading);
    }
    *s->done_end = a;
    s->done_end = &a->next;
    return true;
}

static bool add_all(settings *s, adding *ad, char **args, int n, err *e)
{
    s->done_end = &s->done;
    for (int i = 0; i < n; i++) {
        path_list files = {0};
        if (!walk_paths(&s->words, args + i, 1, &files, e)) {
            return false;
        }
        for (ptrdiff_t k = 0; k < files.n; k++) {
            str name = name_of(files.paths[k], args[i], files.found[k]);
            if (!add_file(s, ad, files.paths[k], name, files.found[k], e)) {
                return false;
            }
        }
    }
    return true;
}

static const char *results(const added *a)
{
    return a->results == 1 ? "result" : "results";
}

static const char *metrics(const added *a)
{
    return a->metrics == 1 ? "metric" : "metrics";
}

/* Only what is durable is told. */
static void tell(const settings *s)
{
    for (const added *a = s->done; a; a = a->next) {
        str id = str_take(a->id, 12);
        switch (a->as) {
        case ADDED_NEW:
            printf("%.*s  %s: %td %s, %td %s\n", SV(id), a->path, a->results, results(a),
                   a->metrics, metrics(a));
            break;
        case ADDED_NEWER:
            printf("%.*s  %s: %td %s, %td %s; supersedes %.*s\n", SV(id), a->path,
                   a->results, results(a), a->metrics, metrics(a),
                   SV(str_take(a->note, 12)));
            break;
        case ADDED_KNOWN:
            printf("%.*s  %s: is in the archive already, as %.*s; nothing changed\n",
                   SV(id), a->path, SV(a->note));
            break;
        }
    }
}

static int add(settings *s, char **args, int n)
{
    err e = {0};
    if (!archived_open(&s->p, STORE_WRITE, &e)) {
        return command_fail(&e);
    }
    adding *ad = archive_add_begin(&s->p.a, &s->what, &e);
    if (!ad) {
        return command_fail(&e);
    }
    if (!add_all(s, ad, args, n, &e)) {
        archive_add_abort(ad);
        return command_fail(&e);
    }
    if (!archive_add_commit(ad, &e)) {
        return command_fail(&e);
    }
    tell(s);
    return 0;
}

static int run_command(int argc, char **argv)
{
    settings s = {.words = arena_open((ptrdiff_t)1 << 34)};
    int status = read_options(argc, argv, &s);
    if (status == 0) {
        status = add(&s, argv + optind, argc - optind);
        archived_close(&s.p);
    }
    arena_close(&s.words);
    return status;
}

const command command_add = {
    .name = "add",
    .args = "--study S [--run R] [--date D] [--machine M] [--tag K=V]… FILE…",
    .brief = "put raw files into the archive",
    .help =
        "Stores raw files byte for byte, with their results. All of them or, when one "
        "can't be\n"
        "read, none. A file whose bytes are there already changes nothing; a changed "
        "file "
        "of the\n"
        "same run and name supersedes the older one, which stays. Folders are walked; "
        "'-' "
        "is\n"
        "standard input.\n\n"
        "  --study S          the study; data/S/study.yaml, where there is one, gives "
        "labels\n"
        "  --run R            the run, one sitting on one host (default: the study's "
        "own);\n"
        "                     data/S/R/run.yaml, where there is one, describes it\n"
        "  --date D           when it ran: 2026-03-01 or 2026-03-01T18:30:00Z\n"
        "  --machine M        on which machine: history joins no two of them\n"
        "  --tag K=V          what else is known of the run: commit, branch\n"
        "  --workload W, --variant V   what all these files measured\n"
        "  --as FORMAT        force a format or a tool; 'broadsheet formats' lists them\n"
        "  --time-format F    GNU time's -f string; bash: TIMEFORMAT=F, zsh: TIMEFMT=F\n"
        "  --columns MAP      what a CSV file's columns mean: OURS=THEIRS;…\n"
        "  --group-by TAG,…   split a k6 stream by these tags\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n",
    .run = run_command,
};
