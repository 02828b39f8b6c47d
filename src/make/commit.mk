# The commit of the program that plays is compiled into the programs that write files of games.
COMMIT := $(shell src/make/commit.sh)
COMMIT_FILE = $(OBJ)/commit
COMMIT_OBJECTS = $(patsubst %,$(OBJ)/programs/%.o,arena experiments referee)
ifneq ($(shell cat $(COMMIT_FILE) 2>/dev/null),$(COMMIT))
$(COMMIT_FILE): always
endif
$(COMMIT_FILE):
	@mkdir -p $(@D)
	@echo '$(COMMIT)' >$@
$(COMMIT_OBJECTS): CFLAGS += -DCOMMIT='"$(COMMIT)"'
$(COMMIT_OBJECTS): $(COMMIT_FILE)
