#!/bin/sh
# site.sh BUILD [STUDIES [RUNS]] - how fast sites are built.
#
# Generates a project of STUDIES studies (100) of ten results and one of a tenth as many of
# fifty, and builds each RUNS times (3), the kinds of build in turn: everything with one
# thread, with two, one post changed, nothing changed beside `find`, which looks at every
# file of the same tree. Hugo, where it is installed, makes as many bare pages. Prints
# medians: seconds of CPU (user and system) and on the clock, and the most resident memory.
set -eu
bin=$(realpath "$1/broadsheet") studies=${2:-100} runs=${3:-3}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$(dirname "$0")"

# measure NAME COMMAND… - one run; appends "cpu wall kilobytes" to $tmp/NAME
measure()
{
    name=$1
    shift
    /usr/bin/time -o "$tmp/time" -f '%U %S %e %M' "$@" >"$tmp/out" 2>"$tmp/errors" ||
        { cat "$tmp/errors" >&2; exit 1; }
    awk '{ print $1 + $2, $3, $4 }' "$tmp/time" >>"$tmp/$name"
}

median() # FILE COLUMN
{
    awk -v c="$2" '{ print $c }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

show() # NAME LABEL STUDIES
{
    awk -v label="$2" -v n="$3" -v cpu="$(median "$tmp/$1" 1)" -v wall="$(median "$tmp/$1" 2)" \
        -v kb="$(median "$tmp/$1" 3)" 'BEGIN {
        printf "  %-34s %8.2f s CPU  %7.1f ms a study  %8.2f s wall %7.1f MB\n",
               label, cpu, 1000 * cpu / n, wall, kb / 1024 }'
}

hugo_site() # STUDIES - bare pages: a title, words and a table
{
    mkdir -p "$tmp/hugo/content" "$tmp/hugo/layouts/_default"
    printf 'title = "Many pages"\nbaseURL = "https://bench.example/"\n' >"$tmp/hugo/config.toml"
    echo '<!DOCTYPE html><title>{{ .Title }}</title>{{ .Content }}' |
        tee "$tmp/hugo/layouts/_default/single.html" >"$tmp/hugo/layouts/_default/list.html"
    awk -v n="$1" -v dir="$tmp/hugo/content" 'BEGIN {
        for (i = 1; i <= n; i++) {
            f = dir "/study-" i ".md"
            printf "---\ntitle: Study %d\ndate: 2025-01-01\n---\n\n|a|b|\n|-|-|\n", i >f
            for (r = 0; r < 40; r++) printf "|row %d of study %d|%d ms|\n", r, i, r * i >f
            close(f) } }'
}

bench() # STUDIES WORKLOADS
{
    rm -rf "$tmp/p" "$tmp"/whole "$tmp"/two "$tmp"/post "$tmp"/nothing "$tmp"/find "$tmp"/pages
    awk -v root="$tmp/p" -v studies="$1" -v workloads="$2" -f gen_site.awk
    i=0
    while [ $i -lt "$runs" ]; do
        rm -rf "$tmp/p/site"
        measure two "$bin" build -C "$tmp/p" -j 2
        rm -rf "$tmp/p/site"
        measure whole "$bin" build -C "$tmp/p" -j 1
        printf "\nChanged %d times.\n" $i >>"$tmp/p/data/study-00001/post.md"
        measure post "$bin" build -C "$tmp/p" -j 1
        measure nothing "$bin" build -C "$tmp/p" -j 1
        measure find find "$tmp/p" -printf '%s %T@\n'
        if command -v hugo >/dev/null; then
            [ -d "$tmp/hugo" ] || hugo_site "$1"
            rm -rf "$tmp/hugo/public"
            measure pages hugo --quiet -s "$tmp/hugo"
        fi
        i=$((i + 1))
    done
    echo "$1 studies of $(($2 * 5)) results, load $(cut -d' ' -f1 /proc/loadavg)"
    show whole 'everything, one thread' "$1"
    show two 'everything, two threads' "$1"
    show post 'one post changed' 1
    show nothing 'nothing changed' "$1"
    show find 'find, looking at every file' "$1"
    [ ! -s "$tmp/pages" ] || show pages 'Hugo, bare pages' "$1"
    rm -rf "$tmp/hugo"
}

bench "$studies" 2
bench $(((studies + 9) / 10)) 10
