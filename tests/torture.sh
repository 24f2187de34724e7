#!/bin/sh
# torture.sh BROADSHEET - lets every system call of a kind fail in turn (strace -e inject).
#
# Whatever fails: status 0 means that the output is complete, any other that a message was
# printed and that what was there before is still there, whole, with nothing beside it.
# A crash, a hang or a truncated file is what this looks for.
bin=$(realpath "$1") || exit 2
top=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
MOST=${MOST:-40} # of the calls of one kind; more are taken evenly

complain()
{
    failed=$((failed + 1))
    echo "FAILED torture: $*"
    head -n 3 "$tmp/err"
}

count() # CALL COMMAND…: how often the program makes this call
{
    call=$1
    shift
    strace -f -qq -o "$tmp/log" -e trace="$call" "$@" >/dev/null 2>&1
    grep -c "$call(" "$tmp/log"
}

# each CALL ERROR CHECK COMMAND…: runs the command once for each call that can fail
each()
{
    call=$1 error=$2 check=$3
    shift 3
    n=$(prepare && count "$call" "$@")
    step=$(((n + MOST - 1) / MOST))
    i=1
    while [ "$i" -le "$n" ]; do
        prepare
        timeout 60 strace -f -qq -o /dev/null -e trace="$call" \
            -e inject="$call:error=$error:when=$i" "$@" >"$tmp/out" 2>"$tmp/err"
        status=$?
        case $status in
        127) ;; # the loader found no library: main was never reached
        0 | 1 | 2 | 3 | 4)
            if [ $status != 0 ] && ! grep -q '^broadsheet: ' "$tmp/err"; then
                complain "$call #$i $error: status $status and no message"
            elif $check $status; then
                passed=$((passed + 1))
            else
                complain "$call #$i $error: status $status, $why"
            fi
            ;;
        *) complain "$call #$i $error: ended with $status" ;;
        esac
        i=$((i + step))
    done
}

# --- inspect: standard output is a file

prepare() { :; }

whole_output()
{
    why="the output is cut short"
    [ "$1" != 0 ] || cmp -s "$tmp/out" "$tmp/want"
}

raw=$(find "$top/tests/golden/import" -name 'raw.*' -size -64k -path '*hyperfine-text*' | LC_ALL=C sort | head -n 1)
cd "$(dirname "$raw")" || exit 2
set -- "$bin" inspect --format json "$(basename "$raw")"
"$@" >"$tmp/want" || exit 2
for error in ENOSPC EIO; do
    each write $error whole_output "$@"
done
each read EIO whole_output "$@"
each openat EMFILE whole_output "$@"
each close EIO whole_output "$@"
for where in - "$(basename "$raw")"; do
    "$bin" inspect --format json $where <"$(basename "$raw")" >/dev/full 2>"$tmp/err"
    status=$?
    if [ $status = 4 ]; then passed=$((passed + 1)); else complain "inspect $where on a full disk: status $status"; fi
done

# --- build: the last good site stays

old_or_new()
{
    if [ "$1" = 0 ]; then
        why="the new site is not whole"
        diff -rq "$tmp/new" "$tmp/project/site" >/dev/null
    else
        why="the old site was touched"
        diff -rq "$tmp/old" "$tmp/project/site" >/dev/null || return 1
        why="something was left behind"
        [ "$(ls -A "$tmp/project")" = "$(cat "$tmp/names")" ]
    fi
}

