# Names from right to left, and such that would turn a sentence around, stay in their place.
mkdir -p data/x
cat >data/x/study.yaml <<'YAML'
title: "Names \u202Edlrow"
date: 2026-01-02
baseline: native
variants:
  native: {label: "\u202Eevitan", match: native}
  docker: {label: "שלום", match: docker}
YAML
override=$(printf '\342\200\256') apart=$(printf '\342\201\250') end=$(printf '\342\201\251')
cat >"data/x/${override}gnp.txt" <<'RAW'
Benchmark 1: ./native
  Time (mean ± σ):     1.200 s ±  0.050 s    [User: 0.045 s, System: 0.048 s]
  Range (min … max):   1.100 s … 1.300 s    10 runs

Benchmark 2: docker run x
  Time (mean ± σ):     2.200 s ±  0.100 s    [User: 0.045 s, System: 0.048 s]
  Range (min … max):   2.000 s … 2.400 s    10 runs

RAW
printf 'title: T\nurl: https://bench.example.org\n' >broadsheet.yaml
expect 0 "$BROADSHEET" build
says err 'data/x/\u202Egnp.txt:'
grep -q "$override" err && fail "a message turns around"

page=site/x/index.html
says $page "<h1>Names dlrow</h1>"
says $page "${apart}שלום${end} takes 1.83 times as long as evitan"
says site/x/post.md "${apart}שלום${end} takes 1.83 times as long as evitan"
says site/feed.xml "<title>Names dlrow</title>"
says site/x/raw/${override}gnp.txt.html "<h1>gnp.txt</h1>"
says $page "href=\"raw/%E2%80%AEgnp.txt.html"
if grep -l "$override" $page site/index.html site/feed.xml site/x/post.md site/x/charts/*.svg >found; then
    fail "the direction is turned in $(cat found)"
fi
pdftotext site/x/report.pdf - >words
grep -q "$override" words && fail "the direction is turned in the PDF"
says words "takes 1.83 times as long as evitan"

# The data keeps what was written.
says site/x/data.json "$(printf '"file": "\342\200\256gnp.txt"')"
cmp "data/x/${override}gnp.txt" "site/x/raw/${override}gnp.txt"
