# A full disk ends with status 4 and the reason, and the last good site stays.
[ "$(id -u)" = 0 ] || { echo "needs root for a small tmpfs"; exit 0; }
mkdir disk
mount -t tmpfs -o size=1536k tmpfs disk || { echo "no tmpfs to be had"; exit 0; }
trap 'cd /; umount "$OLDPWD/disk" 2>/dev/null || umount -l "$OLDPWD/disk"' EXIT
mkdir data
cp -R "$TOP/broadsheet.yaml" .
cp -R "$TOP/data/docker-wasm-native" data/
mkdir disk/site && echo kept >disk/site/index.html
head -c 1300k /dev/zero >disk/ballast
expect 4 "$BROADSHEET" build -o disk/site
says err "No space left on device"
[ "$(cat disk/site/index.html)" = kept ]
[ "$(ls disk)" = "$(printf 'ballast\nsite')" ] || fail "leftovers: $(ls disk)"
rm disk/ballast
expect 0 "$BROADSHEET" build -o disk/site
[ -s disk/site/docker-wasm-native/report.pdf ]
