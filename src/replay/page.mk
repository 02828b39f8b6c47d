# The page of `replay html`, put together from its parts and then as text inside the program.

PAGE = $(patsubst %,src/replay/page/%,page.html page.css rules.js match.js events.js draw.js board.js \
       plot.js panels.js controls.js main.js)

$(OBJ)/replay/page.c: src/replay/page/assemble.sh $(PAGE)
	@mkdir -p $(@D)
	$^ >$(@:.c=.html)
	{ echo '#include "replay/page.h"'; echo 'const char page_text[] ='; \
	sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $(@:.c=.html); echo ';'; } >$@.new
	mv $@.new $@

REPLAY += $(OBJ)/replay/page.o

$(OBJ)/replay/page.o: $(OBJ)/replay/page.c
	$(CC) $(CFLAGS) -Wno-overlength-strings -c -o $@ $<
