# `pdf --diff` marks what differs from an earlier edition, for those who review it again.
echo 'title: Bench' >broadsheet.yaml
mkdir -p data/one data/two
table() { printf 'workload,variant,metric,value,unit,n,stddev\nfib,native,wall_time,2.5,s,10,0.1\nfib,docker,wall_time,%s,s,10,0.1\n' "$1"; }
table 3.5 >data/one/t.csv
table 1 >data/two/t.csv
printf -- '---\ntitle: One\ndate: 2025-08-10\n---\n\nDocker took {{ value fib/docker wall_time }}, native {{ value fib/native wall_time }}.\n\n{{ chart fib wall_time }}\n' >data/one/post.md
expect 0 "$BROADSHEET" export one --format json
cp out old.json
expect 0 "$BROADSHEET" pdf one --diff old.json -o same.pdf
pdftotext same.pdf - | tr '\n' ' ' >text
says text 'No number differs from the edition of 10 August 2025'
[ "$(grep -c '(was' text)" = 0 ] || fail "marks where nothing changed"

# A changed number, with the old one beside it, and every change in the list at the front.
{ table 4.25; echo 'fib,wasm,wall_time,9,s,10,0.1'; } >data/one/t.csv
expect 0 "$BROADSHEET" pdf one --diff old.json -o new.pdf
pdftotext -layout new.pdf - | sed 's/\xc2\xa0/ /g' >text
tr -s ' \n' '  ' <text >flat
says flat 'What changed'
says flat 'Docker took 4.2 s ± 0.1 (was 3.5 s ± 0.1), native 2.5 s ± 0.1.'
says text 'was 3.5'
says text 'was not there'
says flat 'new row'
grep -q 'value fib/docker *3.5 s ± 0.1 *4.2 s ± 0.1' text || fail "the list lacks it"
expect 0 "$BROADSHEET" pdf one --diff old.json -o again.pdf
cmp new.pdf again.pdf

# Only an edition of this study will do.
expect 0 "$BROADSHEET" export two --format json
cp out two.json
expect 3 "$BROADSHEET" pdf one --diff two.json -o x.pdf
says err "two.json:3:12: this is the data of 'two', not of 'one'"
echo '{"a": 1}' >no.json
expect 3 "$BROADSHEET" pdf one --diff no.json -o x.pdf
says err "no.json:1:1: this is no data.json of a study"
says err "hint: The site keeps it as STUDY/data.json"
echo '{' >cut.json
expect 3 "$BROADSHEET" pdf one --diff cut.json -o x.pdf
says err 'cut.json:'
expect 3 "$BROADSHEET" pdf one --diff none.json -o x.pdf
[ ! -e x.pdf ] || fail "a refused diff left a file"
