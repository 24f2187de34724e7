#!/bin/sh
# packages.sh USE… - sees to it that what packages.txt lists for these uses is there.
#
# As root, or where sudo asks no password, it installs with apt-get (which is asked for
# fresh lists only when something is missing). Elsewhere it prints the command and fails.
here=$(dirname "$0")
dirs=${FONT_DIRS:-/usr/share/fonts /usr/local/share/fonts ${HOME:-}/.local/share/fonts}

there() # KIND WHAT
{
    case $1 in
    tool) command -v "$2" ;;
    server) command -v "$2" || ls /usr/lib/postgresql/*/bin/"$2" ;;
    pc) pkg-config --exists "$2" ;;
    header) echo "#include <$2>" | ${CC:-cc} -E - ;; # CC may be "ccache cc"
    fuzzer) echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | clang -fsanitize=fuzzer -xc - -o /dev/null ;;
    # shellcheck disable=SC2086 # a list of folders
    font) [ "$(find $dirs -name "$2" -print -quit 2>/dev/null)" ] ;;
    esac >/dev/null 2>&1
}

look() # prints the rows of packages.txt whose thing is not there
{
    while read -r use kind what packages; do
        for wanted; do
            if [ "$use" = "$wanted" ] && ! there "$kind" "$what"; then
                echo "$kind $what $packages"
            fi
        done
    done <"$here/packages.txt"
}

column() # N: the packages of one system, on one line
{
    echo "$missing" | awk -v n="$1" '$n != "-" && !seen[$n]++ { printf " %s", $n }'
}

missing=$(look "$@")
[ "$missing" ] || exit 0
as_root=
if [ "$(id -u)" != 0 ]; then as_root="sudo -n"; fi
if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
    echo "  SETUP$(column 3)"
    # shellcheck disable=SC2046 # words of a list
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' sh $(column 3) \
        >/tmp/broadsheet-setup.$$ 2>&1 || cat /tmp/broadsheet-setup.$$ >&2
    rm -f /tmp/broadsheet-setup.$$
    missing=$(look "$@")
    [ "$missing" ] || exit 0
fi
{
    echo "setup: still missing:$(echo "$missing" | awk '{ printf " %s", $2 }')"
    echo "  hint: Install them with the line for your system:"
    echo "    apt-get install$(column 3)"
    echo "    dnf install$(column 4)"
    echo "    pacman -S$(column 5)"
    echo "    apk add$(column 6)"
    echo "    brew install$(column 7)"
} >&2
exit 1
