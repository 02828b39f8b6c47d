# cJSON is compiled into the programs that must run on machines without it.

CJSON_SOURCE = $(BUILD)/cjson
CJSON_FILES = $(CJSON_SOURCE)/cjson/cJSON.c $(CJSON_SOURCE)/cjson/cJSON.h

ifneq ($(filter windows static,$(MODE)),)
CFLAGS += -I$(CJSON_SOURCE)
LDLIBS = -lm -lpthread
CJSON := $(CJSON_SOURCE)/cjson/cJSON.h
GENERATED += $(OBJ)/cjson/cJSON.o

$(OBJ)/cjson/cJSON.o: $(CJSON_SOURCE)/cjson/cJSON.c
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) -O2 -fstack-protector-strong $(if $(filter static,$(MODE)),-fPIE) -c -o $@ $<
endif

# CJSON_FROM=FOLDER takes the source from that folder.
$(CJSON_FILES) &: src/packaging/cjson.sh
	$< $(CJSON_SOURCE) $(CJSON_FROM)
