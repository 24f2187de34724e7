#include "base/base.h"

#include <regex.h>

#include "import/text.h"
#include "project/redact.h"

/* A place in a line that is to be masked; characters of `keep` stay readable in it. */
typedef struct {
    ptrdiff_t at, len;
    const char *keep;
} span;

/* Finds the first place at or behind `from`, of what begins with `head` or, where a rule
 * has none, is described by the rule alone. */
typedef bool find_fn(str head, str line, ptrdiff_t from, span *ret);

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_alpha(c) || is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

static char byte_at(str s, ptrdiff_t i)
{
    return i >= 0 && i < s.len ? s.ptr[i] : 0;
}

/* Where `part` stands at or behind `from`, whatever the case of its letters; -1: nowhere.
 */
static ptrdiff_t find_part(str s, str part, ptrdiff_t from)
{
    for (ptrdiff_t i = from; i + part.len <= s.len; i++) {
        if (strncasecmp(s.ptr + i, part.ptr, (size_t)part.len) == 0) {
            return i;
        }
    }
    return -1;
}

static ptrdiff_t find_char(str s, char c, ptrdiff_t from)
{
    const char *at =
        from < s.len ? memchr(s.ptr + from, c, (size_t)(s.len - from)) : NULL;
    return at ? at - s.ptr : -1;
}

