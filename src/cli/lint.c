#include "base/base.h"

#include <getopt.h>

#include "cli/command.h"
#include "cli/options.h"
#include "lint/lint.h"
#include "site/stock.h"

enum { SHOW_TEXT, SHOW_JSON, SHOW_GITHUB };

typedef struct {
    const char *start;
    int form; /* SHOW_… */
    bool strict, rules;
    config site;
    stock *kept;
    out *o;
    json_writer json;
    ptrdiff_t errors, warnings, notes, allowed;
} settings;

static int read_options(int argc, char **argv, settings *s)
{
    static const char *const forms[] = {"text", "json", "github", NULL};
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"format", .choice = &s->form, .words = forms},
        {"strict", .flag = &s->strict},
        {"rules", .flag = &s->rules},
    };
    return options_read(argc, argv, options, COUNTOF(options));
}

static int list_rules(void)
{
    for (ptrdiff_t i = 0; i < rule_count(); i++) {
        const rule *r = rule_at(i);
        printf("%-4s %-8s %s\n", r->id, level_name(r->level), r->reason);
    }
    return 0;
}

/* --- one finding ------------------------------------------------------------------ */

static void show_text(out *o, const finding *f)
{
    const err *e = &f->place;
    out_fmt(o, "%s:", e->path);
    if (e->line > 0) {
        out_fmt(o, "%td:", e->line);
    }
    if (e->line > 0 && e->col > 0) {
        out_fmt(o, "%td:", e->col);
    }
    out_fmt(o, " %s: %s [%s]\n", f->allowed.ptr ? "allowed" : level_name(f->level),
            e->text, f->rule->id);
    if (f->allowed.ptr) {
        out_fmt(o, "  reason: %.*s\n", SV(f->allowed));
    } else if (e->hint[0]) {
        out_fmt(o, "  hint: %s\n", e->hint);
    }
}

static void member(json_writer *w, const char *key, str value)
{
    json_key(w, str_from(key));
    json_str(w, value);
}

static void show_json(json_writer *w, str id, const finding *f)
{
    json_open(w, '{');
    member(w, "rule", str_from(f->rule->id));
    member(w, "level", str_from(level_name(f->level)));
    member(w, "study", id);
    member(w, "file", str_from(f->place.path));
    json_key(w, S("line"));
    f->place.line > 0 ? json_int(w, f->place.line) : json_null(w);
    json_key(w, S("column"));
    f->place.col > 0 ? json_int(w, f->place.col) : json_null(w);
    member(w, "message", str_from(f->place.text));
    member(w, "hint", str_from(f->place.hint));
    member(w, "reason", str_from(f->rule->reason));
    member(w, "allowed", f->allowed);
    json_close(w, '}');
}

/* GitHub's workflow commands: %, line ends and, in properties, : and , are escaped. */
static void escape(out *o, const char *s, bool property)
{
    for (; *s; s++) {
        bool plain = *s != '%' && *s != '\r' && *s != '\n'
                     && !(property && (*s == ':' || *s == ','));
        if (plain) {
            out_char(o, *s);
        } else {
            out_fmt(o, "%%%02X", (unsigned)(unsigned char)*s);
        }
    }
}

static void show_github(out *o, const finding *f)
{
    static const char *const commands[] = {"notice", "warning", "error"};
    if (f->allowed.ptr) {
        return;
    }
    out_fmt(o, "::%s file=", commands[f->level]);
    escape(o, f->place.path, true);
    if (f->place.line > 0) {
        out_fmt(o, ",line=%td", f->place.line);
    }
    if (f->place.line > 0 && f->place.col > 0) {
        out_fmt(o, ",col=%td", f->place.col);
    }
    out_fmt(o, ",title=%s::", f->rule->id);
    escape(o, f->place.text, false);
    if (f->place.hint[0]) {
        out_str(o, S("%0A"));
        escape(o, f->place.hint, false);
    }
    out_char(o, '\n');
}

static void show(settings *s, str id, const findings *all)
{
    for (const finding *f = all->first; f; f = f->next) {
        switch (s->form) {
        case SHOW_TEXT:
            show_text(s->o, f);
            break;
        case SHOW_JSON:
            show_json(&s->json, id, f);
            break;
        case SHOW_GITHUB:
            show_github(s->o, f);
            break;
        }
    }
    s->errors += all->errors;
    s->warnings += all->warnings;
    s->notes += all->notes;
    s->allowed += all->allowed;
}

/* --- studies ---------------------------------------------------------------------------
 */

static bool lint_one(settings *s, str id, err *e)
{
    arena perm = arena_open((ptrdiff_t)1 << 38), scratch = arena_open((ptrdiff_t)1 << 36);
    warnings w = {.perm = &perm};
    study st = {.id = id, .site = &s->site};
    post p = {0};
    report *r = NULL;
    const claim *claims = NULL;
    composition from = {.s = &st, .p = &p, .w = &w};
    bool ok = stock_kept(s->kept, &perm, id, &st.kept, e)
              && study_load(&perm, scratch, &st, &w, e)
              && post_load(&perm, scratch, &st, &p, e)
              && lint_allowances(&perm, scratch, &st, &from.allowed, e)
              && report_compose(&perm, scratch, &from, &r, &claims, e);
    for (const warning *item = w.first; item; item = item->next) {
        if (item->e.code != ERR_CHECK) { /* a claim, which is a finding, too */
            err_print(&item->e, true, stderr);
        }
    }
    if (ok) {
        const lint_subject on = {&st, &p, r, claims};
        findings all = lint_study(&perm, scratch, &on);
        show(s, id, &all);
    } else {
        err_print(e, false, stderr);
    }
    arena_close(&perm);
    arena_close(&scratch);
    return ok;
}

