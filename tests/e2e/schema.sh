# Every expected output of the importers fits the published schema, and goes through
# `inspect` once more without a change to its results.
schema=$TOP/schema/broadsheet-1.schema.json
check=$TOP/tests/e2e/schema.jq

jq -e . "$schema" >out
find "$TOP"/tests/golden/import -name expect.json -size +0 | sort >all
xargs jq -r --argjson schema "$(cat "$schema")" -f "$check" <all >bad
if [ -s bad ]; then
    while read -r doc; do # which one?
        jq -r --argjson schema "$(cat "$schema")" -f "$check" "$doc" >one
        [ ! -s one ] || fail "$doc: $(head -n 5 one)"
    done <all
fi

# the checker itself can fail
echo '{"schema": "broadsheet/1", "file": "x", "sha256": "A", "bytes": -1, "results": [{"metrics": [7]}]}' |
    jq -r --argjson schema "$(cat "$schema")" -f "$check" >bad
says bad 'x.bytes: is below 0'
says bad 'x.sha256: does not match'
says bad 'x: lacks tool_version'
says bad 'x.results[0].metrics[0]: is integer, not object'

# one document a file; what depends on the file itself is left out
while read -r doc; do
    case $(head -n 1 "$doc") in '{') echo "$doc" ;; esac
done <all >single
[ "$(wc -l <single)" -gt 300 ] || fail "only $(wc -l <single) documents"
results() { jq -c 'del(.file, .sha256, .bytes, .format)'; }
xargs cat <single | results >want
xargs "$BROADSHEET" inspect --format json <single >twice.ndjson
results <twice.ndjson >got
cmp want got || fail "$(diff want got | head -n 4 | cut -c 1-300)"

# and read once more it is the same to the letter
letters() { sed 's/"file": .*"tool": /"tool": /; s/"format": "[^"]*", //' "$1"; }
"$BROADSHEET" inspect --format json twice.ndjson >thrice.ndjson
letters twice.ndjson >want
letters thrice.ndjson >got
cmp want got

# several documents, one a line, stay apart and in order
cp "$TOP/tests/golden/import/k6-summary/export/raw.json" a.json
cp "$TOP/tests/golden/import/k6-machine/normal/raw.json" b.json
"$BROADSHEET" inspect --format json a.json b.json >both.ndjson
"$BROADSHEET" inspect --format json both.ndjson >again.ndjson
letters both.ndjson >want
letters again.ndjson >got
cmp want got
[ "$(wc -l <got)" = 2 ] || fail "two documents went in, $(wc -l <got) came out"
