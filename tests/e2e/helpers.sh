# Sourced before each story.

fail()
{
    echo "$*"
    exit 1
}

# expect STATUS COMMAND… - runs it; what it prints goes to ./out and ./err
expect()
{
    want=$1
    shift
    got=0
    "$@" >out 2>err || got=$?
    if [ "$got" != "$want" ]; then
        echo "'$*' ended with $got, not $want"
        sed 's/^/err: /' err
        exit 1
    fi
}

# says FILE TEXT - the file holds this text
says()
{
    grep -qF -- "$2" "$1" && return
    echo "$1 does not say '$2' but:"
    cat "$1"
    exit 1
}

# silent FILE - the file is empty
silent()
{
    [ ! -s "$1" ] && return
    echo "$1 should be empty but says:"
    cat "$1"
    exit 1
}
