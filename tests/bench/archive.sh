#!/bin/sh
# archive.sh BUILD [RUNS [ROUNDS]] - the archive's benchmark in a temporary folder, with a PostgreSQL
# of its own where there is one.
bench=$(realpath "$1/bench_archive") || exit 2
here=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 2
echo "  load $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null)"
if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    "$here/archive/postgres.sh" "$bench" ${2:+"$2"} ${3:+"$3"}
else
    "$bench" ${2:+"$2"} ${3:+"$3"}
fi
