#include "base/base.h"

#include <setjmp.h>

#include <cmocka.h>

#include "import/text.h"

static arena perm, scratch;

static int open_arena(void **state)
{
    (void)state;
    perm = arena_open(1 << 28);
    scratch = arena_open(1 << 28);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    arena_close(&perm);
    arena_close(&scratch);
    return 0;
}

static text *split(str bytes)
{
    source *src = NEW(&perm, source, 1);
    *src = (source){.path = "t.txt", .bytes = bytes};
    err e = {0};
    text *t = text_split(&perm, scratch, src, &e);
    assert_non_null(t);
    return t;
}

static void assert_str(str got, const char *want)
{
    assert_string_equal(str_cz(&perm, got), want);
}

/* All lines, cleaned, with '|' between them. */
static void assert_lines(str bytes, const char *want)
{
    text *t = split(bytes);
    str all = {0};
    for (ptrdiff_t i = 0; i < t->n; i++) {
        all = str_fmt(&perm, "%.*s%s%.*s", SV(all), i > 0 ? "|" : "", SV(t->lines[i].s));
    }
    assert_str(all, want);
}

static void assert_bare(str bytes, const char *want)
{
    text *t = split(bytes);
    str all = {0};
    for (ptrdiff_t i = 0; i < t->n; i++) {
        all =
            str_fmt(&perm, "%.*s%s%.*s", SV(all), i > 0 ? "|" : "", SV(t->lines[i].bare));
    }
    assert_str(all, want);
}

static void line_ends(void **state)
{
    (void)state;
    assert_lines(S("a\nb\n"), "a|b");
    assert_lines(S("a\r\nb\r\r\nc"), "a|b|c");
    assert_lines(S("a\n\n b\n"), "a|| b");
    assert_lines(S(""), "");
    assert_int_equal(split(S(""))->n, 0);
}

static void redrawn_pieces_share_a_line(void **state)
{
    (void)state;
    text *t = split(S("x\n\r10%\r20%\rdone\ny\n"));
    assert_int_equal(t->n, 5);
    assert_str(t->lines[2].s, "20%");
    assert_true(t->lines[2].after_cr);
    assert_int_equal(t->lines[3].line, 2);
    assert_false(t->lines[4].after_cr);
    assert_int_equal(t->lines[4].line, 3);
}

static void paste_mode_ends_a_line(void **state)
{
    (void)state;
    text *t = split(S("$ ls\x1B[?2004l\rfile\n"));
    assert_int_equal(t->n, 2);
    assert_str(t->lines[0].s, "$ ls");
    assert_str(t->lines[1].s, "file");
    assert_false(t->lines[1].after_cr);
}

static void escapes_go(void **state)
{
    (void)state;
    assert_lines(S("\x1B[1;32m ok\x1B[0m\x1B(B done\x07"), " ok done");
    assert_lines(S("\x1B]0;title\x07$ a\n\x1B]8;;http://x\x1B\\l\x1B]8;;\x1B\\"),
                 "$ a|l");
    assert_lines(S("\x1B]0;never closed"), "0;never closed");
    assert_lines(S("end \x1B"), "end ");
    assert_lines(S("a\x1B["), "a");
}

static void edits_are_played_out(void **state)
{
    (void)state;
    assert_lines(S("lx\b \bs -l"), "ls -l");
    assert_lines(S("l\bls"), "ls");
    assert_lines(S("abc\x1B[2D\x1B[PX"), "aX");
    assert_lines(S("ad\b\x1B[2@bc"), "abcd");
    assert_lines(S("abc\x1B[3D\x1B[Kxy"), "xy");
    assert_lines(S("\b\ba\x1B[2Cb"), "a  b");
    assert_int_equal(split(S("\x1B[99999Cx"))->lines[0].s.len, 4096);
}

static void blanks(void **state)
{
    (void)state;
    assert_lines(S("a\xC2\xA0"
                   "b\xE2\x80\xAF"
                   "c"),
                 "a b c");
}

