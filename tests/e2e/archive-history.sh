# Trends: by date, whatever the order of adding; machines apart; changes found and judged.
echo 'title: T' >broadsheet.yaml
bs="$BROADSHEET"
plain() { sed -i "s/$(printf '\302\240')/ /g" out; } # no-break spaces to blanks
raw() { # raw SECONDS FILE
    printf 'Benchmark 1: ./x\n  Time (mean ± σ):     %s s ±  0.010 s    [User: 0.1 s, System: 0.1 s]\n' "$1" >"$2"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n' >>"$2"
}
add() { # add DAY SECONDS MACHINE
    raw "$2" "$1.txt"
    "$bs" add --study s --run "d$1" --date "2026-03-$1" --machine "$3" --tag "commit=c$1" \
        --workload w --variant native "$1.txt" >/dev/null
}

# Twenty days; from the 11th on it takes a fifth longer. Fed in a strange order.
for day in 20 03 11 07 19 01 15 09 05 13 17 02 12 08 18 04 16 10 06 14; do
    case $day in 0* | 10) s=2.00 ;; *) s=2.40 ;; esac
    add $day "$s$day" oak
done
expect 0 "$bs" history s
plain
says out "w/native@hyperfine wall_time, on oak (lower is better)"
says out "2026-03-01  d01  2.000 s ± 0.01"
says out "commit=c20"
says out "-- worse: 2.402 s, before 2.001 s (+20.0%, p = 0.001)"
[ "$(grep -c -e '-- ' out)" = 1 ] || fail "more than one change"
grep -e '-- worse' -A 1 out | tail -n 1 | grep -q 2026-03-11 || fail "not on the 11th"
grep '^  2026' out | sort -c || fail "not by date"

# A regression fails a build where that is asked for; one that is old news doesn't.
expect 1 "$bs" history s --fail-on-regression
plain
expect 0 "$bs" history s --fail-on-regression --since 2026-03-12
plain
expect 0 "$bs" history s w/native user_time --fail-on-regression
plain
says out "user_time"

# Another machine is another line, and says where the series was before.
for day in 21 22 23; do add $day "1.00$day" elm; done
expect 0 "$bs" history s w wall_time
plain
says out "wall_time, on elm"
says out "[on oak before]"
[ "$(grep -c -e '-- ' out)" = 1 ] || fail "two machines were joined"

# What doesn't count is shown, and changes nothing.
expect 0 "$bs" history s "w/native wall_time" --format json
id=$(jq -r '.lines[] | select(.machine == "oak") | .points[4].result' out)
[ "$(jq '[.lines[].points | length] | add' out)" = 23 ]
[ "$(jq -r '.lines[1].changes[0] | "\(.date) \(.verdict)"' out)" = "2026-03-11 worse" ]
add 24 9.00 oak
expect 0 "$bs" exclude "$id" --reason 'door was open'
expect 0 "$bs" history s w
plain
says out "(left out: door was open)"

# Too small to matter, or better: no failure.
rm archive.db
for day in 01 02 03 04 05 06 07 08; do add $day "2.000$day" oak; done
for day in 11 12 13 14 15 16 17 18; do add $day "2.010$day" oak; done
expect 0 "$bs" history s --fail-on-regression
plain
says out "-- too small to matter"
for day in 21 22 23 24 25 26 27 28; do add $day "1.000$day" oak; done
expect 0 "$bs" history s --fail-on-regression
plain
says out "-- better: 1.000 s, before 2.010 s (−50.2%"

# Repeats in one run are one point.
raw 3.000 r1.txt && raw 4.000 r2.txt && raw 8.000 r3.txt
expect 0 "$bs" add --study s --run many --date 2026-03-30 --machine oak --workload w --variant native r1.txt r2.txt r3.txt
expect 0 "$bs" history s
plain
says out "4.000 s (middle of 3)"

# Of an even number it is the lower one, as on the page: no mean of two, which no file holds.
raw 6.000 r4.txt
expect 0 "$bs" add --study s --run many --date 2026-03-30 --machine oak --workload w --variant native r4.txt
expect 0 "$bs" history s
plain
says out "4.000 s (middle of 4)"

