#!/bin/sh
# run.sh BROADSHEET [STORY…] - each story of tests/e2e/*.sh, in an empty folder of its own.
#
# A story gets $BROADSHEET (the program) and $TOP (the project), runs under `sh -eu` and
# fails with its first failing command. Helpers: `expect STATUS COMMAND…` runs a command
# whose output goes to ./out and ./err; `says FILE TEXT` wants TEXT in a file.
dir=$(cd "$(dirname "$0")" && pwd) || exit 2
BROADSHEET=$(realpath "$1") || exit 2
TOP=$(cd "$dir/../.." && pwd)
export BROADSHEET TOP
shift
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0 start=$PWD
[ $# -gt 0 ] || set -- "$dir"/*.sh
for story; do
    name=$(basename "$story" .sh)
    story=$(realpath "$story")
    case $name in run | helpers) continue ;; esac
    mkdir "$tmp/$name" && cd "$tmp/$name" || exit 2
    if timeout 1200 sh -eu -c '. "$1"; . "$2"' sh "$dir/helpers.sh" "$story" \
        >"$tmp/log" 2>&1 </dev/null; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED e2e/$name"
        sed 's/^/  /' "$tmp/log" >"$tmp/shown"
        head -n 20 "$tmp/shown"
        [ "$(wc -l <"$tmp/shown")" -le 20 ] || { echo "  …" && tail -n 10 "$tmp/shown"; }
    fi
    cd "$start" && rm -rf "${tmp:?}/$name"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
