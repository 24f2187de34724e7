# compare takes studies, runs and results of the project, not only files.
mkdir -p data/s/march data/s/april data/t
echo 'title: T' >broadsheet.yaml
table() { # table FILE N RATE: N runs of a request rate, docker a little behind
    echo 'workload,variant,metric,value,unit,n,stddev' >"$1"
    printf 'api,native,request_rate,%s,1/s,%s,10\n' "$3" "$2" >>"$1"
    printf 'api,docker,request_rate,%s,1/s,%s,10\n' "$(($3 * 9 / 10))" "$2" >>"$1"
}
table data/s/march/rates.csv 10 5000
table data/s/april/rates.csv 10 4000
table data/t/other.csv 10 5000
sed -i 's/^api,/web,/; s/,docker,/,wasm,/' data/t/other.csv
printf 'date: 2026-03-01\nhost: {cpu: eight cores, os: Debian 12}\n' >data/s/march/run.yaml
printf 'date: 2026-04-01\nhost: {cpu: eight cores, os: Debian 12}\n' >data/s/april/run.yaml

# two runs: what both did is a row
expect 0 "$BROADSHEET" compare s/march s/april
says out "api/docker"
says out "−20.0%"
says out "2 worse; compared with march"
expect 1 "$BROADSHEET" compare s/march s/april --fail-over 5
says out "FAIL: requests per second of api/native in april"

# a study alone: its newest run, variants beside its baseline
printf 'baseline: native\nprices: {native: {amount: 10, currency: USD, per: month}, docker: {amount: 9, currency: USD, per: month}}\n' >data/s/study.yaml
printf 'derived: {cost: {formula: price / request_rate, unit: USD per million requests, better: lower}}\n' >>data/s/study.yaml
expect 0 "$BROADSHEET" compare s
says out "4,000"
says out "−10.0%"
says out "compared with native"
grep -q 5,000 out && fail "the older run was taken"

# two workloads by two tools: the baseline is the study's all the same
cp -R "$TOP/data/docker-wasm-native" data/
expect 0 "$BROADSHEET" compare docker-wasm-native
says out "compared with native"
rm -r data/docker-wasm-native

# results, with the study named or found; derived metrics are reached, too
expect 0 "$BROADSHEET" compare s:api/native api/docker
says out "compared with native"
says out "−10.0%"
cp out first
(cd data && "$BROADSHEET" compare -C .. s:api/native s:api/docker) >second
cmp first second
expect 0 "$BROADSHEET" compare s:api/native s:api/docker --metric cost
says out "same"
cp out by-option
expect 0 "$BROADSHEET" compare "s:api/native cost" "s:api/docker cost"
cmp out by-option
expect 2 "$BROADSHEET" compare "s:api/native kost" s:api/docker
says err "kost"
expect 0 "$BROADSHEET" compare s/march:api/native s/april:api/native
says out "−20.0%"

# what isn't compared must not differ; what is missing is shown as missing
sed -i 's/eight cores/four cores/' data/s/april/run.yaml
expect 0 "$BROADSHEET" compare s/march s/april
says out "not ranked: cpu four cores, not eight cores"
expect 0 "$BROADSHEET" compare s/march s/april --allow cpu
says out "−20.0%"
expect 0 "$BROADSHEET" compare s/march s/april --allow host
says out "−20.0%"
sed -i 's/four cores/eight cores/; s/$//' data/s/april/run.yaml
sed -i '/docker/d' data/s/april/rates.csv
expect 0 "$BROADSHEET" compare s/march s/april
says out "missing"

# a file beside a run
expect 0 "$BROADSHEET" compare data/s/march/rates.csv s/april
says out "−20.0%"

# names that mean nothing, or too much
expect 2 "$BROADSHEET" compare s/mai s
says err "s has no run 'mai'"
says err "Its runs are april, march."
expect 2 "$BROADSHEET" compare s:api/dokcer s:api/native
says err "unknown variant 'dokcer' in s"
says err "Did you mean 'docker'?"
expect 2 "$BROADSHEET" compare nothing.txt s
says err "there is no file, study or result 'nothing.txt'"
cp -R data/s data/ss
expect 2 "$BROADSHEET" compare api/native api/docker
says err "'api/native' is a result of more than one study"
says err "Say which: s:api/native or ss:api/native."
expect 2 "$BROADSHEET" compare t s
says err "have nothing in common"
