#!/bin/sh
# torture.sh BROADSHEET [TIMES] - kills `add` at random instants; the archive must open and
# hold each `add` wholly or not at all. In both databases, TIMES instants each.
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
make_files 9003
if add 9003 && "$bin" verify >out 2>err; then passed=$((passed + 1)); else complain "at the end: $(head -n 3 out err)"; fi
echo "  ${where:-postgres}: $whole of $times were there before the kill, within $span us" >&2
echo "$passed passed, $failed failed"
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
