# lint's rules about files and figures: each fires where it should, and not beside it.
. "$TOP/tests/e2e/lint.helpers"

# --- A: does the file agree with itself?
results hey 'a||"latency","mean":5,"min":6,"max":7' | fires a01 'min is 6.000 s, but mean is 5.000 s'
results hey 'a||"latency","mean":6,"min":6,"max":6.0' | quiet a01
results hey 'a||"latency","mean":3,"percentiles":{"50":4,"99":2},"max":9' | fires a01-p 'p50 is 4.000 s, but p99 is 2.000 s'
results hey 'a||"wall_time","n":5,"mean":5,"min":4,"max":6,"stddev":3' | fires a02 "can't have a standard deviation of 3.000 s"
results hey 'a||"wall_time","n":5,"mean":5,"min":4,"max":6,"stddev":0.9' | quiet a02
results x 'a||"wall_time","mean":2.5,"samples":[1,2,3]' | fires a03 'mean is stated as 2.500 s, but 3 runs give 2.000 s'
results x 'a||"wall_time","mean":2.0000001,"samples":[1,2,3]' | quiet a03
{ # the importer's own finding comes under the rule's name
    echo '== r.json'
    echo '{"results":[{"command":"x","mean":2.9,"min":1.25,"max":3.25,"times":[1.25,2.25,3.25],"exit_codes":[0,0,0]}]}'
} | fires a03-hyperfine '"mean" is stated as 2.9, but "times" give 2.25'
{
    yaml 'host: {cpu: 4 cores of something}'
    results gnu-time 'a||"wall_time","mean":1;"user_time","mean":5;"system_time","mean":0'
} | fires a04 'want 5.0 CPUs; the host has 4'
{
    yaml 'host: {cpu: 8 cores of something}'
    results gnu-time 'a||"wall_time","mean":1;"user_time","mean":5;"system_time","mean":0'
} | quiet a04
results gnu-time 'a||"wall_time","mean":10;"user_time","mean":4;"system_time","mean":1;"cpu_percent","mean":0.9' |
    fires a05 '90% is stated, but 5.000 s of processor time in 10.00 s are 50%'
results gnu-time 'a||"wall_time","mean":10;"user_time","mean":4;"system_time","mean":1;"cpu_percent","mean":0.5' | quiet a05
{
    yaml 'host: {memory: 4 GB}'
    results gnu-time 'a||"peak_memory","mean":8e9'
} | fires a05-memory '8.000 GB, but the host has 4.000 GB'
{
    printf '== d.txt\n$ dd if=/dev/urandom of=/x bs=1M count=4 conv=fsync\n'
    echo '2097152 bytes (2.1 MB, 2.0 MiB) copied, 1 s, 2.1 MB/s'
} | fires a06 '2.097 MB were copied, but bs=1M count=4 are 4.194 MB'
{
    printf '== d.txt\n$ dd if=/dev/urandom of=/x bs=1M count=2 conv=fsync\n'
    echo '2097152 bytes (2.1 MB, 2.0 MiB) copied, 1 s, 2.1 MB/s'
} | quiet a06
printf '== d.txt\n2097152 bytes (2.1 MB, 2.0 MiB) copied, 1 s, 9.9 MB/s\n' | fires a06-rate 'dd states 9.9 MB/s'
codes='"http_1xx","mean":0;"http_3xx","mean":0;"http_4xx","mean":0;"http_5xx","mean":0;"http_other","mean":0'
results bombardier "a||\"requests\",\"mean\":100;\"http_2xx\",\"mean\":90;$codes" | fires a07 '100 requests, but 90 answers'
results bombardier "a||\"requests\",\"mean\":100;\"http_2xx\",\"mean\":100;$codes" | quiet a07
results hey 'a|"parameters":{"duration":"10s"},|"requests","mean":1000;"request_rate","mean":200' |
    fires a07-rate '200.0/s are stated, but 1000 requests in 10 s are 100.0/s'
results hey 'a|"parameters":{"duration":"10s"},|"requests","mean":1000;"request_rate","mean":105' | quiet a07-rate
results wrk 'a|"parameters":{"connections":"100"},|"latency","mean":0.01;"request_rate","mean":5000' |
    fires a08 'keep 50.0 connections busy, not 100'
