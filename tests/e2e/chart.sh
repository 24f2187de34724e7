# `chart` draws what a post draws, of every kind that the data can bear.
echo 'title: Bench' >broadsheet.yaml
mkdir -p data/runs data/sizes data/load
cat >data/runs/a.json <<'JSON'
{"results": [
 {"command": "./fib-native", "mean": 1.02, "stddev": 0.0308, "median": 1.01, "user": 1, "system": 0, "min": 0.99, "max": 1.07, "times": [1.0, 1.01, 0.99, 1.07, 1.03], "exit_codes": [0,0,0,0,0]},
 {"command": "docker run --rm fib", "mean": 1.24, "stddev": 0.0412, "median": 1.23, "user": 1, "system": 0, "min": 1.2, "max": 1.31, "times": [1.2, 1.23, 1.24, 1.31, 1.22], "exit_codes": [0,0,0,0,0]}]}
JSON
printf 'workloads: {fib: {label: Fibonacci, files: "*"}}\n' >data/runs/study.yaml
{
    echo workload,variant,block,depth,metric,value,unit,n,stddev
    for block in 4k 64k 1M; do
        for depth in 1 8; do
            for variant in volume tmpfs; do
                echo "disk,$variant,$block,$depth,throughput,$((${#block} * depth * ${#variant})),MB/s,5,1"
            done
        done
    done
} >data/sizes/t.csv
printf 'sources:\n  t.csv:\n    columns: {workload: workload, variant: variant, "param:block": block, "param:depth": depth, throughput: "value:MB/s", throughput.n: n}\n' >data/sizes/study.yaml
cat >data/load/points.ndjson <<'JSON'
{"type":"Metric","metric":"http_req_duration","data":{"name":"http_req_duration","type":"trend","contains":"time","thresholds":[],"submetrics":null}}
{"type":"Point","metric":"http_req_duration","data":{"time":"2026-03-01T10:00:00Z","value":4,"tags":{}}}
{"type":"Point","metric":"http_req_duration","data":{"time":"2026-03-01T10:00:01Z","value":9,"tags":{}}}
{"type":"Point","metric":"http_req_duration","data":{"time":"2026-03-01T10:00:02Z","value":5,"tags":{}}}
JSON
printf 'workloads: {web: {files: "*"}}\nvariants: {native: {files: "*"}}\n' >data/load/study.yaml

for kind in bars boxes histogram ecdf percentiles ratios; do
    expect 0 "$BROADSHEET" chart runs fib wall_time --kind $kind -o $kind.svg
    silent out
    says $kind.svg '<title>'
    says $kind.svg docker
done
for kind in heat multiples grouped bars ratios; do
    expect 0 "$BROADSHEET" chart sizes disk throughput --kind $kind -o $kind.svg
    says $kind.svg tmpfs
done
expect 0 "$BROADSHEET" chart sizes 'disk?depth=8' throughput --kind sweep -o sweep.svg
says sweep.svg 64k
expect 0 "$BROADSHEET" chart load web latency --kind series -o series.svg
says series.svg 'Time since the start of each run'

# Every file says inside what it was made from; the same call gives the same bytes.
expect 0 "$BROADSHEET" chart runs fib wall_time -o a.png
expect 0 "$BROADSHEET" chart runs fib wall_time -o b.png
cmp a.png b.png
grep -q 'sha256:' a.png
grep -q 'sha256:' boxes.svg
expect 0 "$BROADSHEET" chart runs fib wall_time --title 'My "own" title' -o a.pdf
pdfinfo a.pdf >info
says info 'Title:           My ”own” title'
says info 'sha256:'

# Variants named one by one are those that are shown.
expect 0 "$BROADSHEET" chart runs fib/docker wall_time -o one.svg
says one.svg '>docker<'
[ "$(grep -c '>native<' one.svg)" = 0 ] || fail "native is drawn, too"

# What the data can't bear is refused with the reason; wrong names with the nearest.
expect 2 "$BROADSHEET" chart runs fib wall_time --kind series -o x.svg
says err "no values of 'wall_time' over time are known"
expect 2 "$BROADSHEET" chart sizes disk throughput --kind boxes -o x.svg
says err "no single runs of 'throughput' are known"
says err "hint: Raw files that keep every run have them: hyperfine's --export-json"
expect 2 "$BROADSHEET" chart sizes disk throughput --kind sweep -o x.svg
says err "two parameters vary: 'block' and 'depth'"
says err "hint: Fix one (disk?depth=1), or use kind=heat."
expect 2 "$BROADSHEET" chart runs fib wall_time --kind heat -o x.svg
says err "no parameter of 'fib' has several values"
expect 2 "$BROADSHEET" chart runs fib wall_time --kind history -o x.svg
says err "there is one run of 'fib' only: a history needs several"
expect 2 "$BROADSHEET" chart runs fib wall_time --kind grouped -o x.svg
says err "there is one group only"
expect 2 "$BROADSHEET" chart runs fib wall_time --kind boxs -o x.svg
says err "hint: Did you mean 'boxes'?"
expect 2 "$BROADSHEET" chart runs fib wall_tme -o x.svg
says err "hint: Did you mean 'wall_time'?"
expect 2 "$BROADSHEET" chart runs fib/dcoker wall_time -o x.svg
says err "hint: Did you mean 'docker'?"
expect 2 "$BROADSHEET" chart rums fib wall_time -o x.svg
says err "hint: Did you mean 'runs'?"
expect 2 "$BROADSHEET" chart runs fib wall_time -o x.gif
says err "hint: It must end in .svg, .png or .pdf."
expect 2 "$BROADSHEET" chart runs fib wall_time
says err "say where it goes"
[ ! -e x.svg ] || fail "a refused chart left a file"

# A post has the same kinds; one that the front matter fixes needs no kind=.
printf -- '---\ntitle: T\ncharts: {fib wall_time: ecdf}\n---\n\n{{ chart fib wall_time }}\n\n{{ chart fib wall_time kind=boxes title="Every run" }}\n' >data/runs/post.md
expect 0 "$BROADSHEET" build
says site/runs/index.html 'id="fib-wall_time-ecdf"'
says site/runs/index.html 'Every run'
says site/runs/charts/fib-wall_time-boxes.csv '"Wall time","s","native",4,1.07,""'
pdftotext site/runs/report.pdf - | grep -q 'Every run'
printf -- '---\ntitle: T\ncharts: {fib: pie}\n---\n' >data/runs/post.md
expect 2 "$BROADSHEET" build
says err "data/runs/post.md:3:15: unknown kind of chart 'pie'"
printf -- '---\ntitle: T\n---\n\n{{ chart fib wall_time kind=series }}\n' >data/runs/post.md
expect 2 "$BROADSHEET" build
says err "data/runs/post.md:5:"
says err "no values of 'wall_time' over time are known"
