# The fuzz targets. Each is built with libFuzzer for `make fuzz`, and without it for `make test`, which
# runs it on the inputs that were once found to fail.

CFLAGS_fuzz = -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LDFLAGS_fuzz = -fsanitize=fuzzer,address,undefined

FUZZ_SUPPORT = fuzz replay support snapshots
FUZZ_TARGETS = $(filter-out $(FUZZ_SUPPORT),$(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c)))
FUZZ_COMMON = $(OBJ)/tests/fuzz/support.o $(OBJ)/tests/fuzz/snapshots.o $(OBJ)/tests/support/own_folder.o
FUZZ_WRAPPED = exit aligned_alloc watchdog_start watchdog_move
FUZZ_REPLAYS = $(FUZZ_TARGETS:%=$(OBJ)/tests/replay-%)

$(OBJ)/tests/fuzz/blastbeam.o: src/programs/blastbeam.c $(OPTIONS) | $(CJSON)
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) -Wno-missing-declarations -Dmain=blastbeam_main -c -o $@ $<

$(BUILD)/fuzz/bin/options $(OBJ)/tests/replay-options: $(OBJ)/tests/fuzz/blastbeam.o
$(BUILD)/fuzz/bin/options $(OBJ)/tests/replay-options: LDFLAGS += $(FUZZ_WRAPPED:%=-Wl,--wrap=%)

$(BUILD)/fuzz/bin/%: $(OBJ)/tests/fuzz/%.o $(FUZZ_COMMON) $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS)

$(OBJ)/tests/replay-%: $(OBJ)/tests/fuzz/%.o $(OBJ)/tests/fuzz/replay.o $(FUZZ_COMMON) $(LIBRARY)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS)

# Fuzz everything that reads input, each target for SECONDS on all cores. TALLY=FILE collects the counts
# of several runs. A TMPDIR in memory makes it faster.
SECONDS = 30
FUZZ_CLANG = clang
.PHONY: fuzz fuzz-targets
fuzz: all
	@{ command -v $(FUZZ_CLANG) && echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    $(FUZZ_CLANG) -fsanitize=fuzzer,address -xc - -o /dev/null; } >/dev/null 2>&1 || \
	    { echo "fuzz needs clang and its run-time library: apt-get install clang" \
	    "libclang-rt-dev (on Debian 12: clang libclang-rt-14-dev)" >&2; exit 1; }
	$(Q)$(MAKE) MODE=fuzz CC=$(FUZZ_CLANG) fuzz-targets
	$(Q)BLASTBEAM_BIN=$(BIN) tests/fuzz/run.sh $(BUILD)/fuzz $(SECONDS) $(FUZZ_TARGETS)
fuzz-targets: $(FUZZ_TARGETS:%=$(BUILD)/fuzz/bin/%)
