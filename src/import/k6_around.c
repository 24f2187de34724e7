#include "base/base.h"

#include "import/k6_around.h"

/* The first line of the banner: two peaks and the tops of letters. */
bool k6_is_banner(str s)
{
    return str_starts(s, S("/\\  ")) && s.len < 120
           && (str_has(s, S("Grafana")) || str_has(s, S("|‾‾|")));
}

bool k6_header_value(str s, str key, str *ret)
{
    if (!str_starts(s, key)) {
        return false;
    }
    *ret = str_trim(str_drop(s, key.len));
    return ret->len > 0;
}

/* A scenario's progress: `default ✓ [=====] 12 VUs  30s`. The mark is a cross where the
 * run was stopped. */
bool k6_is_bar(str s, bool *interrupted)
{
    ptrdiff_t bracket = str_find(s, S(" ["));
    if (bracket <= 0) {
        return false;
    }
    str inside = str_drop(s, bracket + 2);
    bool bar = inside.len > 0
               && (*inside.ptr == '=' || *inside.ptr == '-' || *inside.ptr == '>'
                   || *inside.ptr == ' ');
    str close = str_cut(inside, S("]")).tail;
    if (!bar || (!str_has(close, S(" VUs")) && !str_has(close, S(" / ")))) {
        return false;
    }
    *interrupted = str_ends(str_trim(str_take(s, bracket)), S("✗"));
    return true;
}

bool k6_is_progress(str s)
{
    bool ignored;
    return str_starts(s, S("running (")) || k6_is_bar(s, &ignored);
}

bool k6_is_log(str s)
{
    static const char *const heads[] = {"INFO[", "WARN[", "ERRO[", "DEBU[", "time=\""};
    for (ptrdiff_t i = 0; i < COUNTOF(heads); i++) {
        if (str_starts(s, str_from(heads[i]))) {
            return true;
        }
    }
    return false;
}

/* `user@host:~/x$ k6 run …`, `root@host:/# …`, `$ …`: another command begins. */
bool k6_is_prompt(str s)
{
    ptrdiff_t i = 0;
    while (i < s.len && i < 80 && s.ptr[i] != '$' && s.ptr[i] != '#') {
        i++;
    }
    bool sign = i + 1 < s.len && i < 80 && s.ptr[i + 1] == ' ';
    return sign && (i == 0 ? *s.ptr == '$' : str_has(str_take(s, i), S("@")));
}
