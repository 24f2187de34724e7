#!/bin/sh
# ingest.sh BUILD [MB [RUNS]] - how fast k6 streams are read, against `wc -l`.
#
# Makes streams of MB megabytes (300) in a temporary folder, lets `wc -l`, `inspect`, a
# program that parses each line with cJSON and, on the first megabytes, jq take turns RUNS
# times (5), checks that all come to the same figures, and prints medians: seconds of CPU
# (user and system), their ratio to `wc -l`, seconds on the clock, and resident memory.
# `wc -l` of a compressed file is that of the plain one.
set -eu
build=$1 mb=${2:-300} runs=${3:-5}
bin=$build/broadsheet
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$(dirname "$0")/../.."

# measure NAME COMMAND… - one run; appends "cpu wall kilobytes" to $tmp/NAME
measure()
{
    name=$1
    shift
    /usr/bin/time -o "$tmp/time" -f '%U %S %e %M' "$@" >"$tmp/out" 2>/dev/null
    awk '{ print $1 + $2, $3, $4 }' "$tmp/time" >>"$tmp/$name"
}

median() # FILE COLUMN
{
    awk -v c="$2" '{ print $c }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

show() # NAME LABEL
{
    awk -v label="$2" -v cpu="$(median "$tmp/$1" 1)" -v wc="$(median "$tmp/wc" 1)" \
        -v wall="$(median "$tmp/$1" 2)" -v wcwall="$(median "$tmp/wc" 2)" \
        -v kb="$(median "$tmp/$1" 3)" 'BEGIN {
        wc = wc > 0 ? wc : 0.01; wcwall = wcwall > 0 ? wcwall : 0.01
        printf "  %-22s %7.2f s CPU %6.2f x   %7.2f s wall %6.2f x %8.1f MB\n",
               label, cpu, cpu / wc, wall, wall / wcwall, kb / 1024 }'
}

figures() # FILE - as line_by_line prints them
{
    "$bin" inspect --format json "$1" |
        jq -r '.results[0].metrics[] | select(.name == "latency")
               | "\(.n) \(.mean) \(.median) \(.percentiles."95") \(.percentiles."99")"'
}

close_enough() # A B - the same to nine digits
{
    echo "$1 $2" | awk '{ for (i = 1; i <= 5; i++) { d = $i - $(i + 5)
        if (d < 0) d = -d
        if (d > 1e-8 * ($i < 0 ? -$i : $i)) exit 1 } }'
}

bench() # LABEL FILE PLAIN CJSON?
{
    label=$1 file=$2 plain=$3 others=$4
    rm -f "$tmp/wc" "$tmp/ours" "$tmp/cjson"
    cat "$plain" "$file" >/dev/null
    i=0
    while [ $i -lt "$runs" ]; do
        measure wc wc -l "$plain"
        measure ours "$bin" inspect "$file"
        [ "$others" = no ] || measure cjson "$build/line_by_line" "$file"
        i=$((i + 1))
    done
    echo "$label: $(($(wc -c <"$file") / 1000000)) MB, load $(cut -d' ' -f1 /proc/loadavg)"
    show wc 'wc -l'
    show ours 'broadsheet inspect'
    if [ "$others" != no ]; then
        show cjson 'cJSON, line by line'
        close_enough "$(figures "$file")" "$("$build/line_by_line" "$file")" ||
            { echo "the figures differ"; exit 1; }
    fi
}

bytes=$((mb * 1000000))
"$build/gen_k6" $bytes usual >"$tmp/usual.json"
bench 'usual layout' "$tmp/usual.json" "$tmp/usual.json" yes

if command -v jq >/dev/null; then
    head -c 10000000 "$tmp/usual.json" | sed '$d' >"$tmp/head.json"
    rm -f "$tmp/wc" "$tmp/ours" "$tmp/jq"
    measure wc wc -l "$tmp/head.json"
    measure ours "$bin" inspect "$tmp/head.json"
    measure jq jq -r 'select(.metric == "http_req_duration" and .type == "Point") | .data.value' \
        "$tmp/head.json"
    echo "usual layout, its first 10 MB"
    show ours 'broadsheet inspect'
    show jq 'jq (values only)'
fi

for packer in 'gzip gz' 'zstd zst'; do
    # shellcheck disable=SC2086
    set -- $packer
    command -v "$1" >/dev/null || continue
    "$1" -q -c "$tmp/usual.json" >"$tmp/usual.json.$2"
    bench "packed with $1" "$tmp/usual.json.$2" "$tmp/usual.json" no
done
rm -f "$tmp"/usual.json*

for layout in old shuffled spaced; do
    "$build/gen_k6" $bytes $layout >"$tmp/$layout.json"
    bench "$layout layout" "$tmp/$layout.json" "$tmp/$layout.json" yes
    rm "$tmp/$layout.json"
done
"$build/gen_k6" $bytes usual 10000 >"$tmp/many.json"
bench '10,000 names and URLs' "$tmp/many.json" "$tmp/many.json" no
