# The same input gives the same bytes, wherever and whenever it is built.
for place in here there; do
    mkdir -p "$place/project"
    cp -R "$TOP/broadsheet.yaml" "$TOP/data" "$place/project/"
done
(cd here/project && LC_ALL=C TZ=UTC "$BROADSHEET" build 2>../log)
(cd there/project && LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Pacific/Kiritimati HOME=/nonexistent \
    FONTCONFIG_FILE=/dev/null "$BROADSHEET" build 2>../log)
diff -r here/project/site there/project/site

# So it is for any number of studies at a time.
expect 0 "$BROADSHEET" build -C there/project -j 1 -o one-by-one
expect 0 "$BROADSHEET" build -C there/project -j 5 -o together
diff -r one-by-one here/project/site
diff -r together here/project/site
expect 2 "$BROADSHEET" build -C there/project -j 0
says err "--jobs is 1 to 64, not '0'"

# A second build does nothing, and says so.
find here/project/site -type f -printf '%p %T@ %i\n' | sort >before
expect 0 "$BROADSHEET" build -C here/project
says err "up to date"
find here/project/site -type f -printf '%p %T@ %i\n' | sort | diff before -

# It is found from a folder below, and -C and -o name others.
expect 0 sh -c 'cd here/project/data && "$BROADSHEET" build'
says err "up to date"
expect 0 "$BROADSHEET" build -C there/project -o elsewhere
diff -r elsewhere here/project/site
