# Each format has golden cases of its own, failures among them; each raw file belongs to one.
"$BROADSHEET" formats | awk '{ print $1 }' | sort >formats
while read -r format; do
    cases=$TOP/tests/golden/import/$format
    [ -d "$cases" ] || fail "tests/golden/import/$format is missing"
    [ "$(find "$cases" -name 'raw.*' | wc -l)" -ge 5 ] || fail "$format has fewer than five cases"
    [ "$(find "$cases" -name expect.err | wc -l)" -ge 1 ] || fail "$format has no case that fails"
done <formats

# What is printed as JSON can be read again, and says the same: three cases of each format.
checked=0
while read -r format; do
    for json in $(find "$TOP/tests/golden/import/$format" -name expect.json | sort | head -n 3); do
        [ "$(jq '.results | length' "$json")" != 0 ] || continue
        expect 0 "$BROADSHEET" inspect --format json "$json"
        jq .results "$json" >first
        jq .results out >second
        diff first second || fail "$json reads back differently"
        checked=$((checked + 1))
    done
done <formats
[ $checked -ge 40 ] || fail "only $checked cases could be read back"