# Wrong names are told with the right ones; undated runs are told.
expect 2 "$bs" history t
says err "the archive has no study 't'"
expect 2 "$bs" history s w/nativ
plain
says err "study 's' has no variant 'nativ'"
says err "Did you mean 'native'?"
expect 2 "$bs" history s w wall_time.p999
says err "history has no 'p999'"
says err "percentiles such as p99"
expect 2 "$bs" history s w wall_time.p99
says err "no result states 'p99', or holds its samples"
raw 5.000 late.txt
expect 0 "$bs" add --study s --run undated --workload w --variant native late.txt
expect 0 "$bs" history s
plain
says err "1 run has no date and is left out"
expect 0 "$bs" add --study s --run undated --date 2026-04-01 late.txt
expect 0 "$bs" history s
plain
silent err
says out "2026-04-01  undated"

# Three load generators of one run, one of them slow: percentiles of all samples together.
# (To the nanosecond: k6's are computed in ms, ours in s.)
figures='.results[0].metrics[] | select(.name == "latency") | {n, mean, min, max, median, percentiles} | walk(if type == "number" then . * 1e9 | round else . end)'
point() { printf '{"metric":"http_req_duration","type":"Point","data":{"time":"2026-03-01T10:00:%02d.000000+00:00","value":%s,"tags":{"status":"200"}}}\n' "$1" "$2"; }
echo '{"type":"Metric","data":{"name":"http_req_duration","type":"trend","contains":"time","thresholds":[],"submetrics":null},"metric":"http_req_duration"}' >head
for g in 1 2 3; do
    cp head "g$g.json"
    for i in $(seq 1 $((g * 20))); do point $((i % 60)) "$((g * 100 + i)).5"; done >>"g$g.json"
done
cat head g1.json g2.json g3.json | grep -v '"Metric"' | cat head - >all.json
expect 0 "$bs" add --study load --run one --workload api --variant x g1.json g2.json g3.json
expect 0 "$bs" show load/one --merge-run --format json
jq -S "$figures" out >merged
"$bs" inspect all.json --format json | jq -S "$figures" >joined
cmp merged joined || fail "$(diff merged joined)"
expect 2 "$bs" show load/two --merge-run
says err "the archive has no run 'load/two'"

# The trend of a percentile: stated ones, those of samples, and of more samples than are kept
# those of a sketch.
raw='{"schema": "broadsheet/1", "results": [{"tool": "wrk", "workload": "api", "variant": "x", "metrics": [{"name": "latency", "n": 1000, "mean": 0.01, "percentiles": {"50": 0.01, "99": %s, "99.9": 0.5}, "estimator": "stated"}]}]}\n'
for day in 01 02 03; do
    printf "$raw" "0.${day}" >stated.json
    expect 0 "$bs" add --study tail --run "r$day" --date "2026-03-$day" stated.json
done
expect 0 "$bs" history tail api/x latency.p99
plain
says out "api/x@wrk latency.p99 [stated]"
says out "2026-03-02  r02  20.00 ms"
! grep -q ± out || fail "the spread of the mean beside a percentile"
expect 0 "$bs" history tail api/x latency.p99.9 --format json
[ "$(jq -c '[.lines[0].estimator, .lines[0].points[].value]' out)" = '["stated",0.5,0.5,0.5]' ]
expect 2 "$bs" history tail api/x latency.p98
expect 0 "$bs" history load api/x latency.p97 --format json
[ "$(jq -r '.lines[0].estimator' out)" = linear ] || fail "$(cat out)"
cp head many.json
awk 'BEGIN { for (i = 0; i < 12000; i++) printf "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\"2026-03-02T10:00:%02d.000000+00:00\",\"value\":%d.5,\"tags\":{\"status\":\"200\"}}}\n", i % 60, 100 + (i * 7919) % 12000 }' >>many.json
expect 0 "$bs" add --study load --run two --workload api --variant x many.json
expect 0 "$bs" history load api/x latency.p97 --format json
[ "$(jq -r '.lines[0].estimator' out)" = several ] || fail "$(cat out)"
# 100.5 … 12099.5 ms: the 97th percentile is 11739.53 ms, within 1/257
jq -e '.lines[0].points[1].value | . > 11.69 and . < 11.79' out || fail "$(cat out)"
