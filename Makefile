# Blastbeam: `make` builds, `make play` plays, `make test` tests. `make help` lists the rest.

MAKEFLAGS += --no-builtin-rules -j$(shell nproc 2>/dev/null || echo 1)

CC = gcc
BUILD ?= build
BIN ?= bin
MODE ?= release

WARNINGS = -Wall -Wextra -Wshadow -Wmissing-declarations -Werror
CFLAGS_release = -O3 -g -DNDEBUG
CFLAGS_sanitize = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_fuzz = -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
CFLAGS_tsan = -O1 -g -fsanitize=thread
CFLAGS_windows = -O3 -DNDEBUG
CFLAGS_coverage = -O1 -g --coverage -fprofile-update=atomic
CFLAGS += -std=c17 -D_GNU_SOURCE $(WARNINGS) $(CFLAGS_$(MODE)) -Isrc -MMD -MP
LDFLAGS_sanitize = -fsanitize=address,undefined
LDFLAGS_fuzz = -fsanitize=fuzzer,address,undefined
LDFLAGS_tsan = -fsanitize=thread
LDFLAGS_coverage = --coverage
LDFLAGS += $(LDFLAGS_$(MODE))
LDLIBS = -lcjson -lm -lpthread

OBJ = $(BUILD)/$(MODE)

# Hardened where files are read; the stack protector would cost the search 1 %.
ifneq ($(findstring linux,$(shell $(CC) -dumpmachine)),)
CFLAGS_release += -fPIE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
LDFLAGS_release = -pie -Wl,-z,relro,-z,now
GUARDED = $(foreach part,bot folder platform programs referee replay,$(OBJ)/$(part)/%.o)
$(GUARDED): CFLAGS += $(if $(filter release static,$(MODE)),-fstack-protector-strong)
endif
ARCH := $(shell $(CC) -dumpmachine | cut -d- -f1)

# round.c is compiled once for each instruction set; engine.c chooses between them at run time.
ifeq ($(ARCH),x86_64)
KERNELS = portable avx2 avx512
endif
KERNELS ?= portable
KERNEL_FLAGS_portable =
KERNEL_FLAGS_avx2 = -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
KERNEL_FLAGS_avx512 = $(KERNEL_FLAGS_avx2) -mavx512f -mavx512bw -mavx512vl -mavx512dq
KERNEL_SOURCES = src/engine/round.c
KERNEL_OBJECTS = $(foreach k,$(KERNELS),$(OBJ)/engine/round-$(k).o)

