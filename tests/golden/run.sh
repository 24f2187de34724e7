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
    echo $? >"$tmp/status"
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

differs() # prints how; true: the case failed
{
    if [ ! -f expect.json ] && [ ! -f expect.err ]; then
        echo "  nothing is expected: look at what it prints, then \`make bless\`"
        return 0
    fi
    bad=1
    for f in expect.json expect.err status; do
        want=$f
        if [ ! -f $f ]; then
            want=$tmp/want
            if [ $f = status ]; then echo 0; fi >"$want"
        fi
        cmp -s "$want" "$tmp/$f" && continue
        diff -u --label "$f" --label 'what it is' "$want" "$tmp/$f" | head -n 25
        bad=0
    done
    return $bad
}

[ $# -gt 0 ] || set -- .
for which; do
    for dir in $(cd "$top" && find "$which" -name 'raw.*' | sed 's|/[^/]*$||; s|^\./||' | LC_ALL=C sort -u); do
        cd "$top/$dir" || exit 2
        run_case
        if [ "$BLESS" ]; then bless; fi
        if differs >"$tmp/how"; then
            failed=$((failed + 1))
            echo "FAILED golden/import/$dir"
            cat "$tmp/how"
        else
            passed=$((passed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
