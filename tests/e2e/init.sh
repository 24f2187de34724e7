# The five-minute story: a new folder builds at once, then with one's own hyperfine results.
expect 0 "$BROADSHEET" init bench
says err "broadsheet build -C bench"
expect 0 "$BROADSHEET" build -C bench --strict
says bench/site/first-study/index.html "What the best compression costs"
[ -s bench/site/first-study/report.pdf ]
[ -s bench/archive.db ] || fail "nothing was kept"
says bench/.gitignore "/archive.db*"

# Nothing is ever overwritten.
expect 2 "$BROADSHEET" init bench
says err "bench: is not empty"

# One's own study, without a word of configuration.
mkdir bench/data/mine
printf '{"results":[{"command":"./tool --old","times":[1.0,1.1,1.05,1.02,1.01]},' >bench/data/mine/run.json
printf '{"command":"./tool --new","times":[0.5,0.52,0.51,0.5,0.53]}]}\n' >>bench/data/mine/run.json
expect 0 "$BROADSHEET" build -C bench
says bench/site/mine/index.html "./tool --new"
says bench/site/mine/index.html "Nobody stated these"
[ -s bench/site/mine/charts/run-wall_time.png ]

# --strict wants it stated, and says how.
expect 1 "$BROADSHEET" build -C bench --strict
says err "is inferred"
says err "State it in study.yaml"
