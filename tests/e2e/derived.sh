# Derived metrics: any formula over what was measured, on the page, in data.json, in selectors.
mkdir -p data/s
echo 'title: T' >broadsheet.yaml
cat >data/s/load.csv <<'END'
workload,variant,metric,value,unit,n,stddev
api,big,request_rate,4000,1/s,5,200
api,big,peak_memory,512,MiB,5,0
api,small,request_rate,1000,1/s,5,10
api,idle,request_rate,0,1/s,5,0
disk,big,throughput,100,MB/s,,
END
yaml() { # yaml RULE…: study.yaml with these derived metrics, one a line
    printf 'baseline: big\nprices:\n  big: {amount: 73.05, currency: USD, per: month}\n' >data/s/study.yaml
    printf '  small: {amount: 0.01, currency: USD, per: hour}\nderived:\n' >>data/s/study.yaml
    for rule; do printf '  %s\n' "$rule" >>data/s/study.yaml; done
}
derived() { # derived VARIANT METRIC FIELD: what data.json has
    jq -r --arg v "$1" --arg m "$2" ".derived[] | select(.variant == \$v and .metric.name == \$m) | $3" \
        site/s/data.json
}

# 73.05 USD a month of 30.4375 days, 4000 requests a second: 0.00694… USD a million
yaml 'cost: {formula: price / request_rate, unit: USD per million requests, better: lower, label: cost of a million}' \
    'dearer: {formula: cost * 2, unit: USD per million requests}' 'gap: {formula: 1 / request_rate, unit: s}'
printf 'It costs {{ value api/big cost }}, {{ ratio api/big api/small cost }}. {{ claim "less" : value api/big cost < 0.007 USD per million requests }}\n' >data/s/post.md
expect 0 "$BROADSHEET" build
says err "gap of api/idle can't be computed: 1 / request_rate divides by zero"
[ "$(derived big cost '.metric.mean * 1e8 | round')" = 694444 ]
[ "$(derived big cost .metric.derived)" = true ]
[ "$(derived big cost .formula)" = "price / request_rate" ]
[ "$(derived big cost '.inputs[1] | "\(.file):\(.line)"')" = "load.csv:2" ]
# one input varies: first order, |d cost / d rate| s = cost * 200 / 4000
[ "$(derived big cost '.metric.stddev * 1e10 | round')" = 3472222 ]
[ "$(derived big cost .metric.n)" = 5 ]
[ "$(derived big dearer '.metric.mean * 1e8 | round')" = 1388889 ]
[ "$(derived big dearer '.metric.stddev * 1e10 | round')" = 6944444 ]
grep -q '"derived","cost","USD per million requests",5,' site/s/data.csv || fail "no derived row in data.csv"
sed 's/&nbsp;/ /g' site/s/index.html >page
says page 'href="#derived-cost">0.006944 ± 0.00035 USD per million requests'
says site/s/index.html 'href="raw/load.csv.html#L2">4,000'
says site/s/index.html 'id="derived-cost"'
says site/s/index.html 'a month is 30.4375 days'
says site/s/index.html 'JCGM 100:2008'
says page '“less” holds: 0.006944'
jq -r --argjson schema "$(cat "$TOP/schema/broadsheet-study-1.schema.json")" \
    -f "$TOP/tests/e2e/schema.jq" site/s/data.json >violations
[ ! -s violations ] || fail "$(head -n 5 violations)"

# two metrics of the same runs: how they vary together isn't known, so there is no spread
yaml 'per_byte: {formula: request_rate / peak_memory}'
rm data/s/post.md
expect 0 "$BROADSHEET" build
[ "$(derived big per_byte .metric.stddev)" = null ]
[ "$(derived big per_byte .metric.unit)" = 1/B/s ]
says site/s/index.html "how its inputs vary together"

# single runs: the formula is computed for each of them, so there is nothing to propagate
cat >data/s/runs.csv <<'END'
workload,variant,metric,value,unit
job,big,wall_time,2,s
job,big,user_time,6,s
job,big,wall_time,4,s
job,big,user_time,4,s
END
yaml 'cores: {formula: user_time / wall_time, unit: cores}'
expect 0 "$BROADSHEET" build
[ "$(derived big cores '.metric.samples | tojson')" = "[3,1]" ]
[ "$(derived big cores .metric.mean)" = 2 ]
rm data/s/runs.csv

