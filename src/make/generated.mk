# Text files that are compiled into the programs.

# The pages: that of `replay html`, and those of the host, which share its parts.
PAGE_PARTS = $(patsubst %,src/replay/page/%,page.html page.css rules.js match.js events.js draw.js board.js \
             plot.js panels.js controls.js main.js)
LIVE_PARTS = $(patsubst %,src/web/page/%,live.css seat.js host.js live.js)
LIST_PARTS = src/web/page/list.html src/replay/page/page.css src/web/page/list.css src/replay/page/draw.js \
             src/web/page/list.js
ASSEMBLE = src/replay/page/assemble.sh

$(OBJ)/replay/page.html: $(ASSEMBLE) $(PAGE_PARTS) src/replay/page/start.js
	@mkdir -p $(@D)
	$(Q)$^ >$@
$(OBJ)/web/live_page.html: $(ASSEMBLE) $(PAGE_PARTS) $(LIVE_PARTS)
	@mkdir -p $(@D)
	$(Q)$(ASSEMBLE) --live $(filter-out $(ASSEMBLE),$^) >$@
$(OBJ)/web/list_page.html: $(ASSEMBLE) $(LIST_PARTS)
	@mkdir -p $(@D)
	$(Q)$(ASSEMBLE) --live $(filter-out $(ASSEMBLE),$^) >$@

$(OBJ)/replay/page.c: HEADER = replay/page.h
$(OBJ)/web/live_page.c $(OBJ)/web/list_page.c: HEADER = web/page.h
$(OBJ)/replay/page.c $(OBJ)/web/live_page.c $(OBJ)/web/list_page.c: %.c: %.html
	$(Q){ echo '#include "$(HEADER)"'; echo 'const char $(basename $(@F))_text[] ='; \
	sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@.new
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

TEXTS = $(OBJ)/replay/page.o $(OBJ)/web/live_page.o $(OBJ)/web/list_page.o $(OBJ)/engine/positions.o \
        $(OBJ)/starters/files.o
GENERATED += $(TEXTS)

$(TEXTS): %.o: %.c $(OPTIONS) | $(CJSON)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) -Wno-overlength-strings -c -o $@ $<
