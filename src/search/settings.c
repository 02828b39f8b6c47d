#include "search/settings.h"

#include <stdio.h>
#include <string.h>

#include "platform/number.h"
#include "platform/text.h"

static bool has_name(const Setting *setting, const char *name, size_t length) {
    return strlen(setting->name) == length && strncmp(setting->name, name, length) == 0;
}

/* A switch and a number may have the same name. */
static const Setting *find(const Setting *table, const char *name, size_t length, bool is_switch) {
    for (; table->name; table++)
        if (table->type != SETTING_RENAMED && (table->type == SETTING_SWITCH) == is_switch &&
            has_name(table, name, length))
            return table;
    return NULL;
}

/* The name that the setting in `item` has today; NULL when it was not renamed. */
static const char *new_name(const char *item, const Setting *table) {
    const char *name = strncmp(item, "no-", 3) == 0 ? item + 3 : item;
    for (; table->name; table++)
        if (table->type == SETTING_RENAMED && has_name(table, name, strcspn(name, "=,")))
            return table->value;
    return NULL;
}

static bool set_switch(const char *item, size_t length, const Setting *table) {
    bool negated = length > 3 && strncmp(item, "no-", 3) == 0;
    size_t skip = negated ? 3 : 0;
    const Setting *setting = find(table, item + skip, length - skip, true);
    if (!setting)
        return false;
    *(bool *)setting->value = !negated;
    return true;
}

static bool set_number(const char *item, size_t length, const Setting *table) {
    size_t name = strcspn(item, "=");
    const Setting *setting = name < length ? find(table, item, name, false) : NULL;
    if (!setting)
        return false;
    double number;
    if (number_begin(item + name + 1, setting->low, setting->high, &number) != item + length)
        return false;
    if (setting->type == SETTING_INT && number != (int)number)
        return false;
    if (setting->type == SETTING_INT)
        *(int *)setting->value = (int)number;
    else
        *(float *)setting->value = (float)number;
    return true;
}

/* The setting whose name is most like that in `item`; NULL when more than half of it differs. */
static const Setting *find_nearest(const char *item, size_t length, const Setting *table) {
    const char *name = length > 3 && strncmp(item, "no-", 3) == 0 ? item + 3 : item;
    const char *equals = memchr(name, '=', length - (size_t)(name - item));
    size_t name_length = (size_t)((equals ? equals : item + length) - name);
    const Setting *nearest = NULL;
    int least = (int)name_length / 2 + 1;
    for (; table->name; table++) {
        int distance = text_distance(name, name_length, table->name);
        if (table->type == SETTING_RENAMED || distance > least || (nearest && distance == least))
            continue;
        nearest = table;
        least = distance;
    }
    return nearest;
}

static void refuse(const char *item, size_t length, const Setting *table, char *error,
                   size_t size) {
    const char *name = new_name(item, table);
    if (name) {
        snprintf(error, size, "setting \"%.*s\" has another name: %s", (int)length, item, name);
        return;
    }
    int end = snprintf(error, size, "setting \"%.*s\" is not understood; ", (int)length, item);
    if (end < 0 || (size_t)end >= size)
        return;
    error += end;
    size -= (size_t)end;
    const Setting *nearest = find_nearest(item, length, table);
    const char *all = "blastbeam --help lists all";
    if (!nearest)
        snprintf(error, size, "%s", all);
    else if (nearest->type == SETTING_SWITCH)
        snprintf(error, size, "the nearest is [no-]%s; %s", nearest->name, all);
    else
        snprintf(error, size, "the nearest is %s=%g..%g; %s", nearest->name, nearest->low,
                 nearest->high, all);
}

bool settings_read(const char *text, const Setting *table, char *error, size_t size) {
    while (*text) {
        size_t length = strcspn(text, ",");
        if (!set_switch(text, length, table) && !set_number(text, length, table)) {
            refuse(text, length, table, error, size);
            return false;
        }
        text += length + (text[length] == ',');
    }
    return true;
}
