#include "base/base.h"

#include "base/day.h"

static const char *const months[] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December",
};

/* The number in s[at .. at + digits); -1: no digits there. */
static int digits_at(str s, ptrdiff_t at, int digits)
{
    int v = 0;
    for (int i = 0; i < digits; i++) {
        if (at + i >= s.len || s.ptr[at + i] < '0' || s.ptr[at + i] > '9') {
            return -1;
        }
        v = v * 10 + s.ptr[at + i] - '0';
    }
    return v;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

bool day_valid(str s)
{
    int year = digits_at(s, 0, 4), month = digits_at(s, 5, 2), day = digits_at(s, 8, 2);
    return s.len >= 10 && s.ptr[4] == '-' && s.ptr[7] == '-' && year > 0 && month >= 1
           && month <= 12 && day >= 1 && day <= days_in(year, month)
           && (s.len == 10 || s.ptr[10] == 'T' || s.ptr[10] == ' ');
}

str day_words(arena *perm, str s)
{
    if (!day_valid(s)) {
        return s;
    }
    return str_fmt(perm, "%d %s %d", digits_at(s, 8, 2), months[digits_at(s, 5, 2) - 1],
                   digits_at(s, 0, 4));
}
