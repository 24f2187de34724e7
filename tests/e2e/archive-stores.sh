# The same story in both databases, and the same archive at the end.
bs="$BROADSHEET"
raw() { # raw SECONDS [COMMAND]
    printf 'Benchmark 1: %s\n  Time (mean ± σ):     %s s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n' "${2-docker run --rm x}" "$1"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n'
}
mkdir -p in/a in/b
raw 3.000 >in/a/x.txt
raw 3.100 'native/x' >in/a/y.txt
raw 3.200 >in/b/x.txt
raw 3.300 'native/x' >in/b/y.txt
cp "$TOP/data/native-container-wasm/fib42.hyperfine.json" "$TOP/data/docker-storage/storage.transcript.txt" in/a/
# bytes that are no text, in a command and in a name
printf 'Benchmark 1: bad \377\376 bytes\n' >in/b/bad.txt
raw 4 >>in/b/bad.txt
printf 'secret-token-%s\n' "$(seq 1 400 | sha256sum)" >>in/b/y.txt
secret=$(grep -o 'secret-token-[0-9a-f]*' in/b/y.txt)

# All rows but the times of writing, from a backup: whatever the database, that is SQLite.
dump() {
    rm -f dump.db
    "$bs" backup dump.db || exit 1
    sqlite3 dump.db "UPDATE source SET added = ''; UPDATE exclusion SET added = ''; UPDATE tombstone SET added = ''; DELETE FROM seal"
    sqlite3 dump.db .dump
}

story() { # story NAME ARCHIVE
    rm -rf archive.db* project && mkdir -p project
    printf 'title: T\narchive: "%s"\n' "$2" >broadsheet.yaml

    # any order gives the same archive
    for order in "a b" "b a"; do
        for run in $order; do
            for file in $([ "$order" = "a b" ] && ls in/"$run" || ls -r in/"$run"); do
                expect 0 "$bs" add --study "s-${order% *}" --run "$run" --date 2026-0"$(echo "$run" | tr ab 12)"-01 --machine oak --tag "of=$run" "in/$run/$file"
            done
        done
    done
    expect 0 "$bs" rename s-b tmp
    expect 2 "$bs" rename tmp s-a
    says err "the archive has a study 's-a' already"
    "$bs" log s-a | sed 's/added.*//; s/s-a/S/' >one
    "$bs" log tmp | sed 's/added.*//; s/tmp/S/' >two
    cmp one two
    [ "$(wc -l <one)" = 7 ] || fail "not seven sources: $(cat one)"
    expect 0 "$bs" verify
    silent out

    # left out, and taken in again
    id=$(grep ' x.txt' one | head -n 1 | cut -c 1-12)
    expect 2 "$bs" exclude "$id" --reason 'fan was off'
    says err "could be several things"
    expect 0 "$bs" exclude "s-a/$id" --reason 'fan was off'
    expect 0 "$bs" log s-a
    says out "(excluded: fan was off)"
    expect 2 "$bs" exclude "s-a/$id" --reason again
    says err "it is excluded already: fan was off"
    expect 0 "$bs" exclude "s-a/$id" --undo
    expect 2 "$bs" exclude "s-a/$id" --undo
    expect 2 "$bs" exclude "s-a/$id"
    says err "--reason says why"
    expect 0 "$bs" exclude "s-a/$id" --reason 'fan was off'

    # other names; what is added later under the old one comes under the new one
    expect 2 "$bs" rename --study s-a dokcer /box
    says err "don't name the same thing"
    expect 2 "$bs" rename --study s-a /dokcer /box
    says err "Did you mean 'docker'?"
    "$bs" history s-a >before
    expect 2 "$bs" rename --study s-a x/dokcer y/box
    says err "Did you mean 'docker'?"
    "$bs" history s-a | cmp - before || fail "half of a renaming was done"
    expect 2 "$bs" rename s-a ../s-a
    says err "'../s-a' can't be the name of a study"
    expect 0 "$bs" rename --study s-a /docker /box
    expect 0 "$bs" rename --study s-a /box /crate
    raw 3.900 >late.txt
    expect 0 "$bs" add --study s-a --run c --date 2026-03-01 late.txt
    expect 0 "$bs" show "s-a/$id"
    says out "x / crate"
    says out "excluded      fan was off"
    expect 0 "$bs" verify
    silent out

    # removed for good
    leak=$(grep ' y.txt' one | tail -n 1 | cut -c 1-12)
    expect 0 "$bs" purge "s-a/$leak" --reason 'a token'
    expect 0 "$bs" purge "tmp/$leak" --reason 'a token'
    expect 0 "$bs" log s-a
    says out "(purged: a token)"
    expect 2 "$bs" show "s-a/$leak" --format raw
    says err "was purged"
    expect 3 "$bs" add --study s-a --run d in/b/y.txt
    says err "this file was purged from the archive: a token"
    expect 0 "$bs" verify
    silent out
    dump >"$1.dump" || fail "no dump"
    grep -q crate "$1.dump" || fail "the new name is not there"
    ! grep -v 'INTO alias' "$1.dump" | grep -q "'box'" || fail "the name between is still there"
}

