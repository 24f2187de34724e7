/* banned.h - calls that we never make; each turns into a compile error that names
 * what to use instead. */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#define BANNED(call, instead) call##_is_banned_use_##instead

#undef strcpy
#define strcpy(...) BANNED(strcpy, str_copy)
#undef strcat
#define strcat(...) BANNED(strcat, out_fmt)
#undef strncpy
#define strncpy(...) BANNED(strncpy, str_copy)
#undef strncat
#define strncat(...) BANNED(strncat, out_fmt)
#undef sprintf
#define sprintf(...) BANNED(sprintf, str_fmt)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf, str_fmt)
#undef strtok
#define strtok(...) BANNED(strtok, str_cut)
#undef atoi
#define atoi(...) BANNED(atoi, num_int)
#undef atol
#define atol(...) BANNED(atol, num_int)
#undef atof
#define atof(...) BANNED(atof, num_double)
#undef strtod
#define strtod(...) BANNED(strtod, num_double)
#undef setlocale
#define setlocale(...) BANNED(setlocale, nothing)
#undef gmtime
#define gmtime(...) BANNED(gmtime, day_parse)
#undef localtime
#define localtime(...) BANNED(localtime, day_parse)

#endif
