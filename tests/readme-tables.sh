#!/bin/sh
# readme-tables.sh BROADSHEET - rewrites README's tables of commands, formats and lint's
# rules from the program itself; `make bless` runs it.
cd "$(dirname "$0")/.." || exit 2
tmp=$(mktemp) || exit 2
trap 'rm -f "$tmp"' EXIT
commands=$("$1" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/| `\1` | \2 |/p')
formats=$("$1" formats | sed 's/^\([^ ]*\)  *\(.*\)/| `\1` | \2 |/')
rules=$("$1" lint --rules | sed 's/^\([^ ]*\)  *\([^ ]*\)  *\(.*\)/| `\1` | \2 | \3 |/')
awk -v rules="$rules" -v commands="$commands" -v formats="$formats" '
    /^<!-- (commands|formats|rules) -->/ {
        print; print ""
        if (/commands/) print "| command | does |\n|---|---|\n" commands
        else if (/formats/) print "| format | form |\n|---|---|\n" formats
        else print "| rule | level | what is wrong where it fires |\n|---|---|---|\n" rules
        print ""; print "<!-- end -->"; skip = 1; next
    }
    skip && /^(\||<!-- end -->|$)/ { next }
    { if (skip) { print ""; skip = 0 } print }' README.md >"$tmp" && cat "$tmp" >README.md
