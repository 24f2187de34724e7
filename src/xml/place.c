#include "base/base.h"

#include "xml/place.h"

/* What begins with "<!" or "<?" up to where it ends; 0: `s` begins with something else.
 */
static ptrdiff_t skip_aside(str s)
{
    static const struct {
        str begin, end;
    } asides[] = {
        {STR_INIT("<!--"), STR_INIT("-->")},
        {STR_INIT("<![CDATA["), STR_INIT("]]>")},
        {STR_INIT("<?"), STR_INIT("?>")},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(asides); i++) {
        if (str_starts(s, asides[i].begin)) {
            ptrdiff_t end = str_find(s, asides[i].end);
            return end < 0 ? s.len : end + asides[i].end.len;
        }
    }
    return 0;
}

/* The tag at the beginning of `s`: '>' ends it, but not inside quotes. */
static str whole_tag(str s)
{
    char quote = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            return str_take(s, i + 1);
        }
    }
    return s;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* The name of attribute `attr` in the tag, with its prefix. */
static str attribute_in(str tag, str attr)
{
    char quote = 0;
    for (ptrdiff_t i = 1; i < tag.len; i++) {
        char c = tag.ptr[i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (is_blank(tag.ptr[i - 1]) && !is_blank(c)) {
            str name = str_trim(str_cut(str_drop(tag, i), S("=")).head);
            cut prefixed = str_cut(name, S(":"));
            if (str_eq(prefixed.found ? prefixed.tail : name, attr)) {
                return name;
            }
        }
    }
    return tag;
}

str place_of_tag(str xml, ptrdiff_t ordinal, str attr)
{
    for (ptrdiff_t i = 0; i < xml.len;) {
        str rest = str_drop(xml, i);
        ptrdiff_t aside = skip_aside(rest);
        bool is_tag = aside == 0 && rest.len > 1 && *rest.ptr == '<';
        if (!is_tag) {
            i += aside > 0 ? aside : 1;
            continue;
        }
        str tag = whole_tag(rest);
        if (tag.ptr[1] != '/' && ordinal-- == 0) {
            return attr.len > 0 ? attribute_in(tag, attr) : tag;
        }
        i += tag.len;
    }
    return xml;
}
