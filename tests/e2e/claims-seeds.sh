# What the authors of the demo data say, held against their own raw output: what follows from
# it holds, what does not fails with the figure that it gives.
cp -R "$TOP/broadsheet.yaml" "$TOP/data" .

# study ID: the claims that follow, on standard input, one a line:
#     holds|fails  CONDITION  -> FIGURE
study() {
    mkdir -p one/data
    rm -rf one/data/* one/site
    cp broadsheet.yaml one/
    cp -R "data/$1" one/data/
    [ -z "${2:-}" ] || printf '%s\n' "$2" >>"one/data/$1/study.yaml"
    n=0
    : >post
    : >wanted
    while read -r verdict rest; do
        n=$((n + 1))
        printf '{{ claim "no. %s" : %s }}\n\n' $n "${rest% -> *}" >>post
        printf '%s\t%s\t%s\n' "$verdict" $n "${rest##* -> }" >>wanted
    done
    cp post "one/data/$1/post.md"
    expect 1 "$BROADSHEET" build -C one --strict
    expect 0 "$BROADSHEET" build -C one
    sed -e 's/<[^>]*>//g' -e 's/&nbsp;/ /g' "one/site/$1/index.html" >page
    sed "s/$(printf '\302\240')/ /g" err >told
    while IFS="$(printf '\t')" read -r verdict k figure; do
        said="“no. $k” holds: $figure"
        [ "$verdict" = holds ] || said="“no. $k” does not hold: $figure"
        grep -qF "$said" page || fail "$1: no '$said' but: $(grep -F "“no. $k”" page)"
        grep -qF "\"no. $k\": $figure" told && found=fails || found=holds
        [ $found = "$verdict" ] || fail "$1: claim $k $found: $(sed -n "$((2 * k - 1))p" post)"
    done <wanted
}

study docker-storage <<'END'
holds change seq-write-2g/volume seq-write-2g/bind throughput = 9.1% within 0.05% -> +9.1%
fails change seq-write-2g/volume seq-write-2g/bind throughput = 10% within 0.5% -> +9.1%
fails change seq-write-10g/volume#2 seq-write-10g/bind throughput = -72% within 0.5% -> −71.2%
holds change seq-write-10g/volume#1 seq-write-10g/bind throughput = -84% within 0.5% -> −84.4%
holds ratio seq-write-10g/volume#1 seq-write-10g/volume#2 wall_time = 1.85 within 0.005 -> 1.8503
fails copy-files/volume vs copy-files/bind wall_time is same -> untested, ratio 1.020
fails create-files/volume vs create-files/bind wall_time is same -> untested, ratio 1.060
fails compile/volume vs compile/bind wall_time is same -> untested, ratio 1.029
holds ratio seq-write-2g/tmpfs seq-write-2g/bind throughput = 2.7 within 0.05 -> 2.7114
holds ratio seq-write-10g/tmpfs seq-write-10g/bind throughput = 2.6 within 0.05 -> 2.5711
holds ratio create-files/bind create-files/tmpfs wall_time = 2 within 0.05 -> 2.0110
fails change compile/tmpfs compile/bind wall_time < 0% -> +3.2%
holds value seq-write-2g/tmpfs throughput = 2.3 GB/s within 0.05 GB/s -> 2.303 GB/s
holds value seq-write-2g/volume throughput = 927 MB/s within 0.5 MB/s -> 926.9 MB/s
holds value seq-write-2g/bind throughput = 849 MB/s within 0.5 MB/s -> 849.2 MB/s
holds value seq-write-10g/tmpfs throughput = 2.2 GB/s within 0.05 GB/s -> 2.165 GB/s
holds value seq-write-10g/volume#1 throughput = 131 MB/s within 0.5 MB/s -> 131.2 MB/s
holds value seq-write-10g/volume#2 throughput = 243 MB/s within 0.5 MB/s -> 242.7 MB/s
holds value seq-write-10g/bind throughput = 842 MB/s within 0.5 MB/s -> 842.0 MB/s
END

study docker-wasm-native 'derived:
  in_flight: {formula: request_rate * latency}
  answer: {formula: throughput / request_rate, unit: B}' <<'END'
holds ratio fibonacci/docker fibonacci/native wall_time = 1.04 within 0.005 -> 1.0399
holds ratio fibonacci/wasm fibonacci/native wall_time = 1.5 within 0.005 -> 1.4991
holds ratio fibonacci/wasm fibonacci/docker wall_time = 1.44 within 0.005 -> 1.4416
fails fibonacci/native vs fibonacci/docker wall_time is faster -> unclear
holds fibonacci/docker vs fibonacci/native wall_time is unclear -> unclear, 95% interval of the ratio 0.995 to 1.089
holds fibonacci/docker vs fibonacci/wasm wall_time is faster -> lower
fails change fibonacci/wasm fibonacci/native wall_time < 10% -> +49.9%
holds change fibonacci/docker fibonacci/native wall_time = 4% within 0.05% -> +4.0%
holds change webserver/docker webserver/native request_rate = -39% within 0.05% -> −39.0%
holds change webserver/native webserver/docker request_rate = 63.9% within 0.05% -> +63.9%
holds change webserver/docker webserver/native latency = 64% within 0.5% -> +64.1%
holds change webserver/docker webserver/native throughput = -39.1% within 0.05% -> −39.1%
fails webserver/docker vs webserver/native request_rate is slower -> untested, ratio 0.610
holds value fibonacci/native wall_time.n = 10 within 0 -> 10
holds value fibonacci/docker wall_time.n = 10 within 0 -> 10
holds value fibonacci/wasm wall_time.n = 10 within 0 -> 10
holds value webserver/docker in_flight = 200 within 1 -> 199.8
holds value webserver/native in_flight = 200 within 1 -> 199.7
holds value webserver/docker answer = 253 B within 0.5 B -> 252.6 B
holds value webserver/native answer = 253 B within 0.5 B -> 252.9 B
holds value fibonacci/docker user_time < 0.1 s -> 45 ms
END

study node-wasm 'derived:
  stated_by_total: {formula: requests / test_duration}
  one_by_one: {formula: requests * latency / test_duration}' <<'END'
holds change image/wasm-single-1?image=small image/js-single-1?image=small latency = 35% within 0.5% -> +34.8%
holds change image/wasm-single-1?image=large image/js-single-1?image=large latency = 39% within 0.5% -> +39.1%
fails change image/wasm-single-1?image=small image/js-single-1?image=small latency and image/wasm-single-1?image=large image/js-single-1?image=large latency = 38% within 0.5% -> +36.9%, the geometric mean of 2
holds change image/wasm-multi-1?image=small image/js-single-1?image=small latency = 40% within 0.5% -> +39.7%
fails change image/wasm-multi-1?image=large image/js-single-1?image=large latency = 40% within 0.5% -> +42.7%
fails change image/wasm-multi-1?image=small image/js-single-1?image=small latency = 39% within 0.5% -> +39.7%
fails change image/wasm-multi-1?image=large image/js-single-1?image=large latency = 42% within 0.5% -> +42.7%
holds change image/wasm-multi-1?image=small image/wasm-single-1?image=small latency and image/wasm-multi-1?image=large image/wasm-single-1?image=large latency = 3% within 0.5% -> +3.1%, the geometric mean of 2
fails change image/wasm-multi-2?image=small image/js-single-1?image=small latency = -30% within 0.5% -> −30.6%
holds change image/wasm-multi-2?image=large image/js-single-1?image=large latency = -27% within 0.5% -> −26.9%
fails change image/wasm-multi-2?image=small image/js-single-1?image=small latency and image/wasm-multi-2?image=large image/js-single-1?image=large latency = -28.5% within 0.05% -> −28.8%, the geometric mean of 2
holds change image/wasm-multi-4?image=small image/js-single-1?image=small latency and image/wasm-multi-4?image=large image/js-single-1?image=large latency = -59% within 0.5% -> −59.0%, the geometric mean of 2
holds ratio image/wasm-multi-1?image=small image/wasm-multi-2?image=small latency = 2 within 0.05 -> 2.0134
holds ratio image/wasm-multi-1?image=large image/wasm-multi-2?image=large latency = 2 within 0.05 -> 1.9529
fails ratio image/wasm-multi-1?image=small image/wasm-multi-4?image=small latency = 4 within 0.1 -> 3.3820
fails ratio image/wasm-multi-1?image=large image/wasm-multi-4?image=large latency = 4 within 0.1 -> 3.5070
fails change image/wasm-single-1?image=small image/js-single-1?image=small memory > 30% -> +9.3%
fails change image/wasm-multi-4?image=small image/js-single-1?image=small memory < 65% -> +74.2%
fails change image/wasm-multi-4?image=large image/js-single-1?image=large memory > 30% -> +27.5%
holds change image/wasm-single-1?image=small image/js-single-1?image=small memory > 0% -> +9.3%
holds value image/js-single-1?image=small memory = 40 MB within 0.5 MB -> 40
holds value image/wasm-multi-1?image=small memory = 67 MB within 0.5 MB -> 67.2 MB
holds value image/js-single-1?image=large memory = 409 MB within 0.5 MB -> 409.4 MB
holds value image/wasm-multi-1?image=large memory = 547 MB within 0.5 MB -> 547.2 MB
holds value image/js-single-1?image=small stated_by_total = 2.32 within 0.005 -> 2.320/s
holds value image/wasm-single-1?image=small stated_by_total = 1.72 within 0.005 -> 1.721/s
holds value image/js-single-1?image=large stated_by_total = 0.09 within 0.005 -> 0.09488/s
holds value image/wasm-multi-2?image=small stated_by_total = 3.34 within 0.005 -> 3.344/s
holds value image/wasm-multi-2?image=large stated_by_total = 0.13 within 0.005 -> 0.1296/s
holds value image/wasm-multi-4?image=small stated_by_total = 5.6 within 0.005 -> 5.599/s
holds value image/wasm-multi-4?image=large stated_by_total = 0.23 within 0.005 -> 0.2329/s
fails value image/wasm-single-1?image=large stated_by_total = 0.06 within 0.005 -> 0.06821/s
fails value image/wasm-multi-1?image=large stated_by_total = 0.06 within 0.005 -> 0.06646/s
fails value image/wasm-multi-1?image=small stated_by_total = 1.65 within 0.005 -> 1.659/s
holds value image/js-single-1?image=small one_by_one = 1 within 0.01 -> 1
holds value image/wasm-multi-4?image=large one_by_one = 1 within 0.01 -> 0.99
END

study serverless-bill <<'END'
holds value invocations/serverless cost = 3 USD within 0.005 -> 3.00 USD
holds value seats/serverless cost = 80 USD within 0.005 -> 80.00 USD
holds value data-transfer/serverless cost = 75 USD within 0.005 -> 75.00 USD
fails value origin-transfer/serverless cost = 30 USD within 0.005 -> 0.00 USD
fails value function-time/serverless cost = 832.50 USD within 0.005 -> 0.00 USD
holds value function-time/serverless quantity = 62.5 within 0.05 -> 62.5
holds value transfer/server cost = 2.40 USD within 0.005 -> 2.40 USD
holds value bill/server monthly_cost = 14.39 USD within 0.005 -> 14.39 USD
fails value bill/serverless monthly_cost > 1000 USD -> 178.00 USD
END
