#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "import/byte_stream.h"

enum { HEAD = 1 << 16 };

struct byte_stream {
    int fd;
    const char *path;
    char *head;
    ptrdiff_t head_len, head_taken;
    int64_t taken;
};

/* read(2) until the buffer is full or the file ends; -1: *e is set. */
static ptrdiff_t fill(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    ptrdiff_t len = 0;
    while (len < cap) {
        ssize_t n = read(b->fd, buf + len, (size_t)(cap - len));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            err_set(e, errno == EISDIR ? ERR_INPUT : ERR_IO, b->path, "cannot read: %s",
                    strerror(errno));
            return -1;
        }
        if (n == 0) {
            break;
        }
        len += n;
    }
    b->taken += len;
    return len;
}

byte_stream *byte_stream_open(arena *perm, const char *path, err *e)
{
    byte_stream *b = NEW(perm, byte_stream, 1);
    bool standard_input = strcmp(path, "-") == 0;
    b->path = standard_input ? "(standard input)" : path;
    b->fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (b->fd < 0) {
        bool users = errno == ENOENT || errno == EACCES || errno == ENOTDIR;
        err_set(e, users ? ERR_INPUT : ERR_IO, path, "cannot open: %s", strerror(errno));
        return NULL;
    }
    b->head = NEW(perm, char, HEAD);
    b->head_len = fill(b, b->head, HEAD, e);
    if (b->head_len < 0) {
        byte_stream_close(b);
        return NULL;
    }
    return b;
}

str byte_stream_head(byte_stream *b)
{
    return (str){b->head, b->head_len};
}

ptrdiff_t byte_stream_read(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    ptrdiff_t left = b->head_len - b->head_taken;
    if (left > 0) {
        ptrdiff_t n = left < cap ? left : cap;
        memcpy(buf, b->head + b->head_taken, (size_t)n);
        b->head_taken += n;
        return n;
    }
    return fill(b, buf, cap, e);
}

bool byte_stream_rest(arena *perm, byte_stream *b, str *ret, err *e)
{
    ptrdiff_t cap = 2 * (ptrdiff_t)HEAD, len = 0;
    char *all = NEW(perm, char, cap);
    for (ptrdiff_t n; (n = byte_stream_read(b, all + len, cap - len, e)) != 0;) {
        if (n < 0) {
            return false;
        }
        len += n;
        if (len == cap) {
            char *bigger = NEW(perm, char, cap * 2);
            memcpy(bigger, all, (size_t)len);
            all = bigger;
            cap *= 2;
        }
    }
    *ret = (str){all, len};
    return true;
}

int64_t byte_stream_taken(const byte_stream *b)
{
    return b->taken;
}

void byte_stream_close(byte_stream *b)
{
    if (b && b->fd > STDIN_FILENO) {
        close(b->fd);
    }
}