results wrk 'a|"parameters":{"connections":"100"},|"latency","mean":0.01;"request_rate","mean":9500' | quiet a08
results wrk 'a|"command":"wrk2 -R 500","parameters":{"connections":"100"},|"latency","mean":0.01;"request_rate","mean":500' | quiet a08-paced

# --- D: is there enough data?
change='By {{ change w/b w/a wall_time }} slower than a.'
{
    results x 'a||"wall_time","n":1,"mean":1' 'b||"wall_time","n":1,"mean":2'
    post "$change"
} | fires d01 'w/b against w/a, wall_time: compared, but not tested (one run)'
{
    results x "a||\"wall_time\",$ten,\"mean\":1" "b||\"wall_time\",$ten,\"mean\":2"
    post "$change"
} | quiet d01
{ # figures side by side are no comparison
    results x 'a||"wall_time","n":1,"mean":1' 'b||"wall_time","n":1,"mean":2'
    post 'a: {{ value w/a wall_time }}, b: {{ value w/b wall_time }}; {{ claim "nobody knows" : w/b vs w/a wall_time is untested }}.'
} | quiet d01-side
for n in 5 6; do
    {
        results x "a||\"wall_time\",\"n\":$n,\"median\":1,\"mean\":1"
        post '{{ value w/a wall_time.median }}'
    } >d02
    if [ $n = 5 ]; then fires d02 'even their whole range covers it with 93.8% only' <d02; else quiet d02 <d02; fi
done
results x "a||\"wall_time\",$(runs 1,1.1,1.2)" "b||\"wall_time\",$(runs 2,2.1,2.2)" | fires d03 'of 3 and 3 runs no order has p below 0.10'
results x "a||\"wall_time\",$(runs 1,1.1,1.2,1)" "b||\"wall_time\",$(runs 2,2.1,2.2,2)" | quiet d03
results x "a||\"wall_time\",$ten,\"mean\":1,\"min\":0.9,\"max\":1.3" "b||\"wall_time\",$ten,\"mean\":2,\"min\":1.95,\"max\":2.3" |
    fires d04 'of 10 runs only a summary is known, and it leans: 50.00 ms below the mean 2.000 s, 300.0 ms above'
results x "a||\"wall_time\",$ten,\"mean\":1,\"min\":0.9,\"max\":1.2" "b||\"wall_time\",$ten,\"mean\":2,\"min\":1.8,\"max\":2.3" | quiet d04
results x 'a||"latency","n":50,"mean":1,"percentiles":{"99":2}' | fires d05 'p99 of 50 samples is their maximum'
results x 'a||"latency","n":500,"mean":1,"percentiles":{"99":2}' | fires d05-few 'p99 of 500 samples hangs on a handful of them'
results x 'a||"latency","n":1000,"mean":1,"percentiles":{"99":2}' | quiet d05
results x 'a||"wall_time","n":10,"mean":1,"stddev":0.06' 'b||"wall_time","n":10,"mean":2,"stddev":0.06' | fires d06 'w/a, wall_time: runs scatter by 6.0%'
results x 'a||"wall_time","n":10,"mean":1,"stddev":0.04' 'b||"wall_time","n":10,"mean":2,"stddev":0.04' | quiet d06
{
    results x 'a||"wall_time","n":900,"mean":1,"stddev":0.06' 'b||"wall_time","n":900,"mean":1.04,"stddev":0.06'
    post "$change"
} | fires d06-hidden 'a difference of 4.0% is told, but runs scatter by 6.0%'
results x "a||\"wall_time\",$(runs 9,5.1,5,5.2,4.9,5,5.1,5.05,4.95,5)" | fires d07 'the first runs take 9.000 s, the others 5.000 s'
results x "a||\"wall_time\",$(runs 5.05,5.1,5,5.2,4.9,5,5.1,5.05,4.95,5)" | quiet d07
results x "a||\"wall_time\",$(runs 5,5.1,5.2,5.3,5.4,5.5,5.6,5.7,5.8,5.9)" | fires d07-drift 'drifts over 10 runs: rho 1.00'
two='1,1.01,1.02,0.99,0.98,1,1.01,1.02,0.99,0.98,1,1.01'
more='2,2.01,2.02,1.99,1.98,2,2.01,2.02,1.99,1.98,2,2.01'
results x "a||\"wall_time\",$(runs $two,$more)" | fires d08 '24 runs fall into several groups'
results x "a||\"wall_time\",$(runs $two,$two)" | quiet d08
results x "a||\"wall_time\",$(runs 1,1.1,1.05,1.02,1.08,1.04,1.06,3)" | fires d09 '1 of 8 runs lie more than 3 quartile ranges outside'
results x "a||\"wall_time\",$(runs 1,1.1,1.05,1.02,1.08,1.04,1.06,1.15)" | quiet d09
results x 'a||"wall_time","n":10,"mean":1,"stddev":0.01' 'b||"wall_time","n":30,"mean":2,"stddev":0.01' | fires d13 '30 runs against 10'
results x 'a||"wall_time","n":10,"mean":1,"stddev":0.01' 'b||"wall_time","n":12,"mean":2,"stddev":0.01' | quiet d13

