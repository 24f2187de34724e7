#include "base/base.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/out.h"
#include "check.h"

static arena a;
static char dir[] = "/tmp/broadsheet-test-XXXXXX";

static const char *in_dir(const char *name)
{
    return str_cz(&a, str_fmt(&a, "%s/%s", dir, name));
}

static int files_in_dir(void)
{
    DIR *d = opendir(dir);
    assert_non_null(d);
    int n = 0;
    for (struct dirent *f; (f = readdir(d));) {
        n += f->d_name[0] != '.';
    }
    closedir(d);
    return n;
}

static str content(const char *path)
{
    source src = {0};
    err e = {0};
    assert_true(source_load(&a, path, &src, &e));
    return src.bytes;
}

static void put(const char *path, const char *text)
{
    err e = {0};
    out *o = out_open(&a, path, &e);
    assert_non_null(o);
    out_str(o, str_from(text));
    assert_true(out_commit(o, &e));
}

static int clean(void **state)
{
    (void)state;
    DIR *d = opendir(dir);
    for (struct dirent *f; d && (f = readdir(d));) {
        unlink(in_dir(f->d_name));
    }
    closedir(d);
    return 0;
}

static void appears_whole(void **state)
{
    (void)state;
    const char *path = in_dir("x.txt");
    put(path, "old");
    err e = {0};
    out *o = out_open(&a, path, &e);
    for (int i = 0; i < 100000; i++) {
        out_fmt(o, "%d\n", i);
    }
    check_str(content(path), "old");
    assert_true(out_commit(o, &e));
    str text = content(path);
    assert_true(str_starts(text, S("0\n1\n2\n")) && str_ends(text, S("99999\n")));
    assert_int_equal(text.len, 588890);
    assert_int_equal(files_in_dir(), 1);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0644);
}

static void abort_leaves_the_old_one(void **state)
{
    (void)state;
    const char *path = in_dir("x.txt");
    put(path, "old");
    err e = {0};
    out *o = out_open(&a, path, &e);
    out_str(o, S("new"));
    out_abort(o);
    out_abort(NULL);
    check_str(content(path), "old");
    assert_int_equal(files_in_dir(), 1);
}

static void full_disk_is_told(void **state)
{
    (void)state;
    err e = {0};
    out *o = out_open(&a, "/dev/full", &e);
    assert_non_null(o);
    out_str(o, S("x"));
    assert_false(out_commit(o, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.path, "/dev/full");
    assert_string_equal(e.text, "cannot write: No space left on device");
}

static void the_first_failure_sticks(void **state)
{
    (void)state;
    err e = {0};
    out *o = out_open(&a, "/dev/full", &e);
    str block = {NEW(&a, char, 1 << 20), 1 << 20};
    out_str(o, block);
    out_fmt(o, "%.*s", SV(block));
    out_char(o, 'x');
    assert_false(out_commit(o, &e));
    assert_string_equal(e.text, "cannot write: No space left on device");
}

static void no_folder_no_file(void **state)
{
    (void)state;
    err e = {0};
    assert_null(out_open(&a, in_dir("none/x.txt"), &e));
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.text, "cannot create: No such file or directory");
    assert_null(out_open_unseen(&a, in_dir("none/x.txt"), &e));
}

static void unseen_files_are_never_overwritten(void **state)
{
    (void)state;
    const char *path = in_dir("x.txt");
    err e = {0};
    out *o = out_open_unseen(&a, path, &e);
    out_str(o, S("first"));
    assert_true(out_commit(o, &e));
    assert_null(out_open_unseen(&a, path, &e));
    assert_string_equal(e.text, "cannot create: File exists");
    check_str(content(path), "first");
}

/* The arena ends the program; what was half written must not stay. */
static void exit_removes_what_was_not_committed(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        err e = {0};
        (void)!freopen("/dev/null", "w", stderr);
        (void)!freopen("/dev/null", "w", stdout);
        out *o = out_open(&a, in_dir("x.txt"), &e);
        out_str(o, S("half"));
        arena small = arena_open(1 << 12);
        (void)NEW(&small, char, 1 << 20);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
    assert_int_equal(files_in_dir(), 0);
}

static void memory_grows(void **state)
{
    (void)state;
    out *o = out_memory(&a);
    for (int i = 0; i < 1000; i++) {
        out_fmt(o, "%d,", i);
    }
    out_num(o, 0.1);
    out_str(o, (str){0});
    str text = out_text(o);
    assert_true(str_starts(text, S("0,1,2,")) && str_ends(text, S("999,0.1")));
    assert_int_equal(text.len, 3893);
}

static void loading_says_why_not(void **state)
{
    (void)state;
    source src = {0};
    err e = {0};
    assert_false(source_load(&a, in_dir("none"), &src, &e));
    assert_int_equal(e.code, ERR_INPUT);
    assert_string_equal(e.text, "cannot open: No such file or directory");
    assert_false(source_load(&a, dir, &src, &e));
    assert_int_equal(e.code, ERR_INPUT);
    assert_string_equal(e.text, "cannot read: Is a directory");
    put(in_dir("empty"), "");
    check_str(content(in_dir("empty")), "");
}

/* A pipe has no size: it's read until it ends. */
static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    const char *path = in_dir("pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        int fd = open(path, O_WRONLY);
        char block[1000];
        memset(block, 'x', sizeof block);
        for (int i = 0; i < 300; i++) {
            (void)!write(fd, block, sizeof block);
        }
        _exit(0);
    }
    assert_int_equal(content(path).len, 300000);
    waitpid(child, NULL, 0);
}

int main(void)
{
    a = arena_open((ptrdiff_t)1 << 30);
    if (!mkdtemp(dir)) {
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(appears_whole, clean),
        cmocka_unit_test_teardown(abort_leaves_the_old_one, clean),
        cmocka_unit_test(full_disk_is_told),
        cmocka_unit_test(the_first_failure_sticks),
        cmocka_unit_test(no_folder_no_file),
        cmocka_unit_test_teardown(unseen_files_are_never_overwritten, clean),
        cmocka_unit_test_teardown(exit_removes_what_was_not_committed, clean),
        cmocka_unit_test(memory_grows),
        cmocka_unit_test_teardown(loading_says_why_not, clean),
        cmocka_unit_test_teardown(a_pipe_is_read_to_its_end, clean),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(dir);
    return failed;
}
