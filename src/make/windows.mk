# `make windows` builds the programs for Windows (64 bit) with mingw-w64. The referee, the arena, the tuner
# and the experiments are left out, because they start processes in a way that needs Linux; the host and its
# console, because they need sockets of POSIX.

WINDOWS_CC = x86_64-w64-mingw32-gcc

ifeq ($(MODE),windows)
EXE = .exe
CFLAGS_windows = -O3 -DNDEBUG
# The tests for Windows do not use cmocka.
CMOCKA =
# The stack on Windows is aligned to 16 bytes, but some versions of gcc access 32 or 64 bytes of it with
# instructions for aligned data (gcc.gnu.org/PR54412, fixed in Debian's). The assembler replaces them by
# instructions for unaligned data.
KERNEL_FLAGS_avx2 += -Wa,-muse-unaligned-vector-move
# Static, so that only the system's libraries are needed. The stack is as large as on Linux.
LDFLAGS += -static -s -Wl,--stack,8388608 -Wl,--no-insert-timestamp
FOLDERS := $(filter-out processes referee arena experiments tuning host web console,$(FOLDERS))
PROGRAMS := $(patsubst %,$(BIN)/%.exe,blastbeam bench mapgen replay)
# The guard is in src/windows/stack_guard.c.
$(foreach part,$(GUARDED) tests/windows,$(OBJ)/$(part)/%.o): CFLAGS += -fstack-protector-strong

$(OBJ)/tests/windows/platform.exe: $(OBJ)/tests/windows/platform.o $(call objects,platform) $(call objects,windows)
	$(SAY) LINK $@
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
endif

.PHONY: windows
windows:
	@src/make/need_programs.sh windows $(WINDOWS_CC)=gcc-mingw-w64-x86-64
	$(Q)$(MAKE) MODE=windows CC=$(WINDOWS_CC) BIN=$(BIN)/windows all

# Check under wine that the programs make the same moves and counts as on Linux.
WINDOWS_TEST = $(BUILD)/windows/tests/windows/platform.exe
.PHONY: test-windows
test-windows: all
	@if command -v $(WINDOWS_CC) >/dev/null; then \
	    $(MAKE) windows && \
	    $(MAKE) MODE=windows CC=$(WINDOWS_CC) $(WINDOWS_TEST) && \
	    tests/windows.sh $(BIN) $(WINDOWS_TEST); \
	else echo "test-windows: skipped: there is no $(WINDOWS_CC) (gcc-mingw-w64-x86-64)"; fi
