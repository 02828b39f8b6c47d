# `make reliability` measures the sections of docs/reliability.md and writes the figures of each into it
# (see tests/reliability.sh). SECTIONS="load fuzz" chooses. Some are only measured when they are named:
# beside slows the whole machine down for an hour, bomberman needs ENGINE, nightly takes long.
SECTIONS = load faults peak fuzz coverage rules referee
MEASURED = $(BUILD)/reliability
RECORDINGS = $(wildcard tests/data/*.rec ../shared/recordings/*.rec)

MEASURE_load = LOADS=busy tests/load.sh $(BIN) $(MOVES)
MEASURE_beside = LOADS="storm memory disk" STORM_MOVES=300 tests/load.sh $(BIN)
MEASURE_faults = BLASTBEAM_FAULTY=$(FAULTY) $(OBJ)/tests/test_faults 2>&1
MEASURE_peak = BLASTBEAM_BIN=$(BIN) BLASTBEAM_FAULTY=$(FAULTY) $(OBJ)/tests/test_process 2>&1
MEASURE_fuzz = $(MAKE) fuzz TALLY=docs/results/fuzz.txt
MEASURE_coverage = $(MAKE) coverage
MEASURE_rules = $(BIN)/replay verify $(RECORDINGS)
MEASURE_nightly = $(MAKE) test-nightly
MEASURE_bomberman = $(MAKE) test-engine PARTS=series
MEASURE_referee = $(BIN)/referee -b . chaser --arguments "--budget-ms 60" --rounds 20 -s 1 \
    -l $(MEASURED)/matches

.PHONY: reliability
reliability: test-programs
	@rm -rf $(MEASURED)/matches
	+@failed=0; $(foreach section,$(SECTIONS),tests/reliability.sh docs/reliability.md $(MEASURED) \
	    $(section) '$(MEASURE_$(section))' || failed=1;) exit $$failed
