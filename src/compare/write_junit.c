/* JUnit's XML, as CI systems read it: a suite a metric, a case a cell. */
#include "base/base.h"

#include "compare/compare.h"
#include "compare/wording.h"
#include "xml/xml.h"

static void put_count(xml_node *n, const char *name, ptrdiff_t count, arena scratch)
{
    xml_attr(n, name, str_fmt(&scratch, "%td", count));
}

static bool is_skipped(const compare_cell *c)
{
    return !c->over_gate && c->state != CELL_COMPARED;
}

static void put_case(xml_node *suite, const compared *c, const compare_table *t,
                     ptrdiff_t k, arena scratch)
{
    const compare_cell *cell = &t->cells[k];
    ptrdiff_t row = k / c->of->column_count, column = k % c->of->column_count;
    xml_node *test = xml_element(suite, "testcase");
    xml_attr(test, "classname", wording_metric(&scratch, t));
    xml_attr(test, "name", wording_place(&scratch, c, t, row, column));
    str said = wording_verdict(&scratch, t, cell);
    if (cell->over_gate) {
        xml_attr(xml_element(test, "failure"), "message", cell->gate_why);
    } else if (is_skipped(cell)) {
        xml_attr(xml_element(test, "skipped"), "message", said);
    }
    row_form form = wording_form(c, t, row);
    const compare_cell *base = &t->cells[row * c->of->column_count + c->baseline];
    str text = str_fmt(&scratch, "%.*s against %.*s of %.*s: %.*s",
                       SV(wording_value(&scratch, t, cell, form)),
                       SV(wording_value(&scratch, t, base, form)),
                       SV(c->of->columns[c->baseline]), SV(said));
    xml_leaf(test, "system-out", text);
}

static void put_suite(xml_node *root, const compared *c, const compare_table *t,
                      arena scratch)
{
    ptrdiff_t failures = 0, skipped = 0, all = 0;
    xml_node *suite = xml_element(root, "testsuite");
    xml_attr(suite, "name", wording_title(&scratch, t));
    for (ptrdiff_t k = 0; k < t->row_count * c->of->column_count; k++) {
        if (k % c->of->column_count == c->baseline) {
            continue;
        }
        all++;
        failures += t->cells[k].over_gate;
        skipped += is_skipped(&t->cells[k]);
        put_case(suite, c, t, k, scratch);
    }
    put_count(suite, "tests", all, scratch);
    put_count(suite, "failures", failures, scratch);
    put_count(suite, "skipped", skipped, scratch);
}

void compare_write_junit(out *o, const compared *c, arena scratch)
{
    OWNED(xml_doc) doc = xml_doc_new("testsuites");
    xml_attr(xml_root(doc), "name", S("broadsheet compare"));
    for (ptrdiff_t i = 0; i < c->table_count; i++) {
        put_suite(xml_root(doc), c, &c->tables[i], scratch);
    }
    xml_write_xml(o, doc);
}
