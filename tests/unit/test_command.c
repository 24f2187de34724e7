#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "import/command_variant.h"
#include "import/shell_words.h"

static arena perm, scratch;

static int open_arena(void **state)
{
    (void)state;
    perm = arena_open(1 << 24);
    scratch = arena_open(1 << 20);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    arena_close(&perm);
    arena_close(&scratch);
    return 0;
}

static void assert_str(str got, const char *want)
{
    assert_string_equal(str_cz(&perm, got), want);
}

/* The texts of all tokens with '|' between them. */
static void assert_words(const char *line, const char *want)
{
    shell_token *t;
    ptrdiff_t n = shell_tokens(&perm, str_from(line), &t);
    str all = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        all = str_fmt(&perm, "%.*s%s%.*s", SV(all), i > 0 ? "|" : "", SV(t[i].text));
    }
    assert_str(all, want);
}

static void words(void **state)
{
    (void)state;
    assert_words("dd if=a  of='b c' # note", "dd|if=a|of=b c|note");
    assert_words("a && b; c || d & e", "a|&&|b|;|c||||d|&|e");
    assert_words("x \"a \\\"b\\\" $y\" 'it''s' \\;", "x|a \"b\" $y|its|;");
    assert_words("bs=$((1024 * 4)) v=`pwd`/x $(a b) ${c d}",
                 "bs=$((1024 * 4))|v=`pwd`/x|$(a b)|${c d}");
    assert_words("a >/dev/null 2>&1 <in >>out", "a|>/dev/null|2>&1|<in|>>out");
    assert_words("(a; b)", "(|a|;|b|)");
    assert_words("'never closed", "never closed");
    assert_words("a#b", "a#b");
    assert_words("", "");
}

static void goes_on(void **state)
{
    (void)state;
    assert_true(shell_goes_on(S("dd if=a \\")));
    assert_true(shell_goes_on(S("sh -c 'dd")));
    assert_false(shell_goes_on(S("echo it\\'s")));
    assert_false(shell_goes_on(S("a # it's")));
    assert_false(shell_goes_on(S("a 'b' \"c\"")));
}

static command_line parse(const char *line)
{
    command_line c;
    command_parse(&perm, str_from(line), NULL, &c);
    return c;
}

/* What dd and what a timer would be credited with. */
static void assert_parts(const char *line, const char *dd, const char *timed)
{
    command_line c = parse(line);
    const invocation *d = command_find(&c, S("dd"), 0), *t = command_timed(&c, 0);
    assert_str(d ? d->text : S("-"), dd);
    assert_str(t ? t->text : S("-"), timed);
}

static void parts_of_a_line(void **state)
{
    (void)state;
    assert_parts("time dd if=a of=b", "dd if=a of=b", "dd if=a of=b");
    assert_parts("sudo -u me dd if=a of=b", "dd if=a of=b", "-");
    assert_parts("rm -f x && time dd if=a of=b 2>&1 | tail -1; rm x", "dd if=a of=b",
                 "dd if=a of=b");
    assert_parts("head -c 9 f | dd of=b | wc", "head -c 9 f | dd of=b | wc", "-");
    assert_parts("bash -lc 'time dd if=a'", "dd if=a", "dd if=a");
    assert_parts("busybox time busybox dd if=a", "dd if=a", "dd if=a");
    assert_parts("/usr/bin/time -o log -f '%e' dd if=a", "dd if=a", "dd if=a");
    assert_parts("for i in 1 2; do dd if=a; done", "dd if=a", "-");
    assert_parts("time for i in 1 2; do dd if=a; done", "dd if=a",
                 "for i in 1 2; do dd if=a; done");
    assert_parts("(cd x && dd if=a)", "dd if=a", "-");
    assert_parts("LC_ALL=C nice -n 5 dd if=a", "nice -n 5 dd if=a", "-");
    assert_parts("time docker run --rm -v a:/b img dd if=x of=/b/y", "dd if=x of=/b/y",
                 "docker run --rm -v a:/b img dd if=x of=/b/y");
    assert_parts("docker run img sh -c 'dd if=x; sync'", "dd if=x", "-");
    assert_parts("echo 'dd if=a'", "-", "-");
}

