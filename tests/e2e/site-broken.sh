# A build that fails leaves the last good site as it was, and says where and why.
mkdir data
cp -R "$TOP/broadsheet.yaml" .
cp -R "$TOP/data/docker-wasm-native" data/
expect 0 "$BROADSHEET" build
cp -R site good
study=data/docker-wasm-native

# breaks STATUS TEXT: the build fails so, with one message, and the site is untouched.
breaks() {
    expect "$1" "$BROADSHEET" build
    says err "$2"
    [ "$(grep -c '^broadsheet: ' err)" = 1 ] || fail "more than one message: $(cat err)"
    diff -r good site
    [ -z "$(find . -maxdepth 1 -name 'site.*')" ] || fail "leftovers: $(ls)"
    rm -rf data && mkdir data && cp -R "$TOP/data/docker-wasm-native" data/
}

# A raw file that was cut in the middle of a number.
cp $study/fibonacci.hyperfine.txt whole
head -c 165 whole >$study/fibonacci.hyperfine.txt
breaks 3 "$study/fibonacci.hyperfine.txt:3:"

sed -i 's/^baseline:/basline:/' $study/study.yaml
breaks 2 "$study/study.yaml:4:1: unknown key 'basline'"
says err "hint: Did you mean 'baseline'?"

sed -i 's/{{ value fibonacci\/native wall_time }}/{{ valeu fibonacci\/native wall_time }}/' $study/post.md
breaks 2 "unknown shortcode 'valeu'"
says err "hint: Did you mean 'value'?"

sed -i 's/{{ value fibonacci\/native wall_time }}/{{ value fibonacci\/nativ wall_time }}/' $study/post.md
breaks 2 "unknown variant 'nativ'"
grep -Eq "post.md:[0-9]+:[0-9]+: " err || fail "no place: $(cat err)"
says err "hint: Did you mean 'native'?"

sed -i 's/^author: desk/author: dekc/' $study/post.md
breaks 2 "unknown author 'dekc'"

printf '  - [unclosed\n' >>$study/study.yaml
breaks 2 "$study/study.yaml:"

# A key that the program doesn't act on is no key: nobody shall believe that it masked.
cp broadsheet.yaml kept
echo 'archives: true' >>broadsheet.yaml
breaks 2 "unknown key 'archives'"
cp kept broadsheet.yaml

# Of several broken studies the first is told of, however many are built at a time.
for name in b d f; do
    cp -R $study data/$name
    echo "$name: 1" >>data/$name/study.yaml
done
for jobs in 1 3; do
    expect 2 "$BROADSHEET" build -j $jobs
    says err "data/b/study.yaml:"
    [ "$(grep -c '^broadsheet: ' err)" = 1 ] || fail "more than one message: $(cat err)"
    diff -r good site
done
rm -r data/b data/d data/f

mv data/docker-wasm-native data/assets
expect 2 "$BROADSHEET" build
says err "a study can't have this name"
diff -r good site