story sqlite archive.db
! grep -aq "$secret" archive.db* || fail "the token is still in the file"
cat >postgres-story <<END
set -eu
$(sed -n '/^raw()/,/^}/p; /^dump()/,/^}/p; /^story()/,/^}/p' "$TOP/tests/e2e/archive-stores.sh")
$(cat "$TOP/tests/e2e/helpers.sh")
bs="$BROADSHEET"
story postgres "\$ARCHIVE_URL"

# Every key contains the study.
psql -qAt "\$ARCHIVE_URL" -c "
    SELECT c.conrelid::regclass, c.conname FROM pg_constraint c
    WHERE c.contype IN ('p', 'u') AND c.connamespace = 'broadsheet'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.conrelid
        AND a.attnum = c.conkey[1] AND a.attname = 'study')" >keyless
silent keyless

# However little the database knows of its tables when a large add begins, that reads each
# source a few times, not once for each other one.
mkdir many
for n in \$(seq 101 200); do raw "3.\$n" >"many/\$n.txt"; done
psql -qAt "\$ARCHIVE_URL" -c 'SELECT pg_stat_reset()' >silence
expect 0 "\$bs" add --study many --run r many
says out "many/200.txt: 1 result"
until [ "\$(psql -qAt "\$ARCHIVE_URL" -c "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")" = 1 ]; do
    sleep 0.1
done
reads=\$(psql -qAt "\$ARCHIVE_URL" -c "
    SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = 'source')
         + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'source')")
[ "\$reads" -lt 1000 ] || fail "an add of 100 sources read \$reads"

# What a version before held is there when it is brought up to date.
expect 0 "\$bs" log many
cp out told
psql -qAt "\$ARCHIVE_URL" -c 'SET search_path = broadsheet; DROP INDEX source_by_run;
    CREATE INDEX source_by_name ON source (study, run, name);
    UPDATE archive_version SET version = 4'
expect 2 "\$bs" log many
says err "the archive has the older version 4"
expect 0 "\$bs" reparse
expect 0 "\$bs" verify
silent out
expect 0 "\$bs" log many
cmp out told
psql -qAt "\$ARCHIVE_URL" -c "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'source_by%'" >names
[ "\$(cat names)" = source_by_run ] || fail "the indexes are \$(cat names)"
END
"$TOP/tests/archive/postgres.sh" sh postgres-story
cmp sqlite.dump postgres.dump || fail "the two databases differ: $(diff sqlite.dump postgres.dump | head -n 5)"

# In SQLite, too.
for table in $(sqlite3 archive.db "SELECT name FROM sqlite_schema WHERE type = 'table'"); do
    [ "$(sqlite3 archive.db "SELECT name FROM pragma_table_info('$table') WHERE pk = 1")" = study ] ||
        fail "the key of $table does not begin with the study"
    [ -z "$(sqlite3 archive.db "SELECT 1 FROM pragma_foreign_key_list('$table') GROUP BY id HAVING max(\"from\" = 'study' AND coalesce(\"to\", 'study') = 'study') = 0")" ] ||
        fail "a foreign key of $table leaves the study"
done
