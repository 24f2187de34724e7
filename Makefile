# make           builds build/broadsheet (`make setup` first, on a new machine)
# make site      from a bare machine: installs what is missing, builds, publishes data/
# make test      from a bare machine: the same, then all tests
# make quick-test, unit, golden, e2e, bless, lint, fuzz, torture, clean; SAN=1 WERROR=1 V=1
#
# GNU make and a shell are all it needs to begin with. No file is listed by hand.

CC       ?= cc
Q        := $(if $(V),,@)
PKGS     := cairo pangocairo pangoft2 libpng libdeflate libxml-2.0 libqpdf libcjson libcmark-gfm \
            libfyaml zlib libmd libzstd libisal sqlite3 libpq libmicrohttpd
PKGFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKGLIBS  := $(filter-out -lpq,$(shell pkg-config --libs $(PKGS) 2>/dev/null)) -lcmark-gfm-extensions
ALONE    := $(filter setup site test lint fuzz clean,$(MAKECMDGOALS))
$(if $(PKGFLAGS)$(ALONE),,$(warning packages are missing: run `make setup` first))

B        := build$(if $(SAN),-san)$(if $(FUZZ),-fuzz)
SRC      := $(sort $(wildcard src/*/*.c))
OBJ      := $(SRC:%.c=$B/%.o) $B/embedded.o
LIB      := $B/libbroadsheet.a
UNIT     := $(patsubst tests/unit/%.c,$B/%,$(sort $(wildcard tests/unit/test_*.c)))

STD      := -std=c17 -D_GNU_SOURCE -Isrc -I$B
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion \
            -Wdouble-promotion -Wformat=2 -Wundef -Wvla -Wcast-qual -Wcast-align \
            -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes \
            -Wold-style-definition -Wpointer-arith -Wimplicit-fallthrough -Wnull-dereference
HARD     := -O2 -fno-common -ffp-contract=off -fstack-protector-strong \
            $(if $(SAN),,-D_FORTIFY_SOURCE=2)
comma    := ,
SANFLAGS := -fsanitize=address,undefined$(if $(FUZZ),$(comma)fuzzer-no-link) -fno-sanitize-recover=all -fno-omit-frame-pointer
override CFLAGS  := -g $(STD) $(WARN) $(HARD) $(if $(WERROR),-Werror) $(if $(SAN),$(SANFLAGS)) $(PKGFLAGS) $(CFLAGS)
override LDFLAGS := $(if $(SAN),$(SANFLAGS)) $(LDFLAGS)

$B/broadsheet: $(OBJ)
	@echo "  LINK $@"
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lm

# all but the commands; tests take of it what they need
$(LIB): $(filter-out $B/src/cli/%,$(OBJ))
	@rm -f $@
	$Qar rcs $@ $^

$B/tests/%.o: override CFLAGS += -Itests/unit
$B/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

# --- files that are compiled in: templates/, assets/, schema/*.sql, the fonts, one table

EMBED    := $(sort $(shell find templates assets -type f ! -name '.*' 2>/dev/null) $(wildcard schema/*.sql))
FONTS    := build/fonts/.cut
COVERAGE := tests/bench/coverage.txt

build/embedded.list: FORCE
	@mkdir -p build
	@echo '$(EMBED)' | cmp -s - $@ || echo '$(EMBED)' >$@

$(FONTS): setup/fonts.sh setup/fonts.txt
	@echo "  FONT build/fonts"
	@mkdir -p build
	$Qsetup/fonts.sh build/fonts && touch $@

# which importers these are: an archive's models are used as long as they haven't changed
build/importers: $(sort $(wildcard src/base/*.[ch] src/import/* src/model/*.[ch]))
	@mkdir -p build
	@cat $^ | cksum | tr ' ' - >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

build/embedded.c: Makefile setup/embed.sh build/embedded.list $(EMBED) $(COVERAGE) $(FONTS) build/importers
	@echo "  GEN  $@"
	$Qsetup/embed.sh $(foreach f,$(EMBED),$f=$f) stats/coverage.txt=$(COVERAGE) import/version=build/importers $$(ls build/fonts | sed 's|.*|fonts/&=build/fonts/&|') >$@.new
	@mv $@.new $@

$B/embedded.o: build/embedded.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$B/test_%: $B/tests/unit/test_%.o $(LIB)
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lcmocka -lm

# How often our intervals hold the truth; the method page quotes the stored table.
$B/coverage: $B/tests/bench/coverage.o $(LIB)
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lm

coverage: $B/coverage
	@$B/coverage >$(COVERAGE)

# How fast k6 streams are read, against wc -l: make bench-ingest MB=1000
$B/gen_k6: tests/bench/gen_k6.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -o $@ $< -lm

$B/line_by_line: tests/bench/line_by_line.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -o $@ $< $(PKGLIBS)

bench-ingest: $B/broadsheet $B/gen_k6 $B/line_by_line
	@tests/bench/ingest.sh $B $(MB) $(RUNS)

# How fast results are kept and told, against bare writes: make bench-archive RUNS=10000 ROUNDS=5
$B/bench_archive: $B/tests/bench/archive.o $(LIB)
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lm

bench-archive: $B/bench_archive
	@tests/bench/archive.sh $B $(RUNS) $(ROUNDS)

# How fast sites are built: make bench-site STUDIES=1000
bench-site: $B/broadsheet
	@tests/bench/site.sh $B $(STUDIES) $(RUNS)

# The fuzz target by itself: a program that replays files (any compiler) ...
$B/replay: $B/tests/fuzz/replay.o $B/tests/fuzz/fuzz_import.o $(LIB)
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lm

# ... or a fuzzer (clang): make FUZZ=1 SAN=1 CC=clang
$B/fuzz_import: $B/tests/fuzz/fuzz_import.o $(LIB)
	$Q$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(PKGLIBS) -lm

# --- tests: each runner ends with 'N passed, N failed' and keeps the exit status

GOLDEN   := tests/golden/run.sh $B/broadsheet
REPLAY   := tests/fuzz/replay.sh $B/replay
E2E      := tests/e2e/run.sh $B/broadsheet
TESTENV  := $(if $(SAN),LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.txt:print_suppressions=0)

# Draws a chart spec of tests/golden/chart, to look at it: make build/draw_spec
$B/draw_spec: $B/tests/tools/draw_spec.o $(LIB)
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lm

unit: $(UNIT)
	@$(TESTENV) tests/unit/run.sh $(UNIT)

golden: $B/broadsheet
	@$(TESTENV) $(GOLDEN)

e2e: $B/broadsheet
	@$(TESTENV) $(E2E)

bless: $B/broadsheet $B/test_chart
	@BLESS=1 $(GOLDEN)
	@BLESS=1 $B/test_chart >/dev/null
	@tests/readme-tables.sh $B/broadsheet

quick-test: $B/broadsheet $B/replay $(UNIT)
	@$(TESTENV) tests/all.sh -j "tests/unit/run.sh $(UNIT)" "$(GOLDEN)" "$(REPLAY)" "$(E2E)"

SECONDS  ?= 60
fuzz:
	@setup/packages.sh build lint
	@$(MAKE) --no-print-directory FUZZ=1 SAN=1 CC=clang build-san-fuzz/fuzz_import
	@tests/fuzz/run.sh build-san-fuzz/fuzz_import $(SECONDS)

# --- lint: a stamp for each file, so that only what changed is looked at again

LINTED   := $(sort $(wildcard src/*/*.[ch] tests/*/*.[ch]))
STAMPS   := $(LINTED:%=build/lint/%.ok)

lint:
	@setup/packages.sh build test lint
	@tests/lint/run.sh

torture: $B/broadsheet $B/test_archive_flips
	@setup/packages.sh test lint
	@tests/all.sh "tests/torture.sh $B/broadsheet" "tests/archive/torture.sh $B/broadsheet" \
	    "env FLIPS=all LIMIT=3600 tests/unit/run.sh $B/test_archive_flips"

lint-files: $(STAMPS)

build/lint/%.ok: % .clang-tidy tests/lint/file.sh
	@tests/lint/file.sh $< $@ $(filter-out -g -Werror,$(CFLAGS)) -Itests/unit

# --- everything from a bare machine. make is called again after the packages came, because
# only then pkg-config has answers

browser-test: $B/broadsheet
	@tests/browser/run.sh $<

setup:
	@setup/packages.sh build test

site:
	@setup/packages.sh build
	@$(MAKE) --no-print-directory publish

publish: $B/broadsheet
	@$B/broadsheet build

test:
	@setup/packages.sh build test
	@$(MAKE) --no-print-directory quick-test

# --- manual and completions, made from what the program says of itself; installation

PREFIX   ?= /usr/local
SHARE     = $(DESTDIR)$(PREFIX)/share
MADE     := build/broadsheet.1 $(addprefix build/completions.,bash zsh fish)

build/broadsheet.1: docs/manual.sh docs/broadsheet.1.in src/report/shortcode.c src/report/claims.c $B/broadsheet
	@echo "  DOC  $@"
	$Qdocs/manual.sh $B/broadsheet >$@.new && mv $@.new $@

build/completions.%: docs/completions.sh $B/broadsheet
	@echo "  DOC  $@"
	$Qdocs/completions.sh $B/broadsheet $* >$@.new && mv $@.new $@

manual: $(MADE)

install: $B/broadsheet $(MADE)
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	    $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $B/broadsheet $(DESTDIR)$(PREFIX)/bin/broadsheet
	install -m 644 build/broadsheet.1 $(SHARE)/man/man1/broadsheet.1
	install -m 644 build/completions.bash $(SHARE)/bash-completion/completions/broadsheet
	install -m 644 build/completions.zsh $(SHARE)/zsh/site-functions/_broadsheet
	install -m 644 build/completions.fish $(SHARE)/fish/vendor_completions.d/broadsheet.fish

clean:
	rm -rf build build-san build-san-fuzz

.SECONDARY:
-include $(OBJ:.o=.d) $(wildcard $B/tests/*/*.d) $(if $(filter lint-files,$(MAKECMDGOALS)),$(STAMPS:=.d))
.PHONY: bench-archive bench-ingest bench-site browser-test unit coverage golden e2e bless quick-test fuzz lint lint-files torture setup site publish test manual install clean FORCE
