# A line of a megabyte in the middle of a block: the figures around it are read, and it isn't
# mistaken for one. The files are made here, since nobody wants to keep them.
{
    echo 'Benchmark 1: gzip -k big.log'
    yes y | head -c 1048576 | tr '\n' ' '
    echo
    echo '  Time (mean ± σ):     154.9 ms ±   3.1 ms    [User: 148.0 ms, System: 6.6 ms]'
    echo '  Range (min … max):   151.2 ms … 163.8 ms    19 runs'
} >hyperfine.txt
expect 0 "$BROADSHEET" inspect --format csv hyperfine.txt
says out 'hyperfine.txt,3,hyperfine,gzip -k big.log,,,,ok,wall_time,s,19,0.1549,0.0031,,0.1512,0.1638,,'

{
    printf 'Bombarding http://localhost/'
    head -c 65536 /dev/zero | tr '\0' a
    echo ' for 30s using 64 connection(s)'
    echo 'Statistics        Avg      Stdev        Max'
    echo '  Reqs/sec     18234.61    2104.77   23118.90'
    echo '  Latency        3.51ms     1.27ms    48.60ms'
    echo '  HTTP codes:'
    echo '    1xx - 0, 2xx - 546998, 3xx - 0, 4xx - 0, 5xx - 0'
    echo '    others - 0'
    echo '  Throughput:     4.02MB/s'
    yes Bombarding | head -c 262144 | tr '\n' ' '
} >bombardier.txt
expect 0 "$BROADSHEET" inspect --format csv bombardier.txt
[ "$(grep -c ',request_rate,' out)" = 1 ] || fail "not one run: $(cut -c1-80 out)"
says out ',ok,request_rate,1/s,,18234.61,2104.77,,,23118.9,,'
