# bin/host needs libmicrohttpd, which only it uses. Without it, make builds everything else.

ifneq ($(MODE),windows)
HASH := \#
HAS_HTTP := $(shell echo '$(HASH)include <microhttpd.h>' | $(CC) -E -xc - >/dev/null 2>&1 && echo yes)
endif

ifeq ($(HAS_HTTP),)
LEFT_OUT = $(OBJ)/web/server.o
PROGRAMS := $(filter-out $(BIN)/host,$(PROGRAMS))
ifneq ($(MODE),windows)
all: $(OBJ)/.without-http
endif
endif
# Said once for a build folder, after all else.
$(OBJ)/.without-http: | $(PROGRAMS)
	@mkdir -p $(@D)
	@echo 'bin/host is left out: make host installs libmicrohttpd-dev and builds it'
	@touch $@

$(BIN)/host $(OBJ)/tests/test_host_%: LDLIBS += $(if $(HAS_HTTP),-lmicrohttpd)

# Measure a match with 200 watchers, of whom 50 never read, on an idle machine. Takes half a minute.
.PHONY: test-watchers
test-watchers: all
	@src/make/need_programs.sh test-watchers node=nodejs
	$(Q)if [ -x $(BIN)/host ]; then mkdir -p $(BUILD)/watchers && \
	    node tests/host/watchers.mjs $(BIN) $(BUILD)/watchers; \
	else echo 'test-watchers: skipped: there is no bin/host (make host)'; fi

# A make of its own, because this one has not found the library when it began.
.PHONY: host
host:
	@src/make/need.sh '$(CC)' microhttpd.h libmicrohttpd-dev
	$(Q)$(MAKE) $(BIN)/host
