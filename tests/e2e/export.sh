# A study leaves the program as data, as a post for other sites, and on paper.
printf 'title: Bench\nurl: https://bench.example.org\nauthors: {ada: {name: Ada Muster}}\n' >broadsheet.yaml
mkdir -p data/one data/two
{ echo workload,variant,metric,value,unit; printf 'ab,native,wall_time,2.5,s\nab,docker,wall_time,3.5,s\n'; } >data/one/t.csv
{ echo workload,variant,metric,value,unit; printf 'x,=cmd,wall_time,1,s\n'; } >data/two/t.csv
printf 'sources: {t.csv: {command: "=cmd"}}\n' >data/two/study.yaml
echo 'variants: {docker: {label: "a|b"}}' >data/one/study.yaml
cat >data/one/post.md <<'POST'
---
title: "One: a *plain* title"
author: ada
tags: [C++ & speed, docker]
---

Docker took {{ value ab/docker wall_time }}, `{{ not this }}`, 2 * 3 and snake_case_words.

> quoted
> - an item
>   1. deeper
> - another

{{ chart ab wall_time }}

## Next

| a | b |
|---|--:|
| x | {{ ratio ab/docker ab/native wall_time }} |

```sh
echo "{{ kept }}"
```
POST
expect 0 "$BROADSHEET" build
cp -r site built

# JSON and CSV are what the site has; CSV of several studies has one head.
expect 0 "$BROADSHEET" export one --format json
cmp out built/one/data.json
jq -c '[.readings[].results[]]' out >want
expect 0 "$BROADSHEET" inspect --format json built/one/data.json
jq -c .results[] out | jq -sc . >got
cmp want got || fail "data.json is not read as it was written: $(cat got)"
expect 0 "$BROADSHEET" export one --format json
jq -e '.tables | length > 1' out >/dev/null
jq -e '[.tables[] | .columns as $c | .rows[] | length == ($c | length)] | all' out >/dev/null
expect 0 "$BROADSHEET" export one --format csv
cmp out built/one/data.csv
printf '{"schema": "broadsheet/1", "tool": "k6", "results": [{"tool": "k6", "metrics": [{"name": "vus", "unit": "1", "last": 7}]}]}\n' >data/two/gauge.json
expect 0 "$BROADSHEET" export two --format csv
grep -q '^"two",.*,"vus","1",,,,,,,,7,' out || fail "a last value is no mean: $(cat out)"
rm data/two/gauge.json
expect 0 "$BROADSHEET" export --format csv
[ "$(grep -c ^study, out)" = 1 ] || fail "heads: $(cat out)"
[ "$(wc -l <out)" = 4 ] || fail "rows: $(cat out)"
says out "\"'=cmd\""

# Markdown: numbers filled in, charts as pictures, tables as GFM, nothing left to expand.
expect 0 "$BROADSHEET" export one --format markdown
cmp out built/one/post.md
says out '# One: a \*plain\* title'
says out ', `{{ not this }}`, 2 \* 3 and snake_case_words.'
says out '](https://bench.example.org/one/charts/ab-wall_time.png)'
says out '> - an item'
says out '>   1. deeper'
says out '| x | 1.40 |'
says out '| a\|b |'
says out 'echo "{{ kept }}"'
says out 'Every result and every raw file: <https://bench.example.org/one/>.'

# DEV Community: front matter, absolute links, nothing that Liquid would take.
expect 0 "$BROADSHEET" export one --format devto
head -n 7 out >head
printf '%s\n' --- 'title: "One: a *plain* title"' 'published: false' >want
head -n 3 head | cmp - want
says head 'tags: cspeed, docker'
says head 'canonical_url: "https://bench.example.org/one/"'
says head 'cover_image: "https://bench.example.org/one/card.png"'
says out '{% raw %}`{{ not this }}`{% endraw %}'
grep -o '](.*)' out | grep -v '](https://' >relative || true
silent relative

# Several posts go into a folder.
expect 2 "$BROADSHEET" export --format markdown
says err "2 posts don't fit one output"
expect 0 "$BROADSHEET" export --format markdown -o posts
silent out
cmp posts/one.md built/one/post.md
[ -s posts/two.md ] || fail "no posts/two.md"
expect 2 "$BROADSHEET" export one
says err "say --format json, csv, markdown or devto"
expect 2 "$BROADSHEET" export three --format json
says err "there is no study 'three'"
sed -i /^url/d broadsheet.yaml
expect 2 "$BROADSHEET" export one --format devto
says err "broadsheet.yaml: 'url' is not set"

# `pdf` writes the site's report.pdf; the paper is the key's, or the option's.
expect 0 "$BROADSHEET" build
expect 0 "$BROADSHEET" pdf one
cmp one.pdf site/one/report.pdf
expect 0 "$BROADSHEET" pdf one --paper letter -o letter.pdf
pdfinfo letter.pdf >info
says info 'letter'
echo 'paper: letter' >>broadsheet.yaml
expect 0 "$BROADSHEET" pdf one -o key.pdf
cmp key.pdf letter.pdf
expect 2 "$BROADSHEET" pdf one --paper a5
says err "--paper is a4 or letter, not 'a5'"
