#include "check.h"

#include "pdf/artifacts.h"

static arena perm;

static void check_marked(const char *content, const char *want)
{
    str got = artifacts_mark(&perm, str_from(content));
    check_str(got, want);
    check_str(artifacts_mark(&perm, got), want); /* and not once more */
}

static void what_no_tag_holds_is_an_artifact(void **state)
{
    (void)state;
    check_marked(
        "1 0 0 -1 0 842 cm\nq\nBT (head)Tj ET\n/P << /MCID 0 >> BDC\nBT (a)Tj ET\nEMC\n"
        "0 0 5 5 re f\n",
        "/Artifact BMC\n1 0 0 -1 0 842 cm\nq\nBT (head)Tj ET\nEMC\n"
        "/P << /MCID 0 >> BDC\nBT (a)Tj ET\nEMC\n"
        "/Artifact BMC\n0 0 5 5 re f\nEMC\n");
}

static void what_paints_nothing_stays(void **state)
{
    (void)state;
    check_marked("", "");
    check_marked("q 1 g /a0 gs Q\n", "q 1 g /a0 gs Q\n");
    check_marked("q\n/H1<</MCID 3>>BDC BT(x)Tj ET EMC\nQ\n",
                 "q\n/H1<</MCID 3>>BDC BT(x)Tj ET EMC\nQ\n");
}

/* Words that stand for glyphs are marked content, too, and are no tags. */
static void marked_content_without_a_number_is_no_tag(void **state)
{
    (void)state;
    check_marked(
        "BT /Span << /ActualText <feff0020> >> BDC (x)Tj EMC ET\n"
        "/P <</MCID 1>> BDC BT /Span <</ActualText (EMC)>> BDC (y)Tj EMC (z)' ET EMC\n",
        "/Artifact BMC\n"
        "BT /Span << /ActualText <feff0020> >> BDC (x)Tj EMC ET\nEMC\n"
        "/P <</MCID 1>> BDC BT /Span <</ActualText (EMC)>> BDC (y)Tj EMC (z)' ET EMC\n");
}

/* A title may be called like an operator. */
static void strings_are_not_read(void **state)
{
    (void)state;
    check_marked(
        "/P << /MCID 0 >> BDC [(EMC) 3 (\\) f (/MCID 1 BDC\n\\( ) EMC)]TJ EMC\nq Q\n",
        "/P << /MCID 0 >> BDC [(EMC) 3 (\\) f (/MCID 1 BDC\n\\( ) EMC)]TJ EMC\nq Q\n");
    check_marked("[(/P << /MCID 0 >> BDC)]TJ",
                 "/Artifact BMC\n[(/P << /MCID 0 >> BDC)]TJ\nEMC\n");
    check_marked("(never closed EMC", "(never closed EMC");
}

int main(void)
{
    perm = arena_open(1 << 20);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_tag_holds_is_an_artifact),
        cmocka_unit_test(what_paints_nothing_stays),
        cmocka_unit_test(marked_content_without_a_number_is_no_tag),
        cmocka_unit_test(strings_are_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
