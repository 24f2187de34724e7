# lint's rules about single tools and charts: each fires where it should, and not beside it.
. "$TOP/tests/e2e/lint.helpers"

results hyperfine 'a|"command":"true",|"wall_time","n":10,"mean":0.002' | fires t01 "'true' takes 2.000 ms: starting it and the shell is most of that"
results hyperfine 'a|"command":"true",|"wall_time","n":10,"mean":0.02' | quiet t01
results hyperfine 'a|"command":"no","exit_codes":[0,1,0],|"wall_time","n":3,"mean":0.2' | fires t01-exit "1 of 3 runs of 'no' ended with an error"
results hyperfine 'a|"parameters":{"threads":"1","size":"5"},|"wall_time","n":3,"mean":1' 'b|"parameters":{"threads":"2","size":"6"},|"wall_time","n":3,"mean":2' |
    fires t02 'they differ in threads (2, 1), size (6, 5)'
results hyperfine 'a|"parameters":{"threads":"1","size":"5"},|"wall_time","n":3,"mean":1' 'b|"parameters":{"threads":"2","size":"5"},|"wall_time","n":3,"mean":2' | quiet t02
results bombardier 'a||"requests","mean":1000;"http_4xx","mean":0;"http_5xx","mean":20' | fires t03 'w/a: 2.00% of the requests failed'
results bombardier 'a||"requests","mean":10000;"http_4xx","mean":0;"http_5xx","mean":2' | quiet t03
results k6 'a||"http_req_failed","mean":0.05' | fires t03-k6 '5.00% of the requests failed'
closed='a||"latency","n":50000,"mean":0.1,"percentiles":{"99":0.5}'
results wrk "$closed" | fires t04 'p99 of the latency is 500.0 ms, in a closed loop'
{
    results wrk "$closed"
    post 'wrk works in a closed loop.'
} | quiet t04
results wrk 'a|"command":"wrk2 -t2 -R100 http://x",|"latency","n":50000,"mean":0.1,"percentiles":{"99":0.5}' | quiet t04-paced
results k6 'a|"thresholds":[{"metric":"latency","expression":"p(95)<500","ok":false}],|"latency","mean":1' | fires t05 "the threshold 'p(95)<500' of latency was not kept"
results k6 'a|"thresholds":[{"metric":"latency","expression":"p(95)<500","ok":true}],|"latency","mean":1;"checks","mean":1' | quiet t05
results k6 'a||"checks","mean":0.98' | fires t05-checks '98.00% of the checks passed, not all'
{
    results k6 'a||"latency","mean":1'
    results wrk 'b||"latency","mean":1' | sed 's/^== r/== s/'
} | fires t06 'w/a was loaded by k6, w/b by wrk'
results k6 'a||"latency","mean":1' 'b||"latency","mean":2' | quiet t06

{ # both were loaded by wrk, too
    results k6 'a||"latency","mean":1'
    results wrk 'a||"latency","mean":1' 'b||"latency","mean":1' | sed 's/^== r/== s/'
} | quiet t06-both

