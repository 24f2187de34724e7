#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/num.h"
#include "cli/options.h"
#include "cli/project.h"
#include "serve/http.h"
#include "serve/watch.h"

enum { PORT = 8000 };

typedef struct {
    const char *start;
    int port;
    bool drafts;
} settings;

typedef struct {
    arena perm, scratch;
    const settings *s;
    const char *root, *folder;
    http *server;
    err e;
} preview;

/* --- building ------------------------------------------------------------------------
 */

/* A build is a process of its own: what ends it doesn't end the preview. Its words go to
 * `to`. */
static bool start_build(preview *p, int to, pid_t *child)
{
    arena tmp = p->scratch;
    char *const argv[] = {str_cz(&tmp, S("broadsheet")),
                          str_cz(&tmp, S("build")),
                          str_cz(&tmp, S("--keep-going")),
                          str_cz(&tmp, S("-C")),
                          str_cz(&tmp, str_from(p->root)),
                          str_cz(&tmp, S("-o")),
                          str_cz(&tmp, str_from(p->folder)),
                          p->s->drafts ? str_cz(&tmp, S("--drafts")) : NULL,
                          NULL};
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawn_file_actions_adddup2(&files, to, STDERR_FILENO);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
    int why = posix_spawn(child, "/proc/self/exe", &files, &how, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return why == 0
           || err_set(&p->e, ERR_IO, NULL, "cannot start a build: %s", strerror(why));
}

/* Hands on what the build says, and keeps it. */
static str listen_to(preview *p, int from)
{
    out *words = out_memory(&p->scratch);
    char bytes[4096];
    for (ssize_t n; (n = read(from, bytes, sizeof bytes)) != 0;) {
        if (n < 0 && errno != EINTR) {
            break;
        }
        if (n > 0) {
            out_str(words, (str){bytes, n});
            fwrite(bytes, 1, (size_t)n, stderr);
        }
    }
    return out_text(words);
}

/* False: the system refused, p->e is set. A build that fails is told to the pages. */
static bool build(preview *p)
{
    int ends[2];
    pid_t child = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return err_set(&p->e, ERR_IO, NULL, "cannot start a build: %s", strerror(errno));
    }
    bool good = start_build(p, ends[1], &child);
    close(ends[1]);
    arena before = p->scratch;
    str words = good ? listen_to(p, ends[0]) : (str){0};
    close(ends[0]);
    int status = 0;
    while (good && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (good) {
        http_tell(p->server, status == 0 ? S("") : words);
    }
    p->scratch = before;
    return good;
}

/* --- the preview ---------------------------------------------------------------------
 */

/* Until a signal ends it. A watch is opened before each build, so that what changes while
 * it runs makes another. */
static bool go_on(preview *p, const sigset_t *during)
{
    for (;;) {
        watch *w = watch_open(p->root, &p->e);
        if (!w || !build(p)) {
            watch_close(w);
            return false;
        }
        watch_settle(w);
        watched seen = watch_wait(w, during, &p->e);
        watch_close(w);
        if (seen != WATCH_CHANGED) {
            return seen == WATCH_ENDED;
        }
    }
}

static void on_end(int signal)
{
    (void)signal;
}

/* The signals that end the preview, blocked but while it waits. */
static sigset_t block_ends(void)
{
    sigset_t ends, before;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    struct sigaction act = {.sa_handler = on_end};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    return before;
}

static bool serve(preview *p)
{
    sigset_t during = block_ends(); /* before the server's thread, which takes it over */
    p->server = http_open(p->folder, p->s->port, &p->e);
    if (!p->server) {
        return false;
    }
    printf("http://localhost:%d/\n", http_port(p->server));
    fflush(stdout);
    bool good = go_on(p, &during);
    http_close(p->server);
    return good;
}

/* --- the command ---------------------------------------------------------------------
 */

static bool take_port(void *to, str value)
{
    int64_t n = 0;
    int *port = to;
    bool good = num_int(value, &n) && n >= 0 && n <= 65535;
    *port = good ? (int)n : *port;
    return good;
}

static int read_options(int argc, char **argv, settings *s)
{
    const cli_option options[] = {
        OPTION_DIRECTORY(&s->start),
        {"port", .take = take_port, .to = &s->port, .want = "a port, 0 to 65535"},
        {"drafts", .flag = &s->drafts},
    };
    int status = options_read(argc, argv, options, COUNTOF(options));
    return status ? status
           : optind < argc
               ? command_usage("serve", "unexpected argument '%s'", argv[optind])
               : 0;
}

static int run(int argc, char **argv)
{
    settings s = {.start = ".", .port = PORT};
    int status = read_options(argc, argv, &s);
    if (status) {
        return status;
    }
    preview p = {.perm = arena_open((ptrdiff_t)1 << 30),
                 .scratch = arena_open((ptrdiff_t)1 << 36),
                 .s = &s};
    p.root = config_find(&p.perm, s.start, &p.e);
    bool good = p.root != NULL;
    if (good) {
        const char *kept =
            strcmp(p.root, ".") == 0
                ? ".broadsheet"
                : str_cz(&p.perm, str_fmt(&p.perm, "%s/.broadsheet", p.root));
        mkdir(kept, 0755); /* a failure is told by the build */
        p.folder = str_cz(&p.perm, str_fmt(&p.perm, "%s/preview", kept));
        good = serve(&p);
    }
    status = good ? 0 : command_fail(&p.e);
    arena_close(&p.perm);
    arena_close(&p.scratch);
    return status;
}

const command command_serve = {
    .name = "serve",
    .args = "[-C DIR] [--port N] [--drafts]",
    .brief = "a live preview: pages that reload when the project changes",
    .help = "Builds the project into .broadsheet/preview, serves that to this machine "
            "alone, and\n"
            "builds again whenever a file of the project changes. Open pages reload by "
            "themselves;\n"
            "what is wrong is shown on them. The site itself is not touched. Ctrl-C ends "
            "it.\n\n"
            "  -C, --directory DIR  the project (default: here, or the nearest folder "
            "above)\n"
            "      --port N         where to listen (default: 8000; 0: a free one)\n"
            "      --drafts         show posts that are marked as drafts, too\n\n"
            "Prints the address. Exit status: 0 ended by a signal, 2 no project, 4 the "
            "system.\n",
    .run = run,
};
