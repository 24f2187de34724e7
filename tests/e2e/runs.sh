# Runs, attachments, ignored files and a compose file.
mkdir -p data/s/march data/s/april/deep
echo 'title: T' >broadsheet.yaml
raw() { # raw MEAN FILE
    printf 'Benchmark 1: docker run --rm x\n  Time (mean ± σ):     %s s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n' "$1" >"$2"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n' >>"$2"
    printf 'Benchmark 2: ./x\n  Time (mean ± σ):     2.000 s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n' >>"$2"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n' >>"$2"
}
raw 3.000 data/s/march/x.txt
raw 5.000 data/s/april/deep/x.txt
printf 'date: 2026-03-01\nmachine: oak\n' >data/s/march/run.yaml
printf 'date: 2026-04-01\nmachine: elm\ntags: {commit: abc123}\nhost: {cpu: fast one}\n' >data/s/april/run.yaml
echo 'just words' >data/s/notes.md
echo 'not for others' >data/s/secret.me
echo 'ignore: ["*.me"]' >data/s/study.yaml

# The newest run speaks, and says which it is; nothing is lost.
expect 0 "$BROADSHEET" build
says err "data/s/notes.md: warning: nothing was recognised in it"
says site/s/index.html "takes 2.50 times as long"
says site/s/index.html "april, 1 April 2026, on elm"
says site/s/index.html "abc123"
says site/s/index.html "fast one"
says site/s/data.csv "3,"
[ -s site/s/raw/notes.md ]
[ ! -e site/s/raw/secret.me ] || fail "an ignored file was published"

# A misspelt key of run.yaml is an error with its place.
echo 'machin: oak' >>data/s/march/run.yaml
expect 2 "$BROADSHEET" build
says err "data/s/march/run.yaml:3:1: unknown key 'machin'"
says err "Did you mean 'machine'?"

# A compose file tells volume from bind mount by the path that was written to.
rm -rf data/s && mkdir -p data/c
cat >data/c/compose.yaml <<'END'
services:
  box:
    image: debian
    volumes: ["./here:/one", "named:/two", {type: tmpfs, target: /three}]
volumes: {named: {}}
END
for place in one two three; do
    printf '$ dd if=/dev/zero of=/%s/f bs=1M count=10\n' $place
    printf '10485760 bytes (10 MB, 10 MiB) copied, 0.5 s, 21 MB/s\n\n'
done >data/c/session.txt
expect 0 "$BROADSHEET" build
for variant in bind volume tmpfs; do
    says site/c/data.csv "\"$variant\""
done
says site/c/index.html "the compose file mounts"
