# cJSON is compiled into the programs that must run on machines without it, and into bin/blastbeam.

CJSON_SOURCE = $(BUILD)/cjson
CJSON_FILES = $(CJSON_SOURCE)/cjson/cJSON.c $(CJSON_SOURCE)/cjson/cJSON.h

ifneq ($(filter windows static,$(MODE)),)
CFLAGS += -I$(CJSON_SOURCE)
LDLIBS = -lm -lpthread
CJSON := $(CJSON_SOURCE)/cjson/cJSON.h
GENERATED += $(OBJ)/cjson/cJSON.o

$(OBJ)/cjson/cJSON.o: $(CJSON_SOURCE)/cjson/cJSON.c $(OPTIONS)
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) -O2 -fstack-protector-strong $(if $(filter static,$(MODE)),-fPIE) -c -o $@ $<
endif

# On Linux bin/blastbeam is linked statically where that can be done.
ifeq ($(MODE)$(findstring linux,$(MACHINE)),releaselinux)
STATIC = $(OBJ)/static/options
$(STATIC): src/make/static.sh $(OPTIONS) $(wildcard $(CJSON_SOURCE)/cjson/cJSON.c) | $(CJSON)
	@mkdir -p $(@D)
	$(Q)$< '$(CC)' $(CJSON_SOURCE) $(@D) $(CJSON_FROM) >$@.new
	$(Q)mv $@.new $@

$(BIN)/blastbeam: $(OBJ)/programs/blastbeam.o $(LIBRARY) $(STATIC)
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(Q)$(CC) $(filter-out -pie,$(LDFLAGS)) -o $@ $(filter %.o %.a,$^) @$(STATIC)
endif

# CJSON_FROM=FOLDER takes the source from that folder.
$(CJSON_FILES) &:
	$(SAY) GET $(CJSON_SOURCE)/cjson
	$(Q)src/packaging/cjson.sh $(CJSON_SOURCE) $(CJSON_FROM)
