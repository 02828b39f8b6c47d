/* The settings of an agent: "width=200,no-lb" and the like. */
#ifndef BLASTBEAM_SEARCH_SETTINGS_H
#define BLASTBEAM_SEARCH_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum SettingType {
    SETTING_SWITCH, /* bool: NAME sets it, no-NAME clears it */
    SETTING_INT,    /* int: NAME=N */
    SETTING_FLOAT,  /* float: NAME=X */
    SETTING_RENAMED /* refused; `value` is the new name */
} SettingType;

typedef struct Setting {
    const char *name; /* NULL ends a table */
    SettingType type;
    void *value;
    double low, high; /* the range of a number, both ends included */
} Setting;

/* An entry for a setting that has another name today. */
#define SETTING_WAS(old, new)                                                                      \
    { old, SETTING_RENAMED, new, 0, 0 }

/* Read `text` into the values of `table`. Returns false when a setting is unknown, out of range or
 * renamed; `error` then names it and the setting
 * with the nearest name. */
bool settings_read(const char *text, const Setting *table, char *error, size_t size);

#endif
