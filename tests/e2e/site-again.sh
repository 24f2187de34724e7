# A build makes again what changed and nothing else; one that may go on behind a failure
# keeps the last good page.
mkdir data
printf 'title: Bench\nurl: https://example.org/bench\n' >broadsheet.yaml
sed -n '/^authors/,$p' "$TOP/broadsheet.yaml" | grep -v '^url:' >>broadsheet.yaml
for study in docker-wasm-native file-systems docker-storage; do
    cp -R "$TOP/data/$study" data/
done

fresh() { # the site is what an empty memory would have made of the same inputs
    rm -rf fresh .broadsheet/*-"$(cat fresh-name 2>/dev/null)" && ls .broadsheet >before
    expect 0 "$BROADSHEET" build -o fresh
    ls .broadsheet | grep -vxFf before | sed 's/.*-//' | sort -u >fresh-name
    diff -r site fresh
}
inodes() { # of what isn't rewritten where a study is taken over
    for page in "$@"; do stat -c '%n %i %Y' "site/$page/report.pdf" "site/$page/card.png"; done
}

expect 0 "$BROADSHEET" build
cp err first-words
inodes file-systems docker-storage >kept
inodes docker-wasm-native >was

# One post changed: its outputs are new, the others' are those of before; what was warned
# of is told again.
sed -i 's/^title: .*/title: Another title/' data/docker-wasm-native/post.md
expect 0 "$BROADSHEET" build
inodes file-systems docker-storage | diff kept -
! inodes docker-wasm-native | cmp -s was - || fail "the changed study wasn't made again"
grep -q 'Another title' site/file-systems/index.html site/docker-storage/index.html || fail "other pages link to the old title"
grep 'warning' first-words >a || true
grep 'warning' err >b || true
diff a b
fresh

# A study goes, one comes.
mv data/docker-storage moved
expect 0 "$BROADSHEET" build
[ ! -e site/docker-storage ] || fail "the page of a study that is gone"
fresh
mv moved data/docker-storage
expect 0 "$BROADSHEET" build
fresh

# What somebody changed in the site is made again with the next change.
echo tampered >>site/file-systems/data.csv
sed -i 's/^title: .*/title: A third title/' data/docker-wasm-native/post.md
expect 0 "$BROADSHEET" build
fresh

# A failure: the others are built, the last good page stays, the status tells.
cp -R site good
echo 'nope: 1' >>data/file-systems/study.yaml
cp -R data/file-systems data/new-one
sed -i 's/^title: .*/title: The fourth title/' data/docker-wasm-native/post.md
expect 2 "$BROADSHEET" build
diff -r good site
expect 2 "$BROADSHEET" build --keep-going
says err "data/file-systems/study.yaml:"
says err "unknown key 'nope'"
says err "1 failed and keeps the last good page"
says err "1 failed and is left out"
grep -q 'The fourth title' site/docker-wasm-native/index.html || fail "the good study wasn't built"
[ ! -e site/new-one ] || fail "half a page"
cmp good/file-systems/report.pdf site/file-systems/report.pdf
expect 2 "$BROADSHEET" build --keep-going
says err "unknown key 'nope'"
rm -r data/new-one
sed -i '$d' data/file-systems/study.yaml
expect 0 "$BROADSHEET" build
fresh