/* The end of a run of bytes that are of `set`, or no control and not of `set`. */
static ptrdiff_t run_end(str s, ptrdiff_t from, const char *set, bool of_set)
{
    ptrdiff_t i = from;
    while (i < s.len && s.ptr[i] && (strchr(set, s.ptr[i]) != NULL) == of_set) {
        i++;
    }
    return i;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789"

/* --- e-mail addresses ----------------------------------------------------------------
 */

/* "1.2.3" and "1.2.3-rc.1" stand behind the names of packages. */
static bool is_domain(str s)
{
    cut last = str_cut_last(s, S(".")), first = str_cut(s, S("."));
    if (!last.found || last.tail.len < 2 || first.head.len == 0
        || str_eq(last.tail, S("service"))) { /* systemd's name@1.service */
        return false;
    }
    for (ptrdiff_t i = 0; i < last.tail.len; i++) {
        if (!is_alpha(last.tail.ptr[i])) {
            return false;
        }
    }
    return !is_digit(first.head.ptr[0]) || !is_digit(byte_at(first.tail, 0));
}

/* Is the '@' at `at` part of a URL? What stands before it there is a credential, what
 * stands behind it a host. */
static bool in_url(str line, ptrdiff_t at)
{
    enum { LONGEST_BEFORE = 1024 };
    ptrdiff_t stop = at > LONGEST_BEFORE ? at - LONGEST_BEFORE : 0;
    while (at > stop && !strchr(" \t\"'`<>", line.ptr[at - 1])) {
        if (line.ptr[--at] == ':' && byte_at(line, at + 1) == '/'
            && byte_at(line, at + 2) == '/') {
            return true;
        }
    }
    return false;
}

static bool find_email(str head, str line, ptrdiff_t from, span *ret)
{
    (void)head;
    for (ptrdiff_t at = from; (at = find_char(line, '@', at)) >= 0; at++) {
        ptrdiff_t begin = at;
        while (begin > from
               && (is_word(line.ptr[begin - 1]) || strchr(".%+-", line.ptr[begin - 1]))) {
            begin--;
        }
        ptrdiff_t end = run_end(line, at + 1, LETTERS DIGITS ".-", true);
        while (end > at && strchr(".-", line.ptr[end - 1])) {
            end--;
        }
        bool ssh =
            byte_at(line, end) == ':' && byte_at(line, end + 1) > ' '; /* git@host:x */
        if (begin < at && end > at + 1 && !ssh && !in_url(line, at)
            && is_domain((str){line.ptr + at + 1, end - at - 1})) {
            *ret = (span){begin, end - begin, "@."};
            return true;
        }
    }
    return false;
}

/* --- secrets -------------------------------------------------------------------------
 */

static bool find_url_user(str head, str line, ptrdiff_t from, span *ret)
{
    (void)head;
    for (ptrdiff_t at = from; (at = find_part(line, S("://"), at)) >= 0; at += 3) {
        ptrdiff_t begin = at + 3;
        ptrdiff_t end = run_end(line, begin, " \t\"'`<>\\/?#", false);
        cut c = str_cut_last((str){line.ptr + begin, end - begin}, S("@"));
        if (c.found && c.head.len > 0) {
            *ret = (span){begin, c.head.len, ":"};
            return true;
        }
    }
    return false;
}

/* Behind a name: blanks and quotes around ':' or '='. -1: neither stands there. `bare`:
 * an unquoted value is one, too, behind ':'. */
static ptrdiff_t value_behind(str line, ptrdiff_t at, bool bare)
{
    at = run_end(line, at, "\\\"' \t", true);
    char sign = byte_at(line, at);
    if (sign != ':' && sign != '=') {
        return -1;
    }
    ptrdiff_t value = run_end(line, at + 1, " \t", true);
    ptrdiff_t quoted = run_end(line, value, "\\\"'", true);
    return sign == '=' || bare || quoted > value ? quoted : -1;
}

/* "$TOKEN" and "***" stand for a secret and are none. */
static bool stands_for(str value)
{
    return value.len == 0 || *value.ptr == '$' || str_has(value, S("***"))
           || str_has(value, S(" $"));
}

static bool find_header(str head, str line, ptrdiff_t from, span *ret)
{
    for (ptrdiff_t at = from; (at = find_part(line, head, at)) >= 0; at += head.len) {
        ptrdiff_t begin = value_behind(line, at + head.len, true);
        ptrdiff_t end = begin < 0 ? -1 : run_end(line, begin, "\\\"'`", false);
        if (end > begin && !stands_for((str){line.ptr + begin, end - begin})) {
            *ret = (span){begin, end - begin, " "};
            return true;
        }
    }
    return false;
}

/* "--password VALUE", "TOKEN=VALUE", "secret": "VALUE". */
static bool find_assigned(str head, str line, ptrdiff_t from, span *ret)
{
    for (ptrdiff_t at = from; (at = find_part(line, head, at)) >= 0; at += head.len) {
        ptrdiff_t begin = value_behind(line, at + head.len, false);
        bool option = byte_at(line, at - 1) == '-' && byte_at(line, at + head.len) == ' ';
        begin = begin < 0 && option ? at + head.len + 1 : begin;
        ptrdiff_t end =
            begin < 0 ? -1 : run_end(line, begin, " \t\\\"'`&;,|<>(){}[]", false);
        if (end > begin && !stands_for((str){line.ptr + begin, end - begin})) {
            *ret = (span){begin, end - begin, ""};
            return true;
        }
    }
    return false;
}

/* Tokens that their issuers made recognisable: the beginning, then at least 16 more of
 * the characters they are made of. */
static bool find_token(str head, str line, ptrdiff_t from, span *ret)
{
    enum { SHORTEST = 16 };
    cut c = {.tail = str_drop(line, from)};
    while ((c = str_cut(c.tail, head)).found) {
        ptrdiff_t begin = c.tail.ptr - line.ptr - head.len;
        ptrdiff_t end = run_end(line, begin + head.len, LETTERS DIGITS "_-.", true);
        if (end - begin - head.len >= SHORTEST && !is_word(byte_at(line, begin - 1))) {
            *ret = (span){begin, end - begin, ""};
            return true;
        }
    }
    return false;
}

/* --- addresses of a private network: RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 --
 */

static bool private_v4(const int part[4])
{
    return part[0] == 10 || (part[0] == 172 && part[1] >= 16 && part[1] < 32)
           || (part[0] == 192 && part[1] == 168) || (part[0] == 169 && part[1] == 254)
           || (part[0] == 100 && part[1] >= 64 && part[1] < 128);
}

/* The end of four decimal numbers; -1: there are none. */
static ptrdiff_t read_v4(str line, ptrdiff_t at, int part[4])
{
    for (int i = 0; i < 4; i++) {
        if (i > 0 && byte_at(line, at++) != '.') {
            return -1;
        }
        ptrdiff_t begin = at;
        part[i] = 0;
        while (is_digit(byte_at(line, at)) && at - begin < 3) {
            part[i] = part[i] * 10 + (line.ptr[at++] - '0');
        }
        if (at == begin || part[i] > 255) {
            return -1;
        }
    }
    bool goes_on = is_word(byte_at(line, at))
                   || (byte_at(line, at) == '.' && is_digit(byte_at(line, at + 1)));
    return goes_on ? -1 : at;
}

static bool find_v4(str head, str line, ptrdiff_t from, span *ret)
{
    (void)head;
    for (ptrdiff_t at = from; at < line.len; at++) {
        char before = byte_at(line, at - 1);
        int part[4];
        if (!is_digit(line.ptr[at]) || is_word(before) || before == '.') {
            continue;
        }
        ptrdiff_t end = read_v4(line, at, part);
        if (end > 0 && private_v4(part)) {
            *ret = (span){at, end - at, "."};
            return true;
        }
    }
    return false;
}

static bool find_v6(str head, str line, ptrdiff_t from, span *ret)
{
    for (ptrdiff_t at = from; (at = find_part(line, head, at)) >= 0; at++) {
        ptrdiff_t end = run_end(line, at, DIGITS "abcdefABCDEF:", true);
        ptrdiff_t colons = 0;
        for (ptrdiff_t i = at; i < end; i++) {
            colons += line.ptr[i] == ':';
        }
        char before = byte_at(line, at - 1);
        bool whole = !is_word(before) && before != ':' && !is_word(byte_at(line, end));
        if (whole && byte_at(line, at + 4) == ':' && colons >= 2) {
            *ret = (span){at, end - at, ":"};
            return true;
        }
    }
    return false;
}

/* --- names ---------------------------------------------------------------------------
 */

/* Names that tell nothing: of images, of CI's machines, of examples. */
static bool is_anybody(str name)
{
    static const str names[] = {STR_INIT("user"), STR_INIT("runner"), STR_INIT("ubuntu"),
                                STR_INIT("me"),   STR_INIT("you"),    STR_INIT("node"),
                                STR_INIT("app"),  STR_INIT("root")};
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        if (str_eq(name, names[i])) {
            return true;
        }
    }
    return false;
}

