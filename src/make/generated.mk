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

GENERATED += $(OBJ)/replay/page.o $(OBJ)/engine/positions.o

$(OBJ)/replay/page.o $(OBJ)/engine/positions.o: %.o: %.c $(OPTIONS) | $(CJSON)
	$(SAY) CC $@
	$(Q)$(CC) $(CFLAGS) -Wno-overlength-strings -c -o $@ $<
