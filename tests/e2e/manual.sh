# The manual and the completions know every command, option, key and shortcode that there is.
"$TOP/docs/manual.sh" "$BROADSHEET" >broadsheet.1
for shell in bash zsh fish; do
    "$TOP/docs/completions.sh" "$BROADSHEET" $shell >$shell
done
expect 2 "$TOP/docs/completions.sh" "$BROADSHEET" tcsh

"$BROADSHEET" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' >commands
[ "$(wc -l <commands)" -ge 5 ]
while read -r command; do
    says broadsheet.1 ".Ss $command"
    for shell in bash zsh fish; do
        grep -q "[ ']$command[ ':]" $shell || fail "$shell does not complete $command"
    done
    "$BROADSHEET" "$command" --help | grep -o '^  *-[^ ]*.*' | grep -o -e '--[a-z-]*' | sort -u >options
    while read -r option; do
        says broadsheet.1 "$(echo "$option" | sed 's/-/\\-/g')"
        for shell in bash zsh; do
            grep -q -e "$option" $shell || fail "$shell does not complete $option"
        done
        grep -q -e "from $command' -l ${option#--}" fish || fail "fish does not complete $option"
    done <options
done <commands

# each file's keys, as the program lists them when one is wrong
mkdir -p data/s/r
echo 'title: T' >broadsheet.yaml
keys() { # keys FILE: writes ./keys
    cp "$1" whole
    printf 'qqqqqqqqqqqq: x\n' >"$1"
    [ "$1" != data/s/post.md ] || printf -- '---\nqqqqqqqqqqqq: x\n---\n' >"$1"
    expect 2 "$BROADSHEET" build
    sed -n 's/.*The keys here are \(.*\)\./\1/p' err | tr -d ' ' | tr ',' '\n' >keys
    cp whole "$1"
    [ "$(wc -l <keys)" -ge 5 ] || fail "no keys of $1: $(cat err)"
}
for file in broadsheet.yaml data/s/study.yaml data/s/r/run.yaml data/s/post.md; do
    [ -f $file ] || : >$file
    keys $file
    while read -r key; do
        grep -q "^\.\(It \)\?Cm \(.* \)\?$key\( \|$\)" broadsheet.1 || fail "the manual lacks $key of $file"
    done <keys
done

sed -n 's/^    {STR_INIT("\([a-z]*\)"), ".*", expand_.*/\1/p' "$TOP/src/report/shortcode.c" >shortcodes
[ "$(wc -l <shortcodes)" -ge 10 ]
while read -r name; do
    says broadsheet.1 ".It Li {{ $name"
done <shortcodes
says broadsheet.1 'claim     = '

# bash completes what was begun
if command -v bash >bash.path; then
    cat >try <<'END'
. ./bash
COMP_WORDS=("$BROADSHEET" insp) COMP_CWORD=1
_broadsheet
echo "${COMPREPLY[@]}"
COMP_WORDS=("$BROADSHEET" build --str) COMP_CWORD=2
_broadsheet
echo "${COMPREPLY[@]}"
COMP_WORDS=("$BROADSHEET" inspect --as dd) COMP_CWORD=3
_broadsheet
echo "${COMPREPLY[@]}"
END
    bash try >out
    printf 'inspect\n--strict\ndd\n' | diff - out
fi
