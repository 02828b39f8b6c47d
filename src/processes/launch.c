#include "processes/launch.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/folder.h"
#include "processes/process.h"

enum { MAX_INTERPRETERS = 4, MAX_OPTIONS = 4, PROBE_MS = 20000 };

/* A bot type of the engine. */
typedef struct BotType {
    const char *name;
    const char *interpreters[MAX_INTERPRETERS]; /* best first; none for native programs */
    const char *options[MAX_OPTIONS];           /* before the RunFile */
    const char *idle_arguments[MAX_OPTIONS];    /* make the interpreter do nothing */
    const char *package;                        /* Debian package of the interpreter */
} BotType;

static const BotType types[] = {
    {"CPlusPlus", {NULL}, {NULL}, {NULL}, ""},
    {"CSharp", {"mono"}, {NULL}, {"--version"}, "mono-runtime"},
    {"FSharp", {"mono"}, {NULL}, {"--version"}, "mono-runtime"},
    {"Java", {"java"}, {"-Xms512m", "-jar"}, {"-Xms512m", "-version"}, "default-jre-headless"},
    {"JavaScript", {"node", "nodejs"}, {NULL}, {"-e", "0"}, "nodejs"},
    {"Python2", {"python2", "python2.7", "python3"}, {NULL}, {"-c", "pass"}, "python3"},
    {"Python3", {"python3", "python"}, {NULL}, {"-c", "pass"}, "python3"}};

static const int type_count = sizeof types / sizeof *types;

static const BotType *find_type(const char *type) {
    for (int i = 0; i < type_count; i++)
        if (strcasecmp(types[i].name, type) == 0)
            return &types[i];
    return NULL;
}

static const BotType *find_interpreter_type(const char *interpreter) {
    for (int i = 0; i < type_count; i++)
        for (int j = 0; j < MAX_INTERPRETERS && types[i].interpreters[j]; j++)
            if (strcmp(types[i].interpreters[j], interpreter) == 0)
                return &types[i];
    return NULL;
}

static bool interpreter_works(const BotType *type, const char *interpreter,
                              const Sandbox *sandbox) {
    ProcessResult *result = malloc(sizeof *result);
    Arguments *arguments = malloc(sizeof *arguments);
    bool works = false;
    if (result && arguments) {
        arguments_clear(arguments);
        sandbox_add_arguments(sandbox, &(SandboxView){0}, arguments);
        arguments_add(arguments, "%s", interpreter);
        arguments_add_all(arguments, type->idle_arguments);
        process_run(&(ProcessRequest){.arguments = arguments->list,
                                      .folder = "/",
                                      .limit_ms = PROBE_MS,
                                      .sandboxed = sandbox->on},
                    result);
        works = result->status == 0;
    }
    free(arguments);
    free(result);
    return works;
}

static bool find_interpreter(const BotType *type, Launcher *launcher, const Sandbox *sandbox) {
    for (int i = 0; i < MAX_INTERPRETERS && type->interpreters[i]; i++)
        if (interpreter_works(type, type->interpreters[i], sandbox)) {
            snprintf(launcher->interpreter, sizeof launcher->interpreter, "%s",
                     type->interpreters[i]);
            if (strcmp(type->name, "Python2") == 0 && strcmp(type->interpreters[i], "python3") == 0)
                snprintf(launcher->note, sizeof launcher->note,
                         "Python 2 is not installed; python3 is used instead");
            return true;
        }
    return false;
}

static bool ends_in(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcasecmp(text + length - tail, ending) == 0;
}

