#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/watch.h"

struct watch {
    int fd;
    int root;      /* the watch of the project's own folder */
    bool settled;  /* watch_settle() */
    bool has_news; /* a change that came before that */
};

enum { DEEPEST = 32, QUIET_MS = 80, MOST_WAITS = 50 };

static bool is_input(const char *name)
{
    static const char *const names[] = {"broadsheet.yaml", "data", "templates", "assets"};
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool counts(const watch *w, bool in_root, const char *name)
{
    return name[0] && name[0] != '.' && (!in_root || w->settled || is_input(name));
}

static bool fail(err *e, const char *path)
{
    err_set(e, ERR_IO, NULL, "cannot watch '%s': %s", path, strerror(errno));
    return errno != ENOSPC
               ? false
               : err_hint(e, "Raise fs.inotify.max_user_watches, with sysctl.");
}

/* Folders that can't be opened are none of ours; one that went meanwhile is a change that
 * its parent tells. */
static bool add_folder(watch *w, const char *path, int depth, err *e)
{
    const uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM
                             | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR;
    int id = inotify_add_watch(w->fd, path, changes);
    if (id < 0) {
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES || fail(e, path);
    }
    if (depth == 0) {
        w->root = id;
    }
    DIR *dir = depth < DEEPEST ? opendir(path) : NULL;
    bool good = true;
    for (struct dirent *d; dir && good && (d = readdir(dir));) {
        bool may_be_folder = d->d_type == DT_DIR || d->d_type == DT_UNKNOWN;
        if (may_be_folder && d->d_name[0] != '.' && (depth > 0 || is_input(d->d_name))) {
            char below[PATH_MAX];
            int n = snprintf(below, sizeof below, "%s/%s", path, d->d_name);
            good = n >= (int)sizeof below || add_folder(w, below, depth + 1, e);
        }
    }
    if (dir) {
        closedir(dir);
    }
    return good;
}

watch *watch_open(const char *root, err *e)
{
    watch *w = calloc(1, sizeof *w);
    if (!w) {
        err_set(e, ERR_IO, NULL, "out of memory");
        return NULL;
    }
    *w = (watch){.fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
    bool good = w->fd >= 0 ? add_folder(w, root, 0, e) : fail(e, root);
    if (!good) {
        watch_close(w);
        return NULL;
    }
    return w;
}

void watch_close(watch *w)
{
    if (w && w->fd >= 0) {
        close(w->fd);
    }
    free(w);
}

/* Reads what there is. True: some of it counts. */
static bool take_events(const watch *w)
{
    _Alignas(struct inotify_event) char bytes[1 << 16];
    bool any = false;
    for (ssize_t n; (n = read(w->fd, bytes, sizeof bytes)) > 0;) {
        for (char *p = bytes; p < bytes + n;) {
            const struct inotify_event *event = (const void *)p;
            const char *name = event->len > 0 ? event->name : "";
            any = any || event->mask & IN_Q_OVERFLOW
                  || counts(w, event->wd == w->root, name);
            p += sizeof *event + event->len;
        }
    }
    return any;
}

void watch_settle(watch *w)
{
    w->has_news = take_events(w);
    w->settled = true;
}

watched watch_wait(watch *w, const sigset_t *during, err *e)
{
    struct pollfd one = {.fd = w->fd, .events = POLLIN};
    const struct timespec quiet = {.tv_nsec = QUIET_MS * 1000000L};
    bool any = w->has_news;
    for (int waits = 0;;) {
        int n = ppoll(&one, 1, any ? &quiet : NULL, during);
        if (n < 0) {
            if (errno == EINTR) {
                return WATCH_ENDED;
            }
            err_set(e, ERR_IO, NULL, "cannot wait for changes: %s", strerror(errno));
            return WATCH_FAILED;
        }
        waits += any; /* who writes without end isn't waited for */
        if (n == 0 || waits == MOST_WAITS) {
            return WATCH_CHANGED;
        }
        any = take_events(w) || any;
    }
}
