#include "base/base.h"

#include "check.h"
#include "model/known.h"
#include "model/model.h"
#include "model/role.h"

static arena a, scratch;

static void results_and_metrics_keep_their_order(void **state)
{
    (void)state;
    reading *r = reading_new(&a, S("x.txt"));
    result *one = reading_add(&a, r, S("dd"), S("dd if=a"), 3);
    result *two = reading_add(&a, r, S("dd"), (str){0}, 9);
    assert_int_equal(r->result_count, 2);
    assert_ptr_equal(r->results, one);
    assert_ptr_equal(one->next, two);
    assert_null(two->command.ptr);
    metric *m = result_add(&a, one, S("wall_time"), 4);
    result_add_value(&a, one, S("throughput"), 2e9, 7);
    check_str(m->unit, "s");
    assert_int_equal(m->better, BETTER_LOWER);
    assert_int_equal(one->last_line, 7);
    const metric *t = result_metric(one, S("throughput"));
    check_double(t->mean.value, 2e9);
    check_double(t->n.value, 1);
    assert_false(t->stddev.known);
    assert_null(result_metric(one, S("latency")));
}

static void parameters_are_replaced(void **state)
{
    (void)state;
    result *r = reading_add(&a, reading_new(&a, S("x")), S("k6"), S("c"), 1);
    result_param(&a, r, S("size"), S("1"));
    result_param(&a, r, S("mode"), S("a"));
    result_param(&a, r, S("size"), S("2"));
    check_str(result_param_get(r, S("size")), "2");
    check_str(r->params->next->name, "mode");
    assert_null(r->params->next->next);
    assert_null(result_param_get(r, S("none")).ptr);
}

static void known_names(void **state)
{
    (void)state;
    for (ptrdiff_t i = 0; known_metric_at(i).name.ptr; i++) {
        known_metric k = known_metric_at(i);
        assert_true(k.unit.len > 0 && k.title.len > 0);
        check_str(known_metric_of(k.name).title, str_cz(&a, k.title));
        for (ptrdiff_t j = 0; j < i; j++) {
            assert_false(str_eq(known_metric_at(j).name, k.name));
        }
    }
    assert_null(known_metric_at(-1).name.ptr);
    known_metric unknown = known_metric_of(S("frobs"));
    check_str(unknown.unit, "1");
    assert_int_equal(unknown.better, BETTER_UNSTATED);
    check_str(known_metric_of(S("latency{status:200}")).unit, "s");
    check_str(metric_title(&a, S("latency{status:200}")), "latency {status:200}");
    check_str(metric_title(&a, S("my_own_metric")), "my own metric");
}

/* Reference: R 4, x <- c(...); mean(x); sd(x); quantile(x, c(.5, .9, .99), type = 7) */
static void statistics_follow_from_samples(void **state)
{
    (void)state;
    double x[] = {3, 1, 4, 1, 5, 9, 2, 6};
    const double ps[] = {50, 90, 99};
    metric m = {.samples = x, .sample_count = COUNTOF(x)};
    metric_from_samples(&a, &m, ps, COUNTOF(ps), scratch);
    check_double(m.n.value, 8);
    check_double(m.mean.value, 3.875);
    assert_true(fabs(m.stddev.value - 2.748376143938713) < 1e-14);
    check_double(m.median.value, 3.5);
    check_double(m.min.value, 1);
    check_double(m.max.value, 9);
    assert_int_equal(m.estimator, ESTIMATOR_LINEAR);
    assert_true(fabs(metric_percentile(&m, 90).value - 6.9) < 1e-14);
    assert_true(fabs(metric_percentile(&m, 99).value - 8.79) < 1e-14);
    assert_false(metric_percentile(&m, 95).known);
    check_double(x[0], 3); /* the order of the file stays */
}

static void stated_statistics_stay(void **state)
{
    (void)state;
    double x[] = {1, 2, 3};
    metric m = {.samples = x, .sample_count = 3, .mean = SOME(2.04), .n = SOME(10)};
    metric_from_samples(&a, &m, NULL, 0, scratch);
    check_double(m.mean.value, 2.04);
    check_double(m.n.value, 10);
    check_double(m.max.value, 3);
    assert_int_equal(m.percentile_count, 0);
}

static void one_sample_has_no_spread(void **state)
{
    (void)state;
    double x[] = {7};
    metric m = {.samples = x, .sample_count = 1};
    metric_from_samples(&a, &m, NULL, 0, scratch);
    check_double(m.median.value, 7);
    assert_false(m.stddev.known);
    metric none = {0};
    metric_from_samples(&a, &none, NULL, 0, scratch);
    assert_false(none.n.known || none.mean.known);
}

/* Times that differ in the last digits only: a sum of squares would lose them all. */
static void nearly_equal_samples_keep_their_digits(void **state)
{
    (void)state;
    double x[] = {1e9 + 1, 1e9 + 2, 1e9 + 3};
    metric m = {.samples = x, .sample_count = 3};
    metric_from_samples(&a, &m, NULL, 0, scratch);
    check_double(m.stddev.value, 1);
}

static void written_as_the_schema_says(void **state)
{
    (void)state;
    reading *r = reading_new(&a, S("x.txt"));
    r->tool = S("dd");
    r->format = S("dd");
    result *item = reading_add(&a, r, S("dd"), (str){0}, 2);
    metric *m = result_add(&a, item, S("throughput"), 2);
    m->mean = SOME(0.1);
    reading_note(&a, r, DIAG_WARNING, 7, "%d lines", 3);
    out *o = out_memory(&a);
    reading_write_json(o, r, true);
    source src = {.path = "written", .bytes = out_text(o)};
    json *root = NULL;
    err e = {0};
    assert_true(json_parse(&a, &src, src.bytes, &root, NULL, &e));
    check_str(json_get(root, S("schema"))->text, "broadsheet/1");
    assert_int_equal(json_get(root, S("tool_version"))->kind, JSON_NULL);
    const json *first = json_get(root, S("results"))->first;
    assert_int_equal(json_get(first, S("command"))->kind, JSON_NULL);
    const json *stat = json_get(first, S("metrics"))->first;
    check_double(json_get(stat, S("mean"))->num, 0.1);
    assert_null(json_get(stat, S("n"))); /* not stated: not there */
    const json *note = json_get(root, S("diagnostics"))->first;
    check_str(json_get(note, S("message"))->text, "3 lines");
    check_double(json_get(note, S("line"))->num, 7);
}

static void roles_have_names(void **state)
{
    (void)state;
    for (int i = ROLE_NATIVE; i < ROLE_COUNT; i++) {
        role found = ROLE_GREY;
        assert_true(role_named(str_from(role_name((role)i)), &found));
        assert_int_equal(found, i);
    }
    role untouched = ROLE_BIND;
    assert_false(role_named(S("grey"), &untouched));
    assert_int_equal(untouched, ROLE_BIND);
}

int main(void)
{
    a = arena_open(1 << 24);
    scratch = arena_open(1 << 24);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_and_metrics_keep_their_order),
        cmocka_unit_test(parameters_are_replaced),
        cmocka_unit_test(known_names),
        cmocka_unit_test(statistics_follow_from_samples),
        cmocka_unit_test(stated_statistics_stay),
        cmocka_unit_test(one_sample_has_no_spread),
        cmocka_unit_test(nearly_equal_samples_keep_their_digits),
        cmocka_unit_test(written_as_the_schema_says),
        cmocka_unit_test(roles_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
