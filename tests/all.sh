#!/bin/sh
# all.sh [-j] COMMAND… - runs each command and adds up their closing lines 'N passed, N failed'.
#
# -j runs them at the same time. NAMES=1 tells which is at work. A command that fails
# without saying how many counts as one failure.
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0 together=
if [ "$1" = -j ]; then together=1 && shift; fi

run() # N COMMAND
{
    sh -c "$2" >"$tmp/$1.log" 2>&1
    echo $? >"$tmp/$1.status"
}

count() # N: shows what the command said, but for its sum
{
    read -r status <"$tmp/$1.status"
    p=0 f=0
    eval "$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/p=\1 f=\2/p' "$tmp/$1.log" | tail -n 1)"
    [ "$status" = 0 ] || [ $f -gt 0 ] || f=1
    sed '/^[0-9]* passed, [0-9]* failed$/d' "$tmp/$1.log"
    passed=$((passed + p)) failed=$((failed + f))
}

n=0
for command; do
    n=$((n + 1))
    if [ "$together" ]; then
        run $n "$command" &
    else
        [ -z "$NAMES" ] || echo "== $command"
        run $n "$command"
        count $n
    fi
done
if [ "$together" ]; then
    wait
    for i in $(seq $n); do count "$i"; done
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
