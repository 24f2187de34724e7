#include "base/base.h"

#include "base/hash.h"
#include "project/study.h"

/* What browsers run scripts from when it is opened by itself. A site of files has no say
 * in its headers, and what runs on it may do what its own pages may. */
static const str run_by_browsers[] = {
    STR_INIT("html"), STR_INIT("htm"),    STR_INIT("shtml"), STR_INIT("xhtml"),
    STR_INIT("xht"),  STR_INIT("mht"),    STR_INIT("mhtml"), STR_INIT("svg"),
    STR_INIT("svgz"), STR_INIT("xml"),    STR_INIT("xsl"),   STR_INIT("xslt"),
    STR_INIT("xul"),  STR_INIT("mathml"), STR_INIT("mml"),   STR_INIT("rdf"),
    STR_INIT("rss"),  STR_INIT("atom"),   STR_INIT("hta"),   STR_INIT("htc"),
};

/* What servers know as something that isn't run. */
static const str only_shown[] = {
    STR_INIT("txt"), STR_INIT("log"),  STR_INIT("json"), STR_INIT("csv"), STR_INIT("png"),
    STR_INIT("jpg"), STR_INIT("jpeg"), STR_INIT("gif"),  STR_INIT("pdf"), STR_INIT("zip"),
};

static bool is_among(str word, const str *all, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        if (str_eq_nocase(word, all[i])) {
            return true;
        }
    }
    return false;
}

/* Without a type from the server, browsers look at a file's beginning. */
static bool begins_as_markup(str bytes)
{
    bytes = str_starts(bytes, S("\xEF\xBB\xBF")) ? str_drop(bytes, 3) : bytes;
    while (bytes.len > 0 && strchr(" \t\r\n\f", bytes.ptr[0]) && bytes.ptr[0]) {
        bytes = str_drop(bytes, 1);
    }
    return str_starts(bytes, S("<"));
}

/* By the last ending that servers know: `page.html.bak` may be sent as HTML. */
static bool might_run(const raw_file *f)
{
    str name = str_cut_last(f->path, S("/")).found ? str_cut_last(f->path, S("/")).tail
                                                   : f->path;
    for (cut c = str_cut_last(name, S(".")); c.found; c = str_cut_last(c.head, S("."))) {
        if (is_among(c.tail, run_by_browsers, COUNTOF(run_by_browsers))) {
            return true;
        }
        if (is_among(c.tail, only_shown, COUNTOF(only_shown))) {
            return false;
        }
    }
    return begins_as_markup(f->src.bytes);
}

/* File systems give a name 255 bytes: of one that leaves no room for ".txt" and ".html"
 * the beginning stays, with a hash that tells it from others. */
static str shortened(arena *perm, str path)
{
    enum { LONGEST = 255 - 10, KEPT = 200, HASH = 12 };
    cut c = str_cut_last(path, S("/"));
    str name = c.found ? c.tail : c.head;
    if (name.len <= LONGEST) {
        return path;
    }
    ptrdiff_t end = path.len - name.len + KEPT;
    while (((unsigned char)path.ptr[end] & 0xC0) == 0x80) { /* not within a character */
        end--;
    }
    return str_fmt(perm, "%.*s~%.*s", SV(str_take(path, end)),
                   SV(str_take(hash_sha256(perm, path), HASH)));
}

static bool is_taken(const study *s, str address)
{
    for (const raw_file *f = s->files; f; f = f->next) {
        if (str_eq(f->address, address)) {
            return true;
        }
    }
    return false;
}

void study_publish(arena *perm, study *s)
{
    for (raw_file *f = s->files; f; f = f->next) {
        f->address = shortened(perm, f->path);
    }
    for (raw_file *f = s->files; f; f = f->next) {
        f->published = f->address;
        if (might_run(f)) {
            do {
                f->published = str_fmt(perm, "%.*s.txt", SV(f->published));
            } while (is_taken(s, f->published));
        }
    }
}
