# Other runs of the tests: with sanitizers, under valgrind, under load, for longer, with coverage.

CFLAGS_sanitize = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS_sanitize = -fsanitize=address,undefined
CFLAGS_tsan = -O1 -g -fsanitize=thread
LDFLAGS_tsan = -fsanitize=thread
CFLAGS_coverage = -O1 -g --coverage -fprofile-update=atomic
LDFLAGS_coverage = --coverage
# test_faults is skipped where the run-time library allocates memory and writes files itself, because it
# does not survive the failures that the test injects.
SKIPPED_coverage = tests/test_faults.c
SKIPPED_tsan = tests/test_faults.c

.PHONY: test-sanitize test-tsan
test-sanitize:
	$(Q)$(MAKE) MODE=sanitize BIN=$(BUILD)/sanitize/bin test
test-tsan:
	$(Q)$(MAKE) MODE=tsan BIN=$(BUILD)/tsan/bin test

# Compare random rounds on every instruction set with the reference engine, for each number of players.
.PHONY: test-nightly
test-nightly: $(OBJ)/tests/test_engine
	$(Q)BLASTBEAM_ROUNDS=1200000 $<

# Inject every failure at every call, including the thousands of allocations while JSON is read. Takes
# several minutes.
.PHONY: test-faults
test-faults: $(OBJ)/tests/test_faults $(FAULTY)
	$(Q)BLASTBEAM_FAULTS=all BLASTBEAM_FAULTY=$(FAULTY) $<

# A few moves under valgrind, limited by nodes because the program runs slowly there.
.PHONY: test-valgrind
VALGRIND = valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite
VALGRIND_BOT = $(OBJ)/tests/dynamic-blastbeam
test-valgrind: $(VALGRIND_BOT)
	@src/make/need_programs.sh test-valgrind valgrind=valgrind
	@set -e; scratch=$$(mktemp -d); for sample in sample-state/*/; do \
	    cp $$sample/state.json $$sample/map.txt $$scratch/; \
	    for agent in beam chaser random; do BLASTBEAM_ENGINE=avx2 $(VALGRIND) \
	        $(VALGRIND_BOT) A $$scratch --agent $$agent --nodes 2000 --threads 2; done; \
	done; rm -rf $$scratch
# Valgrind checks the heap of dynamic programs only.
$(VALGRIND_BOT): $(OBJ)/programs/blastbeam.o $(LIBRARY)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Measure the wall clock of the bot's process while other processes keep the machine busy, over MOVES
# moves.
MOVES = 100
.PHONY: test-load
test-load: $(BIN)/blastbeam
	$(Q)tests/load.sh $(BIN) $(MOVES)

# List the lines of src/ (without src/programs) that the tests run; the last line is the total.
.PHONY: coverage
coverage:
	@command -v gcov >/dev/null || { echo "coverage needs gcov, which comes with gcc" >&2; exit 1; }
	@mkdir -p $(BUILD)/coverage
	$(Q)find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(Q)$(MAKE) MODE=coverage CC=gcc BIN=$(BUILD)/coverage/bin \
	    ON_FAILURE='echo "some tests fail: see $(BUILD)/coverage.log" >&2' test >$(BUILD)/coverage.log
	@tests/coverage.sh $(BUILD)/coverage

# Compare the referee with the real engine under mono; ENGINE is its program or folder. PARTS="compare
# clock speed" are the default parts; PARTS=series plays matches of our bot under the engine alone.
.PHONY: test-engine
test-engine: all linux-bot
	$(Q)CC='$(CC)' MATCHES='$(MATCHES)' RIVALS='$(RIVALS)' FROM='$(FROM)' SERIES_DIR='$(SERIES_DIR)' \
	    tests/engine/run.sh $(BIN) $(PARTS)

# Test the pages of a match and of the host in chromium. Skipped when chromium or node is missing.
.PHONY: test-browser
test-browser: all
	$(Q)tests/browser/run.sh $(BIN) $(BUILD)/browser

# Bots that attack the referee, its host and their opponents, in the sandbox and without it. ATTACKS="NAME..."
# selects some of them; TABLE=FILE also writes a table. Takes about three minutes.
.PHONY: test-hostile
HOSTILE = $(OBJ)/tests/hostile
$(HOSTILE)/attacks: $(patsubst %,$(HOSTILE)/%.o,attacks attack processes files spying host)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lpthread
$(HOSTILE)/listener: $(HOSTILE)/listener.o
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^
test-hostile: $(BIN)/referee $(BIN)/replay $(HOSTILE)/attacks $(HOSTILE)/listener
	$(Q)TABLE='$(TABLE)' tests/hostile/run.sh $(BIN) $(HOSTILE) $(ATTACKS)

# Check the build: what it asks for, what it compiles again, and what it leaves.
.PHONY: test-build
test-build:
	$(Q)tests/build.sh
