# tests/golden/compare/CASE: `broadsheet compare` with the arguments in `args`, one a line,
# in that folder. expect.out, expect.err and status are what it prints and how it ends; one
# that isn't there stands for nothing, and for 0. BLESS=1 rewrites them.
bad=0
for dir in "$TOP"/tests/golden/compare/*/; do
    (
        cd "$dir"
        set --
        while read -r arg; do set -- "$@" "$arg"; done <args
        "$BROADSHEET" compare "$@"
    ) >expect.out 2>expect.err </dev/null && status=0 || status=$?
    if [ $status != 0 ]; then echo $status; fi >status
    for f in expect.out expect.err status; do
        [ -s "$f" ] || rm -f "$f"
        if [ "${BLESS:-}" ]; then
            rm -f "$dir$f"
            [ ! -f "$f" ] || cp "$f" "$dir$f"
        fi
        [ -f "$f" ] || : >"$f"
        want=$dir$f
        [ -f "$want" ] || want=/dev/null
        if ! cmp -s "$want" "$f"; then
            echo "golden/compare/$(basename "$dir"): $f"
            diff -u "$want" "$f" 2>&1 | tail -n +3 | head -n 20
            bad=1
        fi
        rm -f "$f"
    done
done
[ $bad = 0 ] || fail "what compare prints has changed"

cases=$TOP/tests/golden/compare
# no colour where nobody looks, and none where it is refused
"$BROADSHEET" compare "$cases/failed/old.json" "$cases/failed/new.json" >out
! grep -q "$(printf '\033')" out || fail "colour in a file"

# every cell of the table is in the JSON, and its failures are the exit status
"$BROADSHEET" compare "$cases/missing/old.json" "$cases/missing/new.json" --format=json >all.json
[ "$(jq '[.metrics[].rows[].cells[]] | length' all.json)" = 8 ]
[ "$(jq '[.metrics[].rows[].cells[] | select(.state == "missing")] | length' all.json)" = 3 ]

# the JSON of every case fits the published schema
for dir in "$cases"/*/; do
    (
        cd "$dir"
        set --
        while read -r arg; do set -- "$@" "$arg"; done <args
        "$BROADSHEET" compare "$@" --format json
    ) >doc.json 2>err && status=0 || status=$?
    [ $status -lt 2 ] || continue
    jq -r --argjson schema "$(cat "$TOP/schema/broadsheet-compare-1.schema.json")" \
        -f "$TOP/tests/e2e/schema.jq" doc.json >violations
    [ ! -s violations ] || fail "$dir: $(head -n 5 violations)"
done

# a full disk is not half a comparison
if [ -w /dev/full ]; then
    expect 4 sh -c '"$1" compare "$2" "$3" >/dev/full' sh "$BROADSHEET" \
        "$cases/failed/old.json" "$cases/failed/new.json"
    says err "broadsheet: "
fi

expect 2 "$BROADSHEET" compare
says err "name a file, a folder, - or a study"
expect 2 "$BROADSHEET" compare x --fail-over wall_time=much
says err "--fail-over is a percentage or METRIC=PERCENTAGE,…, not 'wall_time=much'"
expect 2 "$BROADSHEET" compare x --format yaml
says err "--format is table, markdown, json or junit, not 'yaml'"
expect 3 "$BROADSHEET" compare "$cases/failed/old.json" nowhere.json
says err "nowhere.json"
