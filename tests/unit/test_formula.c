/* Formulas of study.yaml: their arithmetic, units, slopes, and what is refused where. */
#include "check.h"

#include "project/formula.h"

typedef struct {
    arena perm, scratch;
} memory;

static int set_up(void **state)
{
    static memory m;
    m = (memory){arena_open(1 << 24), arena_open(1 << 24)};
    *state = &m;
    return 0;
}

static int tear_down(void **state)
{
    memory *m = *state;
    arena_close(&m->perm);
    arena_close(&m->scratch);
    return 0;
}

static formula parsed(memory *m, str text)
{
    formula f;
    formula_error why;
    if (!formula_parse(&m->perm, m->scratch, text, &f, &why)) {
        print_error("%.*s: %s\n", SV(text), why.text);
        fail();
    }
    return f;
}

static double value(memory *m, str text, const double *inputs)
{
    formula f = parsed(m, text);
    double v = 0;
    assert_true(formula_value(&f, inputs, &v, NULL));
    return v;
}

static void arithmetic_has_its_usual_order(void **state)
{
    memory *m = *state;
    check_double(value(m, S("2 + 3 * 4"), NULL), 14);
    check_double(value(m, S("(2 + 3) * 4"), NULL), 20);
    check_double(value(m, S("20 - 4 - 6"), NULL), 10);
    check_double(value(m, S("64/4/2"), NULL), 8);
    check_double(value(m, S("-3 * -2"), NULL), 6);
    check_double(value(m, S("max(2 - 5, 0) + min(7, 9)"), NULL), 7);
    check_double(value(m, S("1e3 + 1.5e-1"), NULL), 1000.15);
}

static void numbers_carry_their_units(void **state)
{
    memory *m = *state;
    check_double(value(m, S("2 kB"), NULL), 2000);
    check_double(value(m, S("1 month"), NULL), 30.4375 * 86400);
    check_double(value(m, S("3 million requests"), NULL), 3e6);
    check_double(value(m, S("10 MB/s"), NULL), 1e7);
    check_double(value(m, S("50 %"), NULL), 0.5);
    check_double(value(m, S("2 GB h"), NULL), 7.2e12);
    check_double(value(m, S("1 kWh / 1 h"), NULL), 1000);
}

static void inputs_are_listed_once(void **state)
{
    formula f =
        parsed(*state, S("wall_time@hyperfine / (latency.p99.9 + wall_time@hyperfine)"
                         " * price * price.big-one + total(cost) + \"a b{c:1}\""));
    assert_int_equal(f.input_count, 6);
    check_str(f.inputs[0].name, "wall_time");
    check_str(f.inputs[0].tool, "hyperfine");
    check_str(f.inputs[1].stat, "p99.9");
    assert_int_equal(f.inputs[2].kind, INPUT_PRICE);
    assert_int_equal(f.inputs[2].name.len, 0);
    check_str(f.inputs[3].name, "big-one");
    assert_int_equal(f.inputs[4].kind, INPUT_TOTAL);
    check_str(f.inputs[5].name, "a b{c:1}");
}

/* d(x y / (x + 3)) at x = 2, y = 5: by x 15/25, by y 2/5; max() has the slope of the
 * side that it takes. */
static void slopes_are_exact(void **state)
{
    formula f = parsed(*state, S("x * y / (x + 3) + max(y, 1) - min(x, 100)"));
    double v = 0, slopes[FORMULA_INPUTS];
    assert_true(formula_value(&f, (double[]){2, 5}, &v, slopes));
    check_double(v, 5);
    assert_true(fabs(slopes[0] - (0.6 - 1)) < 1e-15);
    assert_true(fabs(slopes[1] - (0.4 + 1)) < 1e-15);
}

static void nothing_is_divided_by_zero(void **state)
{
    formula f = parsed(*state, S("1 / x"));
    double v = 7;
    assert_false(formula_value(&f, (double[]){0}, &v, NULL));
    check_double(v, 7);
}

