# Blastbeam: `make` builds, `make play` plays, `make test` tests. `make help` lists the rest.

# A make within a make shares the jobs of the outer one.
JOBS = -j$(shell nproc 2>/dev/null || echo 1)
MAKEFLAGS += --no-builtin-rules --no-print-directory $(if $(filter 0,$(MAKELEVEL)),$(JOBS))

CC = gcc
BUILD ?= build
BIN ?= bin
MODE ?= release
OBJ = $(BUILD)/$(MODE)

WARNINGS = -Wall -Wextra -Wshadow -Wmissing-declarations -Werror
CFLAGS_release = -O3 -g -DNDEBUG
CFLAGS += -std=c17 -D_GNU_SOURCE $(WARNINGS) $(CFLAGS_$(MODE)) -Isrc -MMD -MP -ffile-prefix-map=$(CURDIR)=.
LDFLAGS += $(LDFLAGS_$(MODE))
LDLIBS = -lcjson -lm -lpthread

# One line a file; with V=1 the whole commands.
ifndef V
Q = @
endif
SAY = @printf '%-5s %s\n'

# The folders of src/ with code that programs share, and the objects of all their files.
FOLDERS := $(filter-out programs,$(sort $(patsubst src/%/,%,$(dir $(wildcard src/*/*.c)))))
sources = $(sort $(wildcard src/$(1)/*.c))
objects = $(patsubst src/%.c,$(OBJ)/%.o,$(call sources,$(1)))

# Hardened where files are read; the stack protector would cost the search 1 %.
GUARDED = bot platform processes programs protocol records referee replay host console web
MACHINE := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(findstring linux,$(MACHINE)),)
CFLAGS_release += -fPIE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
LDFLAGS_release = -pie -Wl,-z,relro,-z,now
$(foreach part,$(GUARDED),$(OBJ)/$(part)/%.o): \
    CFLAGS += $(if $(filter release static,$(MODE)),-fstack-protector-strong)
endif

# The bot must run with a stack of 64 kB.
SMALL_FRAMES = platform engine safety search rivals agents protocol records bot
$(foreach part,$(SMALL_FRAMES),$(OBJ)/$(part)/%.o): \
    CFLAGS += $(if $(filter release,$(MODE)),-Wframe-larger-than=16384)

# round.c is compiled once for each instruction set; engine.c chooses between them at run time.
KERNELS = $(if $(filter x86_64-%,$(MACHINE)),portable avx2 avx512,portable)
KERNEL_FLAGS_portable =
KERNEL_FLAGS_avx2 = -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
KERNEL_FLAGS_avx512 = $(KERNEL_FLAGS_avx2) -mavx512f -mavx512bw -mavx512vl -mavx512dq
KERNEL_SOURCE = src/engine/round.c
KERNEL_OBJECTS = $(KERNELS:%=$(OBJ)/engine/round-%.o)

PROGRAMS = $(patsubst src/programs/%.c,$(BIN)/%$(EXE),$(wildcard src/programs/*.c))
TESTS = $(patsubst tests/%.c,$(OBJ)/tests/%,$(filter-out $(SKIPPED_$(MODE)),$(wildcard tests/test_*.c)))
# What tests share; thin as the library, so that a test needs only the libraries of what it uses.
SUPPORT = $(OBJ)/tests/support.a

.DEFAULT_GOAL = all

# The compiler and its options; written when they change, and then all objects are compiled again.
OPTIONS = $(OBJ)/options

# Headers of others that are wanted. A make of its own, so that nothing is compiled before.
CJSON = $(OBJ)/.have-cjson
CMOCKA = $(OBJ)/.have-cmocka
$(OBJ)/.have-cjson: HEADER = cjson/cJSON.h
$(OBJ)/.have-cjson: PACKAGE = libcjson-dev
$(OBJ)/.have-cmocka: HEADER = cmocka.h
$(OBJ)/.have-cmocka: PACKAGE = libcmocka-dev
$(OBJ)/.have-cjson $(OBJ)/.have-cmocka:
	@mkdir -p $(@D)
	@src/make/need.sh '$(CC)' $(HEADER) $(PACKAGE)
	@touch $@
# One after the other: apt-get cannot run twice at once.
$(OBJ)/.have-cmocka: | $(CJSON)

LIBRARY = $(OBJ)/blastbeam.a
include $(wildcard src/make/*.mk)

# After the include: windows.mk sets PROGRAMS.
.PHONY: all
all: $(PROGRAMS)

# Expanded here, because a prerequisite inherits the CFLAGS that only some targets have.
OPTIONS_TEXT := $(strip $(CC) $(CFLAGS) $(foreach k,$(KERNELS),$k $(KERNEL_FLAGS_$k)) $(LDFLAGS) $(LDLIBS))
ifneq ($(shell cat $(OPTIONS) 2>/dev/null),$(OPTIONS_TEXT))
$(OPTIONS): always
endif
$(OPTIONS):
	@mkdir -p $(@D)
	@echo '$(OPTIONS_TEXT)' >$@
.PHONY: always

LIBRARY_OBJECTS = $(KERNEL_OBJECTS) $(GENERATED) \
    $(foreach folder,$(FOLDERS),$(filter-out $(KERNEL_SOURCE:src/%.c=$(OBJ)/%.o) $(LEFT_OUT),$(call objects,$(folder))))
AR = $(if $(filter windows,$(MODE)),$(CC:%gcc=%ar),ar)
# Thin: it names the objects, in which the linker finds what a program needs.
$(LIBRARY): $(LIBRARY_OBJECTS)
	@rm -f $@
	$(Q)$(AR) rcsT $@ $^

$(OBJ)/engine/round-%.o: $(KERNEL_SOURCE) $(OPTIONS) | $(CJSON)
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) $(KERNEL_FLAGS_$*) -DKERNEL=$* -c -o $@ $<

$(OBJ)/engine/engine.o: CFLAGS += $(KERNELS:%=-DHAVE_KERNEL_%)

$(OBJ)/%.o: src/%.c $(OPTIONS) | $(CJSON)
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

$(OBJ)/tests/%.o: tests/%.c $(OPTIONS) | $(CJSON) $(CMOCKA)
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) -Itests -c -o $@ $<

$(BIN)/%$(EXE): $(OBJ)/programs/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(SUPPORT): $(patsubst tests/%.c,$(OBJ)/tests/%.o,$(wildcard tests/support/*.c))
	@rm -f $@
	$(Q)$(AR) rcsT $@ $^

$(OBJ)/tests/test_%: $(OBJ)/tests/test_%.o $(SUPPORT) $(LIBRARY)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

# A whole match on the map of seed 1. Of its 2 s the bot takes 250 ms a move, which is nicer to watch.
.PHONY: play
play: all
	@$(BIN)/referee -b . chaser -s 1 --pretty --arguments "--budget-ms 250"

# The bot on a system that fails on demand.
FAULTY = $(OBJ)/tests/faulty-blastbeam
WRAPPED = malloc calloc realloc aligned_alloc open fopen fstat read write pwrite close rename unlink \
          pthread_create clock_gettime agent_create
$(FAULTY): $(OBJ)/programs/blastbeam.o $(OBJ)/tests/faults/faults.o $(LIBRARY)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)

.PHONY: test
test: test-programs
	@BLASTBEAM_BIN=$(BIN) BLASTBEAM_FAULTY=$(FAULTY) tests/run.sh $(TESTS) $(FUZZ_REPLAYS) || \
	    $(ON_FAILURE)
ON_FAILURE = exit 1
.PHONY: test-programs
test-programs: all $(TESTS) $(FAULTY) $(FUZZ_REPLAYS)

.PHONY: bench
bench: $(BIN)/bench$(EXE)
	@$<

# Play the missing games of the experiments in src/experiments/experiments.txt and write
# docs/results.md. ROWS=NAME,... selects rows or sections, GAMES=10% plays a share of each.
.PHONY: experiments
experiments: $(BIN)/experiments
	$< --play $(if $(ROWS),--rows $(ROWS)) $(if $(GAMES),--games $(GAMES))

.PHONY: lint
LINTED = $(wildcard src/*/*.c src/*/*.h tests/*.c tests/*.h tests/*/*.c tests/*/*.h)
LINT_FLAGS = -std=c17 -D_GNU_SOURCE -Isrc -Itests
lint:
	@src/make/need_programs.sh lint clang-format=clang-format clang-tidy=clang-tidy cppcheck=cppcheck
	tests/layers.sh
	@echo clang-format: $(words $(LINTED)) files
	$(Q)clang-format --dry-run -Werror $(LINTED)
	@echo clang-tidy, cppcheck: src/
	$(Q)clang-tidy --quiet $(filter-out src/windows/% %windows.c,$(filter src/%.c,$(LINTED))) -- $(LINT_FLAGS) \
	    -DKERNEL=portable
	$(Q)cppcheck --enable=warning,performance,portability --std=c11 --quiet --error-exitcode=1 \
	    --suppress=ctuuninitvar -Isrc -DKERNEL=portable src

.PHONY: help
help:
	@echo 'make               build the programs into bin/'
	@echo 'make host          bin/host, which serves matches to browsers; installs libmicrohttpd'
	@echo 'make play          a whole match of the bot against a built-in rival, in the terminal'
	@echo 'make test          the tests; longer ones follow'
	@echo 'make test-nightly  ten million random rounds beside the reference engine'
	@echo 'make test-sanitize the tests under the address and undefined behaviour sanitizers'
	@echo 'make test-engine   the referee beside the real engine: ENGINE=path/to/Bomberman.exe,'
	@echo '                   PARTS="compare clock speed"; PARTS=series MATCHES=20 RIVALS=chaser FROM=1'
	@echo '                   plays matches of the bot under the engine, with its time limit'
	@echo 'make test-faults   every failure of the system at every place'
	@echo 'make test-hostile  bots that attack the referee, with and without the sandbox (ATTACKS=, TABLE=FILE)'
	@echo 'make test-load     wall clock of the bot on a busy machine (MOVES=100, LOADS="busy storm")'
	@echo 'make test-tsan     the tests under the thread sanitizer'
	@echo 'make test-valgrind a few moves under valgrind'
	@echo 'make test-browser  the pages of a match and of the host in a browser (chromium and node)'
	@echo 'make test-watchers rounds of a match with 200 watchers, and the memory of the host'
	@echo 'make test-build    the build itself: what it asks for, compiles again and leaves behind'
	@echo 'make fuzz          random input for all that reads (clang; SECONDS=30 a target, TALLY=FILE)'
	@echo 'make coverage      lines that the tests run'
	@echo 'make reliability   measure the figures of docs/reliability.md (SECTIONS="load fuzz")'
	@echo 'make bench         speeds of engine and search, and the signature of the search'
	@echo 'make windows       the bot, bench, mapgen and replay for Windows: bin/windows (mingw-w64)'
	@echo 'make test-windows  these under wine: the same moves and counts as on Linux'
	@echo 'make dist          bots for Bomberman.exe on Windows (to submit) and on Linux: bin/dist/*.zip;'
	@echo '                   NICKNAME=Bomber1 AUTHOR="Jo Doe" EMAIL=jo@example.org are their name'
	@echo 'make test-dist     these unpacked, built by xbuild, and played'
	@echo 'make linux-bot     a bot folder for Bomberman.exe under mono: bin/linux-bot'
	@echo 'make plots         depth, width and speed of the search over a match (gnuplot)'
	@echo 'make plot-tune     LOG=FILE: the weights over a tuning (gnuplot)'
	@echo 'make experiments   play the missing games of all experiments and write docs/results.md;'
	@echo '                   ROWS=ablation selects, GAMES=10% plays a part'
	@echo 'make lint          clang-format, clang-tidy, cppcheck'
	@echo 'make clean         remove what was built'

.PHONY: clean
clean:
	rm -rf $(BUILD) $(BIN)

.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