# What is wrong is shown where it stands in study.yaml.
refuse() { # refuse RULE PLACE TEXT
    yaml "$1"
    expect 2 "$BROADSHEET" build
    says err "data/s/study.yaml:6:$2: $3"
}
refuse 'cost: {formula: price / request_rat}' 27 "unknown metric 'request_rat'"
says err "Did you mean 'request_rate'?"
refuse 'cost: {formula: price + request_rate}' 25 "'+' can't take USD/s and 1/s"
refuse 'cost: {formula: "price / (request_rate"}' 41 "the formula ends where ')' should stand"
refuse 'cost: {formula: price.bigg / request_rate}' 19 "unknown price 'bigg'"
refuse 'cost: {formula: price / request_rate, unit: USD per month}' 47 "the formula gives USD, and 'USD per month' is USD/s"
refuse 'cost: {formula: price / request_rate, unit: USD per milion}' 47 "unknown unit 'milion'"
refuse 'cost: {formula: 2 * 3}' 19 "the formula takes no metric"
refuse 'cost: {formula: peak_memory / throughput}' 19 "no result has all that the formula needs"
refuse 'cost: {unit: s}' 3 "'cost' lacks 'formula'"
refuse 'cost: {formula: price / request_rate, better: more}' 49 "'better' must be lower or higher, found 'more'"
refuse 'co.st: {formula: price / request_rate}' 3 "'co.st' can't name a metric"
yaml 'cost: {formula: price / request_rate}'
sed -i 's/^  small:/  smal:/' data/s/study.yaml
expect 2 "$BROADSHEET" build
says err "data/s/study.yaml:4:3: there is no variant 'smal' to have a price"
yaml 'cost: {formula: price / request_rate}'
sed -i 's/per: hour/per: fortnight/' data/s/study.yaml
expect 2 "$BROADSHEET" build
says err "unknown unit 'fortnight'"
yaml 'cost: {formula: price / request_rate}'
sed -i 's/currency: USD, per: hour/currency: dollars/' data/s/study.yaml
expect 2 "$BROADSHEET" build
says err "unknown currency 'dollars'"

# A bill: a row an item, arithmetic and total; stated sums that don't follow say so.
cat >data/s/bill.csv <<'END'
workload,variant,metric,value,unit
calls,faas,quantity,3,1
calls,faas,included,1,1
calls,faas,unit_price,0.60,USD
calls,faas,stated_cost,1.20,USD
memory,faas,quantity,5,1
memory,faas,included,8,1
memory,faas,unit_price,0.07,USD
memory,faas,stated_cost,9.50,USD
END
printf 'derived:\n  cost: {formula: "max(quantity - included, 0) * unit_price", unit: USD}\n' >data/s/study.yaml
printf '  all: {formula: total(cost), workload: calls}\n' >>data/s/study.yaml
printf '{{ costs faas quantity included unit_price cost stated_cost }}\n\n{{ value calls/faas all }}\n' >data/s/post.md
expect 0 "$BROADSHEET" build
sed -e 's/<[^>]*>/ /g' -e 's/  */ /g' site/s/index.html >text
tr '\n' ' ' <text | sed 's/  */ /g' >page
says page "calls 3 1 0.60 1.20 1.20"
says page "memory 5 8 0.07 0.00 9.50 9.50 more than computed"
says page "Total 1.20 10.70"
says page "0.07&nbsp;USD"
says page "unit price, USD 1 0.07 bill.csv:8"
[ "$(jq -r '.derived[] | select(.metric.name == "all") | .inputs[0].total_of' site/s/data.json)" = cost ]
jq -r --argjson schema "$(cat "$TOP/schema/broadsheet-study-1.schema.json")" \
    -f "$TOP/tests/e2e/schema.jq" site/s/data.json >violations
[ ! -s violations ] || fail "$(head -n 5 violations)"
says page "1.20&nbsp;USD"
printf '{{ costs faas quantity kost }}\n' >data/s/post.md
expect 2 "$BROADSHEET" build
says err "unknown metric 'kost'"
says err "Did you mean 'cost'?"
printf '{{ costs fass quantity }}\n' >data/s/post.md
expect 2 "$BROADSHEET" build
says err "unknown variant 'fass'"
