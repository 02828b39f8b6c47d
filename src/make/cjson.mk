# Programs that must run where cJSON is not installed have it compiled in.

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
	$(Q)$(CC) -O2 $(if $(filter static,$(MODE)),-fPIE -fstack-protector-strong) -c -o $@ $<
endif

# CJSON_FROM=folder: where the source is already.
$(CJSON_FILES) &: src/packaging/cjson.sh
	$< $(CJSON_SOURCE) $(CJSON_FROM)
