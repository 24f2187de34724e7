# A full disk is told by the exit status, also where standard output is the file.
for command in formats --help "inspect --help"; do
    got=0
    # shellcheck disable=SC2086 # words of a command
    "$BROADSHEET" $command >/dev/full 2>err || got=$?
    [ $got = 4 ] || fail "'$command' on a full disk ended with $got"
    says err "No space left on device"
done
