#include "referee/entrant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/platform.h"

enum { NOTHING_BECOMES_BOMB = 20, NOTHING_ENDS_IT = 21 };

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void name_agent(Player *player, const char *spec) {
    size_t length = 0;
    for (; *spec && length + 1 < sizeof player->name; spec++)
        if ((*spec >= 'a' && *spec <= 'z') || (*spec >= '0' && *spec <= '9'))
            player->name[length++] = *spec;
    player->name[length] = 0;
    snprintf(player->bot.nickname, sizeof player->bot.nickname, "%s", player->name);
    snprintf(player->bot.author, sizeof player->bot.author, "Blastbeam");
    snprintf(player->bot.type, sizeof player->bot.type, "BuiltIn");
}

bool player_open(Player *player, char key, const char *what, uint64_t seed, char *error,
                 size_t size) {
    memset(player, 0, sizeof *player);
    player->key = key;
    if (!is_folder(what)) {
        player->agent = agent_create(what, seed, error, size);
        name_agent(player, what);
        return player->agent != NULL;
    }
    char *real = realpath(what, NULL);
    snprintf(player->folder, sizeof player->folder, "%s", real ? real : what);
    free(real);
    if (!botfile_read(player->folder, &player->bot, error, size))
        return false;
    snprintf(player->name, sizeof player->name, "%s", player->bot.nickname);
    return true;
}

void player_close(Player *player) {
    agent_destroy(player->agent);
    player->agent = NULL;
}

void player_calibrate(Player *player) {
    ProcessResult *result = malloc(sizeof *result);
    char *const arguments[] = {"sh", "-c", ":", NULL};
    if (!result)
        return;
    process_run(arguments, "/", engine_limits.kill_ms, result);
    player->calibration_ms = (int)(result->ms + 0.5);
    free(result);
}

bool player_is_given_up(const Player *player) {
    return player->nothing_in_row >= NOTHING_ENDS_IT;
}

/* The program that runs a RunFile of this type; NULL when the file itself is the program. */
static const char *interpreter(const BotFile *bot, const char *program) {
    const char *ending = strrchr(bot->run_file, '.');
    static const char *const table[][2] = {
        {"CSharp", "mono"},     {"FSharp", "mono"},     {"Java", "java"}, {"JavaScript", "node"},
        {"Python2", "python3"}, {"Python3", "python3"}, {"Perl", "perl"}, {NULL, NULL}};
    for (int i = 0; table[i][0]; i++)
        if (strcasecmp(bot->type, table[i][0]) == 0) {
            bool native = strncasecmp(bot->type, "Python", 6) == 0 &&
                          !(ending && strcasecmp(ending, ".py") == 0);
            return native && access(program, X_OK) == 0 ? NULL : table[i][1];
        }
    return NULL;
}

/* Split RunArgs at blanks into what is left of `arguments`. */
static void add_run_arguments(char *text, char **arguments, int count) {
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word && count < PROCESS_ARGUMENTS - 1;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    arguments[count] = NULL;
}

void player_run(const Player *player, const char *folder, const Limits *limits,
                ProcessResult *result) {
    char program[2 * ENTRANT_PATH], key[2] = {player->key, 0};
    char path[ENTRANT_PATH], extra[BOTFILE_PATH];
    char *arguments[PROCESS_ARGUMENTS];
    int count = 0;
    snprintf(program, sizeof program, "%s/%s", player->folder, player->bot.run_file);
    for (char *at = program; *at; at++)
        *at = *at == '\\' ? '/' : *at;
    snprintf(path, sizeof path, "%s", folder);
    snprintf(extra, sizeof extra, "%s", player->bot.run_arguments);
    const char *runner = interpreter(&player->bot, program);
    if (runner)
        arguments[count++] = (char *)runner;
    if (runner && strcmp(runner, "java") == 0)
        arguments[count++] = "-jar";
    arguments[count++] = program;
    arguments[count++] = key;
    arguments[count++] = path;
    add_run_arguments(extra, arguments, count);
    process_run(arguments, player->folder, limits->none ? 3600000 : limits->kill_ms, result);
}

Command player_think(Player *player, const Position *position, const Limits *limits, double *ms) {
    int64_t start = clock_now();
    Budget budget = {.deadline = start + limits->agent_ms * 1000000ll, .threads = 1};
    Command command = agent_move(player->agent, position, &budget, &player->thought);
    *ms = (double)(clock_now() - start) * 1e-6;
    return command;
}

Command player_judge(Player *player, Command answered, double ms, const Limits *limits) {
    if (player_is_given_up(player))
        return COMMAND_TRIGGER;
    if (ms > player->slowest_ms)
        player->slowest_ms = ms;
    if (!limits->none && ms >= limits->command_ms + player->calibration_ms) {
        player->late++;
        answered = COMMAND_NOTHING;
    }
    player->nothing_in_row = answered == COMMAND_NOTHING ? player->nothing_in_row + 1 : 0;
    return player->nothing_in_row == NOTHING_BECOMES_BOMB ? COMMAND_BOMB : answered;
}
