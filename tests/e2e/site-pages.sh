# What a site holds besides its studies, and what a post may say of itself later on.
printf 'title: Bench notes\nurl: https://bench.example.org/notes\nauthors: {ada: {name: Ada Muster}}\ntheme: {native: teal}\n' >broadsheet.yaml
mkdir -p data/old data/new data/other templates assets/static
printf 'real 1.0\nuser 0.5\nsys 0.1\n' | tee data/old/a.txt data/new/a.txt >data/other/a.txt

# post STUDY LINE…: front matter.
post() {
    study=$1
    shift
    { echo ---; printf '%s\n' "$@"; echo ---; } >"data/$study/post.md"
}
post old "title: The old one" "date: 2024-01-02" "author: ada" "tags: [speed, C++]" \
    "superseded-by: new" "corrections: [{date: 2024-01-05, note: \"Two <b> rows were swapped.\"}]"
post new "title: The new one" "date: 2025-03-01" "tags: [speed]"
post other "title: Another" "date: 2023-05-06"
echo bench.example.org >assets/static/CNAME
expect 0 "$BROADSHEET" build

# The notices stand on the page and in the PDF.
says site/old/index.html 'A newer report answers this question: <a href="../new/index.html">The new one</a>'
says site/new/index.html 'supersedes an older one: <a href="../old/index.html">The old one</a>'
says site/old/index.html '<time datetime="2024-01-05">5 January 2024</time></dt><dd>Two &lt;b&gt; rows were swapped.</dd>'
pdftotext site/old/report.pdf - | tr '\n' ' ' >pdf
says pdf "Corrected on 5 January 2024. Two <b> rows were swapped."
says pdf "A newer report answers this question: new."

# The one that shares a tag comes first under "More reports"; a study isn't under itself.
tr -d '\n' <site/new/index.html | sed 's/.*id="more"//' >more
grep -q 'old/index.html.*other/index.html' more || fail "order: $(cat more)"
[ "$(grep -c '"../new/index.html"' more)" = 0 ] || fail "it refers to itself"

# Listings, newest first; one folder a tag and an author; the feed has absolute addresses.
grep -o '<h2><a href="[a-z]*' site/index.html | sed 's/.*"//' >order
[ "$(tr '\n' ' ' <order)" = "new old other " ] || fail "order: $(cat order)"
says site/tags/speed/index.html 'href="../../old/index.html"'
says site/authors/ada-muster/index.html 'href="../../old/index.html"'
says site/tags/index.html '2 reports'
says site/archive/index.html '<h2>2024</h2>'
says site/feed.xml '<id>https://bench.example.org/notes/old/</id>'
says site/sitemap.xml '<loc>https://bench.example.org/notes/new/</loc><lastmod>2025-03-01</lastmod>'
says site/robots.txt 'Sitemap: https://bench.example.org/notes/sitemap.xml'
says site/assets/theme.css '--native: teal;'
says site/index.html 'href="assets/theme.css"'
says site/CNAME bench.example.org
[ -s site/old/card.png ] && [ -s site/assets/favicon.svg ] || fail "no pictures"

# 404.html is shown at any address, so that it fetches nothing.
grep -Eo '(src|href)="[^"]*"' site/404.html | grep -v -e '"data:' -e '"#' -e '"https://bench.example.org/notes/' >fetched || true
[ ! -s fetched ] || fail "404.html asks for $(cat fetched)"

# A template of the project takes the place of the built-in one, and its errors have a place.
printf '<footer xmlns:bs="urn:broadsheet">\n<b bs:text="page.progam"/></footer>\n' >templates/foot.xml
expect 2 "$BROADSHEET" build
says err "templates/foot.xml:2:4: unknown name 'progam' in 'page.progam'"
says err "hint: Did you mean 'program'?"
sed -i 's/progam/program/' templates/foot.xml
expect 0 "$BROADSHEET" build
says site/index.html '<b>broadsheet '

# What a post says of itself is checked.
post old "superseded-by: newer"
expect 2 "$BROADSHEET" build
says err "data/old/post.md:2:16: there is no study 'newer'"
post old "corrections: [{date: 2024-01-05}]"
expect 2 "$BROADSHEET" build
says err "data/old/post.md:2:16: a correction must have a date and a note"
post old "corrections: [{date: yesterday, note: x}]"
expect 2 "$BROADSHEET" build
says err "'date' must be a day such as 2025-08-10, found 'yesterday'"

# One study as one file: it asks for nothing, and its links lead to the site's address.
rm data/old/post.md
expect 0 "$BROADSHEET" build --single-file new -o one.html
grep -Eo '(src|href)="[^"]*"' one.html | grep -v -e '"data:' -e '"#' -e '"https://bench.example.org/notes/' >fetched || true
[ ! -s fetched ] || fail "one.html asks for $(cat fetched)"
says one.html '@font-face'
says one.html 'href="https://bench.example.org/notes/new/raw/a.txt.html"'
grep -o 'url([^)]*' one.html | grep -v 'url(data:font/woff2;base64,' | grep -v 'url(#' >fetched || true
[ ! -s fetched ] || fail "one.html asks for $(cat fetched)"
sed -i '/^url/d' broadsheet.yaml
expect 0 "$BROADSHEET" build --single-file new
grep -Eo 'href="[^"#][^"]*"' new.html | grep -v '"data:' >links || true
[ ! -s links ] || fail "new.html leads to $(cat links)"
expect 2 "$BROADSHEET" build --single-file nwe
says err "there is no study 'nwe'"
says err "hint: Did you mean 'new'?"
