#!/bin/sh
# torture.sh BROADSHEET [TIMES] - kills `add` and `build` at random instants; the archive must
# open and hold each `add`, and what a build found, wholly or not at all, and the site must
# be the old one or the new one. In both databases, TIMES instants each of `add`, a quarter of
# that of `build`.
bin=$(realpath "$1") || exit 2
times=${2:-100}
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
FILES=12

cat >"$tmp/story" <<'END'
cd "$1" || exit 2
bin=$2 times=$3 FILES=$4 where=$5
printf 'title: T\narchive: "%s"\n' "${where:-$ARCHIVE_URL}" >broadsheet.yaml
complain() { failed=$((failed + 1)); echo "FAILED torture ${where:-postgres}: $*"; }
passed=0 failed=0
trap 'echo "$passed passed, $failed failed"' EXIT
add() { "$bin" add --study s --run "$1" "in$1" >/dev/null 2>err; }
make_files() { # of run $1: each another content
    mkdir -p "in$1"
    for f in $(seq "$FILES"); do
        printf 'Benchmark 1: ./x\n  Time (mean ± σ):     %s.%03d s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n  Range (min … max):   1.000 s … 9999.000 s    10 runs\n' "$1" "$f" >"in$1/$f.txt"
    done
}
make_files 9001 && add 9001 || { complain "the first add failed: $(cat err)"; exit; }
# how long one takes, in microseconds: the instants lie within
make_files 9002
begin=$(date +%s%N); add 9002; end=$(date +%s%N)
span=$(((end - begin) / 1000))
i=1
for wait in $(awk -v n="$times" -v span="$span" 'BEGIN { srand(7); for (i = 0; i < n; i++) printf "%.6f\n", rand() * span / 1e6 }'); do
    make_files $i
    "$bin" add --study s --run $i "in$i" >/dev/null 2>err &
    pid=$!
    sleep "$wait"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    if ! "$bin" log s >log 2>err; then
        complain "killed after $wait s: it does not open: $(cat err)"
    else
        n=$(grep -c "  s/$i  " log)
        if [ "$n" = 0 ] || [ "$n" = "$FILES" ]; then passed=$((passed + 1)); else complain "killed after $wait s: $n of $FILES files are there"; fi
        whole=$((${whole:-0} + (n > 0)))
    fi
    if [ $((i % 25)) = 0 ]; then
        if "$bin" verify >out 2>err; then passed=$((passed + 1)); else complain "after $i kills: $(head -n 3 out err)"; fi
    fi
    rm -rf "in$i"
    i=$((i + 1))
done

# Builds: each finds all files of a study changed.
make_data() { # of generation $1
    mkdir -p data/b
    for f in $(seq "$FILES"); do
        printf 'Benchmark 1: ./x%s\n  Time (mean ± σ):     %s.%03d s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n  Range (min … max):   1.000 s … 9999.000 s    10 runs\n' "$f" "$1" "$f" >"data/b/$f.txt"
    done
}
build() { "$bin" build >/dev/null 2>err; }
make_data 9001 && build || { complain "the first build failed: $(cat err)"; exit; }
cp -R site was && ls -A >names
make_data 9002
begin=$(date +%s%N); build; end=$(date +%s%N)
span=$(((end - begin) / 1000))
rm -rf was && cp -R site was
builds=$((times / 4)) new=0
i=1
for wait in $(awk -v n="$builds" -v span="$span" 'BEGIN { srand(9); for (i = 0; i < n; i++) printf "%.6f\n", rand() * span / 1e6 }'); do
    make_data $i
    "$bin" build >/dev/null 2>err &
    pid=$!
    sleep "$wait"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    rm -rf killed && cp -R site killed
    if ! "$bin" log b >log 2>err; then
        complain "build killed after $wait s: the archive does not open: $(cat err)"
    elif [ "$(grep -vc superseded log)" != "$FILES" ] || [ $(($(wc -l <log) % FILES)) != 0 ]; then
        complain "build killed after $wait s: the archive has half of it: $(cut -c 1-60 log)"
    else
        passed=$((passed + 1))
    fi
    build || complain "the build behind a kill after $wait s failed: $(cat err)"
    if ! diff -rq was killed >/dev/null && ! diff -rq site killed >/dev/null; then
        complain "build killed after $wait s: the site is neither old nor new"
    elif [ "$(grep -c ",$i\.[0-9]*," site/b/data.csv)" != "$FILES" ]; then
        complain "the build behind a kill after $wait s is not whole"
    else
        passed=$((passed + 1))
        ! diff -rq site killed >/dev/null || new=$((new + 1))
    fi
    rm -rf was && cp -R site was
    i=$((i + 1))
done
rm -rf killed was
[ "$(ls -A | grep -v '^in\|^log$\|^out$\|^names$')" = "$(grep -v '^in\|^log$\|^out$\|^names$\|^was$' names)" ] || complain "something is left: $(ls -A)"
echo "  ${where:-postgres}: $new of $builds builds were through before the kill, within $span us" >&2
make_files 9003
if add 9003 && "$bin" verify >out 2>err; then passed=$((passed + 1)); else complain "at the end: $(head -n 3 out err)"; fi
echo "  ${where:-postgres}: $whole of $times were there before the kill, within $span us" >&2
END
for where in archive.db ""; do
    mkdir "$tmp/p" || exit 2
    set -- sh "$tmp/story" "$tmp/p" "$bin" "$times" "$FILES" "$where"
    [ "$where" ] || set -- "$here/postgres.sh" "$@"
    "$@" >"$tmp/log"
    counts=$(tail -n 1 "$tmp/log")
    case $counts in
    *" passed, "*) passed=$((passed + ${counts%% *})) && n=${counts#*, } && failed=$((failed + ${n%% *})) ;;
    *) failed=$((failed + 1)) ;;
    esac
    sed '$d' "$tmp/log"
    rm -rf "$tmp/p"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
