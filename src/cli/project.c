#include "base/base.h"

#include "cli/project.h"

#include <time.h>

#include "base/num.h"
#include "chart/fonts.h"

static str day_of(arena *perm, time_t t)
{
    struct tm tm;
    if (!gmtime_r(&t, &tm)) {
        return (str){0};
    }
    return str_fmt(perm, "%04d-%02d-%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
}

str project_epoch_day(arena *perm)
{
    int64_t seconds = 0;
    const char *text = getenv("SOURCE_DATE_EPOCH");
    return text && num_int(str_from(text), &seconds) ? day_of(perm, (time_t)seconds)
                                                     : (str){0};
}

str project_today(arena *perm)
{
    str day = project_epoch_day(perm);
    return day.len ? day : day_of(perm, time(NULL));
}

bool project_open(project *p, const char *start)
{
    *p = (project){.perm = arena_open((ptrdiff_t)1 << 40),
                   .scratch = arena_open((ptrdiff_t)1 << 38)};
    p->w.perm = &p->perm;
    const char *root = config_find(&p->perm, start, &p->e);
    if (!root || !config_load(&p->perm, p->scratch, root, &p->site, &p->e)) {
        return false;
    }
    if (p->site.system_fonts) {
        fonts_fall_back();
    }
    p->opt.build_date = project_epoch_day(&p->perm);
    p->opt.today = project_today(&p->perm);
    return true;
}

int project_close(project *p, bool ok)
{
    for (const warning *item = p->w.first; item; item = item->next) {
        err_print(&item->e, true, stderr);
    }
    int status = ok ? 0 : command_fail(&p->e);
    arena_close(&p->perm);
    arena_close(&p->scratch);
    return status;
}
