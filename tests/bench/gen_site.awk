# gen_site.awk - a project of many studies, the same for the same arguments.
#
# usage: awk -v root=DIR -v studies=N -v workloads=W -f gen_site.awk
#
# Each study holds W workloads, each measured by hyperfine for five variants, ten samples
# each, and a post that shows the charts of two of them.

function uniform() # minimal standard generator (Park and Miller 1988)
{
    state = state * 16807 % 2147483647
    return state / 2147483647
}

function around(middle,   i, sum) # nearly normal, 3 % of its middle wide
{
    for (i = 0; i < 12; i++) {
        sum += uniform()
    }
    return middle * (1 + (sum - 6) * 0.03)
}

function result(command,   middle, i, sum, squares, low, high, list, v)
{
    middle = 0.1 + 2 * uniform()
    low = 1e9
    high = 0
    for (i = 0; i < 10; i++) {
        v = sprintf("%.9f", around(middle)) + 0
        sum += v
        squares += v * v
        low = v < low ? v : low
        high = v > high ? v : high
        list = list (i ? ", " : "") sprintf("%.9f", v)
    }
    return sprintf("{\"command\": \"%s\", \"mean\": %.12f, \"stddev\": %.12f, " \
                   "\"user\": %.9f, \"system\": %.9f, \"min\": %.9f, \"max\": %.9f, " \
                   "\"times\": [%s]}", command, sum / 10,
                   sqrt((squares - sum * sum / 10) / 9), sum * 0.08, sum * 0.01, low, high, list)
}

function study(n,   dir, w, v, file, job, head)
{
    dir = sprintf("%s/data/study-%05d", root, n)
    system("mkdir -p " dir)
    file = dir "/study.yaml"
    printf "question: What does a container cost?\nbaseline: native\n" \
           "software: {hyperfine: 1.18.0}\nvariants:\n" >file
    for (v = 1; v <= 5; v++) {
        printf "  %s: {match: \"%s\"}\n", names[v], commands[v] >file
    }
    close(file)
    file = dir "/post.md"
    head = sprintf("---\ntitle: Study %d\ndate: 2025-%02d-%02d\nauthor: ann\ntags: [t%d]\n---\n",
                   n, 1 + n % 12, 1 + n % 28, n % 7)
    print head >file
    printf "What study %d found is in its charts.\n\n", n >file
    printf "{{ chart job1 }}\n\n{{ chart job2 }}\n" >file
    close(file)
    for (w = 1; w <= workloads; w++) {
        job = dir "/job" w ".json"
        printf "{\"results\": [" >job
        for (v = 1; v <= 5; v++) {
            printf "%s\n  %s", (v > 1 ? "," : ""), result(commands[v] " job" w) >job
        }
        printf "\n]}\n" >job
        close(job)
    }
}

BEGIN {
    split("native docker podman wasmtime wasmer", names)
    split("./bench,docker run bench,podman run bench,wasmtime bench.wasm,wasmer bench.wasm",
          commands, ",")
    state = 42
    system("mkdir -p " root "/data")
    printf "title: Many studies\nurl: https://bench.example/\nauthors: {ann: {name: Ann}}\n" \
        >(root "/broadsheet.yaml")
    for (n = 1; n <= studies; n++) {
        study(n)
    }
}
