#include "protocol/bot_file.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/text.h"

enum { FILE_LIMIT = 1 << 20 }; /* named in an error */

#define LONGEST "1023"
_Static_assert(BOT_FILE_PATH == 1024, "LONGEST is the length that fits");

static void copy_field(const cJSON *root, const char *name, char *out, size_t size) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(root, name));
    value = value ? value : "";
    text_copy(out, size, value, strlen(value));
}

/* Copy a field that must not be cut off. Returns false when it does not fit. */
static bool copy_whole_field(const cJSON *root, const char *name, char *out, size_t size) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(root, name));
    copy_field(root, name, out, size);
    return !value || strlen(value) < size;
}

/* BotType is a name or, as in the bots that come with the engine, the engine's number of it. */
static void copy_type(const cJSON *root, char *out, size_t size) {
    static const char *const names[] = {"CSharp",  "Java",    "JavaScript", "CPlusPlus",
                                        "Python2", "Python3", "FSharp"};
    const int count = sizeof names / sizeof *names;
    const cJSON *item = cJSON_GetObjectItem(root, "BotType");
    copy_field(root, "BotType", out, size);
    if (!cJSON_IsNumber(item))
        return;
    if (item->valueint >= 0 && item->valueint < count && item->valuedouble == item->valueint)
        snprintf(out, size, "%s", names[item->valueint]);
    else
        snprintf(out, size, "%.17g", item->valuedouble);
}

static bool is_alphanumeric(const char *text) {
    if (!*text)
        return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text))
            return false;
    return true;
}

static const char *find_mistake(const cJSON *root, const BotFile *bot) {
    if (!is_alphanumeric(bot->nickname))
        return "NickName must consist of letters and digits, for example \"NickName\": \"Bomber1\"";
    if (!bot->type[0])
        return "BotType is missing; write for example \"BotType\": \"CPlusPlus\"";
    if (!cJSON_IsString(cJSON_GetObjectItem(root, "ProjectLocation")))
        return "ProjectLocation is missing; \".\" is the folder of bot.json";
    if (!bot->run_file[0])
        return "RunFile is missing: the program to start, relative to the folder of bot.json";
    return NULL;
}

bool bot_file_read(const char *folder, BotFile *bot, char *error, size_t size) {
    char path[2 * BOT_FILE_PATH];
    size_t length;
    memset(bot, 0, sizeof *bot);
    snprintf(path, sizeof path, "%s/bot.json", folder);
    char *text = file_read(path, FILE_LIMIT, &length);
    if (!text) {
        snprintf(error, size, "%s: %s", path,
                 errno == EFBIG    ? "it is larger than 1 MB"
                 : errno == EINVAL ? "it is a pipe or a device, not a file"
                                   : strerror(errno));
        return false;
    }
    size_t skip = text_byte_order_mark(text, length);
    cJSON *root = cJSON_ParseWithLength(text + skip, length - skip);
    free(text);
    copy_field(root, "Author", bot->author, sizeof bot->author);
    copy_field(root, "Email", bot->email, sizeof bot->email);
    copy_field(root, "NickName", bot->nickname, sizeof bot->nickname);
    copy_type(root, bot->type, sizeof bot->type);
    const char *mistake = NULL;
    if (!copy_whole_field(root, "ProjectLocation", bot->project, sizeof bot->project))
        mistake = "ProjectLocation is longer than " LONGEST " bytes";
    if (!copy_whole_field(root, "RunFile", bot->run_file, sizeof bot->run_file))
        mistake = "RunFile is longer than " LONGEST " bytes";
    if (!copy_whole_field(root, "RunArgs", bot->run_arguments, sizeof bot->run_arguments))
        mistake = "RunArgs is longer than " LONGEST " bytes";
    if (!mistake)
        mistake = cJSON_IsObject(root) ? find_mistake(root, bot) : "it is not a JSON object";
    cJSON_Delete(root);
    if (mistake)
        snprintf(error, size, "%s: %s", path, mistake);
    return !mistake;
}
