# The program explains itself, and refuses what it does not know.
expect 0 "$BROADSHEET" --version
says out "broadsheet "
expect 0 "$BROADSHEET" --help
says out inspect
for command in $(sed -n 's/^  \([a-z]*\) .*/\1/p' out); do
    expect 0 "$BROADSHEET" "$command" --help
    says out "usage: broadsheet $command"
    silent err
done
expect 2 "$BROADSHEET"
expect 2 "$BROADSHEET" inspct
says err "unknown command 'inspct'"
says err "Did you mean 'inspect'?"
expect 2 "$BROADSHEET" inspect --no-such-option
says err "unknown option '--no-such-option'"
