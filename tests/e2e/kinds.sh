# Page, PDF and Markdown show the same figures and the same numbers, whatever the kind.
echo 'title: Bench' >broadsheet.yaml
mkdir -p data/all/r1 data/all/r2
cat >data/all/runs.json <<'JSON'
{"results": [
 {"command": "./fib-native", "mean": 1.02, "stddev": 0.0308, "median": 1.01, "user": 1, "system": 0, "min": 0.99, "max": 1.07, "times": [1.0, 1.01, 0.99, 1.07, 1.03], "exit_codes": [0,0,0,0,0]},
 {"command": "docker run --rm fib", "mean": 1.24, "stddev": 0.0412, "median": 1.23, "user": 1, "system": 0, "min": 1.2, "max": 1.31, "times": [1.2, 1.23, 1.24, 1.31, 1.22], "exit_codes": [0,0,0,0,0]}]}
JSON
cat >data/all/points.ndjson <<'JSON'
{"type":"Metric","metric":"http_req_duration","data":{"name":"http_req_duration","type":"trend","contains":"time","thresholds":[],"submetrics":null}}
{"type":"Point","metric":"http_req_duration","data":{"time":"2026-03-01T10:00:00Z","value":4.25,"tags":{}}}
{"type":"Point","metric":"http_req_duration","data":{"time":"2026-03-01T10:00:01Z","value":9.5,"tags":{}}}
{"type":"Point","metric":"http_req_duration","data":{"time":"2026-03-01T10:00:02Z","value":5.75,"tags":{}}}
JSON
{
    echo workload,variant,block,depth,metric,value,unit,n,stddev
    for block in 4k 64k 1M; do
        for depth in 1 8; do
            for variant in volume tmpfs; do
                echo "disk,$variant,$block,$depth,throughput,$((${#block} * depth * ${#variant})).5,MB/s,5,1.5"
            done
        done
    done
} >data/all/t.csv
for run in 1 2; do
    echo "date: 2026-0$run-01" >data/all/r$run/run.yaml
    printf 'workload,variant,metric,value,unit,n,stddev\nstart,native,wall_time,%s.25,s,5,0.1\nstart,docker,wall_time,%s.75,s,5,0.1\n' $run $run >data/all/r$run/s.csv
done
cat >data/all/study.yaml <<'YAML'
baseline: native
variants: {native: {match: fib-native, files: points.ndjson}}
workloads: {fib: {files: runs.json}, web: {files: points.ndjson}}
sources:
  t.csv:
    columns: {workload: workload, variant: variant, "param:block": block, "param:depth": depth, throughput: "value:MB/s", throughput.n: n, throughput.stddev: "stddev:MB/s"}
YAML
{
    printf -- '---\ntitle: All kinds\n---\n'
    for chart in 'fib wall_time kind=bars' 'fib wall_time kind=boxes' 'fib wall_time kind=histogram' \
        'fib wall_time kind=ecdf' 'fib wall_time kind=percentiles' 'fib start wall_time kind=ratios' \
        'fib,start wall_time kind=grouped' 'web latency kind=series' 'disk throughput kind=heat' \
        'disk throughput kind=multiples' 'disk?depth=8 throughput kind=sweep' 'start wall_time kind=history'; do
        printf '\n{{ chart %s }}\n' "$chart"
    done
} >data/all/post.md
expect 0 "$BROADSHEET" build

# White space folds differently on paper: it is left out on both sides.
plain() { sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; s/\\\([]<>|{}~*_`[]\)/\1/g; s/\xc2\xa0//g; s/&nbsp;//g; s/\xc2\xad//g' | tr -d ' \n\t\f'; }
plain <site/all/index.html >page
pdftotext site/all/report.pdf - | plain >paper
plain <site/all/post.md >markdown

for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
    grep -q "Figure$number" page && grep -q "Figure$number" paper && grep -qF "**Figure$number:" markdown ||
        fail "figure $number isn't everywhere"
done
[ "$(grep -c '<figure ' site/all/index.html)" = 12 ] || fail "figures on the page"
[ "$(grep -c '^!\[' site/all/post.md)" = 12 ] || fail "pictures in the Markdown"
[ "$(pdfinfo -struct site/all/report.pdf | grep -c '^ *Figure')" -ge 12 ] || fail "figures in the PDF"
[ "$(ls site/all/charts | wc -l)" = 36 ] || fail "files: $(ls site/all/charts)"

# As many tables and rows, and every cell of every table.
tables=$(jq '.tables | length' site/all/data.json)
rows=$(jq '[.tables[].rows | length] | add' site/all/data.json)
[ "$(grep -o '<tbody' site/all/index.html | wc -l)" -ge "$tables" ] || fail "tables on the page"
[ "$(pdfinfo -struct site/all/report.pdf | grep -c '^ *TR')" -ge $((rows + tables)) ] || fail "rows in the PDF"
jq -r '.tables[] | .caption, .columns[], (.rows[][] | if type == "array" then .[] else . end)' site/all/data.json |
    while read -r cell; do printf '%s\n' "$cell" | plain; echo; done | sort -u | grep . >cells
[ "$(wc -l <cells)" -gt 100 ] || fail "only $(wc -l <cells) cells"
while read -r cell; do
    grep -qF -- "$cell" page || fail "the page lacks '$cell'"
    grep -qF -- "$cell" paper || fail "the PDF lacks '$cell'"
done <cells
jq -r '.tables[] | select(.figure) | .rows[][] | if type == "array" then .[] else . end' site/all/data.json |
    while read -r cell; do printf '%s\n' "$cell" | plain; echo; done | sort -u | grep . >cells
while read -r cell; do
    grep -qF -- "$cell" markdown || fail "the Markdown lacks '$cell'"
done <cells

# Each chart has its words, and its CSV has as many columns in each row as in the head.
grep -o '<desc[^>]*>[^<]*' site/all/index.html | sed 's/<desc[^>]*>//' | sort | uniq -c | awk '$1 != 2 { exit 1 }' || fail "a chart without a twin"
for csv in site/all/charts/*.csv; do
    sed 's/"[^"]*"//g' "$csv" | awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' || fail "ragged: $csv"
    [ "$(wc -l <"$csv")" -gt 1 ] || fail "empty: $csv"
done

# A title begins with a capital, whatever the kind; a variant's name stays as it is.
sed -n 's/^\*\*Figure [0-9]*: \(.*\)\*\*.*/\1/p' site/all/post.md >titles
[ "$(wc -l <titles)" = 12 ] || fail "titles in the Markdown"
if grep '^[a-z]' titles | grep -v '^docker takes'; then fail "a title begins in lower case"; fi
