#include "protocol/bot_file.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/text.h"

enum { FILE_LIMIT = 1 << 20 };

#define LONGEST "1023"
_Static_assert(BOTFILE_PATH == 1024, "LONGEST says how long texts may be");

static void copy_field(const cJSON *root, const char *name, char *out, size_t size) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(root, name));
    snprintf(out, size, "%s", value ? value : "");
}

/* The same where what is left out at the end would make a difference. */
static bool copy_whole(const cJSON *root, const char *name, char *out, size_t size) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(root, name));
    copy_field(root, name, out, size);
    return !value || strlen(value) < size;
}

static bool is_alphanumeric(const char *text) {
    if (!*text)
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text))
            return false;
    return true;
}

static const char *what_is_wrong(const BotFile *bot) {
    if (!is_alphanumeric(bot->nickname))
        return "NickName must be letters and digits alone, such as \"NickName\": \"Bomber1\"";
    if (!bot->type[0])
        return "BotType is missing, such as \"BotType\": \"CPlusPlus\"";
    if (!bot->project[0])
        return "ProjectLocation is missing; \".\" is the folder of bot.json";
    if (!bot->run_file[0])
        return "RunFile is missing: the program to start, relative to the folder of bot.json";
    return NULL;
}

bool botfile_read(const char *folder, BotFile *bot, char *error, size_t size) {
    char path[2 * BOTFILE_PATH];
    size_t length;
    memset(bot, 0, sizeof *bot);
    snprintf(path, sizeof path, "%s/bot.json", folder);
    char *text = file_read(path, FILE_LIMIT, &length);
    if (!text) {
        snprintf(error, size, "%s: %s", path, strerror(errno));
        return false;
    }
    size_t skip = text_byte_order_mark(text, length);
    cJSON *root = cJSON_ParseWithLength(text + skip, length - skip);
    free(text);
    copy_field(root, "Author", bot->author, sizeof bot->author);
    copy_field(root, "Email", bot->email, sizeof bot->email);
    copy_field(root, "NickName", bot->nickname, sizeof bot->nickname);
    copy_field(root, "BotType", bot->type, sizeof bot->type);
    const char *wrong = NULL;
    if (!copy_whole(root, "ProjectLocation", bot->project, sizeof bot->project))
        wrong = "ProjectLocation is longer than " LONGEST " bytes";
    if (!copy_whole(root, "RunFile", bot->run_file, sizeof bot->run_file))
        wrong = "RunFile is longer than " LONGEST " bytes";
    if (!copy_whole(root, "RunArgs", bot->run_arguments, sizeof bot->run_arguments))
        wrong = "RunArgs is longer than " LONGEST " bytes";
    if (!wrong)
        wrong = cJSON_IsObject(root) ? what_is_wrong(bot) : "it is no JSON object";
    cJSON_Delete(root);
    if (wrong)
        snprintf(error, size, "%s: %s", path, wrong);
    return !wrong;
}
