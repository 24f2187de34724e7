#include "base/base.h"

#include "base/num.h"
#include "import/transcript_lines.h"
#include "import/transcript_session.h"

/* The exit status that says no more than the thresholds do. Source: k6's
 * errext/exitcodes.
 */
enum { K6_THRESHOLDS_CROSSED = 99 };

/* --- headings and labels ------------------------------------------------------ */

void session_add_node(session *s, int level, str words, ptrdiff_t line)
{
    node *n = NEW(s->in->perm, node, 1);
    node *parent = s->here;
    while (parent && parent->level >= level) {
        parent = parent->parent;
    }
    *n = (node){.parent = parent, .level = level, .text = words, .line = line};
    s->here = n;
}

/* A command in a heading is what all below it ran. */
void session_note_command(session *s, str words, ptrdiff_t line)
{
    str command = line_command_in_prose(s->in->scratch, words);
    if (command.len == 0) {
        return;
    }
    if (!s->here || s->here->line != line) {
        session_add_node(s, LEVEL_TITLE, command, line);
    }
    s->here->command = command;
    typed *c = NEW(s->in->perm, typed, 1);
    *c = (typed){.text = command, .line = line};
    command_parse(s->in->perm, command, &s->in->alias, &c->parsed);
    s->current = c;
}

/* --- docker compose ------------------------------------------------------------ */

void session_enter_service(session *s, str name)
{
    if (str_eq(s->service, name)) {
        return;
    }
    if (s->service.len == 0) {
        s->outside = s->outside ? s->outside : NEW(s->in->perm, session, 1);
        *s->outside = *s;
    } else {
        const session *from = s->outside;
        s->here = from->here;
        s->current = from->current;
        s->queue = NULL;
        s->server = from->server;
        s->cd_folder = from->cd_folder;
        s->cd_comment = from->cd_comment;
        s->cd_line = from->cd_line;
        s->inside = from->inside;
        s->traced = from->traced;
        s->waiting = from->waiting;
    }
    s->service = name;
}

/* "shop_bench_1 exited with code 0" is of the lines "bench_1  | ...". */
static bool is_service(str from, str name)
{
    str project = str_take(name, name.len - from.len);
    return from.len > 0 && str_ends(name, from)
           && (project.len == 0 || str_ends(project, S("-"))
               || str_ends(project, S("_")));
}

/* The last result of the service, where it has no exit status yet. */
static result *last_of(const session *s, str name)
{
    result *found = NULL;
    for (const clue *k = s->clues; k; k = k->next) {
        found = is_service(k->from, name) ? k->r : found;
    }
    return found && found->exit_code_count == 0 ? found : NULL;
}

void session_note_exit(session *s, str words)
{
    cut c = str_cut(words, S(" exited with code "));
    str number = str_word(&c.tail);
    int64_t code = 0;
    result *r = c.found && num_int(number, &code) && code >= 0 && code < 256
                    ? last_of(s, c.head)
                    : NULL;
    if (!r) {
        return;
    }
    if (!str_eq(r->tool, S("hyperfine"))) { /* its exit codes are of the runs it made */
        r->exit_codes = NEW(s->in->perm, int, 1);
        r->exit_codes[r->exit_code_count++] = (int)code;
    }
    bool crossed = str_eq(r->tool, S("k6")) && code == K6_THRESHOLDS_CROSSED;
    if (code != 0 && !crossed && r->status == STATUS_OK) {
        r->status = STATUS_FAILED;
        r->status_why =
            str_fmt(s->in->perm, "the container exited with status %" PRId64, code);
    }
}

/* --- commands ----------------------------------------------------------------- */

static str join_folder(arena *perm, str base, str path)
{
    bool absolute = path.len == 0 || path.ptr[0] == '/' || path.ptr[0] == '~';
    if (absolute || base.len == 0) {
        return path.len > 0 ? path : S("~");
    }
    bool slash = str_ends(base, S("/"));
    return str_fmt(perm, "%.*s%s%.*s", SV(base), slash ? "" : "/", SV(path));
}

static void change_folder(session *s, const typed *c, const invocation *cd)
{
    str path = cd->word_count > 1 ? cd->words[1] : (str){0};
    if (str_eq(path, S("-"))) {
        path = (str){0};
    }
    s->cd_folder = join_folder(s->in->perm, s->cd_folder, path);
    s->cd_comment = c->parsed.comment;
    s->cd_line = c->line;
}

