#!/bin/sh
# readme-tables.sh BROADSHEET - rewrites README's tables of commands and formats from the
# program itself; `make bless` runs it.
cd "$(dirname "$0")/.." || exit 2
tmp=$(mktemp) || exit 2
trap 'rm -f "$tmp"' EXIT
commands=$("$1" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/| `\1` | \2 |/p')
formats=$("$1" formats | sed 's/^\([^ ]*\)  *\(.*\)/| `\1` | \2 |/')
awk -v commands="$commands" -v formats="$formats" '
    /^<!-- (commands|formats) -->/ {
        print; print ""
        print (/commands/ ? "| command | does |\n|---|---|\n" commands : "| format | form |\n|---|---|\n" formats)
        print ""; print "<!-- end -->"; skip = 1; next
    }
    skip && /^(\||<!-- end -->|$)/ { next }
    { if (skip) { print ""; skip = 0 } print }' README.md >"$tmp" && cat "$tmp" >README.md
