#include "base/base.h"

#include "base/num.h"
#include "project/derive.h"

static const str price_keys[] = {STR_INIT("amount"), STR_INIT("currency"),
                                 STR_INIT("per")};
static const str rule_keys[] = {STR_INIT("formula"), STR_INIT("unit"), STR_INIT("better"),
                                STR_INIT("label"), STR_INIT("workload")};

/* --- prices ----------------------------------------------------------------------- */

static bool needs(const source *src, const yaml *map, str key, err *e)
{
    return yaml_get(map, key)
           || err_at(e, src, map->key_raw, "'%.*s' lacks '%.*s'", SV(map->key), SV(key));
}

static bool bad_unit(const source *src, const yaml *v, str word, arena scratch, err *e)
{
    err_at(e, src, v->raw, "unknown unit '%.*s'", SV(word));
    str near = quantity_nearest(word, scratch);
    return near.len > 0 ? err_hint(e, "Did you mean '%.*s'?", SV(near))
                        : err_hint(e, "Units are words such as s, month, GB, million "
                                      "requests, W or USD, with '/' or 'per' between.");
}

/* The price by base units: 11.99 USD per month are 4.56e-6 USD/s. */
static bool settle_price(const source *src, const yaml *y, price *p, arena scratch,
                         err *e)
{
    quantity_unit money = {.scale = 1}, per = {.scale = 1};
    str bad = {0};
    if (!quantity_word(p->currency, &money) || money.of.money != 1) {
        err_at(e, src, yaml_get(y, S("currency"))->raw, "unknown currency '%.*s'",
               SV(p->currency));
        return err_hint(e, "Write its code: USD, EUR, GBP and the like.");
    }
    if (p->per.len > 0 && !quantity_unit_parse(p->per, &per, &bad)) {
        return bad_unit(src, yaml_get(y, S("per")), bad, scratch, e);
    }
    p->value = p->amount / per.scale;
    return dimension_times(money.of, per.of, true, &p->of)
           || err_at(e, src, yaml_get(y, S("per"))->raw,
                     "a price can't be in two currencies");
}

static bool load_price(const source *src, const yaml *y, price *p, arena scratch, err *e)
{
    *p = (price){.variant = y->key, .raw = y->key_raw};
    str amount = {0};
    if (!yaml_check_id(src, y, e)
        || !yaml_keys(src, y, price_keys, COUNTOF(price_keys), scratch, e)
        || !needs(src, y, S("amount"), e) || !needs(src, y, S("currency"), e)
        || !yaml_text(src, y, S("amount"), &amount, e)
        || !yaml_text(src, y, S("currency"), &p->currency, e)
        || !yaml_text(src, y, S("per"), &p->per, e)) {
        return false;
    }
    if (!num_double(amount, &p->amount) || p->amount < 0) {
        return err_at(e, src, yaml_get(y, S("amount"))->raw,
                      "'amount' must be a number from 0, found '%.*s'", SV(amount));
    }
    return settle_price(src, y, p, scratch, e);
}

/* --- derived metrics ---------------------------------------------------------------- */

static bool read_better(const source *src, const yaml *y, str text, better *ret, err *e)
{
    if (str_eq(text, S("lower")) || str_eq(text, S("higher"))) {
        *ret = *text.ptr == 'l' ? BETTER_LOWER : BETTER_HIGHER;
        return true;
    }
    return text.len == 0
           || err_at(e, src, yaml_get(y, S("better"))->raw,
                     "'better' must be lower or higher, found '%.*s'", SV(text));
}

/* A metric's name stands in formulas and before '.STAT'. */
static bool check_name(const source *src, const yaml *y, err *e)
{
    if (!yaml_check_id(src, y, e)) {
        return false;
    }
    bool fine = *y->key.ptr >= 'a' && *y->key.ptr <= 'z';
    if (!fine || str_has(y->key, S(".")) || str_has(y->key, S("-"))
        || str_eq(y->key, S("price"))) {
        err_at(e, src, y->key_raw, "'%.*s' can't name a metric", SV(y->key));
        return err_hint(e, "Use lower-case letters, digits and '_'; 'price' is taken.");
    }
    return true;
}

static bool parse_formula(arena *perm, arena scratch, const source *src, const yaml *y,
                          derived_rule *rule, err *e)
{
    const yaml *v = yaml_get(y, S("formula"));
    formula_error why;
    rule->formula_raw = v->raw;
    if (formula_parse(perm, scratch, yaml_view(src, v), &rule->f, &why)) {
        return true;
    }
    err_at(e, src, why.part, "%s", why.text);
    if (e->line == 0) {
        err_at(e, src, v->raw, "%s", why.text);
    }
    return why.hint[0] ? err_hint(e, "%s", why.hint) : false;
}

static bool load_rule(arena *perm, arena scratch, const study *s, const yaml *y,
                      derived_rule *rule, err *e)
{
    const source *src = &s->yaml;
    *rule = (derived_rule){.name = y->key, .raw = y->key_raw};
    str text = {0}, better_text = {0}, bad = {0};
    if (!check_name(src, y, e)
        || !yaml_keys(src, y, rule_keys, COUNTOF(rule_keys), scratch, e)
        || !needs(src, y, S("formula"), e) || !yaml_text(src, y, S("formula"), &text, e)
        || !yaml_text(src, y, S("unit"), &rule->unit, e)
        || !yaml_text(src, y, S("label"), &rule->label, e)
        || !yaml_text(src, y, S("workload"), &rule->workload, e)
        || !yaml_text(src, y, S("better"), &better_text, e)
        || !read_better(src, y, better_text, &rule->better, e)) {
        return false;
    }
    quantity_unit u;
    if (rule->unit.len > 0) {
        rule->unit_raw = yaml_get(y, S("unit"))->raw;
        if (!quantity_unit_parse(rule->unit, &u, &bad)) {
            return bad_unit(src, yaml_get(y, S("unit")), bad, scratch, e);
        }
    }
    return parse_formula(perm, scratch, src, y, rule, e);
}

bool derive_load(arena *perm, arena scratch, study *s, const yaml *root, err *e)
{
    const yaml *prices = NULL, *rules = NULL;
    if (!yaml_map(&s->yaml, root, S("prices"), &prices, e)
        || !yaml_map(&s->yaml, root, S("derived"), &rules, e)) {
        return false;
    }
    price **last_price = &s->prices;
    for (const yaml *y = prices ? prices->first : NULL; y; y = y->next) {
        *last_price = NEW(perm, price, 1);
        if (!load_price(&s->yaml, y, *last_price, scratch, e)) {
            return false;
        }
        last_price = &(*last_price)->next;
    }
    derived_rule **last = &s->derived;
    for (const yaml *y = rules ? rules->first : NULL; y; y = y->next) {
        *last = NEW(perm, derived_rule, 1);
        if (!load_rule(perm, scratch, s, y, *last, e)) {
            return false;
        }
        last = &(*last)->next;
    }
    return true;
}