static void dimensions_follow_the_arithmetic(void **state)
{
    memory *m = *state;
    quantity_unit usd;
    assert_true(quantity_word(S("USD"), &usd));
    dimension price = {.money = 1, .seconds = -1, .currency = usd.of.currency};
    dimension rate = {.seconds = -1}, of;
    formula_error why;
    formula f = parsed(m, S("price / request_rate * 1 million requests"));
    assert_true(formula_dimension(&f, (dimension[]){price, rate}, m->scratch, &of, &why));
    check_str(dimension_text(&m->perm, of), "USD");

    f = parsed(m, S("price + request_rate"));
    assert_false(
        formula_dimension(&f, (dimension[]){price, rate}, m->scratch, &of, &why));
    assert_string_equal(why.text, "'+' can't take USD/s and 1/s");
    check_str(why.part, "+");
    assert_ptr_equal(why.part.ptr, f.text.ptr + 6);

    f = parsed(m, S("1 USD + 1 EUR"));
    assert_false(formula_dimension(&f, NULL, m->scratch, &of, &why));
    assert_string_equal(why.text, "'+' can't take USD and EUR");
}

static void units_of_several_words(void **state)
{
    (void)state;
    quantity_unit u;
    str bad;
    assert_true(quantity_unit_parse(S("USD per million requests"), &u, &bad));
    assert_true(fabs(u.scale - 1e-6) < 1e-21);
    assert_true(quantity_unit_parse(S("GB-hours"), &u, &bad));
    check_double(u.scale, 3.6e12);
    assert_true(quantity_unit_parse(S("1/s"), &u, &bad));
    assert_int_equal(u.of.seconds, -1);
    assert_false(quantity_unit_parse(S("USD per fortnight"), &u, &bad));
    check_str(bad, "fortnight");
    assert_false(quantity_unit_parse(S("USD/EUR"), &u, &bad));
    assert_false(quantity_unit_parse(S(" "), &u, &bad));
}

/* What can't be read is refused at its own place. */
static void errors_point_into_the_formula(void **state)
{
    memory *m = *state;
    const struct {
        str text;
        ptrdiff_t at;
        const char *says;
    } cases[] = {
        {STR_INIT(""), 0,
         "the formula ends where a metric, a number or '(' should stand"},
        {STR_INIT("1 +"), 3,
         "the formula ends where a metric, a number or '(' should stand"},
        {STR_INIT("(1 + 2"), 6, "the formula ends where ')' should stand"},
        {STR_INIT("1 + 2)"), 5, "expected an operator, found ')'"},
        {STR_INIT("wall_time × 2"), 10, "expected an operator, found '×'"},
        {STR_INIT("3 sekonds"), 2, "unknown unit 'sekonds'"},
        {STR_INIT("1.2.3"), 0, "'1.2.3' is not a number"},
        {STR_INIT("median(latency)"), 0, "unknown function 'median'"},
        {STR_INIT("max(1)"), 5, "expected ',', found ')'"},
        {STR_INIT("latency."), 7, "expected a statistic behind '.'"},
        {STR_INIT("\"latency"), 0, "the quote is not closed"},
        {STR_INIT("1 USD EUR"), 6, "a number can't be in two currencies"},
        {STR_INIT("total(3)"), 6, "expected a metric, found '3'"},
    };
    for (ptrdiff_t i = 0; i < COUNTOF(cases); i++) {
        formula f;
        formula_error why;
        assert_false(formula_parse(&m->perm, m->scratch, cases[i].text, &f, &why));
        assert_string_equal(why.text, cases[i].says);
        assert_int_equal(why.part.ptr - cases[i].text.ptr, cases[i].at);
    }
}

static void depth_and_size_have_limits(void **state)
{
    memory *m = *state;
    char deep[201], wide[1001];
    memset(deep, '(', 200);
    deep[200] = 0;
    for (int i = 0; i < 500; i++) {
        wide[2 * i] = '1';
        wide[2 * i + 1] = '+';
    }
    wide[999] = 0;
    formula f;
    formula_error why;
    assert_false(formula_parse(&m->perm, m->scratch, str_from(deep), &f, &why));
    assert_non_null(strstr(why.text, "nested deeper than 32"));
    assert_false(formula_parse(&m->perm, m->scratch, str_from(wide), &f, &why));
    assert_non_null(strstr(why.text, "more than 200 parts"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_has_its_usual_order),
        cmocka_unit_test(numbers_carry_their_units),
        cmocka_unit_test(inputs_are_listed_once),
        cmocka_unit_test(slopes_are_exact),
        cmocka_unit_test(nothing_is_divided_by_zero),
        cmocka_unit_test(dimensions_follow_the_arithmetic),
        cmocka_unit_test(units_of_several_words),
        cmocka_unit_test(errors_point_into_the_formula),
        cmocka_unit_test(depth_and_size_have_limits),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
