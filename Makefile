# GNU make. `make` builds, `make site` and `make test` do everything from a bare machine.
# Needs nothing but make and a shell to begin with: `setup` finds what is missing.

CC       ?= cc
Q        := $(if $(V),,@)
PKGS     := cairo pangocairo pangoft2 libpng libxml-2.0 libqpdf libcjson libcmark-gfm libfyaml zlib libmd
PKGFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKGLIBS  := $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lcmark-gfm-extensions

B        := $(if $(SAN),build-san,build)
SRC      := $(sort $(wildcard src/*/*.c))
OBJ      := $(SRC:%.c=$B/%.o) $B/embedded.o
LIB      := $(filter-out $B/src/cli/%,$(OBJ))
UNIT     := $(patsubst tests/unit/%.c,$B/%,$(sort $(wildcard tests/unit/test_*.c)))

STD      := -std=c17 -D_GNU_SOURCE -Isrc -I$B
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion \
            -Wdouble-promotion -Wformat=2 -Wundef -Wvla -Wcast-qual -Wcast-align \
            -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes \
            -Wold-style-definition -Wpointer-arith -Wimplicit-fallthrough -Wnull-dereference
HARD     := -O2 -fno-common -ffp-contract=off -fstack-protector-strong \
            $(if $(SAN),,-D_FORTIFY_SOURCE=2)
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
override CFLAGS  := -g $(STD) $(WARN) $(HARD) $(if $(WERROR),-Werror) $(if $(SAN),$(SANFLAGS)) $(PKGFLAGS) $(CFLAGS)
override LDFLAGS := $(if $(SAN),$(SANFLAGS)) $(LDFLAGS)

$B/broadsheet: $(OBJ)
	@echo "  LINK $@"
	$Q$(CC) $(LDFLAGS) -o $@ $^ $(PKGLIBS) -lm

$B/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

# --- files that are compiled in: templates/, assets/ and the fonts, all that is there

EMBED    := $(sort $(shell find templates assets -type f ! -name '.*' 2>/dev/null))
FONTS    := build/fonts/.cut

build/embedded.list: FORCE
	@mkdir -p build
	@echo '$(EMBED)' | cmp -s - $@ || echo '$(EMBED)' >$@

$(FONTS): setup/fonts.sh setup/fonts.txt
	@echo "  FONT build/fonts"
	@mkdir -p build
	$Qsetup/fonts.sh build/fonts && touch $@

build/embedded.c: setup/embed.sh build/embedded.list $(EMBED) $(FONTS)
	@echo "  GEN  $@"
	$Qsetup/embed.sh $(foreach f,$(EMBED),$f=$f) $$(ls build/fonts | sed 's|.*|fonts/&=build/fonts/&|') >$@.new
	@mv $@.new $@

$B/embedded.o: build/embedded.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$B/test_%: tests/unit/test_%.c $(LIB)
	@echo "  CC   $<"
	$Q$(CC) $(CFLAGS) -MMD -MP -Itests/unit $(LDFLAGS) -o $@ $< $(LIB) $(PKGLIBS) -lcmocka -lm

unit: $(UNIT)
	@for t in $(UNIT); do $$t || exit 1; done

quick-test: $B/broadsheet unit

clean:
	rm -rf build build-san build-fuzz

-include $(OBJ:.o=.d)
.PHONY: unit quick-test clean FORCE
