#!/bin/sh
# hostile.sh STUDY - makes a study of files whose names and contents mean no good.
#
# Such names can't lie in a repository that is to be cloned on any system.
set -eu
mkdir -p "$1/sub" && cd "$1"

results() # WORDS: what hyperfine would print of commands with them
{
    for run in "1 ./native $1" "2 docker run $1"; do
        printf 'Benchmark %s: %s\n' "${run%% *}" "${run#* }"
        printf '  Time (mean ± σ):     %s.200 s ±  0.050 s    [User: 0.045 s, System: 0.048 s]\n' "${run%% *}"
        printf '  Range (min … max):   %s.100 s … %s.300 s    10 runs\n\n' "${run%% *}" "${run%% *}"
    done
}

override=$(printf '\342\200\256')  # U+202E: what follows is shown from right to left
invisible=$(printf '\342\200\213') # U+200B
newline=$(printf 'new\nline.txt')
tab=$(printf 'tab\there.txt')
escape=$(printf 'red\033[31m.txt')
combined=$(printf 'q\314\243\314\207\360\237\230\200\360\237\221\251\342\200\215\360\237\221\247.txt')
for name in '"><img src=x onerror=alert(1)>.json' "$newline" "$tab" "$escape" "${override}gnp.txt" \
    "zero${invisible}width.txt" "$combined" "it's \`\$(id)\` %41 #x?y&z=1;.txt" ' blanks .txt' -rf '=1+1.txt' \
    "$(printf '%0247d' 0).txt" 'שלום.txt' '日本語.txt' "</script><script>alert(2)<" 'javascript:alert(3).txt'; do
    case $name in
    */*) name=$(printf %s "$name" | tr / :) ;;
    esac
    results "$name" >"./$name"
done
script='<script>alert(document.URL)</script>'
for name in page.html PAGE.HTM page.html.bak index.html sub/index.html noend what.ever tab.txt.html x.json; do
    printf '<!doctype html>%s\n' "$script" >"$name"
done
svg='<svg xmlns="http://www.w3.org/2000/svg"'
printf '%s onload="alert(4)">%s</svg>\n' "$svg" "$script" >drawn.svg
printf '<?xml version="1.0"?>%s><g onclick="alert(5)"/><script>alert(6)</script></svg>\n' "$svg" >drawn.xml
cat >study.yaml <<YAML
title: "Names \\u202Edlrow <script>alert(7)</script> \\"q\\" & \\u200B😀"
question: "</script><svg onload=alert(8)>"
date: 2025-03-05
baseline: native
variants:
  native: {label: "\\u202Eevitan</script><script>alert(9)</script>", match: native}
  docker: {label: "שלום", match: docker}
YAML