# --- storage
dd() # OPERANDS: one dd's transcript
{
    printf '== d.txt\n'
    for operands; do
        printf '$ dd %s bs=1M count=2\n2097152 bytes (2.1 MB, 2.0 MiB) copied, 1 s, 2.1 MB/s\n' "$operands"
    done
}
dd 'if=/r of=/bind/x' 'if=/r of=/volume/x conv=notrunc,fdatasync' | fires t07 'd: 1 of 2 writes to disk did not wait for it'
dd 'if=/r of=/x conv=fsync' 'if=/r of=/y oflag=direct' 'if=/r of=/z oflag=dsync' 'if=/x of=/dev/null' | quiet t07
{
    dd 'if=/r of=/ram/x'
    yaml 'variants: {tmpfs: {match: /ram}}'
} | quiet t07-tmpfs
dd 'if=/dev/zero of=/x conv=fsync' | fires t08 '1 dd writes are of /dev/zero'
dd 'if=/dev/urandom of=/x conv=fsync' 'if=/dev/zero of=/dev/null' | quiet t08
dd 'if=/dev/urandom of=/x conv=fsync' | sed 's/ bs=1M count=2//' | fires t08-size '1 dd writes state no block size'
mounts='variants: {bind: {match: /bind}, tmpfs: {match: /ram}}'
{
    dd 'if=/r of=/bind/x' 'if=/r of=/ram/x'
    yaml "$mounts"
} | fires t09 'nobody is told that tmpfs is memory'
{
    dd 'if=/r of=/bind/x' 'if=/r of=/ram/x'
    yaml "$mounts"
    post 'A tmpfs lives in memory.'
} | quiet t09
dd 'if=/r of=/x' | fires t10 'whether the cache was cold or warm is not stated'
{
    dd 'if=/r of=/x'
    yaml 'host: {cache: warm}'
} | quiet t10
dd 'if=/r of=/x oflag=direct' | quiet t10-direct

# --- clocks and monitoring
results shell-time 'a||"wall_time","n":1,"mean":0.012,"resolution":0.001' 'b||"wall_time","n":1,"mean":0.013,"resolution":0.001' |
    fires t11 'w/b against a: 13.00 ms against 12.00 ms, on a clock that shows steps of 1.000 ms'
results shell-time 'a||"wall_time","n":1,"mean":0.012,"resolution":0.001' 'b||"wall_time","n":1,"mean":0.043,"resolution":0.001' | quiet t11
series() # TOOL-LIKE METRIC VALUES
{
    results prometheus "a||\"$1\",\"mean\":1,\"series\":{\"start\":\"2026-01-01T00:00:00Z\",\"step\":15,\"values\":[$2]}"
}
series memory 1,2,null,null,null,3,4,5,6,7,8,9,10,11 | fires t12 'memory: 3 scrapes in a row are missing'
series memory 1,2,null,null,3,4,5,6,7,8,9,10,11 | quiet t12
series x_total 1,2,3,4,5,6,1,2,3,4,5,6 | fires t12-reset 'the counter x_total falls 1 times'
series memory 1,2,3 | fires t12-few 'memory has 3 samples'
{
    results gnu-time 'a||"peak_memory","mean":1e6'
    results prometheus 'a||"memory","mean":2e6' | sed 's/^== r/== s/'
} | fires t13 'has the peak of one process by gnu-time'
results gnu-time 'a||"peak_memory","mean":1e6' 'b||"peak_memory","mean":2e6' | quiet t13
results wrk 'a|"parameters":{"url":"http://127.0.0.1:80/"},|"latency","mean":1' | fires t15 'w/a: wrk ran on the host that it loaded'
results wrk 'a|"parameters":{"url":"http://bench.example:80/"},|"latency","mean":1' | quiet t15

# --- charts, as far as a study can bring them about; tests/unit/test_lint.c has the rest
results x 'a||"score","mean":1' 'b||"score","mean":2' | fires v03 "'score' has no unit"
results x 'a||"score","unit":"B","mean":1' 'b||"score","unit":"B","mean":2' | quiet v03
results x 'a||"wall_time","n":10,"mean":1,"stddev":0.1' 'b||"wall_time","n":10,"mean":2,"stddev":0.1' |
    fires v06 'w/a wall_time: of 10 runs only a summary is kept'
results x "a||\"wall_time\",$(runs 1,1.1,1.2)" "b||\"wall_time\",$(runs 2,2.1,2.2)" | quiet v06
results x 'a||"bytes_copied","mean":1' 'b||"bytes_copied","mean":2' | fires v10 'whether more or less of Bytes copied is better is not said'
results x 'a||"wall_time","mean":1' 'b||"wall_time","mean":2' | quiet v10

look
