# No figure of the demo post is typed: changing a digit of the raw line behind it changes the
# page or fails the build.
mkdir data
cp -R "$TOP/broadsheet.yaml" .
cp -R "$TOP/data/docker-wasm-native" data/
expect 0 "$BROADSHEET" build
study=data/docker-wasm-native
cp site/docker-wasm-native/index.html page

# Every raw line that a figure in the prose links to: FILE LINE.
grep -o 'class="v" href="raw/[^"]*"' page |
    sed -n 's/.*raw\/\([^"]*\)\.html#L\([0-9]*\)".*/\1 \2/p' | sort -u >lines
[ "$(wc -l <lines)" -ge 6 ] || fail "too few figures with a source: $(cat lines)"

tried=0
while read -r file line; do
    raw=$study/$file
    cp "$raw" whole
    numbers=$(sed -n "${line}p" whole | grep -o '[0-9][0-9.]*[0-9]' | wc -l)
    number=1
    while [ $number -le "$numbers" ]; do
        # The last digit of the number-th figure of the line becomes another one.
        awk -v line="$line" -v wanted="$number" '
            NR == line {
                out = ""; rest = $0; count = 0
                while (match(rest, /[0-9][0-9.]*[0-9]/)) {
                    text = substr(rest, RSTART, RLENGTH)
                    if (++count == wanted) {
                        last = substr(text, length(text))
                        text = substr(text, 1, length(text) - 1) ((last + 3) % 10)
                    }
                    out = out substr(rest, 1, RSTART - 1) text
                    rest = substr(rest, RSTART + RLENGTH)
                }
                print out rest; next
            }
            { print }' whole >"$raw"
        if "$BROADSHEET" build 2>err; then
            # The raw page shows its own bytes; what counts is the report.
            sed 's/[0-9a-f]\{16,\}//g' site/docker-wasm-native/index.html >now
            sed 's/[0-9a-f]\{16,\}//g' page | cmp -s - now &&
                fail "$file:$line: figure $number changed, but the page did not"
        fi
        tried=$((tried + 1))
        number=$((number + 1))
    done
    cp whole "$raw"
done <lines
[ $tried -ge 12 ] || fail "only $tried figures were tried"
