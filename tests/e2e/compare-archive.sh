# What the archive holds can be compared like files.
echo 'title: T' >broadsheet.yaml
bs="$BROADSHEET"
plain() { sed -i "s/$(printf '\302\240')/ /g" out; } # no-break spaces to blanks
raw() { # SECONDS FILE
    printf 'Benchmark 1: ./x\n  Time (mean ± σ):     %s s ±  0.010 s    [User: 0.1 s, System: 0.1 s]\n' "$1" >"$2"
    printf '  Range (min … max):   1.000 s … 9.000 s    10 runs\n' >>"$2"
}
add() { # RUN SECONDS MACHINE
    raw "$2" x.txt
    "$bs" add --study s --run "$1" --date 2026-03-01 --machine "$3" --workload w --variant native x.txt
}
add old 2.000 oak
add new 2.400 oak
add far 1.000 elm

expect 0 "$bs" compare archive:s/old archive:s/new
plain
says out '+20.0%'
says out 'slower'
expect 1 "$bs" compare archive:s/old archive:s/new --fail-over 5
# A run's source, by its ID, is the same thing.
id=$("$bs" log s | grep -o '[0-9a-f]\{12\}' | head -n 1)
expect 0 "$bs" compare "archive:$id" archive:s/new
# Of another machine: shown, not ranked, and why.
expect 0 "$bs" compare archive:s/old archive:s/far
plain
says out 'machine'
! grep -q 'faster' out || fail "ranked across machines: $(cat out)"
# Files and the archive side by side; what was taken out isn't there.
raw 2.100 mine.txt
expect 0 "$bs" compare archive:s/old mine.txt
"$bs" exclude "$("$bs" log s | grep new | grep -o '[0-9a-f]\{12\}')" --reason 'a bad day'
expect 2 "$bs" compare archive:s/old archive:s/new
says err "the archive has nothing that counts in 's/new'"
"$bs" exclude --undo "$("$bs" log s | grep new | grep -o '[0-9a-f]\{12\}')"
expect 0 "$bs" compare archive:s/old archive:s/new
# ... nor is a single result that was taken out, here the only one of its run.
result=$("$bs" history s | grep ' old ' | grep -o '[0-9a-f]\{12\}')
"$bs" exclude "$result" --reason 'a bad run'
expect 2 "$bs" compare archive:s/old archive:s/new
says err "the archive has nothing that counts in 's/old'"
"$bs" exclude --undo "$result"
expect 2 "$bs" compare archive:s/old archive:nothing
says err "'broadsheet log' lists"
