#!/bin/sh
# run.sh FUZZER SECONDS [SEED] - fuzzes; what crashes goes to tests/fuzz/crashes/.
#
# The seed is 1 unless another is named: from a clean clone, which has no corpus of its own
# yet, the same program tries the same inputs, so that a finding of CI can be had again.
# Begins with the golden cases' raw files and old crashes; what it finds beyond them stays in
# build-san-fuzz/corpus for the next run.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
corpus=$(dirname "$1")/corpus
mkdir -p "$corpus" "$corpus.seeds"
for raw in $(find "$here/../golden/import" -name 'raw.*' -size -64k | sort); do
    seed=$corpus.seeds/$(echo "${raw#"$here"/../golden/import/}" | tr / _)
    [ -f "$seed" ] || { printf '\000' && cat "$raw"; } >"$seed"
done
cp "$here"/crashes/[!.]* "$corpus.seeds/" 2>/dev/null
before=$(ls "$here/crashes" | wc -l)
"$1" -max_total_time="$2" -seed="${3:-1}" -max_len=8192 -timeout=60 -report_slow_units=60 \
    -rss_limit_mb=2048 -verbosity=0 \
    -print_final_stats=1 -artifact_prefix="$here/crashes/" "$corpus" "$corpus.seeds" \
    >"$corpus.log" 2>&1
status=$?
new=$(($(ls "$here/crashes" | wc -l) - before))
if [ $status != 0 ] || [ $new != 0 ]; then
    echo "FAILED fuzz: status $status, $new new in tests/fuzz/crashes"
    grep -v '^INFO' "$corpus.log" | head -n 60
    echo "0 passed, 1 failed"
    exit 1
fi
echo "  fuzz: $(sed -n 's/.*number_of_executed_units: //p' "$corpus.log") inputs in $2 s"
echo "1 passed, 0 failed"
