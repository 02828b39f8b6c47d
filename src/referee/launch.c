#include "referee/launch.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "platform/folder.h"
#include "referee/process.h"

enum { MAX_RUNNERS = 4, MAX_OPTIONS = 4, PROBE_MS = 20000 };

/* A type of bots; the engine knows these. */
typedef struct Kind {
    const char *type;
    const char *runners[MAX_RUNNERS]; /* interpreters, the best first; none: a program of its own */
    const char *options[MAX_OPTIONS]; /* in front of the RunFile */
    const char *nothing[MAX_OPTIONS]; /* arguments with which the interpreter does nothing */
    const char *package;              /* of Debian */
} Kind;

static const Kind kinds[] = {
    {"CPlusPlus", {NULL}, {NULL}, {NULL}, ""},
    {"CSharp", {"mono"}, {NULL}, {"--version"}, "mono-runtime"},
    {"FSharp", {"mono"}, {NULL}, {"--version"}, "mono-runtime"},
    {"Java", {"java"}, {"-Xms512m", "-jar"}, {"-Xms512m", "-version"}, "default-jre-headless"},
    {"JavaScript", {"node", "nodejs"}, {NULL}, {"-e", "0"}, "nodejs"},
    {"Python2", {"python2", "python2.7", "python3"}, {NULL}, {"-c", "pass"}, "python3"},
    {"Python3", {"python3", "python"}, {NULL}, {"-c", "pass"}, "python3"}};

static const int kind_count = sizeof kinds / sizeof *kinds;

static const Kind *kind_of(const char *type) {
    for (int i = 0; i < kind_count; i++)
        if (strcasecmp(kinds[i].type, type) == 0)
            return &kinds[i];
    return NULL;
}

static const Kind *kind_of_runner(const char *runner) {
    for (int i = 0; i < kind_count; i++)
        for (int j = 0; j < MAX_RUNNERS && kinds[i].runners[j]; j++)
            if (strcmp(kinds[i].runners[j], runner) == 0)
                return &kinds[i];
    return NULL;
}

static bool runner_works(const Kind *kind, const char *runner) {
    ProcessResult *result = malloc(sizeof *result);
    char *arguments[MAX_OPTIONS + 2] = {(char *)runner};
    if (!result)
        return false;
    for (int i = 0; i < MAX_OPTIONS && kind->nothing[i]; i++)
        arguments[i + 1] = (char *)kind->nothing[i];
    process_run(arguments, "/", PROBE_MS, NULL, result);
    bool works = result->status == 0;
    free(result);
    return works;
}

static bool find_runner(const Kind *kind, Launcher *launcher) {
    for (int i = 0; i < MAX_RUNNERS && kind->runners[i]; i++)
        if (runner_works(kind, kind->runners[i])) {
            snprintf(launcher->runner, sizeof launcher->runner, "%s", kind->runners[i]);
            if (strcmp(kind->type, "Python2") == 0 && strcmp(kind->runners[i], "python3") == 0)
                snprintf(launcher->note, sizeof launcher->note,
                         "there is no Python 2 here: python3 runs it");
            return true;
        }
    return false;
}

static bool ends_in(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcasecmp(text + length - tail, ending) == 0;
}

static bool is_windows_program(const char *path) {
    char magic[2] = {0};
    FILE *file = fopen(path, "rb");
    bool found = file && fread(magic, 1, 2, file) == 2 && magic[0] == 'M' && magic[1] == 'Z';
    if (file)
        fclose(file);
    return found;
}

/* Whether the RunFile can be started as it is. */
static bool program_works(const char *path, char *error, size_t size) {
    if (is_windows_program(path)) {
        snprintf(error, size, "%s is a program for Windows: build it for this machine", path);
        return false;
    }
    if (path_kind(path) == PATH_FOLDER) {
        snprintf(error, size, "%s is a folder: the RunFile is the program in it", path);
        return false;
    }
    if (access(path, X_OK) != 0) {
        snprintf(error, size, "%s cannot be executed: chmod +x, or another BotType?", path);
        return false;
    }
    return true;
}

static void say_kinds(const char *type, char *error, size_t size) {
    int end = snprintf(error, size, "bot.json: BotType \"%s\" is none of the engine's:", type);
    for (int i = 0; i < kind_count && end < (int)size; i++)
        end += snprintf(error + end, size - (size_t)end, " %s", kinds[i].type);
}

