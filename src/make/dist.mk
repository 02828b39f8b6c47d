# Bots for Bomberman.exe, each as a folder and as a zip in bin/dist: blastbeam-windows, which MSBuild
# builds from its sources, and blastbeam-linux for the engine under mono. Neither needs other software to
# be installed. The same sources and compilers give the same bytes.

DIST = $(BIN)/dist
DIST_WINDOWS = $(DIST)/blastbeam-windows
DIST_LINUX = $(DIST)/blastbeam-linux
DIST_CHECK = sample-state/4p-middle
# The time of all files, in seconds since 1970: that of the commit.
DIST_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),1600000000)

ifeq ($(MODE),static)
CFLAGS_static = $(CFLAGS_release)
LDFLAGS += -static-pie -s -Wl,-z,relro,-z,now
endif

ifeq ($(MODE),windows)
# The linker's trace names the bot's objects; their .d files name the source files.
$(OBJ)/sources: $(OBJ)/programs/blastbeam.o $(LIBRARY)
	$(CC) $(LDFLAGS) -Wl,--trace -o $(OBJ)/traced.exe $^ $(LDLIBS) >$@.trace
	sed -n 's|^\($(OBJ)/.*\)\.o$$|\1.d|p' $@.trace | grep -v /cjson/ | xargs cat | tr -s ' \\:' '\n' | \
	    grep '^src/.*\.[ch]$$' | LC_ALL=C sort -u >$@
	rm -f $(OBJ)/traced.exe $@.trace

# The project file, with these source files and the flags of this build.
PROJECT_FLAGS = $(filter-out $(WARNINGS) -M% -I% -ffile-prefix-map=%,$(CFLAGS)) -Isrc -I. $(KERNELS:%=-DHAVE_KERNEL_%)
PROJECT_KERNELS = $(foreach k,$(KERNELS),-e 'h; s|@KERNEL@|$k|; s|@KERNEL_FLAGS@|$(KERNEL_FLAGS_$k)|; p; g')
$(OBJ)/blastbeam.proj: src/packaging/blastbeam.proj.in $(OBJ)/sources Makefile src/make/windows.mk
	sed -e "s|@SOURCES@|$$(grep '\.c$$' $(OBJ)/sources | grep -Fvx $(KERNEL_SOURCE) | tr '\n' ';' | sed 's/;$$//')|" \
	    -e 's|@FLAGS@|$(PROJECT_FLAGS)|; s|@LINK@|$(LDFLAGS) $(LDLIBS)|' \
	    -e '/@KERNEL@/ {' $(PROJECT_KERNELS) -e 'd; }' $< >$@

.PHONY: dist-parts
dist-parts: $(OBJ)/blastbeam.proj
endif

.PHONY: dist
dist: windows
	@command -v zip >/dev/null || { echo "dist needs zip: apt-get install zip" >&2; exit 1; }
	$(MAKE) MODE=windows CC=$(WINDOWS_CC) BIN=$(BIN)/windows dist-parts
	$(MAKE) MODE=static BIN=$(BUILD)/static/bin $(BUILD)/static/bin/blastbeam
	rm -rf $(DIST)
	mkdir -p $(DIST_WINDOWS)/bin $(DIST_WINDOWS)/prebuilt $(DIST_WINDOWS)/check $(DIST_LINUX)
	cp --parents $$(cat $(BUILD)/windows/sources) $(DIST_WINDOWS)
	cp -r $(CJSON_SOURCE)/cjson $(BUILD)/windows/blastbeam.proj src/packaging/README.txt LICENSE \
	    $(DIST_WINDOWS)
	cp $(BIN)/windows/blastbeam.exe $(DIST_WINDOWS)/bin/
	cp $(BIN)/windows/blastbeam.exe $(DIST_WINDOWS)/prebuilt/
	cp $(DIST_CHECK)/state.json $(DIST_CHECK)/map.txt $(DIST_WINDOWS)/check/
	sed 's|"RunFile": .*|"RunFile": "bin\\\\blastbeam.exe"|' bot.json >$(DIST_WINDOWS)/bot.json
	cp src/packaging/launcher/bot.json src/packaging/launcher/launch.py $(BUILD)/static/bin/blastbeam LICENSE $(DIST_LINUX)
	sed '/\*\//q' $(CJSON_SOURCE)/cjson/cJSON.c >$(DIST_LINUX)/LICENSE.cJSON
	chmod -R u=rwX,go=rX $(DIST)
	find $(DIST) -exec touch -d @$(DIST_TIME) {} +
	for folder in $(DIST_WINDOWS) $(DIST_LINUX); do (cd $$folder && \
	    find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -D ../$${folder##*/}.zip -@) || exit 1; done
	@ls -l $(DIST)/*.zip

.PHONY: test-dist
test-dist: all dist
	tests/dist.sh $(BIN)

# A bot's folder for Bomberman.exe under mono: the program and a launcher in Python.
.PHONY: linux-bot
linux-bot: $(BIN)/blastbeam
	@mkdir -p $(BIN)/linux-bot
	cp src/packaging/launcher/bot.json src/packaging/launcher/launch.py $(BIN)/blastbeam $(BIN)/linux-bot/
