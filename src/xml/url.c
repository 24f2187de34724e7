#include "base/base.h"

#include "xml/xml.h"

bool xml_holds_url(const char *attribute)
{
    static const char *const names[] = {"href",   "src",        "action",   "formaction",
                                        "poster", "cite",       "data",     "xlink:href",
                                        "srcset", "background", "manifest", "ping"};
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        if (strcmp(attribute, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The scheme as a browser finds it, in lower case: blanks and control characters before
 * and inside it don't count. False: there is none, the URL is relative. */
static bool scheme_of(str url, char scheme[16])
{
    int n = 0;
    for (ptrdiff_t i = 0; i < url.len; i++) {
        unsigned char c = (unsigned char)url.ptr[i];
        if (c <= ' ' || c == 0x7F) {
            continue;
        }
        if (c == ':') {
            scheme[n] = '\0';
            return true;
        }
        if (c == '/' || c == '?' || c == '#') {
            return false;
        }
        if (n < 15) {
            scheme[n++] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
        }
    }
    return false;
}

bool xml_url_is_safe(str url)
{
    static const char *const safe[] = {"http", "https", "mailto"};
    char scheme[16];
    if (!scheme_of(url, scheme)) {
        return true;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(safe); i++) {
        if (strcmp(scheme, safe[i]) == 0) {
            return true;
        }
    }
    return false;
}

str xml_url_path(arena *perm, str path)
{
    static const char plain[] = "-._~/!$&'()*+,;=@";
    char *copy = NEW(perm, char, path.len * 3 + 2);
    ptrdiff_t n = 0;
    cut first = str_cut(path, S("/"));
    if (str_has(first.head, S(":"))) {
        copy[n++] = '.';
        copy[n++] = '/';
    }
    for (ptrdiff_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.ptr[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9') || (c && strchr(plain, c));
        if (is_plain) {
            copy[n++] = (char)c;
        } else {
            copy[n++] = '%';
            copy[n++] = "0123456789ABCDEF"[c >> 4];
            copy[n++] = "0123456789ABCDEF"[c & 15];
        }
    }
    return (str){copy, n};
}
