# `broadsheet lint`: three formats, exit status, what is excused and where that is printed.
mkdir -p data/disk
echo 'title: T' >broadsheet.yaml
cat >data/disk/study.yaml <<'END'
baseline: bind
host: {os: Debian 12, kernel: "6.1", cpu: 4 cores, memory: 8 GB, disk: ext4, governor: performance, virtualization: none, cache: warm}
software: {dd: "9.1"}
variants:
  bind: {match: /bind}
  volume: {match: /volume}
workloads:
  write: {match: ^dd}
END
cat >data/disk/run.txt <<'END'
$ dd if=/dev/urandom of=/bind/x bs=1M count=100
104857600 bytes (105 MB, 100 MiB) copied, 0.25 s, 419 MB/s
$ dd if=/dev/urandom of=/volume/x bs=1M count=100
104857600 bytes (105 MB, 100 MiB) copied, 0.5 s, 210 MB/s
END
cat >data/disk/post.md <<'END'
The volume wrote {{ value write/volume throughput }} and the bind mount
{{ value write/bind throughput }}. That is 48% of it, or -50%.
END

expect 1 "$BROADSHEET" lint
says out 'data/disk/run.txt:2: error: write: 2 of 2 writes to disk did not wait for it'
says out 'MB went to the page cache [T07]'
says out '  hint: Repeat them with conv=fdatasync'
says out 'data/disk/post.md:2:44: error: "48%" is no figure of the study; nearest is −50.0%, write/volume against bind, throughput [C02]'
says out '  hint: Write {{ change write/volume write/bind throughput }}.'
says err '2 errors, 0 warnings, 0 notes; 0 allowed'
! grep -q '"-50%"' out || fail '-50% is derivable'

expect 1 "$BROADSHEET" lint disk --format github
says out '::error file=data/disk/run.txt,line=2,title=T07::write: 2 of 2 writes'
says out '::error file=data/disk/post.md,line=2,col=44,title=C02::"48%25" is no figure'

expect 1 "$BROADSHEET" lint --format json
jq -e '.schema == "broadsheet/lint-1" and .errors == 2 and (.findings | length) == 2
    and .findings[0].rule == "C02" and .findings[0].column == 44
    and .findings[1].level == "error" and .findings[1].study == "disk"
    and .findings[1].line == 2 and .findings[1].allowed == null' out >/dev/null || fail "$(cat out)"

# A plain build tells, a strict one fails.
expect 0 "$BROADSHEET" build
says err 'data/disk/run.txt:2: warning: write: 2 of 2 writes'
expect 1 "$BROADSHEET" build --strict
says err 'lint-allow: {C02: why}'

# What is excused stands on the page and in the PDF, with what it is.
sed -i 's/, or -50%//; s/48%/half/' data/disk/post.md
echo 'lint-allow: {T07: The cache is what was to be measured.}' >>data/disk/study.yaml
expect 0 "$BROADSHEET" lint
says out 'allowed: write: 2 of 2 writes'
says out '  reason: The cache is what was to be measured.'
says err '0 errors, 0 warnings, 0 notes; 1 allowed'
expect 0 "$BROADSHEET" lint --format github
silent out
expect 0 "$BROADSHEET" build --strict
says site/disk/index.html 'Known weaknesses'
says site/disk/index.html 'The page cache was measured: dd did not wait for the disk (T07). The cache is what was to be measured.'
pdftotext site/disk/report.pdf - | tr '\n' ' ' >pdf.txt
says pdf.txt 'dd did not wait for the disk (T07).'
says pdf.txt 'The cache is what was to be measured.'

# An excuse for nothing is told; warnings count with --strict.
sed -i 's/measured.}$/measured., T03: "No request failed."}/' data/disk/study.yaml
expect 0 "$BROADSHEET" lint
says out 'data/disk/study.yaml:9:58: warning: lint-allow excuses T03, but the rule finds nothing here [L01]'
expect 1 "$BROADSHEET" lint --strict

# A rule that there is not.
sed -i 's/T03: "No request failed."/T77: "It must be so."/' data/disk/study.yaml
expect 2 "$BROADSHEET" lint
says err "data/disk/study.yaml:9:58: lint has no rule 'T77'"
says err "Did you mean 'T07'?"
expect 2 "$BROADSHEET" build
says err "lint has no rule 'T77'"

# A claim can't be excused, and lint knows of claims.
sed -i '/^lint-allow/d' data/disk/study.yaml
echo 'lint-allow: {K01: I like it.}' >>data/disk/study.yaml
expect 2 "$BROADSHEET" lint
says err "a claim can't be excused"
sed -i '/^lint-allow/d' data/disk/study.yaml
echo 'So {{ claim "the volume is ahead" : value write/volume throughput > 1 GB/s }}.' >data/disk/post.md
expect 1 "$BROADSHEET" lint
says out "error: the data doesn't bear out \"the volume is ahead\": 209.7"

expect 2 "$BROADSHEET" lint dsik
says err "there is no study 'dsik'"
says err "Did you mean 'disk'?"
expect 2 "$BROADSHEET" lint --format xml
says err "--format is text, json or github, not 'xml'"

# The demo studies stand: nothing that isn't excused, and each excuse is needed.
expect 0 "$BROADSHEET" lint -C "$TOP" --strict
says out 'data/docker-storage/storage.transcript.txt:51: allowed: seq-write-2g: 2 of 2 writes to disk did not wait for it'
says out "fibonacci/docker against fibonacci/native, wall_time: can't be told apart: the ratio is 1.040, its 95% interval 0.995 to 1.089"
says out '"−72%" is no figure of the study; nearest is −71.2%, seq-write-10g/volume#2 against bind, throughput [C02]'
