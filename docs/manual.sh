#!/bin/sh
# manual.sh BROADSHEET - prints the manual page, mdoc: docs/broadsheet.1.in with what the
# program says of itself. Commands and options come from `COMMAND --help`, shortcodes and the
# grammar of claims from where they are coded, so that none is written down twice.
top=$(dirname "$0")/..
broadsheet=$1
LC_ALL=C # lengths are bytes
export LC_ALL

# What mdoc would take for a request, or for one of its escapes.
plain() { sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\\&&/"; }

# The help of a command: the usage, paragraphs, and "  --option X  words" as a list.
commands() {
    "$broadsheet" --help | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1 \2/p' | while read -r name brief; do
        printf '.Ss %s\n' "$name"
        "$broadsheet" "$name" --help | plain | awk -v brief="$brief" '
            function close_list() { if (list) print ".El"; list = 0 }
            function say(text) {
                gsub(/\. /, ".\n", text)
                print (text ~ /^[.\047]/ ? "\\&" : "") text
            }
            NR == 1 { sub(/^usage: /, ""); sub(/ $/, ""); print ".Dl " $0; print ".Pp"
                      say(toupper(substr(brief, 1, 1)) substr(brief, 2) "."); next }
            /^$/ { if (!list) par = 1; next }
            /^  +-/ {
                sub(/^ +/, "")
                match($0, /  +/)
                option = RSTART ? substr($0, 1, RSTART - 1) : $0
                words = RSTART ? substr($0, RSTART + RLENGTH) : ""
                gsub(/-/, "\\-", option)
                if (!list) print ".Bl -tag -width Ds"
                list = 1; par = 0
                print ".It " option
                if (words != "") say(words)
                next
            }
            /^      / && list { sub(/^ +/, ""); say($0); next }
            { if (list || par) { close_list(); print ".Pp" } par = 0; say($0) }
            END { close_list() }'
    done
}

# {STR_INIT("ratio"), "ratio A B METRIC", expand_ratio}
shortcodes() {
    sed -n 's/^    {STR_INIT("[a-z]*"), "\(.*\)", expand_.*/.It Li {{ \1 }}/p' \
        "$top/src/report/shortcode.c" | sed 's/\\"/"/g' | while IFS= read -r line; do
        echo "$line" | sed 's/"/\\(dq/g'
        case $line in
        *"{{ value "*) echo 'the value, with its standard deviation between runs' ;;
        *"{{ ratio "*) echo 'A divided by B, with the propagated standard deviation' ;;
        *"{{ change "*) echo 'A against B in per cent' ;;
        *"{{ interval "*) echo 'the 95 % interval of the ratio' ;;
        *"{{ p "*) echo 'the p-value, corrected for the number of tests on the page' ;;
        *"{{ chart "*) echo 'a figure with its table' ;;
        *"{{ table "*) echo 'a table: one metric, or all' ;;
        *"{{ costs "*) echo 'a bill: the items of a variant, a column a metric, and the total' ;;
        *"{{ specs "*) echo 'the test bed' ;;
        *"{{ terminal "*) echo 'a raw file as it is' ;;
        *"{{ claim "*) echo 'the words, checked against the data' ;;
        *) echo "manual.sh: no words for $line" >&2 && exit 1 ;;
        esac || exit 1
    done
}

# The comment in claims.c, from "claim =" to the blank line.
grammar() {
    sed -n '/^ \*     claim  *=/,/^ \*$/s/^ \*     \(.*\)/\1/p' "$top/src/report/claims.c" | plain
}

while IFS= read -r line; do
    case $line in
    @COMMANDS@) commands ;;
    @SHORTCODES@) shortcodes || exit 1 ;;
    @GRAMMAR@) grammar ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$top/docs/broadsheet.1.in" | awk '
    # no line of text is longer than 80 bytes; what is literal stays as it is
    /^\.Bd -literal/ { literal = 1 }
    /^\.Ed/ { literal = 0 }
    function put(text) { print (text ~ /^[.\047]/ ? "\\&" : "") text }
    # a character beyond ASCII becomes an escape of eight bytes
    function width(text) {
        gsub(/[\200-\277]/, "", text)
        gsub(/[\300-\377]/, "12345678", text)
        return length(text)
    }
    literal || /^\./ || width($0) <= 78 { print; next }
    {
        line = ""
        n = split($0, words, " ")
        for (i = 1; i <= n; i++) {
            if (line != "" && width(line) + width(words[i]) > 76) { put(line); line = "" }
            line = line == "" ? words[i] : line " " words[i]
        }
        put(line)
    }'
