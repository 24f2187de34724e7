#!/bin/sh
# run.sh BROADSHEET [SITE] - the site in a browser: `make browser-test`.
#
# Builds the project's own site and a hostile one (or takes SITE as it is), then opens
# every kind of page: no request to another host, no message on the console, no sideways
# scrolling at 320 px, nothing that axe or the Nu validator complains of, all of it by
# keyboard and without scripts; nothing of a raw file runs. Three npm packages at exact versions go to build/browser.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
top=$(cd "$here/../.." && pwd)
bin=$(realpath "$1") || exit 2

"$top/setup/packages.sh" browser || exit 2

tools=$top/build/browser
mkdir -p "$tools"
if ! cmp -s "$here/package-lock.json" "$tools/package-lock.json"; then
    cp "$here/package.json" "$tools/" && cp "$here/package-lock.json" "$tools/.lock" &&
        mv "$tools/.lock" "$tools/package-lock.json" &&
        (cd "$tools" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) || {
        rm -f "$tools/package-lock.json"
        exit 2
    }
fi

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
if [ "$2" ]; then
    cp -R "$2" "$tmp/own"
else
    "$bin" build -C "$top" -o "$tmp/own" >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
    cp -R "$here/hostile" "$tmp/project"
    "$here/hostile.sh" "$tmp/project/data/names"
    "$bin" build -C "$tmp/project" -o "$tmp/hostile" >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
fi
export NODE_PATH="$tools/node_modules" NAMES=1
set --
for site in "$tmp"/own "$tmp"/hostile; do
    [ ! -d "$site" ] || set -- "$@" "node '$here/check.cjs' '$site'"
done
"$top/tests/all.sh" "$@"
