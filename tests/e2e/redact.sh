# What should not be published is masked, everywhere, and no figure moves.
mkdir -p data/web
cat >data/web/session.txt <<'RAW'
alice@build-7:~/bench$ hyperfine -N 'curl -H "Authorization: Bearer abc.def-123" http://10.1.2.3:8080/'
Benchmark 1: curl -H "Authorization: Bearer abc.def-123" http://10.1.2.3:8080/
  Time (mean ± σ):      12.3 ms ±   0.4 ms    [User: 2.0 ms, System: 1.0 ms]
  Range (min … max):    11.9 ms …  13.1 ms    100 runs

alice@build-7:~/bench$ hyperfine -N '/home/alice/bin/app --password hunter2 --to carol@mail.example.org'
Benchmark 1: /home/alice/bin/app --password hunter2 --to carol@mail.example.org
  Time (mean ± σ):      22.3 ms ±   0.4 ms    [User: 2.0 ms, System: 1.0 ms]
  Range (min … max):    21.9 ms …  23.1 ms    100 runs

[bob@node3 ~]# git clone https://bob:s3cret@git.example.org/x && npm i left-pad@1.3.0
# deployed from zeus-4 by ticket OPS-1234
RAW
printf 'see ghp_0123456789abcdefghijklmnopqrstuvwxyz and fd12:3456:789a::1, 192.168.0.7, 8.8.8.8 and v10.0.0.1\n' >data/web/notes.txt
printf '%s\n' 'curl -H "Authorization: $AUTH" --password $PW' 'cd /home/runner/work' '-----BEGIN EC PRIVATE KEY-----' \
    MHcCAQEEIIGq '-----END EC PRIVATE KEY-----' 'after the key' >>data/web/notes.txt
printf '\377\376' >data/web/wide.txt
printf 'real 0m1.500s\r\nuser 0m1.000s\r\nsys 0m0.100s\r\n# dave@corp.example.com\r\n' | iconv -f UTF-8 -t UTF-16LE >>data/web/wide.txt
printf '{"results": [{"command": "C:\\\\Users\\\\mallory\\\\run.exe", "mean": 1.25, "stddev": 0.1, "min": 1.1, "max": 1.4, "times": [1.1, 1.25, 1.4]}]}\n' | gzip -n >data/web/win.json.gz
printf 'title: T\n' >broadsheet.yaml
cp -R data before

# Without the key everything is published as it is.
expect 0 "$BROADSHEET" build
cmp data/web/session.txt site/web/raw/session.txt
"$BROADSHEET" inspect --format json data/web/session.txt | jq -S '[.results[].metrics]' >figures

printf 'title: T\nredact: {names: [zeus-4], patterns: ["OPS-[0-9]+"]}\n' >broadsheet.yaml
expect 0 "$BROADSHEET" build
diff -r data before
for secret in alice build-7 abc.def-123 10.1.2.3 hunter2 carol mail.example.org bob node3 s3cret zeus-4 OPS-1234 \
    ghp_0123 fd12:3456 192.168.0.7 dave corp.example mallory MHcCAQ; do
    if grep -rla -- "$secret" site >found || pdftotext site/web/report.pdf - | grep -- "$secret" >found; then
        fail "$secret is published in $(cat found)"
    fi
done
raw=site/web/raw
says $raw/session.txt 'xxxxx@xxxxxxx:~/bench$ hyperfine'
says $raw/session.txt 'Authorization: xxxxxx xxxxxxxxxxx" http://xx.x.x.x:8080/'
says $raw/session.txt '/home/xxxxx/bin/app --password xxxxxxx --to xxxxx@xxxx.xxxxxxx.xxx'
says $raw/session.txt 'https://xxx:xxxxxx@git.example.org/x && npm i left-pad@1.3.0'
says $raw/session.txt '# deployed from xxxxxx by ticket xxxxxxxx'
says $raw/notes.txt ', xxx.xxx.x.x, 8.8.8.8 and v10.0.0.1'
tail -n +2 data/web/notes.txt | sed 's/MHcCAQEEIIGq/xxxxxxxxxxxx/' >a
tail -n +2 $raw/notes.txt | diff a -

# No line is longer or shorter, no figure is another, and their places are the same.
awk '{ print length($0) }' data/web/session.txt >a
awk '{ print length($0) }' $raw/session.txt | diff a -
"$BROADSHEET" inspect --format json $raw/session.txt | jq -S '[.results[].metrics]' | diff figures -

# What had to be unpacked or recoded for it is published as plain text.
[ ! -e $raw/win.json.gz ] || fail "the packed file is published"
says $raw/win.json.gz.txt 'C:\\Users\\xxxxxxx\\run.exe'
says $raw/wide.txt.txt 'real 0m1.500s'
says site/web/index.html 'href="raw/win.json.gz.txt.html#L1"'

# The report of it: on the terminal, on the page, with both checksums.
says err 'data/web/session.txt:1: warning: masked: user and host of a prompt, 3 times'
says err 'data/web/session.txt:6: warning: masked: e-mail address'
says site/web/index.html 'Masked before publication'
for file in session.txt notes.txt; do
    says $raw/$file.html "$(sha256sum <data/web/$file | cut -d ' ' -f 1)"
    says $raw/$file.html "$(sha256sum <$raw/$file | cut -d ' ' -f 1)"
done
jq -e '.masked[] | select(.file == "notes.txt" and .what == "access token") | .n == 1 and .first_line == 1' \
    site/web/data.json >/dev/null || fail "data.json doesn't tell"

printf 'redact: {patterns: ["("]}\n' >broadsheet.yaml
expect 2 "$BROADSHEET" build
says err "broadsheet.yaml:1:10: '(' is no regular expression"
printf 'redact: {words: [a]}\n' >broadsheet.yaml
expect 2 "$BROADSHEET" build
says err "unknown key 'words'"