ENGINE_OBJECTS = $(patsubst src/%.c,$(OBJ)/%.o,$(filter-out $(KERNEL_SOURCES),$(wildcard src/engine/*.c))) \
         $(KERNEL_OBJECTS)
PLATFORM = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/platform/*.c))
AGENTS = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/agents/*.c))
FOLDER = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/folder/*.c))
TERMINAL = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/terminal/*.c))
BOT = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/bot/*.c))
REFEREE = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/referee/*.c))
ARENA = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/arena/*.c))
EXPERIMENTS = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/experiments/*.c))
REPLAY = $(patsubst src/%.c,$(OBJ)/%.o,$(wildcard src/replay/*.c))
TWIN = $(OBJ)/tests/twin.o
LIBRARY = $(ENGINE_OBJECTS) $(PLATFORM) $(AGENTS) $(FOLDER) $(BOT) $(TERMINAL) $(REFEREE) $(ARENA) $(EXPERIMENTS)

PROGRAMS = $(patsubst src/programs/%.c,$(BIN)/%,$(wildcard src/programs/*.c))
TESTS = $(patsubst tests/%.c,$(OBJ)/tests/%,$(filter-out $(SKIPPED_$(MODE)),$(wildcard tests/test_*.c)))
# The run-time libraries of these allocate and write for themselves, and do not outlive failures.
SKIPPED_coverage = tests/test_faults.c
SKIPPED_tsan = tests/test_faults.c
# What tests share.
SUPPORT = $(patsubst tests/%.c,$(OBJ)/tests/%.o,$(filter-out tests/test_%,$(wildcard tests/*.c)))

.DEFAULT_GOAL = all
include src/package/cjson.mk src/package/windows.mk src/package/dist.mk src/replay/page.mk

.PHONY: all
all: $(PROGRAMS)

# What is missing is installed where a package manager of Debian is at hand; only then.
DEPENDENCIES ?= $(OBJ)/.dependencies
$(OBJ)/.dependencies:
	@mkdir -p $(@D)
	@if echo '#include <cjson/cJSON.h>' | $(CC) -E -xc - >/dev/null 2>&1 && \
	    echo '#include <stdarg.h>%#include <stddef.h>%#include <stdint.h>%#include <setjmp.h>%#include <cmocka.h>' \
	    | tr % '\n' | $(CC) -E -xc - >/dev/null 2>&1; then :; \
	elif command -v apt-get >/dev/null; then \
	    echo "installing libcjson-dev and libcmocka-dev"; \
	    SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	    { $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq libcjson-dev libcmocka-dev; } >/dev/null; \
	else echo "please install the development files of cJSON and cmocka" >&2; exit 1; fi
	@touch $@

$(OBJ)/engine/round-%.o: src/engine/round.c | $(DEPENDENCIES)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(KERNEL_FLAGS_$*) -DKERNEL=$* -c -o $@ $<

$(OBJ)/engine/engine.o: CFLAGS += $(foreach k,$(KERNELS),-DHAVE_KERNEL_$(k))

$(OBJ)/%.o: src/%.c | $(DEPENDENCIES)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<

$(OBJ)/tests/%.o: tests/%.c | $(DEPENDENCIES)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests -c -o $@ $<

$(BIN)/%$(EXE): $(OBJ)/programs/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The positions that the bench starts from, as text inside the program.
$(OBJ)/positions.c: tests/data/positions.txt
	@mkdir -p $(@D)
	{ echo 'extern const char positions_text[];'; echo 'const char positions_text[] ='; \
	sed 's/.*/"&\\n"/' $<; echo ';'; } > $@

$(OBJ)/positions.o: $(OBJ)/positions.c
	$(CC) $(CFLAGS) -Wno-overlength-strings -c -o $@ $<

$(OBJ)/programs/bench.o: CFLAGS += -Itests
$(BIN)/bench$(EXE): $(TWIN) $(OBJ)/positions.o

$(OBJ)/tests/test_%: $(OBJ)/tests/test_%.o $(SUPPORT) $(REPLAY) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

$(BIN)/replay$(EXE): $(REPLAY)

# The bot on a system that fails on demand.
FAULTY = $(OBJ)/tests/faulty-blastbeam
WRAPPED = malloc calloc realloc aligned_alloc open fopen fstat read write pwrite close rename unlink \
          pthread_create clock_gettime agent_create
$(FAULTY): $(OBJ)/programs/blastbeam.o $(OBJ)/tests/faults/faults.o $(LIBRARY)
	$(CC) $(LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)

# The fuzz targets: each with libFuzzer (make fuzz), and for the cases that were found without it.
FUZZ_SUPPORT = fuzz replay support snapshots
FUZZ_TARGETS = $(filter-out $(FUZZ_SUPPORT),$(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c)))
FUZZ_COMMON = $(OBJ)/tests/fuzz/support.o $(OBJ)/tests/fuzz/snapshots.o \
    $(OBJ)/tests/own_folder.o $(TWIN)
FUZZ_WRAPPED = exit aligned_alloc watchdog_start watchdog_move
$(OBJ)/tests/fuzz/blastbeam.o: src/programs/blastbeam.c | $(DEPENDENCIES)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Wno-missing-declarations -Dmain=blastbeam_main -c -o $@ $<
FUZZ_REPLAYS = $(FUZZ_TARGETS:%=$(OBJ)/tests/replay-%)
$(BUILD)/fuzz/bin/options $(OBJ)/tests/replay-options: $(OBJ)/tests/fuzz/blastbeam.o
$(BUILD)/fuzz/bin/options $(OBJ)/tests/replay-options: \
    LDFLAGS += $(FUZZ_WRAPPED:%=-Wl,--wrap=%)
$(BUILD)/fuzz/bin/%: $(OBJ)/tests/fuzz/%.o $(FUZZ_COMMON) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(OBJ)/tests/replay-%: $(OBJ)/tests/fuzz/%.o $(OBJ)/tests/fuzz/replay.o $(FUZZ_COMMON) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# A whole match on the map of seed 1. Of its 2 s the bot takes 250 ms a move, which is nicer to watch.
.PHONY: play
play: all
	$(BIN)/referee -b . chaser -s 1 --pretty --arguments "--budget-ms 250"

# A folder that Bomberman.exe under mono takes as a bot: the program behind a launcher in Python.
.PHONY: linux-bot
linux-bot: $(BIN)/blastbeam
	@mkdir -p $(BIN)/linux-bot
	cp src/launcher/bot.json src/launcher/launch.py $(BIN)/blastbeam $(BIN)/linux-bot/

.PHONY: test
test: test-programs
	@set -e; export BLASTBEAM_BIN=$(BIN) BLASTBEAM_FAULTY=$(FAULTY); \
	for test in $(TESTS); do echo "== $${test##*/}"; $$test || $(ON_FAILURE); done; \
	for target in $(FUZZ_TARGETS); do \
	    $(OBJ)/tests/replay-$$target $$(ls tests/data/found/$$target-* 2>/dev/null); done
ON_FAILURE = exit 1
.PHONY: test-programs
test-programs: all $(TESTS) $(FAULTY) $(FUZZ_REPLAYS)

# Random rounds on every instruction set beside the plain twin, for each number of players.
.PHONY: test-nightly
test-nightly: $(OBJ)/tests/test_engine
	BLASTBEAM_ROUNDS=1200000 $<

# Every failure at every place, also of the thousands while JSON is read: several minutes.
.PHONY: test-faults
test-faults: $(OBJ)/tests/test_faults $(FAULTY)
	BLASTBEAM_FAULTS=all BLASTBEAM_FAULTY=$(FAULTY) $<

# All of these once, into docs/reliability.md.
.PHONY: reliability
reliability: test-programs
	tests/load.sh $(BIN) $(MOVES) >$(BUILD)/load.txt
	$(MAKE) coverage >$(BUILD)/coverage.txt
	$(MAKE) fuzz >$(BUILD)/fuzz.log; grep '^fuzz all ' $(BUILD)/fuzz.log >$(BUILD)/fuzz.txt
	tests/reliability.sh $(BIN) $(OBJ) $(BUILD) >$(BUILD)/reliability.md
	mv $(BUILD)/reliability.md docs/reliability.md

# Wall clock of the bot as a process, beside busy processes. MOVES=N in all.
MOVES = 100
.PHONY: test-load
test-load: $(BIN)/blastbeam
	tests/load.sh $(BIN) $(MOVES)

.PHONY: test-tsan
test-tsan:
	$(MAKE) MODE=tsan BIN=$(BUILD)/tsan/bin test

# A few moves and all fuzz cases under valgrind; its own clock is slow, so by nodes.
.PHONY: test-valgrind
VALGRIND = valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite
test-valgrind: $(BIN)/blastbeam
	@command -v valgrind >/dev/null || { echo "apt-get install valgrind" >&2; exit 1; }
	@set -e; scratch=$$(mktemp -d); for sample in sample-state/*/; do \
	    cp $$sample/state.json $$sample/map.txt $$scratch/; \
	    for agent in beam chaser random; do BLASTBEAM_ENGINE=avx2 $(VALGRIND) \
	        $(BIN)/blastbeam A $$scratch --agent $$agent --nodes 2000 --threads 2; done; \
	done; rm -rf $$scratch

# Lines of src/ (without the programs' main files) that the tests run; the total comes last.
.PHONY: coverage
coverage:
	@command -v gcov >/dev/null || { echo "coverage needs gcov, which comes with gcc" >&2; exit 1; }
	@mkdir -p $(BUILD)/coverage
	find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) MODE=coverage CC=gcc BIN=$(BUILD)/coverage/bin ON_FAILURE='echo "$$$$test fails" >&2' \
	    test >$(BUILD)/coverage.log
	@tests/coverage.sh $(BUILD)/coverage

# Random input for everything that reads, SECONDS for each target on all cores. TALLY=FILE keeps the
# counts of all runs, for a measurement in pieces; a TMPDIR in memory makes it faster.
SECONDS = 30
FUZZ_CLANG = clang
.PHONY: fuzz fuzz-targets
fuzz:
	@{ command -v $(FUZZ_CLANG) && echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    $(FUZZ_CLANG) -fsanitize=fuzzer,address -xc - -o /dev/null; } >/dev/null 2>&1 || \
	    { echo "fuzz needs clang and its run-time library: apt-get install clang" \
	    "libclang-rt-dev (on Debian 12: clang libclang-rt-14-dev)" >&2; exit 1; }
	$(MAKE) MODE=fuzz CC=$(FUZZ_CLANG) fuzz-targets
	tests/fuzz/run.sh $(BUILD)/fuzz $(SECONDS) $(FUZZ_TARGETS)
fuzz-targets: $(FUZZ_TARGETS:%=$(BUILD)/fuzz/bin/%)

.PHONY: test-sanitize
test-sanitize:
	$(MAKE) MODE=sanitize BIN=$(BUILD)/sanitize/bin test

# The referee beside the real engine (its program or folder), under mono. PARTS="compare clock speed",
# and PARTS=series: our bot against rivals under the engine alone.
.PHONY: test-engine
test-engine: all
	CC='$(CC)' MATCHES='$(MATCHES)' RIVALS='$(RIVALS)' FROM='$(FROM)' SERIES_DIR='$(SERIES_DIR)' \
	    tests/engine/run.sh $(BIN) $(PARTS)

# Depth, width and speed of the search by round, from the logs of a match: docs/search.svg and .txt.
.PHONY: plots
plots: all
	@command -v gnuplot >/dev/null || { echo "plots need gnuplot (gnuplot-nox)" >&2; exit 1; }
	rm -rf $(BUILD)/plots && mkdir -p docs
	$(BIN)/referee -b . chaser -s 3 -l $(BUILD)/plots/3 \
	    --arguments "--budget-ms 500 --threads 1 --explain" >$(BUILD)/plots.log
	for round in $$(ls $(BUILD)/plots/3 | sort -n); do \
	    log=$(BUILD)/plots/3/$$round/A/log.txt; [ -f $$log ] || continue; \
	    echo $$round \
	        $$(sed -n 's/.*searched depth=\([0-9]*\) width=\([0-9]*\) nodes=\([0-9]*\).*/\1 \2 \3/p' $$log) \
	        $$(sed -n 's/.*move=.* ms=\([0-9]*\) .*/\1/p' $$log); \
	done | awk 'NF == 5 && $$5 > 0' > docs/search.txt
	gnuplot -e "data='docs/search.txt'; output='docs/search.svg'" src/plots/search.gnuplot

# The page of a match in chromium; skipped where that or node is missing.
.PHONY: test-browser
test-browser: all
	tests/browser/run.sh $(BIN) $(BUILD)/browser

# The README's picture of that page.
docs/replay.png: all
	tests/browser/run.sh $(BIN) $(BUILD)/picture $@

# The weights over a tuning: `make plot-tune LOG=tune.txt` draws tune.svg.
.PHONY: plot-tune
plot-tune:
	@command -v gnuplot >/dev/null || { echo "plot-tune needs gnuplot (gnuplot-nox)" >&2; exit 1; }
	@test -s "$(LOG)" || { echo "plot-tune needs LOG=FILE, a log of bin/tune" >&2; exit 1; }
	gnuplot -e "data='$(LOG)'; output='$(basename $(LOG)).svg'" src/plots/tune.gnuplot

# Play what is missing of the experiments in src/experiments/experiments.txt and write
# docs/results.md. ROWS=NAME,... selects rows or sections, GAMES=10% plays a share of each.
.PHONY: experiments
experiments: $(BIN)/experiments
	$< $(if $(ROWS),--rows $(ROWS)) $(if $(GAMES),--games $(GAMES))

.PHONY: bench
bench: $(BIN)/bench
	$<

.PHONY: lint
LINTED = $(wildcard src/*/*.c src/*/*.h tests/*.c tests/*.h tests/*/*.c tests/*/*.h)
LINT_FLAGS = -std=c17 -D_GNU_SOURCE -Isrc -Itests
lint:
	clang-format --dry-run -Werror $(LINTED)
	clang-tidy --quiet $(filter-out %windows.c,$(filter src/%.c,$(LINTED))) -- $(LINT_FLAGS) \
	    -DKERNEL=portable
	cppcheck --enable=warning,performance,portability --std=c11 --quiet --error-exitcode=1 \
	    --suppress=ctuuninitvar -Isrc -DKERNEL=portable src

.PHONY: help
help:
	@echo 'make               build the programs into bin/'
	@echo 'make play          a whole match of the bot against a built-in rival, in the terminal'
	@echo 'make test          all tests'
	@echo 'make test-nightly  ten million random rounds beside the plain twin'
	@echo 'make test-sanitize the tests under the address and undefined behaviour sanitizers'
	@echo 'make test-engine   the referee beside the real engine: ENGINE=path/to/Bomberman.exe,'
	@echo '                   PARTS="compare clock speed"; PARTS=series MATCHES=20 RIVALS=chaser FROM=1'
	@echo '                   plays matches of the bot under the engine, with its time limit'
	@echo 'make test-faults   every failure of the system at every place'
	@echo 'make test-load     wall clock of the bot beside busy processes (MOVES=100)'
	@echo 'make test-tsan     the tests under the thread sanitizer'
	@echo 'make test-valgrind a few moves under valgrind'
	@echo 'make test-browser  the page of a match in a browser (chromium and node)'
	@echo 'make fuzz          random input for all that reads (clang; SECONDS=30 a target, TALLY=FILE)'
	@echo 'make coverage      lines that the tests run'
	@echo 'make reliability   load, coverage and fuzz into docs/reliability.md'
	@echo 'make bench         speeds of engine and search, and the signature of the search'
	@echo 'make windows       the bot, bench, mapgen and replay for Windows: bin/windows (mingw-w64)'
	@echo 'make test-windows  these under wine: the same moves and counts as on Linux'
	@echo 'make dist          bots for Bomberman.exe on Windows (to submit) and on Linux: bin/dist/*.zip'
	@echo 'make test-dist     these unpacked, built by xbuild, and played'
	@echo 'make linux-bot     a bot folder for Bomberman.exe under mono: bin/linux-bot'
	@echo 'make plots         depth, width and speed of the search over a match (gnuplot)'
	@echo 'make plot-tune     LOG=FILE: the weights over a tuning (gnuplot)'
	@echo 'make experiments   play what is missing of all experiments and write docs/results.md (hours);'
	@echo '                   ROWS=ablation selects, GAMES=10% plays a part'
	@echo 'make lint          clang-format, clang-tidy, cppcheck'
	@echo 'make clean         remove what was built'

.PHONY: clean
clean:
	rm -rf $(BUILD) $(BIN)

.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
