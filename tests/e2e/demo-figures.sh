# The demo pages state what their raw files bear out, to the digit.
cp -R "$TOP/broadsheet.yaml" "$TOP/data" .
expect 0 "$BROADSHEET" build
# page STUDY TEXT…: each text stands on the study's page, tags taken off.
page() {
    sed -e 's/<[^>]*>//g' -e 's/&nbsp;/ /g' "site/$1/index.html" >text
    shift
    for figure; do
        says text "$figure"
    done
}
# light STUDY: all that its page needs is at most 250 kB, as stored. Italics are asked for
# only where some letters are.
light() {
    fonts=site/assets/fonts
    set -- "site/$1/index.html" site/assets/style.css site/assets/site.js site/assets/favicon.svg
    for font in $fonts/*.woff2; do
        case $font in
            *italic*) grep -q -e '<em>' -e '<blockquote' "$1" || continue ;;
        esac
        set -- "$@" "$font"
    done
    bytes=$(cat "$@" | wc -c)
    [ "$bytes" -le 250000 ] || fail "$1 and what it needs weigh $bytes bytes"
}
for study in docker-wasm-native docker-storage node-wasm native-container-wasm file-systems serverless-bill; do
    light $study
done
page docker-wasm-native "1.50 ± 0.10" "1.04 ± 0.07" "−39.0%" "0.995 to 1.089" "p = 0.080" \
    "Docker could not be told from Native" "Tokio does not compile to wasm32-wasip2"
page docker-storage "2.303 GB/s" "926.9 MB/s" "849.2 MB/s" "+9.1%" "−71.2%" "−84.4%" \
    "Too few runs for an interval. Nothing is tested."
page node-wasm "+34.8%" "+39.1%" "−58.7%" "−59.3%" "Each panel has a scale of its own."
page native-container-wasm "Peak memory, MB" "668 kB" "35.5" "p = 0.048" "those of six tests, corrected together" \
    "nominal level is 95%"
page file-systems "Three runs each can’t tell them apart" "fdatasync"
page serverless-bill "178.00 USD" "14.39 USD" "832.50 more than computed" "30.00 more than computed" \
    "12.4 times the server’s" "29.67 USD per million requests" "there are no runs to test"
