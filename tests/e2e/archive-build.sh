# A build keeps what lies in data/, and shows what was added elsewhere: in both databases.
bs="$BROADSHEET"
raw() { # raw SECONDS [COMMAND]
    printf 'Benchmark 1: %s\n  Time (mean ± σ):     %s s ±  0.010 s    [User: 0.1 s, System: 0.1 s]\n' "${2-docker run --rm x}" "$1"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n'
}
mkdir in
raw 3.000 >in/x.txt
raw 2.000 ./x >in/y.txt
raw 4.000 >in/late.txt
raw 7.000 >in/wrong.txt
raw 5.000 'curl -H "Authorization: Bearer abcdef0123456789abcdef" http://x' >in/secret.txt

built() { # the next build makes something; the one behind it has nothing to do
    expect 0 "$bs" build
    ! grep -q 'up to date' err || fail "nothing was built"
    expect 0 "$bs" build
    says err "site: up to date"
    expect 0 "$bs" verify
    silent out
}
alone() { # the same site as a build that has no archive
    rm -rf alone && mkdir alone && cp -R data alone/
    grep -v '^archive:' broadsheet.yaml >alone/broadsheet.yaml
    mkdir alone/archive.db
    expect 0 "$bs" build -C alone
    says err "archive.db: warning: the archive can't be read"
    diff -r site alone/site || fail "the archive changes what data/ says"
}

