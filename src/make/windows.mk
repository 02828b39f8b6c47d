# The programs for Windows (64 bit), built by mingw-w64: make windows. What starts processes, the
# referee, the arena, the tuner and the experiments, needs Linux and is left out.

WINDOWS_CC = x86_64-w64-mingw32-gcc

ifeq ($(MODE),windows)
EXE = .exe
# Tests for Windows have checks of their own.
CMOCKA =
# The stack of Windows is aligned to 16 bytes and gcc moves 32 and 64 at once as if they were aligned
# there (gcc.gnu.org/PR54412; Debian has mended it): the assembler makes these moves unaligned ones.
KERNEL_FLAGS_avx2 += -Wa,-muse-unaligned-vector-move
# Nothing beside the system's own libraries is needed; a stack as large as that of Linux.
LDFLAGS += -static -s -Wl,--stack,8388608
FOLDERS := $(filter-out referee arena experiments tuning,$(FOLDERS))
PROGRAMS := $(patsubst %,$(BIN)/%.exe,blastbeam bench mapgen replay)

$(OBJ)/tests/windows/platform.exe: $(OBJ)/tests/windows/platform.o $(call objects,platform)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
endif

.PHONY: windows
windows:
	@command -v $(WINDOWS_CC) >/dev/null || { echo "windows needs the compiler $(WINDOWS_CC):" \
	    "apt-get install gcc-mingw-w64-x86-64" >&2; exit 1; }
	$(MAKE) MODE=windows CC=$(WINDOWS_CC) BIN=$(BIN)/windows all

# Under wine; the same moves and counts as on Linux.
WINDOWS_TEST = $(BUILD)/windows/tests/windows/platform.exe
.PHONY: test-windows
test-windows: all
	@if command -v $(WINDOWS_CC) >/dev/null; then \
	    $(MAKE) windows && \
	    $(MAKE) MODE=windows CC=$(WINDOWS_CC) $(WINDOWS_TEST) && \
	    tests/windows.sh $(BIN) $(WINDOWS_TEST); \
	else echo "test-windows: skipped: there is no $(WINDOWS_CC) (gcc-mingw-w64-x86-64)"; fi