static bool find_home(str head, str line, ptrdiff_t from, span *ret)
{
    for (ptrdiff_t at = from; (at = find_part(line, head, at)) >= 0; at += head.len) {
        ptrdiff_t begin = at + head.len;
        ptrdiff_t end = run_end(line, begin, " \t\"'`/\\:;,|<>()[]{}$*", false);
        if (end > begin && !is_anybody((str){line.ptr + begin, end - begin})) {
            *ret = (span){begin, end - begin, ""};
            return true;
        }
    }
    return false;
}

/* "user@host:~/dir$ ", "[user@host dir]# ", "user@host ~ % ": at the beginning of a line,
 * with the sign of a prompt behind. */
static bool find_prompt(str head, str line, ptrdiff_t from, span *ret)
{
    (void)head;
    ptrdiff_t begin = run_end(line, 0, "[( \t", true);
    ptrdiff_t at = run_end(line, begin, LETTERS DIGITS "_.-", true);
    ptrdiff_t end = run_end(line, at + 1, LETTERS DIGITS "_.-", true);
    bool sign = false;
    for (ptrdiff_t i = end; i < line.len && i < end + 200 && !sign; i++) {
        bool last = i + 1 == line.len || line.ptr[i + 1] == ' ';
        sign = last && strchr("$#%>", line.ptr[i]);
    }
    if (from > begin || at == begin || byte_at(line, at) != '@' || end == at + 1 || !sign
        || !strchr(":~ /", byte_at(line, end))) {
        return false;
    }
    *ret = (span){begin, end - begin, "@"};
    return true;
}

static bool find_name(str head, str line, ptrdiff_t from, span *ret)
{
    cut c = {.tail = str_drop(line, from)};
    while ((c = str_cut(c.tail, head)).found) {
        ptrdiff_t end = c.tail.ptr - line.ptr, begin = end - head.len;
        if (!is_word(byte_at(line, begin - 1)) && !is_word(byte_at(line, end))) {
            *ret = (span){begin, end - begin, ""};
            return true;
        }
    }
    return false;
}

static bool find_pattern(const regex_t *re, str line, ptrdiff_t from, span *ret)
{
    regmatch_t m = {.rm_so = (regoff_t)from, .rm_eo = (regoff_t)line.len};
    bool found =
        regexec(re, line.ptr, 1, &m, REG_STARTEND | (from > 0 ? REG_NOTBOL : 0)) == 0
        && m.rm_eo > m.rm_so;
    *ret = (span){m.rm_so, m.rm_eo - m.rm_so, ""};
    return found;
}

