# Every expected output of the importers fits the published schema, and goes through
# `inspect` once more without a change to its results.
schema=$TOP/schema/broadsheet-1.schema.json
check=$TOP/tests/e2e/schema.jq

jq -e . "$schema" >out
for doc in "$TOP"/tests/golden/import/*/*/expect.json; do
    [ -s "$doc" ] || continue
    jq -r --argjson schema "$(cat "$schema")" -f "$check" "$doc" >bad
    [ ! -s bad ] || fail "$doc: $(head -n 5 bad)"
done

# the checker itself can fail
echo '{"schema": "broadsheet/1", "file": "x", "sha256": "A", "bytes": -1, "results": [{"metrics": [7]}]}' |
    jq -r --argjson schema "$(cat "$schema")" -f "$check" >bad
says bad 'x.bytes: is below 0'
says bad 'x.sha256: does not match'
says bad 'x: lacks tool_version'
says bad 'x.results[0].metrics[0]: is integer, not object'

# what depends on the file itself is left out
same()
{
    sed 's/^\( *\)"\(file\|sha256\|bytes\|format\)": .*//' "$1"
}
for doc in "$TOP"/tests/golden/import/*/*/expect.json; do
    case $(head -n 1 "$doc") in '{') ;; *) continue ;; esac
    cp "$doc" again.json
    "$BROADSHEET" inspect --format json again.json >twice.json || fail "$doc can't be read"
    same "$doc" >want
    same twice.json >got
    cmp want got || fail "$doc changes when it is read again"
done

# several documents, one a line, stay apart and in order
cp "$TOP/tests/golden/import/k6-summary/export/raw.json" a.json
cp "$TOP/tests/golden/import/k6-machine/normal/raw.json" b.json
"$BROADSHEET" inspect --format json a.json b.json >both.ndjson
"$BROADSHEET" inspect --format json both.ndjson >again.ndjson
sed 's/"file": .*"tool": /"tool": /; s/"format": "[^"]*", //' both.ndjson >want
sed 's/"file": .*"tool": /"tool": /; s/"format": "[^"]*", //' again.ndjson >got
cmp want got
[ "$(wc -l <got)" = 2 ] || fail "two documents went in, $(wc -l <got) came out"
