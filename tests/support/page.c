#include "support/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "replay/html.h"
#include "test.h"

const char malicious_text[] = "</script><img src=x onerror=alert(1)>\"\\\xe2\x80\xa8\xff";

MatchReplay *load_match(const char *path) {
    char error[2 * REPLAY_WARNING] = "";
    MatchReplay *replay = match_replay_load(path, error, sizeof error);
    if (!replay)
        fail_msg("%s", error);
    return replay;
}

cJSON *data_of(const MatchReplay *replay, const char *path) {
    size_t size;
    char *text = html_data(replay, path, &size);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    cJSON *data = cJSON_Parse(text);
    assert_non_null(data);
    free(text);
    return data;
}

const cJSON *field(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item)
        fail_msg("%s is missing", name);
    return item;
}

int number(const cJSON *object, const char *name) {
    return field(object, name)->valueint;
}

int at(const cJSON *list, int index) {
    const cJSON *item = cJSON_GetArrayItem(list, index);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

int cell_of(const Snapshot *snapshot, int x, int y) {
    return x > 0 ? (y - 1) * snapshot->width + x - 1 : -1;
}

static void copy_sample(const char *match, const char *name) {
    char from[SCRATCH_PATH], to[SCRATCH_PATH];
    size_t size;
    snprintf(from, sizeof from, "sample-state/2p-middle/%s", name);
    snprintf(to, sizeof to, "%s/60/%s", match, name);
    char *text = file_read(from, 1 << 20, &size);
    assert_non_null(text);
    scratch_write(to, text, 0644);
    free(text);
}

void make_logged_match(const char *name, const char *log, char path[SCRATCH_PATH]) {
    char inside[SCRATCH_PATH];
    snprintf(inside, sizeof inside, "%s/60/A", name);
    assert_true(folder_create(scratch_path(inside, path)));
    copy_sample(name, "state.json");
    copy_sample(name, "map.txt");
    snprintf(inside, sizeof inside, "%s/60/A/log.txt", name);
    scratch_write(inside, log, 0644);
    scratch_path(name, path);
}
