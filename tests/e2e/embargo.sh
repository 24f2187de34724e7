# A post isn't published before its day, and the site is built anew when the day comes.
echo 'title: Bench' >broadsheet.yaml
mkdir -p data/soon data/now
printf 'real 1.0\nuser 0.5\nsys 0.1\n' | tee data/soon/a.txt >data/now/a.txt
printf -- '---\ntitle: Soon\nkind: Case study\npublish-on: 2025-09-01\n---\n' >data/soon/post.md
SOURCE_DATE_EPOCH=1756598400 expect 0 "$BROADSHEET" build # 2025-08-31
says err "data/soon/post.md: warning: the study is held back until 2025-09-01"
says err "hint: It is 2025-08-31 today; 'build --drafts' shows it."
[ ! -e site/soon ] && [ -e site/now/index.html ] || fail "published too early"
grep -rq Soon site && fail "the title is out" || true
SOURCE_DATE_EPOCH=1756598400 expect 0 "$BROADSHEET" export --format csv
says err "left out: the study is held back until 2025-09-01"
[ "$(grep -c soon out)" = 0 ] || fail "exported too early"
SOURCE_DATE_EPOCH=1756684800 expect 0 "$BROADSHEET" build # 2025-09-01
[ -e site/soon/index.html ] || fail "not published on its day"
says site/soon/index.html 'Case study'
SOURCE_DATE_EPOCH=1756598400 expect 0 "$BROADSHEET" build --drafts
[ -e site/soon/index.html ] || fail "drafts are not shown"
expect 0 env -u SOURCE_DATE_EPOCH "$BROADSHEET" build # long past
[ -e site/soon/index.html ] || fail "not published today"
printf -- '---\npublish-on: soon\n---\n' >data/soon/post.md
expect 2 "$BROADSHEET" build
says err "data/soon/post.md:2:13: 'publish-on' must be a day such as 2025-08-10, found 'soon'"
