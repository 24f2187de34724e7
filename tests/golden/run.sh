#!/bin/sh
# run.sh BROADSHEET [FORMAT[/CASE]…] - the golden cases of the importers; BLESS=1 rewrites them.
#
# A case is a folder tests/golden/import/FORMAT/CASE/ with
#   raw.*        what the tool printed (several files are inspected in one call)
#   args         may be there: more options for `inspect`, one a line
#   expect.json  standard output;  expect.err  standard error;  status  the exit status.
# One that isn't there stands for nothing printed, and for 0. Bytes are compared. The
# program runs inside the folder, so that paths in what it prints are the same everywhere.
mkdir -p "$(dirname "$0")/import"
top=$(cd "$(dirname "$0")/import" && pwd) || exit 2
bin=$(realpath "$1") || exit 2
shift
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

run_case() # the folder is the current one
{
    set --
    if [ -f args ]; then
        while read -r arg || [ "$arg" ]; do set -- "$@" "$arg"; done <args
    fi
    timeout 20 "$bin" inspect --format json "$@" raw.* >"$tmp/expect.json" 2>"$tmp/expect.err" </dev/null
    got=$?
    echo $got >"$tmp/status"
}

same_file() # without a process where nothing is expected and nothing came
{
    if [ -f "$1" ]; then cmp -s "$1" "$tmp/$1"; else [ ! -s "$tmp/$1" ]; fi
}

as_expected()
{
    want=0
    if [ -f status ]; then read -r want <status; fi
    [ "$got" = "$want" ] && same_file expect.json && same_file expect.err &&
        { [ -f expect.json ] || [ -f expect.err ]; }
}

bless()
{
    for f in expect.json expect.err status; do
        if [ -s "$tmp/$f" ] && [ "$(cat "$tmp/$f")" != 0 ]; then
            cmp -s "$tmp/$f" $f || cp "$tmp/$f" $f
        else
            rm -f $f
        fi
    done
}

tell_difference()
{
    if [ ! -f expect.json ] && [ ! -f expect.err ]; then
        echo "  nothing is expected: look at what it prints, then \`make bless\`"
    fi
    for f in expect.json expect.err status; do
        want=$f
        if [ ! -f $f ]; then
            want=$tmp/want
            if [ $f = status ]; then echo 0; fi >"$want"
        fi
        cmp -s "$want" "$tmp/$f" ||
            diff -u --label "$f" --label 'what it is' "$want" "$tmp/$f" | head -n 25
    done
}

[ $# -gt 0 ] || set -- .
for which; do
    for dir in $(cd "$top" && find "$which" -name 'raw.*' | sed 's|/[^/]*$||; s|^\./||' | LC_ALL=C sort -u); do
        cd "$top/$dir" || exit 2
        run_case
        if [ "$BLESS" ]; then bless; fi
        if as_expected; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED golden/import/$dir"
            tell_difference
        fi
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