/* --- all of them ---------------------------------------------------------------------
 */

typedef struct {
    redact_kind kind;
    const char *what;
    find_fn *find;
    str head;
} rule;

/* Rows of one kind stand together. */
static const rule rules[] = {
    {REDACT_SECRET, "credential in a URL", find_url_user, {0}},
    {REDACT_SECRET, "authorization header", find_header, STR_INIT("authorization")},
    {REDACT_SECRET, "authorization header", find_header, STR_INIT("x-api-key")},
    {REDACT_SECRET, "authorization header", find_header, STR_INIT("x-auth-token")},
    {REDACT_SECRET, "authorization header", find_header, STR_INIT("private-token")},
    {REDACT_SECRET, "authorization header", find_header, STR_INIT("cookie")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("password")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("passwd")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("secret")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("token")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("api_key")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("api-key")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("apikey")},
    {REDACT_SECRET, "secret", find_assigned, STR_INIT("access_key")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("ghp_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("gho_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("ghu_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("ghs_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("ghr_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("github_pat_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("glpat-")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("xox")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("AKIA")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("ASIA")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("AIza")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("npm_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("pypi-")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("sk_live_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("sk-")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("dckr_pat_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("hf_")},
    {REDACT_SECRET, "access token", find_token, STR_INIT("eyJ")},
    {REDACT_PRIVATE, "e-mail address", find_email, {0}},
    {REDACT_PRIVATE, "private network address", find_v4, {0}},
    {REDACT_PRIVATE, "private network address", find_v6, STR_INIT("fe80")},
    {REDACT_PRIVATE, "private network address", find_v6, STR_INIT("fc")},
    {REDACT_PRIVATE, "private network address", find_v6, STR_INIT("fd")},
    {REDACT_PRIVATE, "home folder", find_home, STR_INIT("/home/")},
    {REDACT_PRIVATE, "home folder", find_home, STR_INIT("/Users/")},
    {REDACT_PRIVATE, "home folder", find_home, STR_INIT("\\Users\\")},
    {REDACT_PRIVATE, "home folder", find_home, STR_INIT("\\\\Users\\\\")},
    {REDACT_NAME, "user and host of a prompt", find_prompt, {0}},
};

static const char listed[] = "listed name or pattern";

typedef struct {
    char *to; /* the copy that is masked */
    ptrdiff_t line;
    bool in_key; /* between the BEGIN and END of a private key */
    redacted *first, **end;
} masking;

static bool mask(char *line, const span *s)
{
    bool changed = false;
    for (ptrdiff_t i = s->at; i < s->at + s->len; i++) {
        if (line[i] != 'x' && !strchr(s->keep, line[i])) {
            line[i] = 'x';
            changed = true;
        }
    }
    return changed;
}

static void count(arena *perm, masking *m, redact_kind kind, const char *what)
{
    redacted *k = m->first;
    while (k && strcmp(k->what, what) != 0) {
        k = k->next;
    }
    if (!k) {
        k = *m->end = NEW(perm, redacted, 1);
        *k = (redacted){.kind = kind, .what = what, .line = m->line};
        m->end = &k->next;
    }
    k->n++;
}

/* One line through one rule. It is sought in as it was, so that no rule hides anything
 * from another. */
static void mask_by_rule(arena *perm, masking *m, str line, const rule *by)
{
    span s;
    for (ptrdiff_t from = 0; from < line.len && by->find(by->head, line, from, &s);
         from = s.at + s.len) {
        if (mask(m->to, &s)) {
            count(perm, m, by->kind, by->what);
        }
    }
}

static void mask_by_pattern(arena *perm, masking *m, str line, const regex_t *by)
{
    span s;
    for (ptrdiff_t from = 0; from < line.len && find_pattern(by, line, from, &s);
         from = s.at + s.len) {
        if (mask(m->to, &s)) {
            count(perm, m, REDACT_NAME, listed);
        }
    }
}

/* A private key in PEM: the lines between "-----BEGIN … PRIVATE KEY-----" and its END. */
static void mask_key(arena *perm, masking *m, str line)
{
    bool end = str_has(line, S("-----END ")), begin = str_has(line, S("-----BEGIN "));
    m->in_key = m->in_key && !end;
    if (m->in_key && mask(m->to, &(span){0, line.len, "\r"})) {
        count(perm, m, REDACT_SECRET, "line of a private key");
    }
    m->in_key = m->in_key || (begin && str_has(line, S(" PRIVATE KEY-----")));
}

static bool compile_all(const redaction *r, regex_t *all, const char *path, err *e)
{
    for (ptrdiff_t i = 0; i < r->pattern_count; i++) {
        if (regcomp(&all[i], r->patterns[i].ptr, REG_EXTENDED) != 0) {
            while (i-- > 0) {
                regfree(&all[i]);
            }
            return err_set(e, ERR_IO, path, "no memory for the patterns that mask it");
        }
    }
    return true;
}

bool redact_text(arena *perm, const redaction *r, source *src, redacted **ret, err *e)
{
    *ret = NULL;
    if (text_is_binary(src->bytes)) {
        return true;
    }
    str whole = src->bytes;
    regex_t *patterns = NEW(perm, regex_t, r->pattern_count);
    if (!compile_all(r, patterns, src->path, e)) {
        return false;
    }
    masking m = {.to = NEW(perm, char, whole.len)};
    char *bytes = memcpy(m.to, whole.ptr, (size_t)whole.len);
    m.end = &m.first;
    for (cut c = {.tail = whole, .found = true}; c.found;) {
        c = str_cut(c.tail, S("\n"));
        m.to = bytes + (c.head.ptr - whole.ptr);
        m.line++;
        mask_key(perm, &m, c.head);
        for (ptrdiff_t i = 0; i < COUNTOF(rules); i++) {
            mask_by_rule(perm, &m, c.head, &rules[i]);
        }
        for (ptrdiff_t i = 0; i < r->name_count; i++) {
            mask_by_rule(perm, &m, c.head,
                         &(rule){REDACT_NAME, listed, find_name, r->names[i]});
        }
        for (ptrdiff_t i = 0; i < r->pattern_count; i++) {
            mask_by_pattern(perm, &m, c.head, &patterns[i]);
        }
    }
    for (ptrdiff_t i = 0; i < r->pattern_count; i++) {
        regfree(&patterns[i]);
    }
    *ret = m.first;
    src->bytes = m.first ? (str){bytes, whole.len} : whole;
    return true;
}

bool redact_words(arena *perm, const redaction *r, str *words, err *e)
{
    source src = {.path = "broadsheet.yaml", .bytes = *words};
    redacted *masked = NULL;
    if (r->wanted && words->len > 0) {
        if (!redact_text(perm, r, &src, &masked, e)) {
            return false;
        }
        *words = src.bytes;
    }
    return true;
}

/* --- broadsheet.yaml -----------------------------------------------------------------
 */

static bool load_patterns(arena *perm, const source *src, const yaml *map, redaction *ret,
                          err *e)
{
    if (!yaml_texts(perm, src, map, S("patterns"), &ret->patterns, &ret->pattern_count,
                    e)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < ret->pattern_count; i++) {
        regex_t re;
        ret->patterns[i] = str_from(str_cz(perm, ret->patterns[i]));
        int bad = regcomp(&re, ret->patterns[i].ptr, REG_EXTENDED | REG_NOSUB);
        if (bad) {
            char why[100];
            regerror(bad, &re, why, sizeof why);
            return err_at(e, src, yaml_get(map, S("patterns"))->raw,
                          "'%.*s' is no regular expression: %s", SV(ret->patterns[i]),
                          why);
        }
        regfree(&re);
    }
    return true;
}

bool redact_load(arena *perm, arena scratch, const source *src, const yaml *root,
                 redaction *ret, err *e)
{
    static const str keys[] = {STR_INIT("names"), STR_INIT("patterns")};
    const yaml *map = yaml_get(root, S("redact"));
    *ret = (redaction){0};
    if (!map || map->kind == YAML_SCALAR) {
        return yaml_bool(src, root, S("redact"), &ret->wanted, e);
    }
    ret->wanted = true;
    return yaml_map(src, root, S("redact"), &map, e)
           && yaml_keys(src, map, keys, COUNTOF(keys), scratch, e)
           && yaml_texts(perm, src, map, S("names"), &ret->names, &ret->name_count, e)
           && load_patterns(perm, src, map, ret, e);
}