/* All studies, or those named; a wrong name tells the nearest right one. */
static bool choose(settings *s, char **names, int n, arena *perm, str **ids,
                   ptrdiff_t *count, err *e)
{
    str *all = NULL;
    ptrdiff_t all_count = 0;
    if (!stock_studies(s->kept, perm, &s->site, &all, &all_count, e)) {
        return false;
    }
    *ids = n > 0 ? NEW(perm, str, n) : all;
    *count = n > 0 ? n : all_count;
    for (int i = 0; i < n; i++) {
        str id = str_from(names[i]);
        bool known = false;
        for (ptrdiff_t k = 0; k < all_count && !known; k++) {
            known = str_eq(all[k], id);
        }
        if (!known) {
            const char *data = str_cz(perm, str_fmt(perm, "%s/data", s->site.root));
            err_set(e, ERR_USAGE, data, "there is no study '%.*s'", SV(id));
            str near = str_nearest(id, all, all_count, *perm);
            return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near)) : false;
        }
        (*ids)[i] = id;
    }
    return true;
}

static void begin(settings *s)
{
    if (s->form == SHOW_JSON) {
        s->json = (json_writer){.o = s->o};
        json_open(&s->json, '{');
        member(&s->json, "schema", S("broadsheet/lint-1"));
        json_key(&s->json, S("findings"));
        json_open(&s->json, '[');
    }
}

static void end(settings *s)
{
    static const char *const keys[] = {"errors", "warnings", "info", "allowed"};
    const ptrdiff_t counts[] = {s->errors, s->warnings, s->notes, s->allowed};
    if (s->form == SHOW_JSON) {
        json_close(&s->json, ']');
        for (int i = 0; i < COUNTOF(keys); i++) {
            json_key(&s->json, str_from(keys[i]));
            json_int(&s->json, counts[i]);
        }
        json_close(&s->json, '}');
        out_char(s->o, '\n');
    } else {
        fprintf(stderr, "%td error%s, %td warning%s, %td note%s; %td allowed\n",
                s->errors, s->errors == 1 ? "" : "s", s->warnings,
                s->warnings == 1 ? "" : "s", s->notes, s->notes == 1 ? "" : "s",
                s->allowed);
    }
}

/* What the archive has of the studies is looked at, too. */
static bool open_archive(settings *s, arena *perm, err *e)
{
    warnings w = {.perm = perm};
    s->kept = stock_open(&s->site, STOCK_READ);
    bool ok = stock_tell(s->kept, s->strict, &w, e);
    for (const warning *item = w.first; item; item = item->next) {
        err_print(&item->e, true, stderr);
    }
    return ok;
}

static int lint_all(settings *s, char **names, int n, arena *perm)
{
    err e = {0};
    str *ids = NULL;
    ptrdiff_t count = 0;
    if (!open_archive(s, perm, &e) || !choose(s, names, n, perm, &ids, &count, &e)
        || !(s->o = out_open(perm, NULL, &e))) {
        return command_fail(&e);
    }
    int worst = 0;
    begin(s);
    for (ptrdiff_t i = 0; i < count; i++) {
        err why = {0};
        if (!lint_one(s, ids[i], &why) && err_exit_status(why.code) > worst) {
            worst = err_exit_status(why.code);
        }
    }
    end(s);
    if (!out_commit(s->o, &e)) {
        return command_fail(&e);
    }
    return worst ? worst : s->errors > 0 || (s->strict && s->warnings > 0) ? 1 : 0;
}

static int lint_command(int argc, char **argv)
{
    settings s = {.start = "."};
    int status = read_options(argc, argv, &s);
    if (status || s.rules) {
        return status ? status : list_rules();
    }
    arena perm = arena_open((ptrdiff_t)1 << 36), scratch = arena_open((ptrdiff_t)1 << 36);
    err e = {0};
    const char *root = config_find(&perm, s.start, &e);
    if (!root || !config_load(&perm, scratch, root, &s.site, &e)) {
        status = command_fail(&e);
    } else {
        status = lint_all(&s, argv + optind, argc - optind, &perm);
        stock_close(s.kept);
    }
    arena_close(&perm);
    arena_close(&scratch);
    return status;
}

const command command_lint = {
    .name = "lint",
    .args = "[-C DIR] [STUDY…] [--format text|json|github] [--strict] [--rules]",
    .brief = "what a reviewer would object to, and claims that don't hold",
    .help =
        "Looks at the project's studies, or those named, for what makes a benchmark "
        "worth\n"
        "nothing: single runs that are compared, a dd that never waited for the disk, "
        "errors\n"
        "among the latencies, numbers in the prose that no result gives. Each finding "
        "says\n"
        "where, with which figures, and what to do.\n\n"
        "  -C, --directory DIR  the project (default: here, or the nearest folder "
        "above)\n"
        "      --format F       text, json, or github (annotations of a workflow)\n"
        "      --strict         warnings count, too\n"
        "      --rules          list the rules\n\n"
        "What has to be so is excused in study.yaml, lint-allow: {D01: why}; the page "
        "prints\n"
        "the reason. A claim can't be excused.\n\n"
        "Exit status: 0; 1 an error stands (with --strict a warning); 2 configuration "
        "or prose;\n"
        "3 a raw file; 4 the system.\n",
    .run = lint_command,
};
