# A picture has as many bars as can be told apart and says how many there are; the table and
# the CSV have all of them.
printf 'title: T\n' >broadsheet.yaml
mkdir -p data/many
for i in $(seq 400); do
    printf 'Benchmark 1: ./sort --threads %s\n  Time (mean ± σ):      %s ms ±   1.2 ms    [User: 90.1 ms, System: 3.3 ms]\n  Range (min … max):    80.2 ms … 920.9 ms    20 runs\n\n' "$i" "$((100 + i)).4"
done >data/many/sort.txt
expect 0 "$BROADSHEET" build
page=site/many/index.html
sed 's/<[^>]*>//g' $page >page.txt
grep -o '[^>]* are drawn; the table has all\.' $page >drawn
says drawn 'The first 30 of 400 are drawn; the table has all.'
cat site/many/charts/*wall_time.csv >all
[ "$(grep -c 'sort --threads' all)" -ge 400 ]

# Nor is a page more than can be read: a sentence over all, and each test in its row.
says page.txt 'Of 399 others compared with ./sort --threads 1 by wall time, 397 are higher, 1 within 2% and 1 not told apart. ./sort --threads 400 takes 4.93 times as long as ./sort --threads 1.'
says page.txt 'in each row of the table.'
says page.txt '4.907 to 4.963'
says page.txt '4.93× the time'

# As ratios there is one less, and no picture is larger than a PNG can be.
expect 0 "$BROADSHEET" chart many '*' --kind ratios -o ratios.svg
says ratios.svg 'The first 30 of 399 are drawn; the table has all.'
for i in $(seq 24); do
    for v in $(seq 30); do
        printf 'Benchmark 1: ./sort%s --threads %s\n  Time (mean ± σ):      %s ms ±   1.2 ms    [User: 90.1 ms, System: 3.3 ms]\n  Range (min … max):    80.2 ms … 920.9 ms    20 runs\n\n' "$i" "$v" "$((100 + i + v)).4"
    done >"data/many/more$i.txt"
done
rm data/many/sort.txt
expect 0 "$BROADSHEET" chart many '*' --kind ratios -o ratios.png

# Where a parameter parts them, each sentence says which part it is of.
mkdir data/parts
cat >data/parts/study.yaml <<'YAML'
baseline: v1
sources:
  load.csv: {columns: {workload: "'load'", variant: name, "param:image": image, latency: "s:s"}}
YAML
{
    echo name,image,s
    for v in $(seq 10); do echo "v$v,small,1.$v" && echo "v$v,large,2.$v"; done
} >data/parts/load.csv
expect 0 "$BROADSHEET" build
sed 's/<[^>]*>//g' site/parts/index.html >page.txt
says page.txt 'Image large: Of 9 others compared with v1 by latency, 9 are not tested.'
says page.txt 'Image small: Of 9 others compared with v1 by latency, 9 are not tested.'
says page.txt 'a table made by hand, one run, image small; a table made by hand, one run, image large.'
