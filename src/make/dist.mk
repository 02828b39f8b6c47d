# Bots for Bomberman.exe, each as a folder and as a zip in bin/dist: blastbeam-windows, which MSBuild
# builds from its sources, and blastbeam-linux for the engine under mono. Neither needs other software to
# be installed. The same sources, names and compilers give the same bytes.
#
#     make dist NICKNAME=Bomber1 AUTHOR="Jo Doe" EMAIL=jo@example.org
#
# puts these into the bot.json of both; without them it takes those of bot.json.

DIST = $(BIN)/dist
DIST_WINDOWS = $(DIST)/blastbeam-windows
DIST_LINUX = $(DIST)/blastbeam-linux
DIST_CHECK = sample-state/4p-middle
# The time of all files, in seconds since 1970: that of the commit.
DIST_TIME = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),1600000000)

# Names count only on the command line: the environment may have an EMAIL for other purposes.
given = $(if $(filter command,$(firstword $(origin $1))),$($1))
quoted = '$(subst ','\'',$1)'
DIST_NAMES = $(call quoted,NickName=$(call given,NICKNAME)) $(call quoted,Author=$(call given,AUTHOR)) \
    $(call quoted,Email=$(call given,EMAIL))
BOT_JSON = src/packaging/bot_json.sh bot.json $(DIST_NAMES)
LINUX_BOT_JSON = $(BOT_JSON) BotType=Python3 RunFile=launch.py

DIST_PROGRAMS = $(CC)=$(CC) $(WINDOWS_CC)=gcc-mingw-w64-x86-64 zip=zip \
    $(if $(CJSON_FROM)$(wildcard $(CJSON_SOURCE)/cjson/cJSON.c),,dpkg-source=dpkg-dev)

ifeq ($(MODE),static)
CFLAGS_static = $(CFLAGS_release)
LDFLAGS += -static-pie -s -Wl,-z,relro,-z,now
endif

ifeq ($(MODE),windows)
# The linker's trace names the bot's objects; their .d files name the source files.
$(OBJ)/sources: $(OBJ)/programs/blastbeam.o $(LIBRARY)
	$(Q)$(CC) $(LDFLAGS) -Wl,--trace -o $(OBJ)/traced.exe $^ $(LDLIBS) >$@.trace
	$(Q)sed -n 's|^\($(OBJ)/.*\)\.o$$|\1.d|p' $@.trace | grep -v /cjson/ | xargs cat | tr -s ' \\:' '\n' | \
	    grep '^src/.*\.[ch]$$' | LC_ALL=C sort -u >$@
	@rm -f $(OBJ)/traced.exe $@.trace

# The project file, with these source files and the flags of this build.
PROJECT_FLAGS = $(filter-out $(WARNINGS) -M% -I% -ffile-prefix-map=%,$(CFLAGS)) -Isrc -I. $(KERNELS:%=-DHAVE_KERNEL_%)
PROJECT_KERNELS = $(foreach k,$(KERNELS),-e 'h; s|@KERNEL@|$k|; s|@KERNEL_FLAGS@|$(KERNEL_FLAGS_$k)|; p; g')
$(OBJ)/blastbeam.proj: src/packaging/blastbeam.proj.in $(OBJ)/sources Makefile src/make/windows.mk
	$(Q)sed -e "s|@SOURCES@|$$(grep '\.c$$' $(OBJ)/sources | grep -Fvx $(KERNEL_SOURCE) | tr '\n' ';' | sed 's/;$$//')|" \
	    -e 's|@FLAGS@|$(PROJECT_FLAGS)|; s|@LINK@|$(LDFLAGS) $(LDLIBS)|' \
	    -e '/@KERNEL@/ {' $(PROJECT_KERNELS) -e 'd; }' $< >$@

.PHONY: dist-parts
dist-parts: $(OBJ)/blastbeam.proj
endif

.PHONY: dist
dist:
	@src/make/need_programs.sh dist $(DIST_PROGRAMS)
	@$(BOT_JSON) >/dev/null
	$(Q)$(MAKE) windows
	$(Q)$(MAKE) MODE=windows CC=$(WINDOWS_CC) BIN=$(BIN)/windows dist-parts
	$(Q)$(MAKE) MODE=static BIN=$(BUILD)/static/bin $(BUILD)/static/bin/blastbeam
	@rm -rf $(DIST)
	@mkdir -p $(DIST_WINDOWS)/bin $(DIST_WINDOWS)/prebuilt $(DIST_WINDOWS)/check $(DIST_LINUX)
	$(SAY) DIST $(DIST_WINDOWS)
	$(Q)cp --parents $$(cat $(BUILD)/windows/sources) $(DIST_WINDOWS)
	$(Q)cp -r $(CJSON_SOURCE)/cjson $(BUILD)/windows/blastbeam.proj src/packaging/README.txt LICENSE \
	    $(DIST_WINDOWS)
	$(Q)cp $(BIN)/windows/blastbeam.exe $(DIST_WINDOWS)/bin/
	$(Q)cp $(BIN)/windows/blastbeam.exe $(DIST_WINDOWS)/prebuilt/
	$(Q)cp $(DIST_CHECK)/state.json $(DIST_CHECK)/map.txt $(DIST_WINDOWS)/check/
	$(Q)$(BOT_JSON) 'RunFile=bin\blastbeam.exe' >$(DIST_WINDOWS)/bot.json
	$(SAY) DIST $(DIST_LINUX)
	$(Q)cp src/packaging/launcher/launch.py $(BUILD)/static/bin/blastbeam LICENSE $(DIST_LINUX)
	$(Q)$(LINUX_BOT_JSON) >$(DIST_LINUX)/bot.json
	$(Q)sed '/\*\//q' $(CJSON_SOURCE)/cjson/cJSON.c >$(DIST_LINUX)/LICENSE.cJSON
	$(Q)chmod -R u=rwX,go=rX $(DIST)
	$(Q)find $(DIST) -exec touch -d @$(DIST_TIME) {} +
	$(Q)for folder in $(DIST_WINDOWS) $(DIST_LINUX); do (cd $$folder && \
	    find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -D ../$${folder##*/}.zip -@) || exit 1; done
	@echo
	@echo '$(DIST_WINDOWS).zip  submit it; or pass the folder of this name to Bomberman.exe on Windows by -b'
	@echo '$(DIST_LINUX).zip    unpack it; or pass the folder of this name to Bomberman.exe under mono by -b'
	@echo 'Their bot.json has this name; change it by make dist NICKNAME=... AUTHOR=... EMAIL=...'
	@sed -n '/"NickName"/p; /"Author"/p; /"Email"/p' $(DIST_LINUX)/bot.json

.PHONY: test-dist
test-dist: all dist
	$(Q)tests/dist.sh $(BIN)

# A bot's folder for Bomberman.exe under mono: the program and a launcher in Python.
.PHONY: linux-bot
linux-bot: $(BIN)/blastbeam
	@mkdir -p $(BIN)/linux-bot
	$(Q)cp src/packaging/launcher/launch.py $(BIN)/blastbeam $(BIN)/linux-bot/
	$(Q)$(LINUX_BOT_JSON) >$(BIN)/linux-bot/bot.json
