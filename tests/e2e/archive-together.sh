# Several at a time: writers wait for each other, readers see whole adds; a medium that can't
# be written to can be read; a full disk leaves the archive as it was.
bs="$BROADSHEET"
raw() { # raw SECONDS
    printf 'Benchmark 1: ./x\n  Time (mean ± σ):     %s s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n' "$1"
    printf '  Range (min … max):   1.000 s … 99.000 s    10 runs\n'
}

together() { # together ARCHIVE
    printf 'title: T\narchive: "%s"\n' "$1" >broadsheet.yaml
    raw 1.000 >first.txt
    expect 0 "$bs" add --study s --run first first.txt
    for w in 1 2; do
        (for i in 1 2 3 4 5 6; do
            mkdir -p "w$w/$i"
            for f in 1 2 3; do raw "$w$i.00$f" >"w$w/$i/$f.txt"; done
            "$bs" add --study s --run "$w-$i" "w$w/$i" >/dev/null || echo "writer $w" >>bad
        done) &
    done
    for r in 1 2 3 4 5 6 7 8; do
        (for i in 1 2 3; do
            "$bs" log s >"seen$r" || echo "reader $r" >>bad
            awk '{ n[$3]++ } END { for (r in n) if (n[r] != 3 && r != "s/first") print "half an add", r, n[r] }' "seen$r" >>bad
            "$bs" verify >>bad 2>/dev/null || echo "verify $r" >>bad
        done) &
    done
    wait
    [ ! -s bad ] || fail "$(cat bad)"
    expect 0 "$bs" log s
    [ "$(wc -l <out)" = 37 ] || fail "not all files are there"
    expect 0 "$bs" verify
}

together archive.db
cat >postgres-story <<END
set -eu
$(sed -n '/^raw()/,/^}/p; /^together()/,/^}/p' "$TOP/tests/e2e/archive-together.sh")
$(cat "$TOP/tests/e2e/helpers.sh")
bs="$BROADSHEET"
together "\$ARCHIVE_URL"
END
"$TOP/tests/archive/postgres.sh" sh postgres-story
rm -f bad

# Read by somebody who may not write, from a folder that can't be written to.
ro=$(mktemp -d)
cp archive.db "$ro/" && printf 'title: T\n' >"$ro/broadsheet.yaml"
chmod 444 "$ro/archive.db" && chmod 555 "$ro"
someone() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
if someone test -r "$ro/archive.db" -a -x "$bs"; then
    expect 0 someone "$bs" verify -C "$ro"
    expect 0 someone "$bs" log -C "$ro"
    [ "$(wc -l <out)" = 37 ]
    cp first.txt /tmp/broadsheet-first.$$
    expect 4 someone "$bs" add -C "$ro" --study s --run x /tmp/broadsheet-first.$$
    rm /tmp/broadsheet-first.$$
    says err "can't be written to"
    [ "$(ls "$ro")" = "$(printf 'archive.db\nbroadsheet.yaml')" ]
else
    echo "nobody can't reach the program here: the read-only archive was not tried" >&2
fi
chmod 755 "$ro" && rm -r "$ro"

# A full disk: what was there stays, and the next one goes on. Where no small disk can be had,
# no file may grow above a size, which has other words.
mkdir small
limit="" words="No space left"
if ! mount -t tmpfs -o size=500k none small 2>/dev/null; then
    limit="ulimit -f 200;" words="archive.db: "
fi
printf 'title: T\n' >small/broadsheet.yaml
expect 0 "$bs" add -C small --study s --run first first.txt
mkdir much
for i in $(seq 1 60); do seq -f "line %g of $i" 1 400 >"much/$i.txt" && raw "$i" >>"much/$i.txt"; done
"$bs" log -C small >before
got=0
for round in 1 2 3; do
    sh -c "$limit"'exec "$@"' sh "$bs" add -C small --study s --run "r$round" much >out 2>err || got=$?
    [ $got = 0 ] || break
    for i in $(seq 1 60); do echo "$round" >>"much/$i.txt"; done
    "$bs" log -C small >before
done
told="$got $(cat err)"
"$bs" log -C small >after && "$bs" verify -C small >found || echo "verify: $?" >>found
[ -n "$limit" ] || umount small
[ "$got" = 4 ] || fail "a full disk ended with $told"
says err "$words"
cmp before after
silent found
