# What a page says in words is never stronger than what was measured.
mkdir -p data/s
echo 'title: T' >broadsheet.yaml
echo 'baseline: old' >data/s/study.yaml
page() { # page ROW…: the study's page from these rows, tags taken off
    printf 'workload,variant,metric,value,unit,n,stddev\n' >data/s/x.csv
    for row; do echo "$row" >>data/s/x.csv; done
    expect 0 "$BROADSHEET" build
    sed -e 's/<[^>]*>/ /g' -e 's/&nbsp;/ /g' site/s/index.html | tr '\n' ' ' | sed 's/  */ /g' >text
}

# one run each: figures side by side, the change with its sign, no adjective
page api,old,throughput,100,MB/s,1, api,new,throughput,61,MB/s,1,
says text "throughput 61.00 MB/s for new against 100.0 MB/s for old (−39.0%, one run each)"
says text "−39.0 % throughput"
grep -q -e '% less' -e '% fewer' text && fail "an adjective without a test"

# several runs whose spread nobody stated are not one run
page api,old,throughput,100,MB/s,5, api,new,throughput,61,MB/s,5,
says text "(−39.0%, 5 runs each)"
says text "Too few runs for an interval."
page api,old,throughput,100,MB/s,5, api,new,throughput,61,MB/s,3,
says text "(−39.0%, not tested)"

# what could not be told apart is no more and no less
page api,old,throughput,100,MB/s,5,20 api,new,throughput,102,MB/s,5,20
says text "new could not be told from old"
says text "+2.0 % throughput"
says text "Five runs each."
grep -q '% more' text && fail "an adjective for what could not be told apart"

# what a test bears out is said plainly
page api,old,throughput,100,MB/s,5,1 api,new,throughput,61,MB/s,5,1
says text "new has 39% less throughput than old"
says text "39 % less"
says text "more than 2% from 1"
says text "There is one such test here, so its p needs no correction"

# the same limit as somebody set it
printf 'practical-limit: 0.5%%\n' >>broadsheet.yaml
page api,old,throughput,100,MB/s,50,0.1 api,new,throughput,100.1,MB/s,50,0.1
says text "new is within 0.5% of old"

# a short unit is never alone on a line, nor is a figure's number
page api,old,wall_time,10,s,5,1 api,new,wall_time,20,s,5,1
says site/s/index.html 'Mean,&nbsp;s'
says site/s/index.html 'wall time,&nbsp;s'
says site/s/index.html 'Figure&nbsp;1'
page api,old,throughput,100,MB/s,5,1 api,new,throughput,61,MB/s,5,1
says site/s/index.html 'Mean, MB/s'
