#!/bin/sh
# run.sh - all of `make lint`; prints what was found and 'N passed, N failed'.
#
# The files are linted by make, in parallel and only when they or their headers changed.
cd "$(dirname "$0")/../.." || exit 2
passed=0 failed=0
check() # NAME COMMAND…
{
    name=$1
    shift
    if found=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED lint/$name"
        echo "$found" | sed 's/^/  /'
    fi
}
check layers tests/lint/layers.sh
check house tests/lint/house.sh
check manual sh -c 'make -s build/broadsheet.1 && ! mandoc -T lint build/broadsheet.1 | grep .'
sources=$(find src tests -name '*.[ch]')
# shellcheck disable=SC2086 # a list
check format clang-format --dry-run -Werror $sources
make -s -k -j"$(nproc 2>/dev/null || echo 2)" lint-files 2>&1 | grep -v '^make'
for file in $sources; do
    if [ -f "build/lint/$file.ok" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
