# lint's rules about comparisons, posts, pages and origins: each fires where it should, and not
# beside it.
. "$TOP/tests/e2e/lint.helpers"

clear=$(results x 'a||"wall_time","n":10,"mean":1,"stddev":0.01' 'b||"wall_time","n":10,"mean":2,"stddev":0.01')
unclear=$(results x 'a||"wall_time","n":10,"mean":1,"stddev":0.1' 'b||"wall_time","n":10,"mean":1.05,"stddev":0.1')
single=$(results x 'a||"wall_time","n":1,"mean":1' 'b||"wall_time","n":1,"mean":2')
values='a took {{ value w/a wall_time }}.'

# --- C: does the data bear it out?
{
    echo "$unclear"
    post "$values b took {{ change w/b w/a wall_time }}."
} | fires c01 'w/b against w/a, wall_time: the ratio is 1.050, but its interval is 0.'
{
    echo "$unclear"
    post "$values b took {{ change w/b w/a wall_time }}, {{ interval w/b w/a wall_time }}."
} | quiet c01
{
    echo "$single"
    post '{{ claim "b is slower" : ratio w/b w/a wall_time > 1.5 }}'
} | fires c01-claim '"b is slower" is said of w/b against w/a, wall_time, of which no interval'
{
    echo "$clear"
    post '{{ claim "b is slower" : ratio w/b w/a wall_time > 1.5 }}'
} | quiet c01-claim
{
    echo "$clear"
    post "$values b took -61% of the time."
} | fires c02 '"-61%" is no figure of the study; nearest is −50.0%, w/a against b, wall_time'
{
    echo "$clear"
    post "$values b took 2x the time, 2.0 s or 2000 ms, +100%, 1 s more."
} | quiet c02
{
    echo "$clear"
    post "$values b took 2.4 s."
} | fires c02-value '"2.4 s" is no figure of the study; nearest is 2.000 s, w/b wall_time'
{
    echo "$clear"
    post "$values b took 3.1x as long."
} | fires c02-factor '"3.1x" is no figure of the study; nearest is 2.00×, w/b against a, wall_time'
{ # versions, dates, years, list numbers, levels, code, links and addresses are none
    yaml 'host: {memory: 7 GB}'
    echo "$clear"
    post "$values Version 1.2.3 of 2024-05-06, in the 1990s, at a 95% interval; 7 GB of memory.

1. The \`33%\` of {{ claim \"77 ms\" : value w/a wall_time > 0 s }}
2. See [it](https://x.org/44%/5s) or https://x.org/55%/6s, \\{{ and [7 ms][1] no.

    took 88% and 9.9 s

\`\`\`
took 66% and 7.7 s
\`\`\`

3 runs, 10 times, x86, wasm32, 4x4, port 8080, 24/7, Figure 3, #4, 100%.

[1]: https://x.org/8s" | sed 's/\[7 ms\]/[it]/'
} | quiet c02-others
{
    echo "$clear"
    post '## One
Of course {{ change w/b w/a wall_time }} more.
## Two
a is named here.' | sed 's/Of course/Off by/'
    yaml 'variants: {a: {label: Apple, match: none}, b: {label: Pear, match: none}}'
} | fires c03 "w/b against w/a, wall_time: the section doesn't say what it is compared with"
{
    echo "$clear"
    post '## One
Pear took {{ change w/b w/a wall_time }} against Apple.'
    yaml 'variants: {a: {label: Apple, match: none}, b: {label: Pear, match: none}}'
} | quiet c03
{
    echo "$clear"
    post 'b against a: {{ ratio w/b w/a wall_time }}.'
} | fires c04 'w/b against w/a, wall_time: the post gives relative figures only'
{
    echo "$clear"
    post 'b against a: {{ ratio w/b w/a wall_time }}.

{{ chart w wall_time }}'
} | quiet c04
{
    results x 'a||"wall_time","n":10,"mean":1,"stddev":0.01' 'b||"wall_time","n":10,"mean":2.3,"stddev":0.01'
    post "$values b took {{ change w/b w/a wall_time }} more."
} | fires c05 '+130% may be read as 2.3 or 1.3 times'
{
    results x 'a||"wall_time","n":10,"mean":1,"stddev":0.01' 'b||"wall_time","n":10,"mean":1.9,"stddev":0.01'
    post "$values b took {{ change w/b w/a wall_time }} more."
} | quiet c05
{
    echo "$unclear"
    post '{{ claim "b is as fast as a" : w/b vs w/a wall_time is unclear }}'
} | fires c06 '"b is as fast as a" is said of w/b against w/a, wall_time, but the interval'
{
    echo "$unclear"
    post '{{ claim "b can’t be told from a" : w/b vs w/a wall_time is unclear }}'
} | quiet c06
for limit in 1.01 1.03; do
    {
        results x 'a||"wall_time","n":99,"mean":1,"stddev":0.01' "b||\"wall_time\",\"n\":99,\"mean\":$limit,\"stddev\":0.01"
        post "$values b took {{ change w/b w/a wall_time }} more."
    } >c07
    if [ $limit = 1.01 ]; then fires c07 '1.00% is there (p = 0.000), but below the practical limit of 2%' <c07; else quiet c07 <c07; fi
done
many() # MEAN: of b, beside nine that are alike
{
    set -- "b||\"wall_time\",\"n\":10,\"mean\":$1,\"stddev\":0.07"
    for v in a c d e f g h i j; do
        set -- "$@" "$v||\"wall_time\",\"n\":10,\"mean\":1,\"stddev\":0.02"
    done
    results x "$@"
}
{
    yaml 'baseline: a'
    many 1.08
} | fires c08 'w/b against a, wall_time: p = 0.006 of one test is 0.05'
{
    yaml 'baseline: a'
    many 1.2
} | quiet c08
results wrk 'a|"parameters":{"connections":"10"},|"request_rate","mean":1' 'b|"parameters":{"connections":"20"},|"request_rate","mean":2' |
    fires c09 'w/b against a: they differ in connections (20, 10)'
results wrk 'a|"parameters":{"connections":"10","url":"http://x:1"},|"request_rate","mean":1' 'b|"parameters":{"connections":"10","url":"http://x:2"},|"request_rate","mean":2' | quiet c09
{ # what the variants say is what is compared
    yaml 'variants: {a: {label: 10 connections, match: none}, b: {label: 20 connections, match: none}}'
    results wrk 'a|"parameters":{"connections":"10"},|"request_rate","mean":1' 'b|"parameters":{"connections":"20"},|"request_rate","mean":2'
} | quiet c09-meant
holes='== c.csv
workload,variant,metric,value
w,a,wall_time,1
w,b,wall_time,2
v,a,wall_time,1
v,c,wall_time,1'
echo "$holes" | fires c10 'v has no result of b, and the page has no word on it'
{
    echo "$holes"
    yaml 'variants: {a: {match: none}, b: {match: none}, c: {match: none}}
workloads: {w: {match: none}, v: {match: none}}
not-run: {v/b: it hung, w/c: it hung}'
} | quiet c10
wasm=$(results hyperfine 'native||"wall_time","n":9,"mean":1' 'wasm|"command":"wasmtime x.wasm",|"wall_time","n":9,"mean":2')
echo "$wasm" | fires c14 "variant 'wasm' runs WebAssembly, but not stated are: version, mode"
{
    echo "$wasm"
    yaml 'software: {wasmtime: wasmtime 21.0.1}
variants: {wasm: {detail: compiled ahead of time, match: wasmtime}}'
} | quiet c14
docker=$(results hyperfine 'native||"wall_time","n":9,"mean":1' 'docker|"command":"docker run x",|"wall_time","n":9,"mean":2')
echo "$docker" | fires c15 "variant 'docker' runs in a container, but not stated are: image digest, storage driver, limits"
{
    echo "$docker"
    yaml 'software: {image: "x@sha256:01", storage driver: overlay2, limits: none}'
} | quiet c15
echo "$unclear" | fires c21 "w/b against w/a, wall_time: can't be told apart: the ratio is 1.050"
echo "$clear" | quiet c21

# --- X: does the page stand by itself?
{
    echo "$clear"
    post '![](https://x.org/a.png)'
} | fires x01 "the picture 'https://x.org/a.png' has no text"
{
    echo "$clear"
    post '![A cat](https://x.org/a.png)'
} | quiet x01
{
    echo "$clear"
    post 'See [the file](raw/s.json) and [this](#nowhere).'
} | fires x07 "the link to 'raw/s.json' leads nowhere"
{
    echo "$clear"
    post '## Here

See [the file](raw/r.json), [this](#here), [it](https://x.org/y), [another](../x07-fires/index.html).'
} | quiet x07
printf '== r.csv\nworkload,variant,metric,value\nw,a\342\200\256b,wall_time,1\n' | fires x10 'control or direction characters'
printf '== r.csv\nworkload,variant,metric,value\nw,a b \303\251,wall_time,1\n' | quiet x10

# --- P: where does it come from?
{
    echo '== r.json'
    echo '{"schema":"broadsheet/1","results":[{"tool":"x","metrics":[{"name":"wall_time","mean":1,"line":0}]}]}'
} | fires p01 'wall_time of r/r has no line in the raw file'
results x 'a||"wall_time","mean":1' | quiet p01
{
    echo "$holes"
    printf '== SHA256SUMS\n%064d  c.csv\n%064d  gone.csv\n' 0 0
} | fires p02 "'c.csv' has the SHA-256"
{
    echo "$holes"
    printf '== SHA256SUMS\n%s  c.csv\n' "$(echo "$holes" | sed 1d | sha256sum | cut -d' ' -f1)"
} | quiet p02
facts='os: Debian 12, kernel: "6.1", cpu: 4 cores, memory: 8 GB, governor: performance'
{
    echo "$clear"
    yaml "host: {$facts}"
} | fires p03 'not stated of the test bed: whether it is a virtual machine'
{
    echo "$clear"
    yaml "host: {$facts, virtualization: none}"
} | quiet p03
{
    yaml "host: {$facts, machine: a virtual machine shared with other users, turbo: on}"
    echo "$clear"
} | fires p04 'the test bed is stated to be or have: a virtual machine, other load, turbo on'
{
    yaml "host: {$facts, virtualization: none}"
    echo "$clear"
} | quiet p04
{ # a bill has no test bed
    yaml 'software: {server: a virtual machine}'
    printf '== c.csv\nworkload,variant,metric,value\nw,a,price,1\nw,b,price,2\n'
} | quiet p03-bill
{
    yaml 'software: {server: a virtual machine}'
    printf '== c.csv\nworkload,variant,metric,value\nw,a,price,1\nw,b,price,2\n'
} | quiet p04-bill
echo "$clear" | fires p05 'the version is not stated of: x'
{
    results dd 'a|"command":"dd if=x of=y",|"wall_time","mean":1'
    yaml 'software: {dd: GNU coreutils 9.1}'
} | quiet p05
{
    results dd 'a||"wall_time","mean":1'
    yaml 'software: {dd: GNU coreutils 9.1}'
} | fires p05-command 'the command of 1 of 1 results is not known'
secret() # TEXT
{
    results x "a|\"command\":\"$1\",|\"wall_time\",\"mean\":1"
}
secret "curl -H 'Authorization: Bearer abcdefghij'" | fires p06 'would be published: authorization header, 1 time'
secret 'curl http://bob:pa55@x.org/' | fires p06-url 'would be published: credential in a URL, 1 time'
secret 'curl -u ghp_0123456789abcdefghijklmnop' | fires p06-token 'would be published: access token, 1 time'
secret 'wrk http://192.168.1.7:80/ and http://192.168.1.8/' | fires p06-ip 'would be published: private network address, 2 times'
secret '/home/bob/bin/x' | fires p06-home 'would be published: home folder, 1 time'
secret 'mail bob@example.org' | fires p06-mail 'would be published: e-mail address, 1 time'
secret 'root@3f2a:/# /home/runner/x http://localhost:80/ git@github.com:a/b.git 10.25 s, x@1.2.3, 8.8.8.8' | quiet p06

look
