#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <isa-l/igzip_lib.h>
#include <unistd.h>
#include <zstd.h>

#include "base/hash.h"
#include "import/byte_stream.h"

enum { HEAD = 1 << 16, RAW = 1 << 17 };

typedef enum { PLAIN, GZIP, ZSTD } coding;

struct byte_stream {
    int fd;     /* -1: over `memory` */
    str memory; /* what is left of `all` */
    str all;
    const char *path;
    hasher *hash;
    int64_t taken; /* bytes of the file as stored */

    coding coding;
    char *raw; /* what is read ahead of the decoder */
    ptrdiff_t raw_len, raw_at;
    bool raw_end;
    bool inside; /* a compressed member has begun and not ended */
    struct inflate_state *gzip;
    ZSTD_DCtx *zstd;

    char *head;
    ptrdiff_t head_len, head_taken;
};

/* --- bytes as they are stored ---------------------------------------------------------
 */

/* Up to cap bytes, fewer only at the end; -1: *e is set. */
static ptrdiff_t read_stored(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    ptrdiff_t len = 0;
    while (len < cap && b->fd >= 0) {
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
    if (b->fd < 0) {
        len = b->memory.len < cap ? b->memory.len : cap;
        if (len > 0) {
            memcpy(buf, b->memory.ptr, (size_t)len);
        }
        b->memory = str_drop(b->memory, len);
    }
    if (b->hash) {
        hasher_add(b->hash, (str){buf, len});
    }
    b->taken += len;
    return len;
}

/* Makes the decoder's input hold something, unless the file has ended. */
static bool refill(byte_stream *b, err *e)
{
    if (b->raw_at < b->raw_len || b->raw_end) {
        return true;
    }
    b->raw_at = 0;
    b->raw_len = read_stored(b, b->raw, RAW, e);
    b->raw_end = b->raw_len == 0;
    return b->raw_len >= 0;
}

/* --- decoding -------------------------------------------------------------------------
 */

static int64_t stored_place(const byte_stream *b)
{
    return b->taken - (b->raw_len - b->raw_at);
}

static bool ends_early(const byte_stream *b, err *e)
{
    err_set(e, ERR_INPUT, b->path,
            "the compressed data end in the middle, at byte %" PRId64, b->taken);
    return err_hint(e, "Was the file cut short, or its writer killed?");
}

static bool damaged(const byte_stream *b, const char *how, err *e)
{
    return err_set(e, ERR_INPUT, b->path,
                   "the compressed data are damaged before byte %" PRId64 ": %s",
                   stored_place(b), how);
}

/* Does another member begin here? Zeros fill the last block on tapes and are skipped;
 * *more false: the file ends. */
static bool next_member(byte_stream *b, bool *more, err *e)
{
    *more = true;
    while (refill(b, e) && !b->raw_end && b->raw[b->raw_at] == 0) {
        b->raw_at++;
    }
    if (e->code != ERR_NONE) {
        return false;
    }
    if (b->raw_end) {
        *more = false;
        return true;
    }
    if (b->coding == GZIP && (unsigned char)b->raw[b->raw_at] != 0x1F) {
        return damaged(b, "more bytes stand behind their end", e);
    }
    if (b->coding == GZIP) {
        isal_inflate_reset(b->gzip);
        b->gzip->crc_flag = ISAL_GZIP;
    }
    b->inside = true;
    return true;
}

static const char *gzip_problem(int code)
{
    switch (code) {
    case ISAL_INCORRECT_CHECKSUM:
        return "the checksum is wrong";
    case ISAL_INVALID_WRAPPER:
    case ISAL_UNSUPPORTED_METHOD:
        return "not a gzip header";
    default:
        return "not deflate data";
    }
}

static ptrdiff_t gunzip(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    struct inflate_state *z = b->gzip;
    z->next_in = (uint8_t *)b->raw + b->raw_at;
    z->avail_in = (uint32_t)(b->raw_len - b->raw_at);
    z->next_out = (uint8_t *)buf;
    z->avail_out = (uint32_t)cap;
    int code = isal_inflate(z);
    b->raw_at = b->raw_len - (ptrdiff_t)z->avail_in;
    if (code < 0) {
        damaged(b, gzip_problem(code), e);
        return -1;
    }
    b->inside = z->block_state != ISAL_BLOCK_FINISH;
    return cap - (ptrdiff_t)z->avail_out;
}

/* `buf` is written through the library's own struct. */
// NOLINTNEXTLINE(readability-non-const-parameter)
static ptrdiff_t unzstd(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    ZSTD_inBuffer from = {b->raw, (size_t)b->raw_len, (size_t)b->raw_at};
    ZSTD_outBuffer to = {buf, (size_t)cap, 0};
    size_t code = ZSTD_decompressStream(b->zstd, &to, &from);
    b->raw_at = (ptrdiff_t)from.pos;
    if (ZSTD_isError(code)) {
        damaged(b, ZSTD_getErrorName(code), e);
        return -1;
    }
    b->inside = code != 0;
    return (ptrdiff_t)to.pos;
}

/* At least one decoded byte, up to cap; 0 at the end; -1: *e is set. */
static ptrdiff_t decode(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    for (;;) {
        bool more = true;
        if (!b->inside && !next_member(b, &more, e)) {
            return -1;
        }
        if (!more) {
            return 0;
        }
        if (!refill(b, e)) {
            return -1;
        }
        bool at_end = b->raw_end;
        ptrdiff_t n = b->coding == GZIP ? gunzip(b, buf, cap, e) : unzstd(b, buf, cap, e);
        if (n != 0) {
            return n;
        }
        if (at_end && b->inside) {
            ends_early(b, e);
            return -1;
        }
    }
}

/* Up to cap bytes, fewer only at the end; -1: *e is set. */
static ptrdiff_t fill(byte_stream *b, char *buf, ptrdiff_t cap, err *e)
{
    if (b->coding == PLAIN) {
        return read_stored(b, buf, cap, e);
    }
    ptrdiff_t len = 0;
    while (len < cap) {
        ptrdiff_t n = decode(b, buf + len, cap - len, e);
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        len += n;
    }
    return len;
}

/* --- opening --------------------------------------------------------------------------
 */

static bool starts(const byte_stream *b, const char *magic, ptrdiff_t n)
{
    return b->raw_len >= n && memcmp(b->raw, magic, (size_t)n) == 0;
}

/* Skippable frames may stand before the first with data. */
static bool is_zstd(const byte_stream *b)
{
    return starts(b, "\x28\xB5\x2F\xFD", 4)
           || (b->raw_len >= 4 && (b->raw[0] & 0xF0) == 0x50
               && memcmp(b->raw + 1, "\x2A\x4D\x18", 3) == 0);
}

static bool refuse_others(const byte_stream *b, err *e)
{
    static const struct {
        const char *magic;
        ptrdiff_t n;
        const char *name;
    } others[] = {
        {"\xFD"
         "7zXZ\0",
         6, "xz"},
        {"BZh", 3, "bzip2"},
        {"PK\x03\x04", 4, "zip"},
        {"\x04\x22\x4D\x18", 4, "lz4"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(others); i++) {
        if (starts(b, others[i].magic, others[i].n)) {
            err_set(e, ERR_INPUT, b->path, "the file is compressed with %s",
                    others[i].name);
            return err_hint(e, "Gzip and zstd are read as they are; unpack this one.");
        }
    }
    return true;
}

static bool choose(arena *perm, byte_stream *b, err *e)
{
    if (starts(b, "\x1F\x8B", 2)) {
        b->coding = GZIP;
        b->gzip = NEW(perm, struct inflate_state, 1);
        isal_inflate_init(b->gzip);
        return true;
    }
    if (is_zstd(b)) {
        b->coding = ZSTD;
        b->zstd = ZSTD_createDCtx();
        return b->zstd || err_set(e, ERR_IO, b->path, "out of memory");
    }
    return refuse_others(b, e);
}

/* Reads the head, decoded. Of a plain file it is what was read to know the coding. */
static bool read_head(arena *perm, byte_stream *b, err *e)
{
    b->raw = NEW(perm, char, RAW);
    b->raw_len = read_stored(b, b->raw, HEAD, e);
    if (b->raw_len < 0 || !choose(perm, b, e)) {
        return false;
    }
    if (b->coding == PLAIN) {
        b->head = b->raw;
        b->head_len = b->raw_len;
        return true;
    }
    b->head = NEW(perm, char, HEAD);
    b->head_len = fill(b, b->head, HEAD, e);
    return b->head_len >= 0;
}

static byte_stream *begin(arena *perm, byte_stream *b, bool want_hash, err *e)
{
    b->hash = want_hash ? hasher_new(perm) : NULL;
    err mine = {0};
    if (!read_head(perm, b, &mine)) {
        *e = mine;
        byte_stream_close(b);
        return NULL;
    }
    return b;
}

byte_stream *byte_stream_open(arena *perm, const char *path, bool want_hash, err *e)
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
    return begin(perm, b, want_hash, e);
}

byte_stream *byte_stream_over(arena *perm, const source *src, bool want_hash, err *e)
{
    byte_stream *b = NEW(perm, byte_stream, 1);
    b->path = src->path;
    b->fd = -1;
    b->memory = b->all = src->bytes;
    return begin(perm, b, want_hash, e);
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
    err mine = {0};
    ptrdiff_t n = fill(b, buf, cap, &mine);
    if (n < 0) {
        *e = mine;
    }
    return n;
}

static bool too_large(const byte_stream *b, err *e)
{
    err_set(e, ERR_LIMIT, b->path, "more than %d MiB%s", BYTE_STREAM_LOADED >> 20,
            b->coding == PLAIN ? "" : " when unpacked");
    return err_hint(e, "Only k6's NDJSON and CSV streams are read at any size.");
}

bool byte_stream_rest(arena *perm, byte_stream *b, str *ret, err *e)
{
    if (b->fd < 0 && b->coding == PLAIN && b->head_taken == 0) {
        if (b->hash) {
            hasher_add(b->hash, b->memory);
        }
        b->taken = b->all.len;
        b->memory = str_drop(b->memory, b->memory.len);
        *ret = b->all;
        return true;
    }
    ptrdiff_t cap = 2 * (ptrdiff_t)HEAD, len = 0;
    char *all = NEW(perm, char, cap);
    for (ptrdiff_t n; (n = byte_stream_read(b, all + len, cap - len, e)) != 0;) {
        if (n < 0) {
            return false;
        }
        len += n;
        if (len > BYTE_STREAM_LOADED) {
            return too_large(b, e);
        }
        if (len == cap) {
            /* Right behind it, usually: then nothing is copied. */
            char *more = NEW(perm, char, cap);
            if (more != all + cap) {
                all = memcpy(NEW(perm, char, cap * 2), all, (size_t)len);
            }
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

bool byte_stream_sha256(arena *perm, byte_stream *b, str *ret, err *e)
{
    if (!b->hash) {
        return true;
    }
    for (ptrdiff_t n; (n = read_stored(b, b->raw, RAW, e)) != 0;) {
        if (n < 0) {
            return false;
        }
    }
    *ret = hasher_hex(perm, b->hash);
    return true;
}

void byte_stream_close(byte_stream *b)
{
    if (!b) {
        return;
    }
    if (b->fd > STDIN_FILENO) {
        close(b->fd);
    }
    ZSTD_freeDCtx(b->zstd);
    b->zstd = NULL;
}