# --- G: what was averaged?
results x 'a||"speedup","n":3,"mean":1.5' | fires g01 '1.500 is the arithmetic mean of 3 ratios'
results x 'a||"speedup","n":1,"mean":1.5' | quiet g01
results x 'a||"throughput","n":1,"mean":1e8' 'a||"throughput","n":1,"mean":3e8' |
    fires g02 'the mean of 2 rates is 200.0 MB/s, all their work over all their time 150.0 MB/s'
results x 'a||"throughput","n":1,"mean":1e8' 'a||"throughput","n":1,"mean":1.1e8' | quiet g02
results x 'a||"latency_p99","n":1,"mean":1' 'a||"latency_p99","n":1,"mean":2' | fires g03 'is the mean of 2 values of latency_p99'
results x 'a||"latency_p99","n":1,"mean":1' 'b||"latency_p99","n":1,"mean":2' | quiet g03
holes=$(results x 'a||"wall_time","n":1,"mean":1' 'b||"wall_time","n":1,"mean":2' | tr -d '\n' |
    sed 's/}\]}\]}$/}]},{"tool":"x","workload":"v","variant":"a","line":2,"metrics":[{"line":2,"name":"wall_time","n":1,"mean":1}]}]}/; s/^== r.json/&\n/')
{
    echo "$holes"
    post 'The geometric mean says so.'
} | fires g04 "the post averages over workloads, but 'b' has 1 of 2"
{
    echo "$holes"
    post 'No workload says so.'
} | quiet g04
{
    results x 'a||"wall_time","n":1,"mean":0' 'b||"wall_time","n":1,"mean":2'
    post 'The geometric mean says so.'
} | fires g05 'w/a wall_time is 0 s: no geometric mean has it'
{
    results x 'a||"wall_time","n":1,"mean":0.1' 'b||"wall_time","n":1,"mean":2'
    post 'The geometric mean says so.'
} | quiet g05
results x 'a||"wall_time","stddev":0.816496580927726,"samples":[1,2,3]' | fires g08 'stddev 816.5 ms is divided by n; by n − 1 it is 1.000 s'
results x 'a||"wall_time","stddev":1,"samples":[1,2,3]' | quiet g08
results x 'a||"latency","mean":1,"percentiles":{"99":2},"estimator":"stated"' 'b||"latency","mean":1,"percentiles":{"99":2},"estimator":"linear"' |
    fires g09 "w/a has percentiles by the tool's own, w/b by linear interpolation"
results x 'a||"latency","mean":1,"percentiles":{"99":2},"estimator":"stated"' 'b||"latency","mean":1,"percentiles":{"99":2},"estimator":"stated"' | quiet g09
{
    results x "a||\"wall_time\",$ten,\"mean\":2,\"min\":1"
    post 'Only {{ value w/a wall_time.min }}!'
} | fires g10 'w/a: the best of wall_time is told, and no mean or median'
{
    results x "a||\"wall_time\",$ten,\"mean\":2,\"min\":1"
    post 'Only {{ value w/a wall_time.min }}, on average {{ value w/a wall_time }}.'
} | quiet g10

look
