# The preview: built, served to this machine alone, and built again after each change.
"$BROADSHEET" init shop >init-words
cd shop
echo 'nope: 1' >>broadsheet.yaml
"$BROADSHEET" serve --port 0 >url 2>log &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT

until_told() { # until_told WORDS: the state holds them, within half a minute
    for _ in $(seq 100); do
        curl -s "${url}-/state" >state || true
        grep -qF -- "$1" state && return
        sleep 0.3
    done
    fail "never told '$1': $(cat state log)"
}
for _ in $(seq 100); do [ -s url ] && break || sleep 0.1; done
url=$(cat url)
expr "$url" : 'http://localhost:[0-9]*/$' >number

# What is wrong from the start is told, on a page that waits for better times.
until_told "unknown key 'nope'"
[ "$(curl -s -o page -w '%{http_code}' "$url")" = 404 ]
says page /-/reload.js
sed -i '$d' broadsheet.yaml
until_told '"message": ""'
[ "$(curl -s -o page -w '%{http_code} %{content_type}' "$url")" = '200 text/html; charset=utf-8' ]
says page /-/reload.js
cp .broadsheet/preview/index.html there
grep -q reload.js there && fail "the script is in the site itself"
[ ! -e site ] || fail "the site was touched"

# A new study; a broken one keeps its page and is told; mending it is told, too.
cp -R data/first-study data/another
for _ in $(seq 100); do
    [ "$(curl -s -o page -w '%{http_code}' "${url}another/")" = 200 ] && break || sleep 0.3
done
[ "$(curl -s -o page -w '%{http_code}' "${url}another/")" = 200 ]
[ "$(curl -s -o page -w '%{http_code} %{redirect_url}' "${url}another")" = "301 ${url}another/" ]
echo 'nope: 1' >>data/another/study.yaml
until_told "data/another/study.yaml:"
[ "$(curl -s -o page -w '%{http_code}' "${url}another/")" = 200 ]
sed -i '$d' data/another/study.yaml
until_told '"message": ""'

# What is added to the archive shows, too; a build, which writes there, makes no other.
cat >more.md <<'END'
| Command | Mean [s] | Min [s] | Max [s] | Relative |
|:---|---:|---:|---:|---:|
| `./fast-one` | 1.500 ± 0.010 | 1.490 | 1.512 | 1.00 |
END
expect 0 "$BROADSHEET" add --study another more.md
for _ in $(seq 100); do
    curl -s "${url}another/" | grep -q fast-one && break || sleep 0.3
done
curl -s "${url}another/" | grep -q fast-one || fail "what was added never came"
sleep 2
lines=$(wc -l <log)
sleep 3
[ "$(wc -l <log)" = "$lines" ] || fail "it goes on building: $(tail -n 5 log)"

# Files as they are, by their type; nothing outside, nothing hidden, nothing for others.
[ "$(curl -s -o file -w '%{content_type}' "${url}another/report.pdf")" = application/pdf ]
cmp file .broadsheet/preview/another/report.pdf
status() { curl -s -o page -w '%{http_code}' --path-as-is "$@"; }
[ "$(status "${url}../../broadsheet.yaml")" = 404 ]
[ "$(status "${url}%2e%2e/%2e%2e/broadsheet.yaml")" = 404 ]
[ "$(status "${url}another/../../../broadsheet.yaml")" = 404 ]
[ "$(status -X POST -d x "$url")" = 405 ]
[ "$(status -H 'Host: example.org' "$url")" = 403 ]
[ "$(status -I "$url")" = 200 ]

expect 4 "$BROADSHEET" serve --port "$(cat url | tr -cd 0-9)"
says err "cannot serve on port"
says err "--port; 0 takes a free one"
kill -TERM $server
got=0
wait $server || got=$?
[ $got = 0 ] || fail "ended with $got"
expect 2 "$BROADSHEET" serve --port 99999
expect 2 "$BROADSHEET" serve -C /