static void loops_and_repeats(void **state)
{
    (void)state;
    command_line c = parse("dd if=a; dd if=b");
    assert_str(command_find(&c, S("dd"), 1)->text, "dd if=b");
    assert_str(command_find(&c, S("dd"), 9)->text, "dd if=b");
    assert_false(command_find(&c, S("dd"), 0)->in_loop);
    c = parse("while true; do dd if=a; done");
    assert_true(command_find(&c, S("dd"), 0)->in_loop);
    c = parse("cd /x; sync; ./run --fast # note");
    assert_str(command_main(&c)->text, "./run --fast");
    assert_str(c.comment, "note");
}

static void timers(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        timer kind;
        const char *format;
    } cases[] = {
        {"time x", TIMER_SHELL, ""},
        {"time -p x", TIMER_SHELL, ""},
        {"time -v x", TIMER_PROGRAM, ""},
        {"\\time x", TIMER_PROGRAM, ""},
        {"gtime -f '%e s' x", TIMER_PROGRAM, "%e s"},
        {"/usr/bin/time --format='%e' x", TIMER_PROGRAM, "%e"},
        {"TIME='%U' /usr/bin/time x", TIMER_PROGRAM, "%U"},
        {"busybox time x", TIMER_BUSYBOX, ""},
        {"command time x", TIMER_PROGRAM, ""},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        command_line c = parse(cases[i].line);
        const invocation *t = command_timed(&c, 0);
        assert_non_null(t);
        assert_int_equal(t->timer, cases[i].kind);
        assert_str(t->time_format, cases[i].format);
        assert_str(t->program, "x");
    }
    time_alias alias;
    assert_true(
        command_time_alias(&perm, S("alias t='/usr/bin/time -f \"%e\"'"), &alias));
    assert_str(alias.name, "t");
    assert_str(alias.format, "%e");
    assert_false(command_time_alias(&perm, S("alias ll='ls -l'"), &alias));
    command_line c;
    command_parse(&perm, S("t make -j2"), &alias, &c);
    assert_str(command_timed(&c, 0)->text, "make -j2");
}

static void assert_variant(const char *command, const char *want)
{
    verdict_on_variant v = command_variant(&perm, scratch, str_from(command));
    assert_str(v.variant.ptr ? v.variant : S("-"), want);
    assert_int_equal(v.variant.len > 0, v.why.len > 0);
}

static void variants(void **state)
{
    (void)state;
    assert_variant("docker run --rm img", "docker");
    assert_variant("sudo podman run img prog", "docker");
    assert_variant("docker exec web prog", "docker");
    assert_variant("docker build .", "-");
    assert_variant("wasmtime run --dir=. a.wasm", "wasm");
    assert_variant("node a.wasm", "wasm");
    assert_variant("./native/prog", "-");
    assert_variant("docker run --runtime=io.containerd.wasmedge.v1 img", "wasm");
    assert_variant("docker run -v v:/d img dd if=a of=/d/x", "volume");
    assert_variant("docker run -v /h:/d img dd if=a of=/d/x", "bind");
    assert_variant("docker run -v $PWD:/d -w /d img dd if=a of=x", "bind");
    assert_variant("docker run -v \"$(pwd)\":/d img sh -c 'dd if=a of=/d/x'", "bind");
    assert_variant("docker run --mount type=volume,src=v,dst=/d img dd of=/d/x",
                   "volume");
    assert_variant("docker run --tmpfs=/d:size=1g img dd if=a of=/d/x", "tmpfs");
    assert_variant("docker run -v /d img dd if=a of=/d/x", "volume");
    assert_variant("docker run -v C:\\\\h:/d img dd if=a of=/d/x", "bind");
    assert_variant("docker run -v /h:/d img dd if=a of=/e/x", "container filesystem");
    assert_variant("docker run -v /h:/data img cp /a /data2/x", "container filesystem");
    assert_variant("docker run -v /h:/d img prog", "docker");
    assert_variant("", "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),           cmocka_unit_test(goes_on),
        cmocka_unit_test(parts_of_a_line), cmocka_unit_test(loops_and_repeats),
        cmocka_unit_test(timers),          cmocka_unit_test(variants),
    };
    return cmocka_run_group_tests_name("command", tests, open_arena, close_arena);
}
