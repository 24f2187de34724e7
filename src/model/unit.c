#include "base/base.h"

#include "base/num.h"
#include "model/unit.h"

/* Words that stand for themselves. A rate is one of these with "/s", "/min" or "ps". */
static const struct {
    const char *word;
    const char *base;
    double times, over;
} words[] = {
    {"", "1", 1, 1},
    {"1", "1", 1, 1},
    {"s", "s", 1, 1},
    {"sec", "s", 1, 1},
    {"secs", "s", 1, 1},
    {"second", "s", 1, 1},
    {"seconds", "s", 1, 1},
    {"ms", "s", 1, 1e3},
    {"msec", "s", 1, 1e3},
    {"millisecond", "s", 1, 1e3},
    {"milliseconds", "s", 1, 1e3},
    {"us", "s", 1, 1e6},
    {"µs", "s", 1, 1e6}, /* U+00B5 */
    {"μs", "s", 1, 1e6}, /* U+03BC */
    {"usec", "s", 1, 1e6},
    {"microseconds", "s", 1, 1e6},
    {"ns", "s", 1, 1e9},
    {"nanoseconds", "s", 1, 1e9},
    {"min", "s", 60, 1},
    {"minutes", "s", 60, 1},
    {"h", "s", 3600, 1},
    {"hours", "s", 3600, 1},
    {"d", "s", 86400, 1},
    {"days", "s", 86400, 1},
    {"B", "B", 1, 1},
    {"byte", "B", 1, 1},
    {"bytes", "B", 1, 1},
    {"kB", "B", 1e3, 1},
    {"KB", "B", 1e3, 1},
    {"MB", "B", 1e6, 1},
    {"GB", "B", 1e9, 1},
    {"TB", "B", 1e12, 1},
    {"PB", "B", 1e15, 1},
    {"KiB", "B", 1024.0, 1},
    {"MiB", "B", 1048576.0, 1},
    {"GiB", "B", 1073741824.0, 1},
    {"TiB", "B", 1099511627776.0, 1},
    {"PiB", "B", 1125899906842624.0, 1},
    {"bit", "B", 1, 8},
    {"kbit", "B", 125, 1},
    {"Mbit", "B", 125e3, 1},
    {"Gbit", "B", 125e6, 1},
    {"%", "1", 1, 100},
    {"percent", "1", 1, 100},
    {"ratio", "1", 1, 1},
    {"count", "1", 1, 1},
    {"cores", "1", 1, 1},
    {"requests", "1", 1, 1},
    {"req", "1", 1, 1},
    {"reqs", "1", 1, 1},
    {"ops", "1", 1, 1},
    {"iterations", "1", 1, 1},
    {"rps", "1/s", 1, 1},
    {"qps", "1/s", 1, 1},
    {"iops", "1/s", 1, 1},
    {"IOPS", "1/s", 1, 1},
    {"Hz", "1/s", 1, 1},
    {"kbps", "B/s", 125, 1},
    {"Kbps", "B/s", 125, 1},
    {"Mbps", "B/s", 125e3, 1},
    {"Gbps", "B/s", 125e6, 1},
    {"bps", "B/s", 1, 8},
};

/* Letters' case tells bits from bytes and milli from mega, so only long words are free.
 */
static bool same_word(str a, const char *b)
{
    str word = str_from(b);
    return str_eq(a, word) || (word.len > 3 && a.ptr && str_eq_nocase(a, word));
}

static bool find_word(str word, unit *ret)
{
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        if (same_word(word, words[i].word)) {
            *ret = (unit){str_from(words[i].base), words[i].times, words[i].over};
            return true;
        }
    }
    return false;
}

