# The history of a study as a page: lines a machine, marks, a table, a link to every line.
bs="$BROADSHEET"
raw() { # raw SECONDS VERSION
    printf '{"schema": "broadsheet/1", "tool": "hyperfine", "tool_version": "%s", "results": [' "$2"
    printf '{"tool": "hyperfine", "command": "docker run x", "variant": "docker", "metrics": [{"name": "wall_time", "n": 10, "mean": %s, "stddev": 0.05}]},' "$1"
    printf '{"tool": "hyperfine", "command": "./x", "variant": "native", "metrics": [{"name": "wall_time", "n": 10, "mean": 1.%s, "stddev": 0.01}]}]}\n' "${1#*.}"
}
cells() { # cells FILE - a table's rows, a line each, tags away
    tr '\n' ' ' <"$1" | sed 's/<tr/\n<tr/g' | sed 's/<[^>]*>/ /g; s/  */ /g'
}

story() { # story NAME ARCHIVE
    rm -rf data site .broadsheet archive.db* && mkdir -p data/s
    printf 'title: T\nurl: https://example.org/t\narchive: "%s"\n' "$2" >broadsheet.yaml
    printf 'title: Night by night\ndate: 2026-04-01\nvariants: {docker: {label: Docker}, native: {label: Native}}\nworkloads: {w: {label: Work, files: "*"}}\n' >data/s/study.yaml

    # One run has no history, and no page or link says otherwise.
    mkdir -p data/s/n00
    raw 2.00 1.18.0 >data/s/n00/r.json
    printf 'date: 2026-02-28\nmachine: oak\n' >data/s/n00/run.yaml
    expect 0 "$bs" build
    [ ! -e site/s/history ] || fail "a history of one run"
    says site/s/index.html 'One machine in one sitting'
    ! grep -q 'history/' site/s/index.html site/archive/index.html site/sitemap.xml || fail "a link to nowhere"

    # Twenty nights, fed in a strange order; every fifth on another machine; from the 11th on
    # the container takes a fifth longer.
    for day in 20 03 11 07 19 01 15 09 05 13 17 02 12 08 18 04 16 10 06 14; do
        case $day in 0* | 10) s=2.0 ;; *) s=2.4 ;; esac
        case $day in 05 | 10 | 15 | 20) m=elm ;; *) m=oak ;; esac
        case $day in 0[1-7]) v=1.18.0 ;; *) v=1.19.0 ;; esac
        case $day in 1[6-9] | 20) b=release ;; *) b=main ;; esac
        raw "$s$((${day#0} * 7 % 10))${day#?}" $v >r.json # no trend but the step
        "$bs" add --study s --run "n$day" --date "2026-03-$day" --machine $m --tag "commit=c$day" --tag "branch=$b" r.json >/dev/null
    done
    expect 0 "$bs" build
    expect 0 "$bs" build
    says err "up to date"
    page=site/s/history/index.html
    says site/s/index.html 'href="history/index.html"'
    says site/archive/index.html 'href="../s/history/index.html"'
    says site/sitemap.xml '<loc>https://example.org/t/s/history/</loc>'
    says $page 'href="../index.html"'
    says $page 'From 28 February 2026 to 20 March 2026, on oak and elm.'
    [ -s site/s/history/charts/w-wall_time-history.svg ]

    # Two variants on two machines are four lines, and none of them joins two machines.
    for line in 'Docker, on elm' 'Docker, on oak' 'Native, on elm' 'Native, on oak'; do
        grep -q "^\"Wall time\",\"s\",\"$line\"" site/s/history/charts/w-wall_time-history.csv || fail "no line $line"
    done
    [ "$(grep -c '"Docker, on elm"' site/s/history/charts/w-wall_time-history.csv)" = 4 ] || fail "not four nights on elm"
    [ "$(grep -c '"Docker, on oak"' site/s/history/charts/w-wall_time-history.csv)" = 17 ] || fail "not seventeen on oak"

    # What happened stands at the chart and in the table: the change, the tool's version, the
    # machine, the branch; the commit is another one every night and stands in the table.
    grep -q '<title>Docker, on oak +[12]' $page || fail "no change point"
    for mark in 'hyperfine 1.19.0' 'on elm' 'branch release'; do
        grep -q "<title>$mark</title>" $page || fail "no mark: $mark"
    done
    ! grep -q '<title>commit' $page || fail "every night is marked"
    cells $page >rows
    grep -q '2026-03-11 n11, on oak – 2.4710 ± 0.0500 – 1.4710 ± 0.0100 Docker, on oak +' rows || fail "$(grep 03-11 rows | cut -c 1-300)"
    grep -q '2026-03-08 .* hyperfine 1.19.0; .*commit c08' rows || fail "$(grep 03-08 rows | cut -c 1-300)"
    [ "$(grep -c '^ 2026-0[23]-' rows)" = 21 ] || fail "not 21 runs in the table"

    # Every number leads to its line, and the line is there.
    grep -o 'href="../raw/n03/r.json.html#L1"' $page >/dev/null || fail "no way back to the file"
    [ -s site/s/raw/n03/r.json.html ]
    grep -o 'href="[^":]*"' $page | sed 's/href="//; s/[#"].*//' | sort -u | while read -r link; do
        [ -z "$link" ] || [ -e "site/s/history/$link" ] || fail "$link leads nowhere"
    done

    # The newest run speaks on the study's own page.
    says site/s/index.html "n20, 20 March 2026, on elm"

    # A wrong night is left out, with its reason; the line goes on without it.
    id=$("$bs" history s w/docker wall_time --format json | jq -r '.lines[] | select(.machine == "oak") | .points[3].result')
    expect 0 "$bs" exclude "$id" --reason 'a backup ran'
    expect 0 "$bs" build
    says $page '<title>Docker, on oak, left out: a backup ran</title>'
    cells $page >rows
    grep -q '2026-03-03 n03, on oak – 2.0130 left out' rows || fail "$(grep 03-03 rows | cut -c 1-300)"
    [ "$(grep -c '"Docker, on oak"' site/s/history/charts/w-wall_time-history.csv)" = 16 ] || fail "what was left out is in the line"

    # It is gone with its runs.
    cp -R site/s with
    rm -rf .broadsheet
    expect 0 "$bs" build
    diff -r with site/s || fail "another build gives other bytes"
    rm -r with
}

story sqlite archive.db
cat >postgres-story <<END
set -eu
$(sed -n '/^raw()/,/^}/p; /^cells()/,/^}/p; /^story()/,/^}/p' "$TOP/tests/e2e/history-page.sh")
$(cat "$TOP/tests/e2e/helpers.sh")
bs="$BROADSHEET"
story postgres "\$ARCHIVE_URL"
END
"$TOP/tests/archive/postgres.sh" sh postgres-story
