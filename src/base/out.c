#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "base/out.h"

enum { BUFFER = 1 << 16 };

struct out {
    arena *memory; /* where the text grows; NULL: a file */
    char *bytes;
    ptrdiff_t len, cap;
    int fd;
    const char *path; /* NULL: standard output */
    char *temp;       /* NULL: written in place (a pipe, a device, an unseen folder) */
    bool sync;
    int why;   /* errno of the first failure; 0 so far so good */
    out *next; /* in the list of files not yet committed */
};

/* What exit() must not leave behind, e.g. when an arena is exhausted. Thread-local: each
 * worker writes its own files; a worker that ends early ends the program through exit(),
 * whose handler runs in that worker. */
static _Thread_local out *pending;

static void drop_pending(void)
{
    for (out *o = pending; o; o = o->next) {
        unlink(o->temp);
    }
    pending = NULL;
}

static void remember(out *o)
{
    static _Thread_local bool registered;
    if (!registered) {
        registered = atexit(drop_pending) == 0;
    }
    o->next = pending;
    pending = o;
}

static void forget(out *o)
{
    for (out **p = &pending; *p; p = &(*p)->next) {
        if (*p == o) {
            *p = o->next;
            return;
        }
    }
}

static bool is_plain_target(const char *path)
{
    struct stat st;
    return stat(path, &st) != 0 || S_ISREG(st.st_mode);
}

static out *out_new(arena *perm)
{
    out *o = NEW(perm, out, 1);
    o->bytes = NEW(perm, char, BUFFER);
    o->cap = BUFFER;
    o->fd = -1;
    return o;
}

out *out_memory(arena *perm)
{
    enum { FIRST = 1024 };
    out *o = NEW(perm, out, 1);
    o->memory = perm;
    o->bytes = NEW(perm, char, FIRST);
    o->cap = FIRST;
    return o;
}

str out_text(const out *o)
{
    return (str){o->bytes, o->len};
}

static void open_temp(arena *perm, out *o)
{
    o->temp = str_cz(perm, str_fmt(perm, "%s.XXXXXX", o->path));
    o->fd = mkstemp(o->temp);
    if (o->fd >= 0) {
        remember(o);
    }
}

out *out_open(arena *perm, const char *path, err *e)
{
    out *o = out_new(perm);
    if (!path || strcmp(path, "-") == 0) {
        o->fd = STDOUT_FILENO;
        return o;
    }
    o->path = path;
    o->sync = true;
    if (is_plain_target(path)) {
        open_temp(perm, o);
    } else {
        o->fd = open(path, O_WRONLY | O_CLOEXEC);
    }
    if (o->fd < 0) {
        err_set(e, ERR_IO, path, "cannot create: %s", strerror(errno));
        return NULL;
    }
    return o;
}

out *out_open_unseen(arena *perm, const char *path, err *e)
{
    out *o = out_new(perm);
    o->path = path;
    o->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (o->fd < 0) {
        err_set(e, ERR_IO, path, "cannot create: %s", strerror(errno));
        return NULL;
    }
    return o;
}

static void write_all(out *o, const char *p, ptrdiff_t n)
{
    while (n > 0 && o->why == 0) {
        ssize_t done = write(o->fd, p, (size_t)n);
        if (done < 0 && errno != EINTR) {
            o->why = errno ? errno : EIO;
        } else if (done > 0) {
            p += done;
            n -= done;
        }
    }
}

static void flush(out *o)
{
    write_all(o, o->bytes, o->len);
    o->len = 0;
}

/* Makes room for n more bytes in the buffer; only memory may grow. */
static bool reserve(out *o, ptrdiff_t n)
{
    if (o->cap - o->len >= n) {
        return true;
    }
    if (!o->memory) {
        flush(o);
        return o->cap >= n;
    }
    ptrdiff_t cap = o->cap * 2 > o->len + n ? o->cap * 2 : o->len + n;
    char *bigger = NEW(o->memory, char, cap);
    memcpy(bigger, o->bytes, (size_t)o->len);
    o->bytes = bigger;
    o->cap = cap;
    return true;
}

void out_str(out *o, str s)
{
    if (s.len <= 0) {
        return;
    }
    if (reserve(o, s.len)) {
        memcpy(o->bytes + o->len, s.ptr, (size_t)s.len);
        o->len += s.len;
    } else {
        write_all(o, s.ptr, s.len);
    }
}

void out_char(out *o, char c)
{
    out_str(o, (str){&c, 1});
}

void out_fmt(out *o, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n >= 0 && reserve(o, n + 1)) {
        vsnprintf(o->bytes + o->len, (size_t)n + 1, fmt, again);
        o->len += n;
    } else if (n >= 0) {
        char *big = malloc((size_t)n + 1);
        if (big) {
            vsnprintf(big, (size_t)n + 1, fmt, again);
            write_all(o, big, n);
            free(big);
        } else {
            o->why = o->why ? o->why : ENOMEM;
        }
    }
    va_end(again);
}

void out_num(out *o, double v)
{
    char text[32];
    num_shortest(v, text);
    out_str(o, str_from(text));
}

static void note(out *o, bool ok)
{
    if (!ok && o->why == 0) {
        o->why = errno ? errno : EIO;
    }
}

bool out_commit(out *o, err *e)
{
    flush(o);
    if (o->temp) {
        note(o, fchmod(o->fd, 0644) == 0);
    }
    if (o->sync) {
        note(o, fsync(o->fd) == 0 || errno == EINVAL || errno == EROFS);
    }
    if (o->path) {
        note(o, close(o->fd) == 0);
    }
    if (o->temp && o->why == 0) {
        note(o, rename(o->temp, o->path) == 0);
    }
    forget(o);
    if (o->why == 0) {
        return true;
    }
    if (o->temp) {
        unlink(o->temp);
    }
    return err_set(e, ERR_IO, o->path ? o->path : "(standard output)", "cannot write: %s",
                   strerror(o->why));
}

void out_abort(out *o)
{
    if (!o || !o->path) {
        return;
    }
    close(o->fd);
    forget(o);
    if (o->temp) {
        unlink(o->temp);
    }
}

/* A file that isn't there or isn't ours is the user's; anything else is the system's. */
static err_code unreadable(int why)
{
    return why == ENOENT || why == EACCES || why == EISDIR || why == ENOTDIR ? ERR_INPUT
                                                                             : ERR_IO;
}

/* All of `fd` into *ret, in a buffer that begins with room for `cap` bytes; 0 or errno.
 */
static int read_all(arena *perm, int fd, ptrdiff_t cap, str *ret)
{
    char *all = NEW(perm, char, cap);
    ptrdiff_t len = 0;
    for (;;) {
        ssize_t n = read(fd, all + len, (size_t)(cap - len));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            *ret = (str){all, len};
            return n < 0 ? errno : 0;
        }
        len += n;
        if (len == cap) {
            char *bigger = NEW(perm, char, cap * 2);
            memcpy(bigger, all, (size_t)len);
            all = bigger;
            cap *= 2;
        }
    }
}

bool source_load(arena *perm, const char *path, source *src, err *e)
{
    bool standard_input = strcmp(path, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return err_set(e, unreadable(errno), path, "cannot open: %s", strerror(errno));
    }
    struct stat st;
    bool plain = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    str bytes = {0};
    int why = read_all(perm, fd, plain ? st.st_size + 1 : BUFFER, &bytes);
    if (!standard_input) {
        close(fd);
    }
    if (why) {
        return err_set(e, unreadable(why), path, "cannot read: %s", strerror(why));
    }
    *src = (source){.path = standard_input ? "(standard input)" : path, .bytes = bytes};
    return true;
}
