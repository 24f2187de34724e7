# Letters that the built-in fonts lack: boxes and a word about them, or the machine's fonts.
mkdir -p data/x data/latin
cat >data/x/study.yaml <<'YAML'
title: Letters
date: 2026-01-02
baseline: native
variants:
  native: {label: "Привет", match: native}
  docker: {label: "שלום", match: docker}
YAML
cat >data/x/a.txt <<'RAW'
Benchmark 1: ./native ж
  Time (mean ± σ):     1.200 s ±  0.050 s    [User: 0.045 s, System: 0.048 s]
  Range (min … max):   1.100 s … 1.300 s    10 runs

Benchmark 2: docker run x
  Time (mean ± σ):     2.200 s ±  0.200 s    [User: 0.045 s, System: 0.048 s]
  Range (min … max):   1.800 s … 2.600 s    10 runs

RAW
sed 's/ж//' data/x/a.txt >data/latin/a.txt

# No fonts.conf is read: a broken one would be complained of.
echo '<broken' >broken.conf
echo 'title: T' >broadsheet.yaml
FONTCONFIG_FILE=$PWD/broken.conf expect 0 "$BROADSHEET" build -o boxes
cp err told
says told "data/x/study.yaml:6:20: warning: the built-in fonts lack ש (U+05E9)"
says told "pictures and PDF of 'x'; see also data/x/a.txt:1"
says told "'fonts: system-fallback' in broadsheet.yaml"
[ "$(grep -c 'built-in fonts lack' told)" = 1 ] || fail "more than one warning"
grep -qi fontconfig told && fail "fontconfig was asked"
pdftotext boxes/x/report.pdf - | tr -d ' ' | grep -q Привет || fail "a box can't be copied"

# One chart and one PDF tell the same as the whole site.
expect 0 "$BROADSHEET" chart x a wall_time -o one.png
says err "the built-in fonts lack"
expect 0 "$BROADSHEET" pdf x -o one.pdf
says err "the built-in fonts lack"
expect 0 "$BROADSHEET" chart x a wall_time -o one.svg
grep -q "built-in fonts" err && fail "an SVG has its reader's fonts"

# The machine's fonts; our own letters stay as they are, to the byte.
dejavu=$(find /usr/share/fonts /usr/local/share/fonts -name DejaVuSans.ttf 2>/dev/null | head -n 1)
[ "$dejavu" ] || fail "DejaVuSans.ttf is not there: run 'make setup'"
mkdir fonts
cp "$dejavu" fonts/
cat >fonts.conf <<XML
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>$PWD/fonts</dir><cachedir>$PWD/cache</cachedir>
<match target="pattern"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
</fontconfig>
XML
export FONTCONFIG_FILE="$PWD/fonts.conf"
echo 'fonts: system-fallback' >>broadsheet.yaml
expect 0 "$BROADSHEET" build -j 1 -o drawn
grep "fonts lack\|no font" err && fail "a letter is missing"
expect 0 "$BROADSHEET" build -j 4 -o again
diff -r drawn again || fail "other bytes by other threads"
cmp boxes/latin/charts/a-wall_time.png drawn/latin/charts/a-wall_time.png
cmp boxes/latin/report.pdf drawn/latin/report.pdf
cmp -s boxes/x/charts/a-wall_time.png drawn/x/charts/a-wall_time.png && fail "the boxes are still there"
pdffonts drawn/x/report.pdf | grep -q DejaVuSans || fail "DejaVu is not in the PDF"
pdftotext drawn/x/report.pdf - | grep -q 'שלום' || fail "a Hebrew word is not copied in the order it is read"

# What no font has is told, too.
sed 's/Привет/漢字/' data/x/study.yaml >new && mv new data/x/study.yaml
expect 0 "$BROADSHEET" build -o drawn
says err "data/x/study.yaml:5:20: warning: no font of this machine has 漢 (U+6F22) and 字 (U+5B57)"

# A word that is neither.
sed 's/system-fallback/system/' broadsheet.yaml >new && mv new broadsheet.yaml
expect 2 "$BROADSHEET" build
says err "broadsheet.yaml:2:8: 'fonts' must be built-in or system-fallback, found 'system'"
