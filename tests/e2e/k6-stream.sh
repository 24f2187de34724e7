# A stream of 200,000 points comes to the same from a file, from a pipe and packed; half a
# last line is told.
awk 'BEGIN {
    print "{\"type\":\"Metric\",\"data\":{\"name\":\"tea\",\"type\":\"trend\",\"contains\":\"time\",\"submetrics\":null},\"metric\":\"tea\"}"
    for (i = 0; i < 200000; i++)
        printf "{\"metric\":\"tea\",\"type\":\"Point\",\"data\":{\"time\":\"2026-05-04T10:%02d:%02d.5Z\",\"value\":%d.25,\"tags\":{\"cup\":\"%d\"}}}\n",
               i / 20000, i / 400 % 60, i % 1000, i % 3
}' >stream.json
expect 0 "$BROADSHEET" inspect --format json stream.json
jq -c '.results[].metrics[]' out >want
[ "$(jq -c '[.n, .mean, .median, .min, .max]' want)" = '[200000,0.49975,0.49975,0.00025,0.99925]' ] || fail "$(cat want)"

"$BROADSHEET" inspect --format json - <stream.json | jq -c '.results[].metrics[]' | cmp - want
gzip -c stream.json >stream.json.gz
"$BROADSHEET" inspect --format json stream.json.gz | jq -c '.results[].metrics[]' | cmp - want
cat stream.json.gz stream.json.gz >twice.json.gz
expect 0 "$BROADSHEET" inspect --format json twice.json.gz
[ "$(jq '.results[].metrics[].n' out)" = 400000 ] || fail 'two members are read as one'

expect 0 "$BROADSHEET" inspect --format json --group-by cup stream.json
[ "$(jq -c '[.results[] | [.parameters.cup, .metrics[].n]]' out)" = \
    '[[null,200000],["0",66667],["1",66667],["2",66666]]' ] || fail "$(cat out)"

head -c 100000 stream.json >cut.json
expect 0 "$BROADSHEET" inspect --format json cut.json
says out '"status": "partial"'
says out 'the last line is cut short'
expect 3 "$BROADSHEET" inspect cut.json.gz
head -c 1000 stream.json.gz >cut.json.gz
expect 3 "$BROADSHEET" inspect cut.json.gz
says err 'cut.json.gz: the compressed data end in the middle, at byte 1000'

# A name with NUL is one name, and no end of it.
for i in 1 2 3; do
    printf '{"metric":"a\\u0000b","type":"Point","data":{"time":"2026-05-04T10:00:0%d.5Z","value":%d,"tags":{"c\\u0000d":"x\\u0000"}}}\n' $i $i
done >nul.json
expect 0 "$BROADSHEET" inspect --format json --group-by "$(printf 'c\357\277\275d')" nul.json
[ "$(jq -c '[.results[] | [.parameters[], .metrics[].name, .metrics[].n]]' out)" = \
    "$(printf '[["a\357\277\275b",3],["x\357\277\275","a\357\277\275b",3]]')" ] || fail "$(cat out)"
