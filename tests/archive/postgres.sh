#!/bin/sh
# postgres.sh COMMAND… - runs a command with a PostgreSQL of its own: $ARCHIVE_URL.
#
# The server listens on a socket in a temporary folder and nowhere else, belongs to an
# unprivileged user (it refuses to be root's) and is gone afterwards. Where there is no
# PostgreSQL this fails, unless NO_POSTGRES=1 says that it needn't be there.
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
[ -x "$bin/initdb" ] || bin=$(dirname "$(command -v initdb 2>/dev/null)")
if [ ! -x "$bin/initdb" ]; then
    [ "$NO_POSTGRES" ] && exit 0
    echo "there is no PostgreSQL to test with: see setup/packages.txt" >&2
    exit 1
fi
dir=$(mktemp -d) || exit 2
as() # runs a command as the server's user
{
    if [ "$(id -u)" = 0 ]; then
        (cd / && setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@")
    else
        "$@"
    fi
}
stop()
{
    as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1
    rm -rf "$dir"
}
trap stop EXIT
trap 'exit 1' INT TERM
chmod 755 "$dir" && mkdir "$dir/data" "$dir/socket" || exit 2
[ "$(id -u)" != 0 ] || chown nobody "$dir/data" "$dir/socket"
if ! as "$bin/initdb" -D "$dir/data" -U archive -A trust --locale=C -E UTF8 -N >"$dir/log" 2>&1 ||
    ! as "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/data/server.log" \
        -o "-c listen_addresses='' -c unix_socket_directories=$dir/socket ${PG_OPTIONS-}" start >>"$dir/log" 2>&1; then
    echo "PostgreSQL did not start:" >&2
    cat "$dir/log" "$dir/data/server.log" >&2
    exit 1
fi
ARCHIVE_URL="postgresql://archive@/postgres?host=$dir/socket"
export ARCHIVE_URL
"$@"
