/* format.h - numbers as people read them: units, digits, signs. */
#ifndef REPORT_FORMAT_H
#define REPORT_FORMAT_H

#include "model/model.h"

/* A unit to show a base unit in: {"ms", 0.001} for times of a few milliseconds. */
typedef struct {
    str name;     /* without a blank: "s", "MB/s", "/s"; empty for counts */
    double scale; /* base units in one of it */
} shown_unit;

/* The unit in which `magnitude` (base unit) has one to three digits before the point.
 * Decimal prefixes only: B/s gives kB/s, MB/s, GB/s. */
shown_unit unit_for(str base, double magnitude);

/* "16.32 s", "926.9 MB/s", "62,400/s": `digits` significant digits, a no-break space. */
str format_value(arena *perm, double v, str base, int digits);

/* The same with no more digits than the tool gave (resolution 0: full precision): a user
 * time that was printed as 0.045 s is "45 ms", not "45.00 ms". */
str format_held(arena *perm, double v, str base, int digits, double resolution);

/* The same with the unit's first word alone, where a title or a table says the whole:
 * "0.192 USD" of "USD per million requests". */
str format_short(arena *perm, double v, str base, int digits);
shown_unit unit_short(shown_unit unit);

/* How many decimals show `v` with `digits` significant digits; money from 1 on has two.
 */
int decimals_for(double v, str base, int digits);

/* The number alone, in `unit`, with `decimals`. */
str format_in(arena *perm, double v, shown_unit unit, int decimals);

/* Number and unit with the right space between: "25 s", "62,399/s", "380,270". */
str format_with_unit(arena *perm, str number, shown_unit unit);

/* All the decimals that the tool gave, in this unit; `full` where the file holds full
 * precision (resolution 0). */
int decimals_held(double resolution, shown_unit unit, int full);

/* "−39.0%", "+9.1%", "+247%": a change a/b - 1 with its sign, one decimal below 100 %. */
str format_change(arena *perm, double change);

/* "39%": a share's or change's size without sign, for prose: whole percents from 10 %. */
str format_percent(arena *perm, double share);

/* "2%", "0.5%": a limit that somebody set, as short as it is. */
str format_limit(arena *perm, double share);

/* "1.50": two decimals below 10, three digits above, more below 0.1. */
str format_ratio(arena *perm, double r);

/* " ± 0.10" behind a ratio, as hyperfine prints it: two decimals, fewer for a large one.
 */
str format_sigma(arena *perm, double sigma);

/* "0.995 to 1.089", "31.4 to 39.6". */
str format_interval(arena *perm, double low, double high);

/* "p < 0.001", "p = 0.080". */
str format_p(arena *perm, double p);

/* "7.1 kB": a file's size. */
str format_size(arena *perm, int64_t bytes);

/* "ten": counts up to twelve as words, larger ones in digits. */
str format_count_word(arena *perm, int64_t n);

#endif
