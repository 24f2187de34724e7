#!/bin/sh
# House rules that no tool knows. Library code neither prints nor exits nor looks at the
# clock, the locale, the environment or chance: the same input gives the same bytes.
cd "$(dirname "$0")/../.." || exit 2
files=$(find src tests setup -name '*.[ch]' -o -name '*.sh' -o -name '*.def' | LC_ALL=C sort)
# shellcheck disable=SC2086 # a list
bad=$(awk '
    function say(what) { print FILENAME ":" FNR ": " what }
    function guard(path) { sub(/^(src|tests)\//, "", path); gsub(/[^A-Za-z0-9]/, "_", path); return toupper(path) }
    FNR == 1 { in_src = FILENAME ~ /^src\//; is_c = FILENAME ~ /\.c$/; is_h = FILENAME ~ /\.h$/
               # these end the program when memory or our own fonts are gone
               last_words = FILENAME ~ /^src\/(cli\/|base\/(arena|out|err)\.|xml\/tree.c|chart\/fonts.c)/
               includes = 0; guarded = 0
               name = FILENAME; sub(/.*\//, "", name)
               if (is_h && index($0, "/* " name " - ") != 1) say("a header begins with \"/* " name " - purpose\"") }
    FILENAME ~ /lint\/house\.sh$/ { next }
    /\t/ && FILENAME !~ /\.sh$/ { say("a tab") }
    /[ \t]$/ { say("blanks at the end of the line") }
    /TODO|FIXME/ { say("an unfinished thought: " $0) }
    /^ *# *if +0/ { say("dead code: #if 0") }
    is_c && in_src && /^#include/ && !includes++ && !/"base\/base\.h"/ { say("the first include is \"base/base.h\"") }
    is_h && in_src && /^#ifndef/ && !guarded++ && $2 != guard(FILENAME) { say("the guard is " guard(FILENAME)) }
    { code = $0; gsub(/"([^"\\]|\\.)*"/, "", code); sub(/\/[*\/].*|^ *\*.*/, "", code) }
    in_src && (is_c || is_h) && !last_words {
        if (code ~ /(^|[^a-z_])(printf|puts|putchar|perror|exit|abort)\(/) say("library code neither prints nor ends the program")
        if (code ~ /[^a-z_](stdout|stderr)[^a-z_]/) say("library code does not print") }
    # an embargo ends on a day: what it is compared with comes from one place
    in_src && (is_c || is_h) && FILENAME != "src/cli/project.c" && code ~ /(^|[^a-z_>.])(time|clock|clock_gettime|gettimeofday|rand|random|srand|gethostname)\(/ {
        say("the clock, chance and the host must not reach the output") }
' $files
for f in $files; do
    lines=$(wc -l <"$f")
    case $f in src/*) [ "$lines" -le 620 ] || echo "$f: $lines lines: a second concept is a second file" ;; esac
    [ -z "$(tail -c 1 "$f")" ] || echo "$f: no newline at the end"
done)
[ -z "$bad" ] && exit 0
echo "$bad"
exit 1