static void other_encodings(void **state)
{
    (void)state;
    assert_lines(S("\xEF\xBB\xBF"
                   "a\n"),
                 "a");
    assert_lines(S("\xFF\xFE\xB1\x00\x20\x00\x35\x00\r\x00\n\x00z\x00"), "± 5|z");
    assert_lines(S("\xFE\xFF\x00m\x00\n\x03\xC3"), "m|σ");
    assert_lines(S("1\0"
                   "2\0"
                   "3\0\n\0"
                   "4\0\n\0"),
                 "123|4");
    assert_lines(S("Datens\xE4tze \x93x\x94"), "Datensätze “x”");
}

static void mojibake(void **state)
{
    (void)state;
    assert_lines(S("5 Â± 1 â€¦ Ïƒ Âµs"), "5 ± 1 … σ µs");
    assert_lines(S("5 ┬▒ 1 ΓÇª ╧â ┬╡s"), "5 ± 1 … σ µs");
    assert_lines(S("ÔÇª"), "…");
    assert_lines(S("ÃƒÂ©té été Ä “x” ██░░ █░ ──"), "Ã©té été Ä “x” ██░░ █░ ──");
}

static void time_stamps_of_every_line(void **state)
{
    (void)state;
    assert_lines(S("2026-12-01T00:12:35.2456152Z + a\n2026-12-01T00:12:36.1Z   b\n"
                   "2026-12-01T00:12:36.1Z\n"),
                 "+ a|  b|");
    assert_lines(S("[00:12:35] a\n[00:12:36] b\n[00:12:37] c\n"), "a|b|c");
    assert_lines(S("00:12:35 elapsed\nother\nthird\n"), "00:12:35 elapsed|other|third");
    assert_lines(
        S("job\tstep\t2026-12-01T00:12:35Z a\njob\tstep\t2026-12-01T00:12:35Z b"), "a|b");
    assert_lines(S("Dec  1 00:12:35 vm dd[77]: a\nDec  1 00:12:36 vm dd[77]: b\n"),
                 "a|b");
    assert_lines(S("#7 [2/3] RUN x\n#7 0.412 a\n#7 12.5   b\n"), "#7 [2/3] RUN x|a|  b");
    assert_lines(S("2026-12-01T00:12:35.245615Z 00O a\n2026-12-01T00:12:35.3Z 00O+b\n"),
                 "a|b");
}

static void compose_prefixes(void **state)
{
    (void)state;
    text *t = split(S("Attaching to bench-1\nbench-1  | 1+0 records in\nbench-1  | \n"
                      "bench-1  | 1+0 records out\nbench-1 exited with code 0\n"));
    assert_str(t->lines[1].s, "1+0 records in");
    assert_str(t->lines[1].from, "bench-1");
    assert_str(t->lines[0].s, "Attaching to bench-1");
    assert_lines(S("Command | Mean\nfoo | 12\n"), "Command | Mean|foo | 12");
}

static void markdown(void **state)
{
    (void)state;
    assert_bare(S("## Words ##\n* On host\n**Case A**:\n> quoted\n`time x`\n3. third\n"),
                "Words|On host|Case A|quoted|time x|third");
    assert_bare(S("```bash\n# not a heading\n> x\n```\n"), "|# not a heading|> x|");
    assert_bare(S("```Done!\nStatistics\nlast```\nafter\n"),
                "Done!|Statistics|last|after");
    assert_bare(S("> ```\n> a\n> ```\n"), "|a|");
    assert_bare(S("| `a b` | 1 |\necho `id` `x`\n1.04 ± 0.07 times\n"),
                "| `a b` | 1 ||echo `id` `x`|1.04 ± 0.07 times");
    text *t = split(S("### x\n```\n# y\n```\n"));
    assert_int_equal(t->lines[0].mark, MARK_HEADING);
    assert_int_equal(t->lines[0].level, 3);
    assert_true(t->lines[1].fence);
    assert_true(t->lines[2].fenced);
    assert_int_equal(t->lines[2].mark, MARK_NONE);
    assert_str(t->lines[0].s, "### x");
}