/* ISO 4217's codes of what servers are paid in. */
static const str currencies[] = {
    STR_INIT("USD"), STR_INIT("EUR"), STR_INIT("GBP"), STR_INIT("CHF"), STR_INIT("JPY"),
    STR_INIT("CNY"), STR_INIT("INR"), STR_INIT("CAD"), STR_INIT("AUD"), STR_INIT("NZD"),
    STR_INIT("SEK"), STR_INIT("NOK"), STR_INIT("DKK"), STR_INIT("PLN"), STR_INIT("CZK"),
    STR_INIT("HUF"), STR_INIT("BRL"), STR_INIT("MXN"), STR_INIT("ZAR"), STR_INIT("KRW"),
    STR_INIT("SGD"), STR_INIT("HKD"),
};

static bool find_currency(str word, unit *ret)
{
    for (ptrdiff_t i = 0; i < COUNTOF(currencies); i++) {
        if (str_eq(word, currencies[i])) {
            *ret = (unit){currencies[i], 1, 1};
            return true;
        }
    }
    return false;
}

bool unit_is_currency(str word)
{
    unit u;
    return find_currency(word, &u);
}

bool unit_find(str word, unit *ret)
{
    word = str_trim(word);
    if (find_word(word, ret) || find_currency(word, ret)) {
        return true;
    }
    cut rate = str_cut_last(word, S("/"));
    double seconds = str_eq(rate.tail, S("s")) || str_eq(rate.tail, S("sec")) ? 1
                     : str_eq(rate.tail, S("min"))                            ? 60
                     : str_eq(rate.tail, S("h"))                              ? 3600
                                                                              : 0;
    unit of = {0};
    if (!rate.found || seconds < 1 || !find_word(str_trim(rate.head), &of)) {
        return false;
    }
    bool bytes = str_eq(of.base, S("B"));
    if (!bytes && !str_eq(of.base, S("1"))) {
        return false;
    }
    *ret = (unit){bytes ? S("B/s") : S("1/s"), of.times, of.over * seconds};
    return true;
}

str unit_nearest(str word, arena scratch)
{
    str names[COUNTOF(words)];
    for (ptrdiff_t i = 0; i < COUNTOF(words); i++) {
        names[i] = str_from(words[i].word);
    }
    return str_nearest(word, names, COUNTOF(words), scratch);
}

double unit_to_base(const unit *u, double written)
{
    /* Powers of ten move the point: 12.1 ms is 0.0121 s, not 0.012100000000000001. */
    static const double tens[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    for (int i = 1; i < COUNTOF(tens); i++) {
        if (u->over >= tens[i] && u->over <= tens[i]) {
            return num_shift(written * u->times, -i);
        }
    }
    return written * u->times / u->over;
}

/* --- sizes as dd takes them -------------------------------------------------------- */

static bool one_block_size(str s, double *ret)
{
    static const struct {
        const char *suffix;
        double factor;
    } suffixes[] = {
        {"", 1},         {"c", 1},      {"w", 2},       {"b", 512},      {"kB", 1e3},
        {"KB", 1e3},     {"MB", 1e6},   {"GB", 1e9},    {"TB", 1e12},    {"k", 1024},
        {"K", 1024},     {"KiB", 1024}, {"M", 1048576}, {"m", 1048576},  {"MiB", 1048576},
        {"xM", 1048576}, {"G", 0x1p30}, {"g", 0x1p30},  {"GiB", 0x1p30}, {"T", 0x1p40},
        {"TiB", 0x1p40}, {"B", 1},
    };
    ptrdiff_t n = 0;
    while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9') {
        n++;
    }
    int64_t number;
    if (n == 0 || !num_int(str_take(s, n), &number)) {
        return false;
    }
    for (ptrdiff_t i = 0; i < COUNTOF(suffixes); i++) {
        if (str_eq(str_drop(s, n), str_from(suffixes[i].suffix))) {
            *ret = (double)number * suffixes[i].factor;
            return true;
        }
    }
    return false;
}

bool unit_block_size(str s, double *ret)
{
    double product = 1, factor;
    for (cut c = {.tail = s, .found = true}; c.found;) {
        c = str_cut(c.tail, S("x"));
        if (!one_block_size(c.head, &factor)) {
            return false;
        }
        product *= factor;
    }
    *ret = product;
    return true;
}
