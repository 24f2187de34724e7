#!/bin/sh
# file.sh FILE STAMP FLAG… - lints one file with clang and clang-tidy, and touches STAMP.
#
# A header is compiled alone: what it needs it includes. STAMP.d holds what the result
# depends on, for make.
file=$1 stamp=$2
shift 2
mkdir -p "$(dirname "$stamp")"
rm -f "$stamp"
set -- "$@" -Wmissing-variable-declarations -Wcomma -Wassign-enum -Wunreachable-code
set -- "$@" -Wno-double-promotion # clang says it of INFINITY; GCC minds the rest
case $file in *.h) set -- -xc "$@" -Wno-unused-function -Wno-empty-translation-unit ;; esac
clang -fsyntax-only -Werror -MD -MP -MT "$stamp" -MF "$stamp.d" "$@" "$file" || exit 1
case $file in
src/*.c)
    if ! clang-tidy --quiet "$file" -- "$@" >"$stamp.err" 2>&1; then
        grep -E ': (error|warning): |threshold' "$stamp.err" | sed "s|^$PWD/||" | grep -v ': note: +'
        exit 1
    fi
    ;;
esac
rm -f "$stamp.err"
touch "$stamp"
