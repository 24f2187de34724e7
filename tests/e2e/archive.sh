# The archive: added once, kept byte for byte, told apart, proved.
echo 'title: T' >broadsheet.yaml
bs="$BROADSHEET"
raw() { # raw SECONDS FILE
    printf 'Benchmark 1: docker run --rm x\n  Time (mean ± σ):     %s s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n' "$1" >"$2"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n' >>"$2"
}
raw 3.000 x.txt

# There is none before the first add; looking makes none.
expect 2 "$bs" log
says err "archive.db: there is no archive here yet"
[ ! -e archive.db ]
expect 2 "$bs" add x.txt
says err "--study says which study"

expect 0 "$bs" add --study s --run march --date 2026-03-01 --tag commit=abc x.txt
says out "x.txt: 1 result, 3 metrics"
silent err
[ "$(ls archive.db*)" = archive.db ] || fail "something is left beside the archive"
expect 0 "$bs" log
says out "2026-03-01  s/march  x.txt  hyperfine-text  1 result "

# The same bytes again, under any name: nothing changes.
expect 0 "$bs" log
cp out before
cp x.txt copy.txt
expect 0 "$bs" add --study s --run march x.txt
says out "is in the archive already, as 'x.txt' of run 'march'; nothing changed"
expect 0 "$bs" add --study s --run april copy.txt
says out "is in the archive already"
expect 0 "$bs" log
cmp out before

# A changed file of the same run and name supersedes the older one, which stays.
old=$(cut -d ' ' -f 1 before)
cp x.txt old.txt
raw 4.000 x.txt
expect 0 "$bs" add --study s --run march x.txt
says out "supersedes $old"
expect 0 "$bs" log s
says out "superseded by"
expect 0 "$bs" show "$old" --format raw
cmp out old.txt

# An ID's first digits will do.
new=$("$bs" log s | grep -v superseded | cut -d ' ' -f 1)
expect 0 "$bs" show "$(echo "$new" | cut -c 1-5)"
says out "study         s"
says out "file          x.txt"
says out "wall_time"
expect 0 "$bs" show "$new" --format json
[ "$(jq -r '.results[0].metrics[0].mean' out)" = 4 ]
expect 2 "$bs" show abc
says err "'abc' is no ID"
expect 2 "$bs" show ffffffff
says err "nothing in the archive has the ID 'ffffffff'"

# All files of an add, or none.
echo 'no benchmark' >y.txt
raw 5.000 z.txt
"$bs" log >before
expect 3 "$bs" add --study s --run may z.txt y.txt
says err "y.txt: nothing was recognised in it"
expect 3 "$bs" add --study s --run may z.txt missing.txt
says err "missing.txt"
"$bs" log >after
cmp before after

# In a folder, what isn't recognised is told and left out; names are kept apart.
mkdir -p f/one f/two
raw 6.000 f/one/r.txt
raw 7.000 f/two/r.txt
cp y.txt f/
expect 0 "$bs" add --study s --run may f
says err "f/y.txt: warning: nothing was recognised in it"
expect 0 "$bs" log s
says out "one/r.txt"
says out "two/r.txt"
raw 8.000 f/one/q.txt
raw 9.000 f/two/q.txt
expect 2 "$bs" add --study s --run may f/one/q.txt f/two/q.txt
says err "f/two/q.txt: f/one/q.txt has the same name, 'q.txt'"

# What is said of a run twice must agree.
raw 2.000 w.txt
expect 2 "$bs" add --study s --run march --date 2026-03-02 w.txt
says err "the date of run 'march' is '2026-03-02' here and '2026-03-01' in the archive"
expect 2 "$bs" add --study s --run march --tag commit=def w.txt
says err "the tag commit of run 'march' is 'def' here and 'abc' in the archive"
expect 2 "$bs" add --study s --run june --date tomorrow w.txt
says err "'tomorrow' is no date"
expect 2 "$bs" add --study ../x w.txt
says err "'../x' can't be the name of a study"