story() { # story NAME ARCHIVE
    rm -rf data site .broadsheet archive.db* && mkdir -p data/s/march
    printf 'title: T\narchive: "%s"\n' "$2" >broadsheet.yaml
    cp in/x.txt in/y.txt data/s/
    cp in/x.txt data/s/march/x.txt && raw 3.500 >data/s/march/x.txt
    printf 'date: 2026-03-01\nmachine: oak\ntags: {commit: abc}\n' >data/s/march/run.yaml
    echo 'no benchmark' >data/s/notes.md

    # What lies in data/ is kept, and kept up.
    built
    "$bs" log s >log
    [ "$(wc -l <log)" = 3 ] || fail "not three sources: $(cat log)"
    grep -q '2026-03-01  s/march  x.txt  hyperfine-text  1 result  on oak' log || fail "$(cat log)"
    alone
    raw 3.600 >data/s/march/x.txt
    printf 'date: 2026-03-02\nmachine: elm\ntags: {commit: def}\n' >data/s/march/run.yaml
    built
    "$bs" log s >log
    grep -q '2026-03-02  s/march  x.txt.*superseded by' log || fail "$(cat log)"
    alone
    raw 3.500 >data/s/march/x.txt
    built
    [ "$("$bs" log s | grep -c superseded)" = 1 ] || fail "a file that came back is not the newest"
    mv data/s/y.txt data/s/march/
    printf 'workloads: {load: {files: "*"}}\n' >data/s/study.yaml
    built
    "$bs" log s | grep -q ' s/march  y.txt ' || fail "a file that moved is where it was"
    "$bs" history s load >out || fail "the labels are those of before"
    alone

    # A source that didn't change isn't parsed again: its model stands for it. (A model
    # that says something else shows so.)
    if [ "$1" = sqlite ]; then
        cp archive.db good.db
        sqlite3 archive.db "UPDATE content SET model = (SELECT c.model FROM content c JOIN source s USING (study, source)
            WHERE s.name = 'y.txt') WHERE source = (SELECT source FROM source WHERE name = 'x.txt' AND run = '')"
        echo 'A word.' >data/s/post.md
        expect 0 "$bs" build
        ! grep -q '"docker",.*"x.txt"' site/s/data.csv || fail "x.txt was parsed again"
        cp good.db archive.db
        rm data/s/post.md
        built
    fi

    # Added elsewhere: it appears, in its run, with its raw file, labelled by study.yaml.
    expect 0 "$bs" add --study s --run april --date 2026-04-01 --machine oak --tag commit=fff in/late.txt
    built
    says site/s/data.csv '"load"'
    grep -q '"load".*,4,.*"april/late.txt",2' site/s/data.csv || fail "$(cat site/s/data.csv)"
    cmp site/s/raw/april/late.txt in/late.txt
    says site/s/index.html "april, 1 April 2026, on oak"
    expect 0 "$bs" export s --format csv
    says out "april/late.txt"
    "$bs" lint s >out 2>err || [ $? = 1 ] || fail "$(cat err)"

    # In data/ and added: it is there once, where it lies.
    mkdir -p data/s/again && cp in/late.txt data/s/again/
    built
    [ "$(grep -c late.txt,2 site/s/data.csv)" = 0 ]
    [ "$(grep -c late.txt site/s/data.csv)" = "$(grep -c again/late.txt site/s/data.csv)" ] || fail "it is there twice"
    rm -r data/s/again
    built
    says site/s/data.csv "april/late.txt"

    # What lay in data/ and is gone from there is gone from the page, and stays archived.
    rm data/s/march/y.txt
    built
    ! grep -q y.txt site/s/data.csv || fail "it was removed"
    "$bs" log s | grep -q y.txt || fail "it was lost"
    # ... but added by hand it is back.
    expect 0 "$bs" add --study s --run march in/y.txt
    says out "y.txt: 1 result"
    built
    says site/s/data.csv "march/y.txt"

    # Left out: it doesn't count, and page and chart say why.
    expect 0 "$bs" add --study s --run may --date 2026-05-01 --variant other in/wrong.txt
    built
    says site/s/data.csv may/wrong.txt
    id=$("$bs" log s | grep wrong.txt | cut -c 1-12)
    expect 0 "$bs" exclude "$id" --reason 'the door was open'
    built
    ! grep -q wrong.txt site/s/data.csv || fail "an excluded result counts"
    [ "$(jq -c '[.left_out[] | [.file, .line, .reason]]' site/s/data.json)" = '[["may/wrong.txt",1,"the door was open"]]' ] || fail "data.json does not tell what is left out"
    says site/s/index.html "What was left out"
    says site/s/index.html "may/wrong.txt, line 1"
    [ "$(grep -c 'left out: the door was open' site/s/index.html)" -ge 2 ] || fail "the chart doesn't say why"
    expect 0 "$bs" exclude "$id" --undo
    built
    says site/s/data.csv may/wrong.txt
    expect 0 "$bs" rename --study s /other /another
    built
    says site/s/data.csv '"another"'
    expect 0 "$bs" purge "$id" --reason 'it was wrong'
    built
    ! grep -q wrong.txt site/s/data.csv || fail "a purged source is on the page"

    # A purged file that still lies in data/ is not published again.
    cp in/wrong.txt data/s/
    built
    expect 0 "$bs" build -o other
    says err "data/s/wrong.txt: warning: left out: it was purged from the archive: it was wrong"
    [ ! -e other/s/raw/wrong.txt ] || fail "it was published"
    rm -r other data/s/wrong.txt

    # A newer file of the same run and name, added elsewhere, has the place of an older one.
    raw 8.000 >x.txt
    expect 0 "$bs" add --study s x.txt
    says out "supersedes"
    built
    says site/s/data.csv ',8,'
    ! grep -q ',3,0.01.*"x.txt"' site/s/data.csv || fail "the older one counts, too"
    expect 0 "$bs" build -o other
    says err "data/s/x.txt: warning: left out: "
    rm -r other

    # A study without a folder has a page as soon as something is added to it.
    expect 0 "$bs" add --study afar --workload w in/late.txt
    built
    says site/afar/data.csv '"w"'
    expect 0 "$bs" chart afar w -o w.svg
    rm -r data/s
    built
    [ -e site/s/raw/april/late.txt ] || fail "what was added is gone"
    [ ! -e site/s/raw/x.txt ] || cmp -s site/s/raw/x.txt x.txt || fail "what lay in data/ is there"

    # What should not leave the house doesn't leave it this way, either.
    printf 'redact: {names: [build-7]}\n' >>broadsheet.yaml
    expect 0 "$bs" add --study s --run build-7-a --date 2026-06-01 --machine build-7 --tag host=build-7 in/secret.txt
    built
    ! grep -rq 'abcdef0123456789\|build-7' site || fail "$(grep -rl 'abcdef0123456789\|build-7' site)"
    says site/s/data.csv "xxxxxxx-a/secret.txt"
    "$bs" show "$("$bs" log s | grep secret.txt | cut -c 1-12)" --format raw | cmp - in/secret.txt
}

