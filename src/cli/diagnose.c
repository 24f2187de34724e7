#include "base/base.h"

#include "cli/diagnose.h"

void diagnose(const reading *r)
{
    for (const diagnostic *d = r->diagnostics; d; d = d->next) {
        if (d->severity == DIAG_WARNING) {
            char path[4096];
            snprintf(path, sizeof path, "%.*s", SV(r->file));
            err w = {.path = path, .line = d->line};
            snprintf(w.text, sizeof w.text, "%.*s", SV(d->message));
            err_print(&w, true, stderr);
        }
    }
}
