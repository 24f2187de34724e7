#!/bin/sh
# replay.sh REPLAY - old crashes and the golden cases' raw files through the fuzz target.
cd "$(dirname "$0")" || exit 2
top=../..
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2046 # our own names: no blanks
"$top/$1" $(find crashes -type f ! -name '.*' | LC_ALL=C sort) -r \
    $(find ../golden/import -name 'raw.*' -size -64k | LC_ALL=C sort) >"$log" 2>&1
status=$?
if [ $status = 0 ]; then
    tail -n 1 "$log"
else
    echo "FAILED fuzz/replay ended with $status"
    grep -n '^replay' "$log" | tail -n 1
    sed '/^replay/d' "$log" | head -n 40
fi
exit $status