if "$bin" build --help >/dev/null 2>&1; then
    mkdir "$tmp/project" "$tmp/project/data" "$tmp/project/data/one"
    cp "$raw" "$tmp/project/data/one/"
    echo "title: Before" >"$tmp/project/broadsheet.yaml"
    cd "$tmp/project" && "$bin" build >/dev/null 2>&1 || complain "the first build failed"
    cp -r site "$tmp/old"
    echo "title: After" >broadsheet.yaml
    "$bin" build >/dev/null 2>&1 || complain "the second build failed"
    cp -r site "$tmp/new"
    ls -A >"$tmp/names"
    prepare() { rm -rf "$tmp/project/site" && cp -r "$tmp/old" "$tmp/project/site"; }
    for error in ENOSPC EIO; do
        each write $error old_or_new "$bin" build
    done
    for call in fsync rename renameat2 mkdir; do
        each $call EIO old_or_new "$bin" build
    done
    each openat EMFILE old_or_new "$bin" build
    each close EIO old_or_new "$bin" build
    # killed: the old site or the new one, whole; the next build tidies up
    n=$(prepare && count write "$bin" build)
    for i in 1 $((n / 3)) $((n / 2)) "$n"; do
        prepare
        strace -f -qq -o /dev/null -e trace=write -e inject="write:signal=SIGKILL:when=$i" "$bin" build >"$tmp/out" 2>"$tmp/err"
        if ! diff -rq "$tmp/old" site >/dev/null && ! diff -rq "$tmp/new" site >/dev/null; then
            complain "killed at write #$i: the site is neither old nor new"
        elif "$bin" build >"$tmp/out" 2>"$tmp/err" && diff -rq "$tmp/new" site && [ "$(ls -A)" = "$(cat "$tmp/names")" ]; then
            passed=$((passed + 1))
        else
            complain "after a kill at write #$i: the next build is not whole or leaves something behind"
        fi
    done
fi

# --- add: what was there stays, what is told is there

added_or_not()
{
    now=$("$bin" log s 2>&1 | sed 's/  added .*//')
    why="not what it was, nor what it should be: $now"
    if [ "$1" = 0 ]; then [ "$now" = "$(cat "$tmp/log.new")" ]; else [ "$now" = "$(cat "$tmp/log.old")" ]; fi || return 1
    why="verify found: $("$bin" verify 2>&1 | head -n 2)"
    "$bin" verify >/dev/null 2>&1 || return 1
    why="left behind: $(ls -A)"
    [ "$(ls -A)" = "$(cat "$tmp/names")" ]
}

mkdir "$tmp/archive" && cd "$tmp/archive" || exit 2
echo "title: T" >broadsheet.yaml
seq 1 20000 | sed 's/^/# /' >two.txt # more than a page
printf 'Benchmark 1: ./x\n  Time (mean ± σ):     1.500 s ±  0.100 s    [User: 0.1 s, System: 0.1 s]\n  Range (min … max):   1.000 s … 9.000 s    10 runs\n' | tee one.txt >>two.txt
"$bin" add --study s --run one one.txt >/dev/null 2>"$tmp/err" || complain "the first add failed"
cp archive.db "$tmp/old.db"
"$bin" log s | sed 's/  added .*//' >"$tmp/log.old"
"$bin" add --study s --run two two.txt >/dev/null 2>"$tmp/err" || complain "the second add failed"
"$bin" log s | sed 's/  added .*//' >"$tmp/log.new"
ls -A >"$tmp/names"
prepare() { rm -f archive.db* && cp "$tmp/old.db" archive.db; }
set -- "$bin" add --study s --run two two.txt
for error in ENOSPC EIO; do
    each pwrite64 $error added_or_not "$@"
done
for call in pread64 fdatasync fsync ftruncate unlink close read; do
    each $call EIO added_or_not "$@"
done
each openat EMFILE added_or_not "$@"
each fcntl ENOLCK added_or_not "$@"
each write ENOSPC : "$@" # what is printed
# a full disk, by the largest size that a file may have
for blocks in 1 100 200 400; do # a block: 512 bytes
    prepare
    (ulimit -f $blocks && "$@") >"$tmp/out" 2>"$tmp/err"
    status=$?
    if [ $status != 0 ] && { [ $status != 4 ] || ! grep -q '^broadsheet: archive.db: ' "$tmp/err"; }; then
        complain "no file above $blocks blocks: status $status"
    elif added_or_not $status; then
        passed=$((passed + 1))
    else
        complain "no file above $blocks blocks: status $status, $why"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
