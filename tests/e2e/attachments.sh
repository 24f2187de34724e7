# Raw files are published byte for byte, and none as a page that a browser would run.
mkdir -p data/x/sub
cat >data/x/a.txt <<'RAW'
Benchmark 1: ./native
  Time (mean ± σ):     1.200 s ±  0.050 s    [User: 0.045 s, System: 0.048 s]
  Range (min … max):   1.100 s … 1.300 s    10 runs

RAW
script='<script>alert(1)</script>'
for name in page.html page.html.bak index.htm sub/index.html pic.SVG feed.xml a.txt.html page.html.gz; do
    printf '%s %s\n' "$script" "$name" >"data/x/$name"
done
printf '\n  %s no ending\n' "$script" >data/x/noend
printf '\357\273\277%s unknown ending\n' "$script" >data/x/report.out
for name in plain.json notes.html.txt data.csv; do printf '%s %s\n' "$script" "$name" >"data/x/$name"; done
echo 'no markup' >data/x/Makefile
echo 'taken before' >data/x/page.html.txt
long=$(printf '%0250d' 7)
echo long >"data/x/$long.txt"
echo 'title: T' >broadsheet.yaml
expect 0 "$BROADSHEET" build
raw=site/x/raw

# Under its own name, what is only shown; with .txt behind it, what might be run.
for name in a.txt plain.json notes.html.txt data.csv Makefile page.html.txt; do
    cmp "data/x/$name" "$raw/$name"
done
for name in page.html.bak index.htm sub/index.html pic.SVG feed.xml a.txt.html page.html.gz noend report.out; do
    cmp "data/x/$name" "$raw/$name.txt"
    [ ! -e "$raw/$name" ] || [ "$name" = a.txt.html ] || fail "$name is published as it is called"
done
cmp data/x/page.html "$raw/page.html.txt.txt"
find site -type f ! -name '*.html' ! -path '*/charts/*' ! -name '*.js' ! -path '*/assets/*' -size -2k |
    xargs grep -l '<script>alert' | sort >found
[ "$(grep -vc '\.txt$\|\.json$\|\.csv$' found)" = 0 ] || fail "$(cat found)"
says "$raw/a.txt.html" 'Raw data of'

# Each has a page that says so, with the original's name and SHA-256.
says "$raw/page.html.html" 'href="page.html.txt.txt" download="page.html"'
says "$raw/page.html.html" "$(sha256sum data/x/page.html | cut -d' ' -f1)"
says "$raw/page.html.html" 'so that no browser runs it'
says "$raw/a.txt.html" 'href="a.txt" download="a.txt"'
grep -q 'so that no browser' "$raw/a.txt.html" && fail "a.txt is not renamed"
says site/x/index.html 'Attachment, published as .txt so that no browser runs it'
says site/x/index.html 'href="raw/a.txt.html.html"'

# A name that leaves no room for an ending is shortened.
short=$(cd $raw && ls | grep '^0000.*~[0-9a-f]*$')
cmp "data/x/$long.txt" "$raw/$short"
says "$raw/$short.html" "download=\"$long.txt\""
says site/x/index.html "href=\"raw/$short.html\""
