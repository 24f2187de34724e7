#include "base/base.h"

#include "lint/rules.h"

/* T07 to T10: what a storage test measured. */

static bool is_dd(const entry *en)
{
    return str_eq(en->r->tool, S("dd"));
}

/* "conv=notrunc,fdatasync" */
static bool flag_in(str list, const char *flag)
{
    for (cut c = {.tail = list}; c.tail.len > 0;) {
        c = str_cut(c.tail, S(","));
        if (str_eq(c.head, str_from(flag))) {
            return true;
        }
    }
    return false;
}

static bool waits_for_disk(const result *r)
{
    str conv = operand_of(r, "conv"), oflag = operand_of(r, "oflag");
    return flag_in(conv, "fdatasync") || flag_in(conv, "fsync")
           || flag_in(oflag, "direct") || flag_in(oflag, "dsync")
           || flag_in(oflag, "sync");
}

static bool writes_file(const result *r)
{
    str of = operand_of(r, "of");
    return of.len > 0 && !str_starts(of, S("/dev/null"));
}

static bool on_tmpfs(const lint *l, const entry *en)
{
    return l->s->variants[en->variant].role == ROLE_TMPFS;
}

static bool through_cache(const lint *l, const entry *en)
{
    return is_dd(en) && writes_file(en->r) && !waits_for_disk(en->r) && !on_tmpfs(l, en);
}

void rule_T07(lint *l)
{
    for (ptrdiff_t w = 0; w < l->s->workload_count; w++) {
        ptrdiff_t cached = 0, all = 0;
        const entry *first = NULL;
        for (const entry *en = l->s->entries; en; en = en->next) {
            bool mine = en->workload == w && is_dd(en) && !on_tmpfs(l, en);
            all += mine;
            cached += mine && through_cache(l, en);
            first = !first && mine && through_cache(l, en) ? en : first;
        }
        if (!first) {
            continue;
        }
        const metric *bytes = result_metric(first->r, S("bytes_copied"));
        finding *f = found_in_file(
            l, first->from, bytes ? bytes->line : first->r->line,
            "%.*s: %td of %td writes to disk did not wait for it (no conv=fdatasync or "
            "fsync, no "
            "oflag=direct, dsync or sync): %s went to the page cache",
            SV(l->s->workloads[w].id), cached, all,
            bytes && bytes->mean.known ? amount_words(l, bytes->mean.value, S("B"))
                                       : "what was written");
        advise(f,
               "Repeat them with conv=fdatasync; or say that the page cache is what was "
               "measured.");
    }
}

void rule_T08(lint *l)
{
    ptrdiff_t zeros = 0, blocks = 0;
    const entry *first = NULL;
    for (const entry *en = l->s->entries; en; en = en->next) {
        if (!is_dd(en) || !writes_file(en->r)) {
            continue;
        }
        bool zero = str_eq(operand_of(en->r, "if"), S("/dev/zero"));
        bool unknown = !operand_of(en->r, "bs").ptr && !operand_of(en->r, "obs").ptr;
        zeros += zero;
        blocks += unknown;
        first = !first && (zero || unknown) ? en : first;
    }
    if (zeros > 0) {
        finding *f = found_in_file(l, first->from, first->r->line,
                                   "%td dd writes are of /dev/zero, which some file "
                                   "systems and disks store as nothing",
                                   zeros);
        advise(f,
               "Write random data, prepared before the clock starts; or say that nothing "
               "there compresses.");
    } else if (blocks > 0) {
        finding *f = found_in_file(
            l, first->from, first->r->line,
            "%td dd writes state no block size, so dd's 512 bytes were used", blocks);
        advise(f, "Give dd a bs=, and state it.");
    }
}

static bool tmpfs_is_memory(const lint *l, const variant *v)
{
    str own = lower_case(l->c.perm,
                         str_fmt(l->c.perm, "%.*s %.*s", SV(v->label), SV(v->detail)));
    if (SAYS(own, "memory", "ram")) {
        return true;
    }
    for (str rest = l->prose;;) {
        ptrdiff_t at = str_find(rest, S("tmpfs"));
        if (at < 0) {
            return false;
        }
        rest = str_drop(rest, at + 5);
        if (SAYS(str_take(rest, 120), "memory", "ram")) {
            return true;
        }
    }
}

void rule_T09(lint *l)
{
    for (ptrdiff_t i = 0; i < l->pair_count; i++) {
        const pair *p = &l->pairs[i];
        const group *g = has_role(l, p->ga, ROLE_TMPFS)   ? p->ga
                         : has_role(l, p->gb, ROLE_TMPFS) ? p->gb
                                                          : NULL;
        if (g && p->ga->variant != p->gb->variant
            && !tmpfs_is_memory(l, &l->s->variants[g->variant])) {
            finding *f = found_in_group(
                l, g, NULL, "%s: nobody is told that tmpfs is memory", pair_words(l, p));
            advise(f, "Write it into the variant's 'detail' or into the post.");
            return;
        }
    }
}

void rule_T10(lint *l)
{
    bool stated = FACT(l, "cache", "caches", "cache state").ptr;
    for (const entry *en = l->s->entries; en && !stated; en = en->next) {
        bool disk = is_dd(en) || str_eq(en->r->tool, S("fio"));
        bool past = flag_in(operand_of(en->r, "oflag"), "direct")
                    || flag_in(operand_of(en->r, "iflag"), "direct");
        if (disk && !past && !result_param_get(en->r, S("cache")).ptr) {
            finding *f =
                found_in_file(l, en->from, en->r->line,
                              "%.*s: whether the cache was cold or warm is not stated",
                              SV(l->s->workloads[en->workload].id));
            advise(f, "Under 'host' or the source's 'parameters' state cache: cold, warm "
                      "or unknown.");
            return;
        }
    }
}