static bool is_regular(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* True when `path` lies in the folder after all links have been followed. */
static bool is_inside(const char *path, const char *folder) {
    char *real = realpath(path, NULL), *root = realpath(folder, NULL);
    size_t length = root ? strlen(root) : 0;
    bool inside = real && root && strncmp(real, root, length) == 0 &&
                  (real[length] == '/' || root[length - 1] == '/');
    free(real);
    free(root);
    return inside;
}

/* True when the RunFile `path` is a file in the bot's folder. Opens nothing: a pipe would block. */
static bool file_works(const BotFile *bot, const char *path, const char *folder, char *error,
                       size_t size) {
    const char *mistake = NULL;
    if (bot->run_file[0] == '/') {
        path = bot->run_file;
        mistake = "is an absolute path: RunFile must be relative to the folder of bot.json";
    } else if (access(path, F_OK) != 0) {
        snprintf(error, size, "%s, the RunFile of %s/bot.json, does not exist: build the bot first",
                 path, folder);
        return false;
    } else if (!is_inside(path, folder)) {
        mistake = "leads outside of the bot's folder: RunFile must name a program in it";
    } else if (path_kind(path) == PATH_FOLDER) {
        mistake = "is a folder: RunFile must name the program in it";
    } else if (!is_regular(path)) {
        mistake = "is a pipe or a device: RunFile must name a program";
    }
    if (mistake)
        snprintf(error, size, "%s %s", path, mistake);
    return !mistake;
}

static bool is_windows_program(const char *path) {
    char magic[2] = {0};
    FILE *file = fopen(path, "rb");
    bool found = file && fread(magic, 1, 2, file) == 2 && magic[0] == 'M' && magic[1] == 'Z';
    if (file)
        fclose(file);
    return found;
}

/* True when the RunFile can be executed directly. */
static bool program_works(const char *path, char *error, size_t size) {
    if (is_windows_program(path)) {
        snprintf(error, size, "%s is a program for Windows: build it for this system", path);
        return false;
    }
    if (access(path, X_OK) != 0) {
        snprintf(error, size, "%s is not executable: use chmod +x, or correct the BotType", path);
        return false;
    }
    return true;
}

static void list_types(const char *type, char *error, size_t size) {
    int end = snprintf(error, size, "bot.json: unknown BotType \"%s\"; the engine knows", type);
    for (int i = 0; i < type_count && end < (int)size; i++)
        end += snprintf(error + end, size - (size_t)end, " %s", types[i].name);
}

bool launcher_open(Launcher *launcher, BotFile *bot, const char *folder, const Sandbox *sandbox,
                   char *error, size_t size) {
    char path[4 * BOT_FILE_PATH];
    const BotType *type = find_type(bot->type);
    memset(launcher, 0, sizeof *launcher);
    if (!type) {
        list_types(bot->type, error, size);
        return false;
    }
    snprintf(bot->type, sizeof bot->type, "%s", type->name);
    for (char *at = bot->run_file; *at; at++)
        *at = *at == '\\' ? '/' : *at;
    snprintf(path, sizeof path, "%s/%s", folder, bot->run_file);
    if (!file_works(bot, path, folder, error, size))
        return false;
    bool script = strncmp(type->name, "Python", 6) == 0 && ends_in(path, ".py");
    bool native = strncmp(type->name, "Python", 6) == 0 && !script && access(path, X_OK) == 0;
    if (native || !type->interpreters[0])
        return program_works(path, error, size);
    if (find_interpreter(type, launcher, sandbox))
        return true;
    snprintf(error, size,
             "%s/bot.json: BotType %s needs %s, which is not installed%s: "
             "apt-get install %s%s",
             folder, type->name, type->interpreters[0],
             sandbox->on ? " where the sandbox sees it" : "", type->package,
             sandbox->on ? ", or use --no-sandbox" : "");
    return false;
}

/* Read a word with the quotes of a shell: blanks inside "..." and '...' belong to the word, and a
 * backslash escapes the next character. Returns the rest of the text, or NULL at its end. */
static const char *read_word(const char *text, char *word, size_t size) {
    size_t length = 0;
    char quote = 0;
    while (isspace((unsigned char)*text))
        text++;
    if (!*text)
        return NULL;
    for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
        if (*text == quote)
            quote = 0;
        else if (!quote && (*text == '"' || *text == '\''))
            quote = *text;
        else {
            text += *text == '\\' && quote != '\'' && text[1];
            word[length] = *text;
            length += length + 1 < size;
        }
    }
    word[length] = 0;
    return text;
}

static void add_words(Arguments *arguments, const char *text) {
    char word[BOT_FILE_PATH];
    while ((text = read_word(text, word, sizeof word)))
        arguments_add(arguments, "%s", word);
}

bool launch_bot(const Launcher *launcher, const BotFile *bot, const char *folder, char key,
                const char *round_folder, Launch *launch) {
    const BotType *type = find_type(bot->type);
    Arguments *arguments = &launch->arguments;
    char options[64] = "";
    const char *extra = bot->run_arguments, *blank = *extra ? " " : "";
    if (launcher->interpreter[0]) {
        arguments_add(arguments, "%s", launcher->interpreter);
        arguments_add_all(arguments, type->options);
        for (int i = 0; type->options[i]; i++) {
            size_t used = strlen(options);
            snprintf(options + used, sizeof options - used, "%s ", type->options[i]);
        }
        arguments_add(arguments, "%s", bot->run_file);
        const char *quote = strcmp(type->name, "JavaScript") == 0 ? "" : "\"";
        snprintf(launch->logged, sizeof launch->logged, "%s %s%s%s%s %c \"%s\"%s%s",
                 launcher->interpreter, options, quote, bot->run_file, quote, key, round_folder,
                 blank, extra);
    } else {
        arguments_add(arguments, "%s/%s", folder, bot->run_file);
        snprintf(launch->logged, sizeof launch->logged, "%s/%s %c \"%s\"%s%s", folder,
                 bot->run_file, key, round_folder, blank, extra);
    }
    arguments_add(arguments, "%c", key);
    arguments_add(arguments, "%s", round_folder);
    add_words(arguments, extra);
    return !arguments->full;
}

void launch_calibration(const Launcher *launcher, Launch *launch) {
    Arguments *arguments = &launch->arguments;
    const BotType *type =
        launcher->interpreter[0] ? find_interpreter_type(launcher->interpreter) : NULL;
    int first = arguments->count;
    size_t used = 0;
    arguments_add(arguments, "%s", type ? launcher->interpreter : "true");
    if (type)
        arguments_add_all(arguments, type->idle_arguments);
    launch->logged[0] = 0;
    for (int i = first; i < arguments->count; i++)
        used += (size_t)snprintf(launch->logged + used, sizeof launch->logged - used, "%s%s",
                                 i > first ? " " : "", arguments->list[i]);
}
