#include "base/base.h"

#include "base/instant.h"

/* Days from 1970-01-01 to a day of the Gregorian calendar. Years begin in March, so that
 * the leap day is the last; 400 years are 146097 days. */
static int64_t days_of(int year, int month, int day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = y / 400, of_era = y % 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static int month_days(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

/* `pattern`: '0' is a digit, any other character itself. */
static bool looks_like(str s, const char *pattern)
{
    for (ptrdiff_t i = 0; pattern[i]; i++) {
        bool digit = i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9';
        if (i >= s.len || (pattern[i] == '0' ? !digit : s.ptr[i] != pattern[i])) {
            return false;
        }
    }
    return true;
}

static int digits(str s, ptrdiff_t at, ptrdiff_t n)
{
    int v = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        v = v * 10 + (s.ptr[at + i] - '0');
    }
    return v;
}

static bool parse_zone(str s, int *offset)
{
    if (str_eq(s, S("Z")) || str_eq(s, S("z"))) {
        *offset = 0;
        return true;
    }
    if (s.len != 6 || (*s.ptr != '+' && *s.ptr != '-')
        || !looks_like(str_drop(s, 1), "00:00") || digits(s, 1, 2) > 23
        || digits(s, 4, 2) > 59) {
        return false;
    }
    int seconds = digits(s, 1, 2) * 3600 + digits(s, 4, 2) * 60;
    *offset = *s.ptr == '-' ? -seconds : seconds;
    return true;
}

bool instant_parse(str s, int64_t *seconds, int *nanoseconds)
{
    if (!looks_like(s, "0000-00-00T00:00:00")) {
        return false;
    }
    int year = digits(s, 0, 4), month = digits(s, 5, 2), day = digits(s, 8, 2);
    int hour = digits(s, 11, 2), minute = digits(s, 14, 2), second = digits(s, 17, 2);
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > month_days(year, month)
        || hour > 23 || minute > 59 || second > 60) {
        return false;
    }
    str rest = str_drop(s, 19);
    int nano = 0;
    if (str_starts(rest, S("."))) {
        ptrdiff_t n = 1;
        for (int unit = 100000000;
             n < rest.len && rest.ptr[n] >= '0' && rest.ptr[n] <= '9'; n++, unit /= 10) {
            nano += (rest.ptr[n] - '0') * unit;
        }
        if (n == 1 || n > 10) {
            return false;
        }
        rest = str_drop(rest, n);
    }
    int offset = 0;
    if (!parse_zone(rest, &offset)) {
        return false;
    }
    *seconds = days_of(year, month, day) * 86400 + hour * INT64_C(3600)
               + minute * INT64_C(60) + second - offset;
    if (nanoseconds) {
        *nanoseconds = nano;
    }
    return true;
}

str instant_text(arena *perm, int64_t seconds, int milliseconds)
{
    static const int64_t first = INT64_C(-62135596800), behind = INT64_C(253402300800);
    if (seconds < first || seconds >= behind) {
        return (str){0};
    }
    int64_t day = (seconds - first) / 86400, of_day = (seconds - first) % 86400;
    /* From the count of days since 0001-01-01 back to a date: guess the year low, then
     * step. */
    int year = (int)(day / 366) + 1;
    while (days_of(year + 1, 1, 1) - days_of(1, 1, 1) <= day) {
        year++;
    }
    int left = (int)(day - (days_of(year, 1, 1) - days_of(1, 1, 1))), month = 1;
    while (left >= month_days(year, month)) {
        left -= month_days(year, month++);
    }
    char fraction[8] = "";
    if (milliseconds > 0 && milliseconds < 1000) {
        snprintf(fraction, sizeof fraction, ".%03d", milliseconds);
    }
    return str_fmt(perm, "%04d-%02d-%02dT%02d:%02d:%02d%sZ", year, month, left + 1,
                   (int)(of_day / 3600), (int)(of_day / 60 % 60), (int)(of_day % 60),
                   fraction);
}