# Labels: the command line, study.yaml, what the file says.
mkdir -p data/l/r1
printf 'workloads: {load: {files: "*.txt"}}\nvariants: {box: {match: "docker run"}}\n' >data/l/study.yaml
printf 'date: 2026-05-05\nmachine: oak\ntags: {commit: fff}\n' >data/l/r1/run.yaml
expect 0 "$bs" add --study l --run r1 w.txt
expect 0 "$bs" add --study m --workload given --variant one w.txt
[ "$(sqlite3 archive.db 'SELECT workload, variant, command FROM series WHERE study = "l" LIMIT 1')" = 'load|box|' ]
[ "$(sqlite3 archive.db 'SELECT workload, variant, command FROM series WHERE study = "m" LIMIT 1')" = 'given|one|' ]
[ "$(sqlite3 archive.db 'SELECT DISTINCT variant, command FROM series WHERE study = "s"')" = 'docker|docker run --rm x' ]
expect 0 "$bs" log l
says out "2026-05-05  l/r1  w.txt  hyperfine-text  1 result  on oak"
expect 2 "$bs" show "$("$bs" log l | cut -c 1-12)"
says err "could be several things"
expect 0 "$bs" show "l/$("$bs" log l | cut -c 1-12)"
says out "machine       oak"

# The questions that schema/archive.md asks have answers.
awk '/^```sql/ { on = 1; next } /^```/ { on = 0 } on' "$TOP/schema/archive.md" | sed '/SET search_path/,$d' >questions.sql
sed -i "s/docker-wasm-native/s/; s/'fibonacci'/'x'/; s/2026-03-01%/2026-03-%/" questions.sql
sqlite3 archive.db <questions.sql >answers
says answers "2026-03-01||4.0|0.1|10.0"
grep -q '^march|x.txt|[0-9A-F]*|2|4.0$' answers || fail "no way from a number to its bytes: $(cat answers)"
says answers "abc|x|docker|wall_time|4.0|s"

# It all holds; and a bit that flipped is found, and its file named.
expect 0 "$bs" verify
silent out
says err "0 differences"
cp archive.db good.db
sqlite3 archive.db "UPDATE content SET raw = CAST(substr(raw, 1, 30) || x'ff' || substr(raw, 32) AS BLOB)
    WHERE source = (SELECT source FROM source WHERE name = 'one/r.txt')"
expect 1 "$bs" verify
says out "(may/one/r.txt): the stored file of source"
cp good.db archive.db
sqlite3 archive.db "UPDATE recent SET mean = mean + 1 WHERE run = 'may'"
expect 1 "$bs" verify
says out "(may/one/r.txt): rows differ"
says out "(may/two/r.txt): rows differ"

# So is what people said: of a run, why something doesn't count.
cp archive.db told.db
expect 0 "$bs" exclude "s/$new" --reason 'the door was open'
cp archive.db good.db
for change in "run SET date = '2026-03-02' WHERE run = 'march'" "tag SET value = 'abd' WHERE run = 'march'" \
    "source SET name = 'y.txt' WHERE run = 'march' AND superseded_by IS NULL"; do
    sqlite3 archive.db "UPDATE $change"
    expect 1 "$bs" verify
    says out "s/march: what is said of the run"
    cp good.db archive.db
done
sqlite3 archive.db "UPDATE exclusion SET reason = 'the door was shut'"
expect 1 "$bs" verify
says out "s: what is said of it (exclusions"
cp told.db archive.db
sqlite3 archive.db "UPDATE recent SET mean = mean + 1 WHERE run = 'may'"

# What an importer understands better now is taken over.
expect 0 "$bs" reparse
expect 0 "$bs" verify
silent out
printf 'workloads: {better: {files: "*.txt"}}\n' >data/l/study.yaml
expect 1 "$bs" verify
says out "'1 "
expect 0 "$bs" reparse
[ "$(sqlite3 archive.db 'SELECT DISTINCT workload FROM series WHERE study = "l"')" = better ]
expect 0 "$bs" verify