static void breaks_spelled_out(void **state)
{
    (void)state;
    text *t = split(S("{\"stderr\": \"1+0 records in\\n1+0 records out\\n12 bytes\\t\"}\n"
                      "alias t='-f \"\\nCPU\"'\n"));
    assert_int_equal(t->n, 4);
    assert_str(t->lines[1].s, "1+0 records out");
    assert_int_equal(t->lines[2].line, 1);
    assert_str(t->lines[3].s, "alias t='-f \"\\nCPU\"'");
}

/* More breaks than line ends in the file: each must have found its place. */
static void breaks_hidden_from_a_count_of_bytes(void **state)
{
    (void)state;
    text *t = split(S("{\"stderr\": \"one\\rtwo\\rthree\\r1+0 records out\\n\"}\n"));
    assert_int_equal(t->n, 5);
    assert_str(t->lines[3].s, "1+0 records out");
    /* a carriage return, then a letter whose high byte looks like another */
    static const char utf16[] = "\xFE\xFF\0a\0\r\x0D\x05\0\r\x0D\x05\0\r\x0A\x05\0\n";
    t = split((str){utf16, sizeof utf16 - 1});
    assert_int_equal(t->n, 4);
}

/* A file without a line end in front of another. */
static void glued(void **state)
{
    (void)state;
    text *t = split(S("  Range (min … max): 1 s … 2 s    28 runsBenchmark 1: b\n"
                      "1 bytes copied, 1 s, 1.0 GB/s1024+0 records in\n"
                      "  Throughput: 1.1MB/sBombarding http://x/\n"
                      "one of the runs: Benchmark 2\n"));
    assert_int_equal(t->n, 7);
    assert_str(t->lines[1].s, "Benchmark 1: b");
    assert_int_equal(t->lines[1].line, 1);
    assert_str(t->lines[2].s, "1 bytes copied, 1 s, 1.0 GB/s");
    assert_str(t->lines[3].s, "1024+0 records in");
    assert_str(t->lines[5].s, "Bombarding http://x/");
}

static void limits(void **state)
{
    (void)state;
    char *bytes = NEW(&perm, char, TEXT_LONGEST_LINE + 3);
    memset(bytes, 'x', TEXT_LONGEST_LINE + 3);
    bytes[1] = '\n';
    source src = {.path = "t.txt", .bytes = {bytes, TEXT_LONGEST_LINE + 3}};
    err e = {0};
    assert_null(text_split(&perm, scratch, &src, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    assert_int_equal(e.line, 2);
    assert_string_equal(e.text, "this line is longer than 16 MiB");
}

static void binary(void **state)
{
    (void)state;
    assert_true(text_is_binary(S("\x7F"
                                 "ELF\2\1\1\0\0\0\0\0\0")));
    assert_false(text_is_binary(S("\xFF\xFE"
                                  "a\0\n\0")));
    assert_false(text_is_binary(S("\x1B[1mtext\x1B[0m \xE4 \xF6\n")));
    assert_false(text_is_binary(S("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_ends),
        cmocka_unit_test(redrawn_pieces_share_a_line),
        cmocka_unit_test(paste_mode_ends_a_line),
        cmocka_unit_test(escapes_go),
        cmocka_unit_test(edits_are_played_out),
        cmocka_unit_test(blanks),
        cmocka_unit_test(other_encodings),
        cmocka_unit_test(mojibake),
        cmocka_unit_test(time_stamps_of_every_line),
        cmocka_unit_test(compose_prefixes),
        cmocka_unit_test(markdown),
        cmocka_unit_test(breaks_spelled_out),
        cmocka_unit_test(breaks_hidden_from_a_count_of_bytes),
        cmocka_unit_test(glued),
        cmocka_unit_test(limits),
        cmocka_unit_test(binary),
    };
    return cmocka_run_group_tests_name("text", tests, open_arena, close_arena);
}
