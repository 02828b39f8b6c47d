#include "starters/starters.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "starters/files.h"

enum { PATH_SIZE = 4096 };

typedef struct Language {
    const char *name;
    const char *build; /* NULL for a script */
} Language;

static const Language languages[] = {{"python", NULL},
                                     {"javascript", NULL},
                                     {"java", "javac Bot.java && jar cfe bot.jar Bot *.class"},
                                     {"csharp", "mcs -out:bot.exe Bot.cs Board.cs Future.cs"},
                                     {"c", "gcc -O2 -o bot bot.c"}};

enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };

static const Language *find_language(const char *name) {
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (strcmp(languages[i].name, name) == 0)
            return &languages[i];
    return NULL;
}

const char *starter_build_command(const char *language) {
    const Language *found = find_language(language);
    return found ? found->build : NULL;
}

void starter_list_languages(char *text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < LANGUAGE_COUNT && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", languages[i].name);
}

static void count_entry(void *count, const char *name) {
    *(int *)count += strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static bool is_empty(const char *folder) {
    int count = 0;
    return folder_visit(folder, count_entry, &count) && count == 0;
}

static bool write_files(const char *language, const char *folder, char *error, size_t size) {
    for (const StarterFile *file = starter_files; file->language; file++) {
        char path[PATH_SIZE];
        if (strcmp(file->language, language) != 0)
            continue;
        int length = snprintf(path, sizeof path, "%s/%s", folder, file->name);
        if (length < PATH_SIZE && file_replace(path, file->text, strlen(file->text)))
            continue;
        snprintf(error, size, "cannot write %s/%s: %s", folder, file->name,
                 strerror(length < PATH_SIZE ? errno : ENAMETOOLONG));
        return false;
    }
    return true;
}

bool starter_write(const char *language, const char *folder, char *error, size_t size) {
    char known[256];
    starter_list_languages(known, sizeof known);
    if (!find_language(language)) {
        snprintf(error, size, "there is no starter in \"%s\"; the languages are %s", language,
                 known);
        return false;
    }
    if (path_kind(folder) != PATH_MISSING && !is_empty(folder)) {
        snprintf(error, size, "%s exists and is not an empty folder: choose another name", folder);
        return false;
    }
    if (!folder_create(folder)) {
        snprintf(error, size, "cannot create %s: %s", folder, strerror(errno));
        return false;
    }
    return write_files(language, folder, error, size);
}