bool launcher_open(Launcher *launcher, BotFile *bot, const char *folder, char *error, size_t size) {
    char path[4 * BOT_FILE_PATH];
    const Kind *kind = kind_of(bot->type);
    memset(launcher, 0, sizeof *launcher);
    if (!kind) {
        say_kinds(bot->type, error, size);
        return false;
    }
    snprintf(bot->type, sizeof bot->type, "%s", kind->type);
    for (char *at = bot->run_file; *at; at++)
        *at = *at == '\\' ? '/' : *at;
    snprintf(path, sizeof path, "%s/%s", folder, bot->run_file);
    if (access(path, F_OK) != 0) {
        snprintf(error, size, "%s, the RunFile of %s/bot.json, is not there: has it been built?",
                 path, folder);
        return false;
    }
    bool prediction = strncmp(kind->type, "Python", 6) == 0 && ends_in(path, ".py");
    bool native = strncmp(kind->type, "Python", 6) == 0 && !prediction && access(path, X_OK) == 0;
    if (native || !kind->runners[0])
        return program_works(path, error, size);
    if (find_runner(kind, launcher))
        return true;
    snprintf(error, size,
             "%s/bot.json: BotType %s needs %s, which is not installed: "
             "apt-get install %s",
             folder, kind->type, kind->runners[0], kind->package);
    return false;
}

/* A command line that is being put together. */
typedef struct Builder {
    Launch *launch;
    size_t used;
    int count;
    bool full;
} Builder;

static void add_argument(Builder *builder, const char *text) {
    size_t length = strlen(text) + 1;
    Launch *launch = builder->launch;
    if (builder->count == LAUNCH_ARGUMENTS - 1 || builder->used + length > sizeof launch->text) {
        builder->full = true;
        return;
    }
    memcpy(launch->text + builder->used, text, length);
    launch->arguments[builder->count++] = launch->text + builder->used;
    launch->arguments[builder->count] = NULL;
    builder->used += length;
}

/* Read a word with the quotes of a shell: "..." and '...' hold blanks together, a backslash takes
 * the next character as it is. Returns what follows, or NULL at the end. */
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

static void add_words(Builder *builder, const char *text) {
    char word[BOT_FILE_PATH];
    while ((text = read_word(text, word, sizeof word)))
        add_argument(builder, word);
}

static void add_options(Builder *builder, const char *const options[MAX_OPTIONS]) {
    for (int i = 0; i < MAX_OPTIONS && options[i]; i++)
        add_argument(builder, options[i]);
}

bool launch_bot(const Launcher *launcher, const BotFile *bot, const char *folder, char key,
                const char *round_folder, Launch *launch) {
    const Kind *kind = kind_of(bot->type);
    Builder builder = {.launch = launch};
    char program[4 * BOT_FILE_PATH], name[2] = {key, 0}, options[64] = "";
    const char *extra = bot->run_arguments, *blank = *extra ? " " : "";
    snprintf(program, sizeof program, "%s/%s", folder, bot->run_file);
    if (launcher->runner[0]) {
        add_argument(&builder, launcher->runner);
        add_options(&builder, kind->options);
        for (int i = 0; i < MAX_OPTIONS && kind->options[i]; i++) {
            size_t used = strlen(options);
            snprintf(options + used, sizeof options - used, "%s ", kind->options[i]);
        }
        add_argument(&builder, bot->run_file);
        const char *quote = strcmp(kind->type, "JavaScript") == 0 ? "" : "\"";
        snprintf(launch->spoken, sizeof launch->spoken, "%s %s%s%s%s %c \"%s\"%s%s",
                 launcher->runner, options, quote, bot->run_file, quote, key, round_folder, blank,
                 extra);
    } else {
        add_argument(&builder, program);
        snprintf(launch->spoken, sizeof launch->spoken, "%s %c \"%s\"%s%s", program, key,
                 round_folder, blank, extra);
    }
    add_argument(&builder, name);
    add_argument(&builder, round_folder);
    add_words(&builder, extra);
    return !builder.full;
}

void launch_calibration(const Launcher *launcher, Launch *launch) {
    Builder builder = {.launch = launch};
    const Kind *kind = launcher->runner[0] ? kind_of_runner(launcher->runner) : NULL;
    size_t used = 0;
    add_argument(&builder, kind ? launcher->runner : "true");
    if (kind)
        add_options(&builder, kind->nothing);
    launch->spoken[0] = 0;
    for (int i = 0; i < builder.count; i++)
        used += (size_t)snprintf(launch->spoken + used, sizeof launch->spoken - used, "%s%s",
                                 i ? " " : "", launch->arguments[i]);
}
