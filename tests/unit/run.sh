#!/bin/sh
# run.sh TEST… - runs cmocka programs, shows what failed, counts; each may take $LIMIT seconds.
#
# A program that dies (a signal, a sanitizer) is a failure of its own, whatever it counted.
passed=0 failed=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
for t; do
    CMOCKA_MESSAGE_OUTPUT=TAP timeout "${LIMIT:-120}" "$t" >"$log" 2>&1 </dev/null
    status=$?
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    if [ $status != 0 ] && [ "$bad" = 0 ] || [ "$good$bad" = 00 ]; then
        bad=$((bad + 1))
        echo "FAILED $(basename "$t"): ended with $status"
        tail -n 40 "$log"
    elif [ "$bad" != 0 ]; then
        echo "FAILED $(basename "$t")"
        grep -v -e '^ok ' -e '^1\.\.' -e '^TAP' "$log"
    fi
    passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
