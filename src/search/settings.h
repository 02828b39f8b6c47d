/* The settings of an agent: "width=200,no-lb" and the like. */
#ifndef BLASTBEAM_SEARCH_SETTINGS_H
#define BLASTBEAM_SEARCH_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum SettingType {
    SETTING_SWITCH, /* bool: NAME sets it, no-NAME clears it */
    SETTING_INT,    /* int: NAME=N */
    SETTING_FLOAT   /* float: NAME=X */
} SettingType;

typedef struct Setting {
    const char *name; /* NULL ends a table */
    SettingType type;
    void *value;
    double low, high; /* the range of a number, both ends included */
} Setting;

/* Read `text` into the values of `table`. Returns false, with a message that names the setting and
 * what is allowed, when it is not understood. */
bool settings_read(const char *text, const Setting *table, char *error, size_t size);

#endif
