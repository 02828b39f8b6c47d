# Text files that are compiled into the programs.

# The page of `replay html`, assembled from its parts.
PAGE = $(patsubst %,src/replay/page/%,page.html page.css rules.js match.js events.js draw.js board.js \
       plot.js panels.js controls.js main.js)

$(OBJ)/replay/page.c: src/replay/page/assemble.sh $(PAGE)
	@mkdir -p $(@D)
	$(Q)$^ >$(@:.c=.html)
	$(Q){ echo '#include "replay/page.h"'; echo 'const char page_text[] ='; \
	sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $(@:.c=.html); echo ';'; } >$@.new
	$(Q)mv $@.new $@

# The positions of the bench.
$(OBJ)/engine/positions.c: src/engine/positions.txt
	@mkdir -p $(@D)
	$(Q){ echo '#include "engine/positions.h"'; echo 'const char positions_text[] ='; \
	sed 's/.*/"&\\n"/' $<; echo ';'; } >$@.new
	$(Q)mv $@.new $@

# The starters of `referee --new`: the files in the folder of each language.
STARTERS = $(sort $(wildcard $(addprefix src/starters/*/*.,py js java cs c h json)))

$(OBJ)/starters/files.c: $(STARTERS) src/make/generated.mk
	@mkdir -p $(@D)
	$(Q){ echo '#include <stddef.h>'; echo '#include "starters/files.h"'; \
	echo 'const StarterFile starter_files[] = {'; \
	for file in $(STARTERS); do \
	    language=$${file%/*}; echo "{\"$${language##*/}\", \"$${file##*/}\","; \
	    sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $$file; echo '},'; \
	done; echo '{NULL, NULL, NULL}};'; } >$@.new
	$(Q)mv $@.new $@

GENERATED += $(OBJ)/replay/page.o $(OBJ)/engine/positions.o $(OBJ)/starters/files.o

$(OBJ)/replay/page.o $(OBJ)/engine/positions.o $(OBJ)/starters/files.o: %.o: %.c $(OPTIONS) | $(CJSON)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) -Wno-overlength-strings -c -o $@ $<
