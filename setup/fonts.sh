#!/bin/sh
# fonts.sh OUT - cuts the fonts of fonts.txt to what our pages print.
#
# Each gives OUT/NAME.otf|ttf for cairo (all features, Latin Extended) and OUT/NAME.woff2
# for browsers (Latin-1 and symbols, the features style.css uses: a page with every face
# stays below 132 kB of fonts). JetBrains Mono loses `calt` on the web, or `--rm` becomes
# one dash. Hints go from both: nothing of ours is hinted. Family names stay.
set -eu
out=$1
here=$(dirname "$0")
dirs=${FONT_DIRS:-/usr/share/fonts /usr/local/share/fonts ${HOME:-}/.local/share/fonts}

# − – — … quotes • · × ± ≈ ≤ ≥ ≠ π σ Δ μ arrows superscripts √ ∞ € № ™ † ‡ ‰ ′ ″ and thin blanks
symbols=U+2009,U+200A,U+2010-2014,U+2018-201A,U+201C-201E,U+2020-2022,U+2026,U+202F,U+2030
symbols=$symbols,U+2032,U+2033,U+2039,U+203A,U+2044,U+2070,U+2074-207B,U+20AC,U+2116,U+2122
symbols=$symbols,U+2190-2193,U+2196-2199,U+0394,U+03BC,U+03C0,U+03C3,U+2206,U+2212,U+221A
symbols=$symbols,U+221E,U+2248,U+2260,U+2264,U+2265
web=U+0020-007E,U+00A0-00FF,U+0131,U+0152,U+0153,$symbols
full=U+0020-007E,U+00A0-017F,U+0218-021B,U+1E9E,$symbols
terminal=U+203E,U+2500-259F,U+25A0,U+25CF,U+2713,U+2715,U+2717 # boxes, bars, k6's ticks

fail()
{
    echo "fonts: $1" >&2
    echo "  hint: $2" >&2
    exit 1
}
for tool in hb-subset woff2_compress; do
    command -v $tool >/dev/null || fail "the program $tool is missing" "Run \`make setup\`."
done
rm -rf "$out.new"
mkdir -p "$out.new"
while read -r name file package features; do
    case $name in '#'*) continue ;; esac
    # shellcheck disable=SC2086 # a list of folders
    font=$(find $dirs -name "$file" 2>/dev/null | LC_ALL=C sort | head -n 1)
    [ "$font" ] || fail "the font $file is not in $dirs" \
        "Run \`make setup\`, or name its folder: make FONT_DIRS=/path (Debian package $package)."
    more=
    [ "${name#jetbrains}" = "$name" ] || more=,$terminal
    hb-subset --unicodes=$full$more --layout-features='*' --name-IDs='*' --no-hinting \
        --output-file="$out.new/$name.${file##*.}" "$font"
    hb-subset --unicodes=$web --layout-features="$features" --no-hinting --desubroutinize \
        --output-file="$out.new/web-$name.${file##*.}" "$font"
    woff2_compress "$out.new/web-$name.${file##*.}" >/dev/null 2>&1 ||
        fail "woff2_compress refused $name" "Is the disk full?"
    mv "$out.new/web-$name.woff2" "$out.new/$name.woff2"
    rm "$out.new/web-$name.${file##*.}"
    licence=$(find /usr/share/doc/$package -name copyright 2>/dev/null)
    [ "$licence" ] || licence=$(find "$(dirname "$font")" -iname '*OFL*' | head -n 1)
    [ "$licence" ] || fail "the licence of $file is not found" "It belongs to $package."
    cp "$licence" "$out.new/OFL-${package#fonts-}.txt"
    # Debian's note names the older licence of JetBrains Mono by its file only: give the text
    apache=/usr/share/common-licenses/Apache-2.0
    if grep -q $apache "$licence" && [ -f $apache ]; then
        cat $apache >>"$out.new/OFL-${package#fonts-}.txt"
    fi
done <"$here/fonts.txt"
rm -rf "$out"
mv "$out.new" "$out"
