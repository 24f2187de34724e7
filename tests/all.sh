#!/bin/sh
# all.sh COMMAND… - runs each command and adds up their closing lines 'N passed, N failed'.
# NAMES=1 tells which is at work.
#
# A command that fails without saying how many counts as one failure.
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
passed=0 failed=0
for command; do
    [ -z "$NAMES" ] || echo "== $command"
    sh -c "$command" >"$log" 2>&1
    status=$?
    sum=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/p=\1 f=\2/p' "$log" | tail -n 1)
    p=0 f=0
    eval "$sum"
    [ $status = 0 ] || [ $f -gt 0 ] || f=1
    sed '/^[0-9]* passed, [0-9]* failed$/d' "$log"
    passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