# Another place for it; a program that is too old for it says so.
echo 'archive: kept/a.db' >>broadsheet.yaml
mkdir kept
expect 0 "$bs" add --study s x.txt
[ -s kept/a.db ]
sqlite3 kept/a.db 'PRAGMA user_version = 99'
expect 2 "$bs" log
says err "the archive has version 99"
expect 2 "$bs" add --study s w.txt
says err "A newer broadsheet wrote it"
echo junk >kept/a.db
expect 3 "$bs" log
says err "kept/a.db: this is no archive"

# An older version is brought up to date by whoever may write; a reader says so.
rm kept/a.db
sed "s/CURRENT_STAMP/(strftime('%Y-%m-%dT%H:%M:%SZ','now'))/" "$TOP/schema/archive-1.sql" | sqlite3 kept/a.db
sqlite3 kept/a.db "PRAGMA user_version = 1; INSERT INTO study VALUES('old')"
expect 2 "$bs" log
says err "the archive has the older version 1"
says err "'broadsheet reparse' brings it up to date"
expect 0 "$bs" reparse
expect 0 "$bs" add --study old x.txt
expect 0 "$bs" verify
sqlite3 kept/a.db .schema | sort >migrated
printf 'title: T\narchive: new.db\n' >broadsheet.yaml
expect 0 "$bs" add --study old x.txt
sqlite3 new.db .schema | sort >fresh
cmp migrated fresh

# So is what an older version held: nothing is lost, and the same history is told.
expect 0 "$bs" history old
cp out told
expect 0 "$bs" backup now.db
for n in 1 2; do
    sed "s/CURRENT_STAMP/(strftime('%Y-%m-%dT%H:%M:%SZ','now'))/" "$TOP/schema/archive-$n.sql" | sqlite3 two.db
done
for table in $(sqlite3 two.db "SELECT name FROM sqlite_schema WHERE type = 'table'"); do
    columns=$(sqlite3 two.db "SELECT group_concat(name) FROM pragma_table_info('$table')")
    sqlite3 two.db "ATTACH 'now.db' AS now; INSERT INTO $table($columns) SELECT $columns FROM now.$table"
done
sqlite3 two.db "PRAGMA user_version = 2"
printf 'title: T\narchive: two.db\n' >broadsheet.yaml
expect 2 "$bs" history old
says err "the archive has the older version 2"
expect 0 "$bs" reparse
expect 0 "$bs" verify
silent out
expect 0 "$bs" history old
cmp out told
expect 0 "$bs" backup then.db
sqlite3 now.db .dump >now.dump
sqlite3 then.db .dump | cmp - now.dump

# The files come out as they went in; what comes out is a project's data/ again.
rm -f archive.db && echo 'title: T' >broadsheet.yaml
mkdir -p in/deep && cp x.txt in/ && cp w.txt in/deep/
expect 0 "$bs" add --study e --run r1 --date 2026-02-03 --machine 'the "oak"' --tag commit=1 in
cp z.txt in/x.txt
expect 0 "$bs" add --study e --run r1 in
expect 0 "$bs" export --raw raw
says err "raw: 3 files"
cmp raw/e/r1/x.txt z.txt
cmp raw/e/r1/deep/w.txt w.txt
cmp raw/e/r1/x.txt~* x.txt
cp -r raw/e/r1 data/e-again
mkdir -p data/again && mv data/e-again data/again/r1 && rm data/again/r1/x.txt~*
expect 0 "$bs" add --study again --run r1 data/again/r1
expect 0 "$bs" log again
says out '2026-02-03  again/r1  x.txt'
says out 'on the "oak"'
expect 2 "$bs" export --raw raw nothing
says err "the archive has no study 'nothing'"