story sqlite archive.db

# Locked by another writer, or no archive at all: the site is whole all the same.
mkdir -p data/s && cp in/x.txt data/s/
built
cat >hold <<END
BEGIN IMMEDIATE;
.shell touch held; while [ ! -e let-go ]; do sleep 0.1; done
COMMIT;
END
sqlite3 archive.db <hold &
while [ ! -e held ]; do sleep 0.1; done
raw 2.500 ./x >data/s/fresh.txt
expect 0 "$bs" build
says err "archive.db: warning: this build is not archived: "
says err "The next build tries again"
says site/s/data.csv fresh.txt
touch let-go
wait
! "$bs" log s | grep -q ' fresh.txt ' || fail "it was archived behind a lock"
built
"$bs" log s | grep -q ' fresh.txt ' || fail "it was never archived"

sed -i 's/^archive:.*/archive: nowhere\/a.db/' broadsheet.yaml
rm -rf .broadsheet
expect 0 "$bs" build
says err "nowhere/a.db: warning: this build is not archived"
expect 0 "$bs" build
says err "this build is not archived"
expect 1 "$bs" build --strict -o other # what was inferred fails it, not the archive
says err "is inferred"
mkdir nowhere nowhere/a.db
expect 0 "$bs" build
says err "nowhere/a.db: warning: the archive can't be read"
says err "The site is made from data/ alone"
expect 4 "$bs" build --strict -o other
says err "nowhere/a.db: the archive can't be read"
[ ! -e other ] || fail "half a build"
rmdir nowhere/a.db nowhere

# One that can't be written is read all the same.
if [ "$(id -u)" = 0 ]; then
    top=$(mktemp -d) && chmod 755 "$top" && sealed=$top/sealed
    mkdir "$sealed" "$top/open" && cp -R broadsheet.yaml data "$sealed/" && cp "$bs" "$top/program"
    sed -i 's/^archive:.*/archive: kept.db/' "$sealed/broadsheet.yaml"
    expect 0 "$bs" add -C "$sealed" --study s --run april --date 2026-04-01 in/late.txt
    chmod -R a+rX,a-w "$sealed" && chmod 777 "$top/open"
    expect 0 setpriv --reuid=nobody --regid=nogroup --clear-groups "$top/program" build -C "$sealed" -o "$top/open/site"
    says err "kept.db: warning: this build is not archived"
    says "$top/open/site/s/data.csv" "april/late.txt"
    rm -rf "$top"
fi

# A study that has more in the archive keeps its last page where that can't be read.
mkdir nowhere
expect 0 "$bs" add --study s --run april --date 2026-04-01 in/late.txt
built
cp -R site/s was
mv nowhere elsewhere
echo 'A word.' >data/s/post.md
expect 0 "$bs" build
says err "keeps its last page"
diff -r was site/s || fail "the page isn't the last good one"
mv elsewhere nowhere
built
says site/s/index.html "A word."
says site/s/data.csv "april/late.txt"

cat >postgres-story <<END
set -eu
$(sed -n '/^raw()/,/^}/p; /^built()/,/^}/p; /^alone()/,/^}/p; /^story()/,/^}/p' "$TOP/tests/e2e/archive-build.sh")
$(cat "$TOP/tests/e2e/helpers.sh")
bs="$BROADSHEET"
story postgres "\$ARCHIVE_URL"
END
"$TOP/tests/archive/postgres.sh" sh postgres-story
