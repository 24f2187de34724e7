# Claims are checked against the data at every build; --strict fails on one that doesn't hold.
mkdir -p data/s
echo 'title: T' >broadsheet.yaml
cp "$TOP/data/docker-wasm-native/fibonacci.hyperfine.txt" data/s/
cp "$TOP/data/docker-wasm-native/study.yaml" data/s/
sed -i '/^not-run/,$d' data/s/study.yaml
{ # what lint says of it isn't asked here
    echo lint-allow:
    for rule in D06 C01 C04 C14 C15 P03 P04 P05 L01; do echo "  $rule: not asked here"; done
} >>data/s/study.yaml

# claim STATUS CONDITION FOUND: a post of one claim, and how a strict build ends.
claim() {
    printf 'It is so: {{ claim "so it is" : %s }}.\n' "$2" >data/s/post.md
    expect "$1" "$BROADSHEET" build --strict
    [ "$1" = 0 ] && text=site/s/index.html || text=err
    says $text "$3"
}
claim 0 "ratio fibonacci/wasm fibonacci/native wall_time = 1.5 within 0.01" "1.4991"
claim 1 "ratio fibonacci/wasm fibonacci/native wall_time = 1.6 within 0.05" "1.4991"
claim 0 "change fibonacci/docker fibonacci/native wall_time < 5%" "+4.0%"
claim 1 "change fibonacci/docker fibonacci/native wall_time > 5%" "+4.0%"
claim 0 "value fibonacci/native wall_time > 15 s" "15.70"
claim 1 "value fibonacci/native wall_time < 15000 ms" "15.70"
claim 0 "fibonacci/wasm vs fibonacci/native wall_time is slower" "holds"
claim 0 "fibonacci/docker vs fibonacci/native wall_time is unclear" "0.995 to 1.089"
claim 1 "fibonacci/native vs fibonacci/docker wall_time is faster" "unclear"
claim 1 "fibonacci/docker vs fibonacci/native wall_time is same" "unclear"

# What can't be read is an error with its place.
claim 2 "fibonacci/docker vs fibonacci/native wall_time is quicker" "unknown verdict 'quicker'"
claim 2 "ratio fibonacci/docker fibonacci/nativ wall_time = 1 within 1" "Did you mean 'native'?"
claim 2 "ratio fibonacci/docker fibonacci/native wall_time = 1" "lacks 'within T'"
claim 2 "value fibonacci/native wall_time > fifteen" "'fifteen' is not a number"

# Without --strict a claim that doesn't hold is a warning, and the method section says so.
printf '{{ claim "so it is" : fibonacci/native vs fibonacci/docker wall_time is faster }}\n' >data/s/post.md
expect 0 "$BROADSHEET" build
says err "warning: the data doesn't bear out \"so it is\""
says site/s/index.html "does not hold"
