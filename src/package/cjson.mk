# Programs that must run where cJSON is not installed have it compiled in.

CJSON_SOURCE = $(BUILD)/cjson
CJSON_FILES = $(CJSON_SOURCE)/cjson/cJSON.c $(CJSON_SOURCE)/cjson/cJSON.h

ifneq ($(filter windows static,$(MODE)),)
CFLAGS += -I$(CJSON_SOURCE)
LDLIBS = -lm -lpthread
DEPENDENCIES := $(CJSON_SOURCE)/cjson/cJSON.h
FOLDER += $(OBJ)/cjson/cJSON.o

$(OBJ)/cjson/cJSON.o: $(CJSON_SOURCE)/cjson/cJSON.c
	@mkdir -p $(@D)
	$(CC) -O2 -fPIE -c -o $@ $<
endif

# CJSON=folder: where the source is already.
$(CJSON_FILES) &: src/package/cjson.sh
	$< $(CJSON_SOURCE) $(CJSON)