/* docker run -it IMAGE [bash]: what follows is typed inside. */
static void enter_container(session *s, const typed *c)
{
    static const char *const shells[] = {"sh", "bash", "ash", "dash", "zsh", "fish"};
    const command_line *p = &c->parsed;
    if (p->n == 0 || !p->all[0].container) {
        return;
    }
    const container_run *run = p->all[0].container;
    bool interactive = false;
    for (ptrdiff_t k = 0; k < run->option_count; k++) {
        str o = run->options[k];
        interactive = interactive || str_eq(o, S("--interactive"))
                      || str_eq(o, S("--tty"))
                      || (o.len < 5 && o.len > 1 && o.ptr[0] == '-' && o.ptr[1] != '-'
                          && (str_has(o, S("t")) || str_has(o, S("i"))));
    }
    bool shell = p->n == 1;
    for (ptrdiff_t i = 0; p->n == 2 && i < COUNTOF(shells); i++) {
        shell = shell || str_eq(p->all[1].program, str_from(shells[i]));
    }
    if (interactive && shell) {
        s->inside = run;
        s->outer_folder = s->cd_folder;
        s->outer_comment = s->cd_comment;
        s->cd_folder = s->cd_comment = (str){0};
    }
}

bool is_load_generator(const command_line *c)
{
    return command_find(c, S("bombardier"), 0) || command_find(c, S("k6"), 0);
}

/* What may stand before a load generator and isn't its server. */
static bool may_serve(const command_line *c)
{
    static const char *const others[] = {
        "curl", "ls",   "cat",   "cd",  "ps",      "df",    "free",   "git",  "rm",
        "cp",   "echo", "sleep", "apt", "apt-get", "alias", "export", "exit", "kill"};
    const invocation *main = command_main(c);
    if (!main || main->word_count == 0) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(others); i++) {
        if (str_eq(main->words[0], str_from(others[i]))) {
            return false;
        }
    }
    return !main->container || main->container->runs
               ? !(str_eq(main->program, S("docker")) && !main->container)
               : false;
}

static void queue_command(session *s, typed *c)
{
    const invocation *main = command_main(&c->parsed);
    if (c->prompted || c->fence == 0 || !main || str_eq(main->program, S("cd"))
        || str_eq(main->program, S("rm")) || str_eq(main->program, S("alias"))) {
        return;
    }
    if (s->queue_fence != c->fence) {
        s->queue = NULL;
        s->queue_fence = c->fence;
        s->queue_output = 0;
        s->is_script = false;
    }
    if (s->queue) {
        s->is_script = true;
        s->queue_end->queued = c;
    } else {
        s->queue = c;
    }
    s->queue_end = c;
}

void session_add_command(session *s, str words, str folder, bool prompted, ptrdiff_t line)
{
    typed *c = NEW(s->in->perm, typed, 1);
    *c = (typed){.text = words,
                 .line = line,
                 .prompted = prompted,
                 .mangled = words.len == 0,
                 .fence = s->was_fenced ? s->fence : 0};
    time_alias alias = {0};
    if (command_time_alias(s->in->perm, words, &alias)) {
        s->in->alias = alias;
    }
    if (command_shell_format(s->in->perm, words, &alias)) {
        s->in->shell_format = alias;
    }
    command_parse(s->in->perm, words, &s->in->alias, &c->parsed);
    if (c->parsed.n == 0 && c->parsed.comment.len > 0) { /* "$ # bind mount" */
        str banner = line_banner(c->parsed.comment);
        str label = banner.len > 0 ? banner : line_label(c->parsed.comment, false);
        if (label.len > 0) {
            session_add_node(s, LEVEL_COMMENT, label, line);
        }
    }
    const invocation *cd = command_find(&c->parsed, S("cd"), 0);
    if (cd && !cd->in_loop && !cd->container) {
        change_folder(s, c, cd);
    }
    c->folder = folder.len > 0 ? folder : s->cd_folder;
    if (s->inside && c->parsed.n > 0 && str_eq(c->parsed.all[0].program, S("exit"))) {
        s->inside = NULL;
        s->cd_folder = s->outer_folder;
        s->cd_comment = s->outer_comment;
    }
    enter_container(s, c);
    if (c->parsed.n > 0 && !is_load_generator(&c->parsed) && may_serve(&c->parsed)) {
        s->server = c;
    }
    if (s->here && s->here->spent) {
        s->here = s->here->parent;
    }
    s->current = c;
    s->waiting = prompted && !(cd && c->parsed.n == 1);
    queue_command(s, c);
}
