#include "records/bot_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/time_manager.h"
#include "platform/file.h"

enum { LINE = 512, PATH_SIZE = 4096, LOG_LIMIT = 1 << 20, MOST_MS = 1000000 };

typedef struct Reader {
    BotLog *bot_log;
    int player;
    bool at_end; /* inside the expected position */
} Reader;

static bool command_of(const char *name, Command *command) {
    for (int c = 0; c < COMMAND_COUNT; c++)
        if (strcmp(name, command_name((Command)c)) == 0) {
            *command = (Command)c;
            return true;
        }
    return false;
}

static void read_move(BotLog *to, const char *line) {
    char move[16], agent[BOT_LOG_AGENT];
    BotLog read = {0};
    if (sscanf(line, "move=%15[a-z](%*d) agent=%32s depth=%d nodes=%lld ms=%d value=%lf", move,
               agent, &read.depth, &read.nodes, &read.own_ms, &read.value) != 6 ||
        !command_of(move, &read.move) || !isfinite(read.value) || read.nodes < 0)
        return;
    to->moved = true;
    to->move = read.move;
    to->depth = read.depth;
    to->nodes = read.nodes;
    to->own_ms = read.own_ms;
    to->value = read.value;
    memcpy(to->agent, agent, sizeof agent);
}

/* Read a whole percentage, if one comes next, and move behind it. */
static int read_percent(const char **at) {
    int percent, used = 0;
    if (sscanf(*at, " %d%%%n", &percent, &used) != 1 || used == 0 || percent < 0 || percent > 100)
        return -1;
    *at += used;
    return percent;
}

static void read_note(BotLogCommand *first, const char *text) {
    text += strspn(text, " ");
    first->chosen = strncmp(text, "<-", 2) == 0;
    if (first->chosen)
        text += 2 + strspn(text + 2, " ");
    snprintf(first->note, sizeof first->note, "%.*s", BOT_LOG_NOTE - 1, text);
}

/* A line of the table of first commands: name, value or "-", percentages, words. */
static bool read_first(BotLog *to, const char *line) {
    char name[16], number[32];
    int used = 0;
    Command command;
    BotLogCommand first = {.said = true};
    if (sscanf(line, "%15[a-z] %31s%n", name, number, &used) != 2 || !command_of(name, &command))
        return false;
    char *end;
    first.value = strtod(number, &end);
    first.valued = end != number && !*end && isfinite(first.value);
    if (!first.valued && strcmp(number, "-") != 0)
        return false;
    if (!first.valued)
        first.value = 0;
    const char *rest = line + used;
    first.danger = read_percent(&rest);
    first.hostile = read_percent(&rest);
    read_note(&first, rest);
    to->first[command] = first;
    return true;
}

static void read_expected(BotLog *to, const char *text) {
    char name[16];
    int used;
    Command command;
    to->length = 0;
    while (to->length < BOT_LOG_LINE && sscanf(text, " %15[a-z]%n", name, &used) == 1 &&
           command_of(name, &command)) {
        to->line[to->length++] = command;
        text += used;
    }
}

/* The line of the own player below the expected board. */
static bool read_end(const Reader *self, const char *line) {
    char key;
    int x, y;
    if (!self->at_end || sscanf(line, "%c %d,%d bag=", &key, &x, &y) != 3 ||
        !strstr(line, " bag=") || key != 'A' + self->player || x < 1 || y < 1 || x > BOARD_SIZE ||
        y > BOARD_SIZE)
        return false;
    self->bot_log->end_x = x;
    self->bot_log->end_y = y;
    return true;
}

static void read_line(Reader *self, const char *line) {
    BotLog *to = self->bot_log;
    if (strncmp(line, "move=", 5) == 0) {
        read_move(to, line);
    } else if (strncmp(line, "expected:", 9) == 0) {
        read_expected(to, line + 9);
        to->explained = true;
    } else if (strncmp(line, "searched ", 9) == 0) {
        const char *width = strstr(line, " width=");
        to->width = width ? atoi(width + 7) : 0;
    } else if (strcmp(line, "position expected") == 0) {
        self->at_end = true;
    } else if (!read_end(self, line) && read_first(to, line)) {
        to->explained = true;
    }
}

/* What the bot itself printed begins behind this on a line of the log. */
static const char *printed(const char *line) {
    static const char mark[] = "Output from bot: ";
    const char *found = strstr(line, mark);
    return found ? found + sizeof mark - 1 : NULL;
}

bool bot_log_read(const char *log, int player, BotLog *bot_log) {
    *bot_log = (BotLog){.took_ms = budget_read_execution(log)};
    Reader self = {bot_log, player, false};
    while (*log) {
        size_t length = strcspn(log, "\r\n");
        char line[LINE];
        if (length > 0 && length < sizeof line) {
            memcpy(line, log, length);
            line[length] = 0;
            const char *text = printed(line);
            if (text)
                read_line(&self, text);
        }
        log += length + (log[length] != 0);
    }
    if (!(bot_log->took_ms >= 0 && bot_log->took_ms < MOST_MS))
        bot_log->took_ms = -1;
    return bot_log->took_ms >= 0 || bot_log->moved || bot_log->explained;
}

bool bot_log_load(const char *folder, int round, char key, BotLog *bot_log) {
    char path[PATH_SIZE];
    size_t size;
    *bot_log = (BotLog){.took_ms = -1};
    if (snprintf(path, sizeof path, "%s/%d/%c/log.txt", folder, round, key) >= PATH_SIZE)
        return false;
    char *log = file_read(path, LOG_LIMIT, &size);
    bool read = log && bot_log_read(log, key - 'A', bot_log);
    free(log);
    return read;
}
