# Pictures for the documentation.

# Plot depth, width and speed of the search in each round of a match: docs/search.svg and search.txt.
.PHONY: plots
plots: all
	@src/make/need_programs.sh plots gnuplot=gnuplot-nox
	$(Q)rm -rf $(BUILD)/plots && mkdir -p docs
	$(Q)$(BIN)/referee -b . chaser -s 3 -l $(BUILD)/plots/3 \
	    --arguments "--budget-ms 500 --threads 1 --explain" >$(BUILD)/plots.log
	$(Q)for round in $$(ls $(BUILD)/plots/3 | sort -n); do \
	    log=$(BUILD)/plots/3/$$round/A/log.txt; [ -f $$log ] || continue; \
	    echo $$round \
	        $$(sed -n 's/.*searched depth=\([0-9]*\) width=\([0-9]*\) nodes=\([0-9]*\).*/\1 \2 \3/p' $$log) \
	        $$(sed -n 's/.*move=.* ms=\([0-9]*\) .*/\1/p' $$log); \
	done | awk 'NF == 5 && $$5 > 0' > docs/search.txt
	$(Q)gnuplot -e "data='docs/search.txt'; output='docs/search.svg'" src/make/search.gnuplot

# Plot the weights during a tuning: `make plot-tune LOG=tune.txt` writes tune.svg.
.PHONY: plot-tune
plot-tune:
	@src/make/need_programs.sh plot-tune gnuplot=gnuplot-nox
	@test -s "$(LOG)" || { echo "plot-tune needs LOG=FILE, a log of bin/tune" >&2; exit 1; }
	$(Q)gnuplot -e "data='$(LOG)'; output='$(basename $(LOG)).svg'" src/make/tune.gnuplot

# The README's picture of a match's page.
docs/replay.png: all
	$(Q)tests/browser/run.sh $(BIN) $(BUILD)/picture $@
