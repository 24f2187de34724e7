#include "base/base.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/json.h"
#include "base/out.h"
#include "serve/http.h"

struct http {
    const char *folder;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock; /* of what is below */
    int64_t version;
    arena told; /* holds the message alone */
    str message;
};

typedef enum MHD_Result answer;

/* --- what is told --------------------------------------------------------------------
 */

void http_tell(http *h, str message)
{
    pthread_mutex_lock(&h->lock);
    arena_reset(&h->told);
    h->message = str_copy(&h->told, message);
    h->version++;
    pthread_mutex_unlock(&h->lock);
}

static str state_json(arena *perm, http *h)
{
    out *o = out_memory(perm);
    json_writer w = {.o = o};
    pthread_mutex_lock(&h->lock);
    json_open(&w, '{');
    json_key(&w, S("version"));
    json_num(&w, (double)h->version);
    json_key(&w, S("message"));
    json_str(&w, h->message.ptr ? h->message : S(""));
    json_close(&w, '}');
    pthread_mutex_unlock(&h->lock);
    return out_text(o);
}

/* --- answers -------------------------------------------------------------------------
 */

static const char *type_of(str path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".ico", "image/x-icon"},
        {".pdf", "application/pdf"},
        {".xml", "application/xml"},
        {".woff2", "font/woff2"},
        {".csv", "text/csv; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"},
        {".yaml", "text/plain; charset=utf-8"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(types); i++) {
        if (str_ends(path, str_from(types[i].ending))) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

/* Queues `r` and gives it back. What a preview shows is never kept by browsers. */
static answer send_it(struct MHD_Connection *to, unsigned status, struct MHD_Response *r,
                      const char *type)
{
    if (!r) {
        return MHD_NO; /* out of memory: the connection is closed */
    }
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    answer sent = MHD_queue_response(to, status, r);
    MHD_destroy_response(r);
    return sent;
}

static answer send_text(struct MHD_Connection *to, unsigned status, str text,
                        const char *type)
{
    char *copy = malloc((size_t)text.len + 1); /* freed with the response */
    if (!copy) {
        return MHD_NO;
    }
    if (text.len > 0) {
        memcpy(copy, text.ptr, (size_t)text.len);
    }
    return send_it(
        to, status,
        MHD_create_response_from_buffer((size_t)text.len, copy, MHD_RESPMEM_MUST_FREE),
        type);
}

static answer send_plain(struct MHD_Connection *to, unsigned status, str text)
{
    return send_text(to, status, text, "text/plain; charset=utf-8");
}

/* A page with the script that asks for news. */
static answer send_html(arena *perm, struct MHD_Connection *to, unsigned status, str page)
{
    cut at = str_cut_last(page, S("</body>"));
    str whole = str_fmt(perm, "%.*s<script src=\"/-/reload.js\"></script>%s%.*s",
                        SV(at.found ? at.head : page), at.found ? "</body>" : "",
                        SV(at.found ? at.tail : (str){0}));
    return send_text(to, status, whole, "text/html; charset=utf-8");
}

/* Before the first build that succeeds, there isn't even a 404.html. */
static answer send_missing(arena *perm, const http *h, struct MHD_Connection *to)
{
    source page = {0};
    err ignored;
    const char *path = str_cz(perm, str_fmt(perm, "%s/404.html", h->folder));
    if (!source_load(perm, path, &page, &ignored)) {
        page.bytes = S("<!doctype html><html lang=\"en\"><title>Preview</title>"
                       "<body><p>There is no such page.</p></body></html>");
    }
    return send_html(perm, to, MHD_HTTP_NOT_FOUND, page.bytes);
}

static answer send_file(arena *perm, const http *h, struct MHD_Connection *to,
                        const char *path)
{
    str name = str_from(path);
    source page = {0};
    err ignored;
    if (str_ends(name, S(".html"))) {
        return source_load(perm, path, &page, &ignored)
                   ? send_html(perm, to, MHD_HTTP_OK, page.bytes)
                   : send_missing(perm, h, to);
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0) {
        return send_missing(perm, h, to);
    }
    if (fstat(fd, &st) != 0) {
        close(fd);
        return send_missing(perm, h, to);
    }
    return send_it(to, MHD_HTTP_OK, MHD_create_response_from_fd((uint64_t)st.st_size, fd),
                   type_of(name));
}

static answer send_elsewhere(arena *perm, struct MHD_Connection *to, str where)
{
    char none[1] = "";
    struct MHD_Response *r =
        MHD_create_response_from_buffer(0, none, MHD_RESPMEM_PERSISTENT);
    if (r) {
        MHD_add_response_header(r, "Location", str_cz(perm, where));
    }
    return send_it(to, MHD_HTTP_MOVED_PERMANENTLY, r, "text/plain");
}

/* --- requests ------------------------------------------------------------------------
 */

/* Nothing outside the folder, nothing hidden. */
static bool is_plain_path(str path)
{
    for (cut part = {.tail = path}; part.tail.len > 0;) {
        part = str_cut(part.tail, S("/"));
        if (str_starts(part.head, S("."))) {
            return false;
        }
    }
    return str_starts(path, S("/"));
}

/* A page of another site that had its name changed to our address must not read what is
 * only meant for this machine. */
static bool is_own_name(struct MHD_Connection *from)
{
    const char *host =
        MHD_lookup_connection_value(from, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    if (!host) {
        return false;
    }
    static const char *const names[] = {"localhost", "127.0.0.1"};
    for (ptrdiff_t i = 0; i < COUNTOF(names); i++) {
        str name = str_from(names[i]), s = str_from(host);
        if (str_starts(s, name) && (s.len == name.len || s.ptr[name.len] == ':')) {
            return true;
        }
    }
    return false;
}

static answer answer_path(arena *perm, const http *h, struct MHD_Connection *to, str path)
{
    const char *full = str_cz(perm, str_fmt(perm, "%s%.*s", h->folder, SV(path)));
    struct stat st;
    bool there = is_plain_path(path) && stat(full, &st) == 0;
    if (there && S_ISDIR(st.st_mode) && !str_ends(path, S("/"))) {
        return send_elsewhere(perm, to, str_fmt(perm, "%.*s/", SV(path)));
    }
    if (there && S_ISDIR(st.st_mode)) {
        full = str_cz(perm, str_fmt(perm, "%sindex.html", full));
        there = stat(full, &st) == 0;
    }
    if (there && S_ISREG(st.st_mode)) {
        return send_file(perm, h, to, full);
    }
    return send_missing(perm, h, to);
}

/* The library's parameters. */
// NOLINTNEXTLINE(readability-function-size)
static answer on_request(void *ctx, struct MHD_Connection *to, const char *url,
                         const char *method, const char *version, const char *upload,
                         size_t *upload_size, void **state)
{
    (void)version;
    (void)upload;
    static int begun;
    if (!*state) { /* the head has come; a body may follow */
        *state = &begun;
        return MHD_YES;
    }
    if (*upload_size > 0) {
        *upload_size = 0;
        return MHD_YES;
    }
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        return send_plain(to, MHD_HTTP_METHOD_NOT_ALLOWED, S("Only GET and HEAD.\n"));
    }
    if (!is_own_name(to)) {
        return send_plain(to, MHD_HTTP_FORBIDDEN, S("Ask for http://localhost.\n"));
    }
    http *h = ctx;
    arena perm = arena_open((ptrdiff_t)1 << 32);
    str path = str_from(url), script = {0};
    answer done;
    if (str_eq(path, S("/-/state"))) {
        done = send_text(to, MHD_HTTP_OK, state_json(&perm, h), "application/json");
    } else if (str_eq(path, S("/-/reload.js"))
               && embedded_get(S("assets/preview/reload.js"), &script)) {
        done = send_text(to, MHD_HTTP_OK, script, "text/javascript; charset=utf-8");
    } else {
        done = answer_path(&perm, h, to, path);
    }
    arena_close(&perm);
    return done;
}

/* --- the server ----------------------------------------------------------------------
 */

static bool fail(err *e, int port)
{
    int why = errno;
    err_set(e, ERR_IO, NULL, "cannot serve on port %d: %s", port, strerror(why));
    return why == EADDRINUSE || why == EACCES
               ? err_hint(e, "Choose another with --port; 0 takes a free one.")
               : false;
}

http *http_open(const char *folder, int port, err *e)
{
    http *h = calloc(1, sizeof *h);
    if (!h) {
        err_set(e, ERR_IO, NULL, "out of memory");
        return NULL;
    }
    h->folder = folder;
    h->told = arena_open((ptrdiff_t)1 << 26);
    pthread_mutex_init(&h->lock, NULL);
    struct sockaddr_in loopback = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    errno = 0;
    h->daemon =
        MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, (uint16_t)port,
                         NULL, NULL, on_request, h, MHD_OPTION_SOCK_ADDR,
                         (struct sockaddr *)&loopback, MHD_OPTION_END);
    if (!h->daemon) {
        fail(e, port);
        http_close(h);
        return NULL;
    }
    return h;
}

void http_close(http *h)
{
    if (!h) {
        return;
    }
    if (h->daemon) {
        MHD_stop_daemon(h->daemon);
    }
    pthread_mutex_destroy(&h->lock);
    arena_close(&h->told);
    free(h);
}

int http_port(const http *h)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}
