#include "records/bot_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/text.h"
#include "protocol/log_file.h"

enum { LINE_SIZE = 512, PATH_SIZE = 4096, LOG_LIMIT = 16 << 20, MAX_MS = 1000000 };

typedef struct Reader {
    BotLog *bot_log;
    int player;
    bool at_end; /* the last lines are of the expected position */
} Reader;

static bool read_command(const char *name, Command *command) {
    for (int c = 0; c < COMMAND_COUNT; c++)
        if (strcmp(name, command_name((Command)c)) == 0) {
            *command = (Command)c;
            return true;
        }
    return false;
}

static void read_move(BotLog *bot_log, const char *line) {
    char move[16], agent[BOT_LOG_AGENT];
    BotLog read = {0};
    if (sscanf(line, "move=%15[a-z](%*d) agent=%32s depth=%d nodes=%lld ms=%d value=%lf", move,
               agent, &read.depth, &read.nodes, &read.bot_ms, &read.value) != 6 ||
        !read_command(move, &read.move) || !isfinite(read.value) || read.nodes < 0)
        return;
    bot_log->moved = true;
    bot_log->move = read.move;
    bot_log->depth = read.depth;
    bot_log->nodes = read.nodes;
    bot_log->bot_ms = read.bot_ms;
    bot_log->value = read.value;
    memcpy(bot_log->agent, agent, sizeof agent);
}

/* Read a percentage and advance *cursor past it; -1 when the text has none there. */
static int read_percent(const char **cursor) {
    int percent, used = 0;
    if (sscanf(*cursor, " %d%%%n", &percent, &used) != 1 || used == 0 || percent < 0 ||
        percent > 100)
        return -1;
    *cursor += used;
    return percent;
}

static void read_note(BotLogCommand *first, const char *text) {
    text += strspn(text, " ");
    first->chosen = strncmp(text, "<-", 2) == 0;
    if (first->chosen)
        text += 2 + strspn(text + 2, " ");
    text_copy(first->note, sizeof first->note, text, strlen(text));
}

/* Read a line of the table of first commands: name, value or "-", percentages, note. */
static bool read_first(BotLog *bot_log, const char *line) {
    char name[16], number[32];
    int used = 0;
    Command command;
    BotLogCommand first = {.listed = true};
    if (sscanf(line, "%15[a-z] %31s%n", name, number, &used) != 2 || !read_command(name, &command))
        return false;
    char *end;
    first.value = strtod(number, &end);
    first.searched = end != number && !*end && isfinite(first.value);
    if (!first.searched && strcmp(number, "-") != 0)
        return false;
    if (!first.searched)
        first.value = 0;
    const char *rest = line + used;
    first.danger_fuses = read_percent(&rest);
    first.danger_triggers = read_percent(&rest);
    read_note(&first, rest);
    bot_log->first[command] = first;
    return true;
}

static void read_pv(BotLog *bot_log, const char *text) {
    char name[16];
    int used;
    Command command;
    bot_log->pv_length = 0;
    while (bot_log->pv_length < BOT_LOG_PV && sscanf(text, " %15[a-z]%n", name, &used) == 1 &&
           read_command(name, &command)) {
        bot_log->pv[bot_log->pv_length++] = command;
        text += used;
    }
}

/* Read the own player's line below the expected board. */
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
    BotLog *bot_log = self->bot_log;
    if (strncmp(line, "move=", 5) == 0) {
        read_move(bot_log, line);
    } else if (strncmp(line, "expected:", 9) == 0) {
        read_pv(bot_log, line + 9);
        bot_log->explained = true;
    } else if (strncmp(line, "searched ", 9) == 0) {
        const char *width = strstr(line, " width=");
        bot_log->width = width ? atoi(width + 7) : 0;
    } else if (strcmp(line, "position expected") == 0) {
        self->at_end = true;
    } else if (!read_end(self, line) && read_first(bot_log, line)) {
        bot_log->explained = true;
    }
}

/* A value looks as far ahead as the search, unless the note says that its line ended earlier or why
 * the command is bad. */
static void set_depths(BotLog *bot_log) {
    for (int c = 0; c < COMMAND_COUNT; c++) {
        BotLogCommand *first = &bot_log->first[c];
        int rounds = 0;
        if (!first->searched)
            continue;
        if (sscanf(first->note, "crowded out after %d round", &rounds) == 1)
            first->depth = rounds > 0 ? rounds : 0;
        else if (first->chosen || !first->note[0])
            first->depth = bot_log->depth;
    }
}

bool bot_log_read(const char *log, int player, BotLog *bot_log) {
    *bot_log = (BotLog){.took_ms = log_file_execution_ms(log)};
    Reader self = {bot_log, player, false};
    for (LogEntry entry; log_file_next(&log, &entry);) {
        char line[LINE_SIZE];
        if (!entry.from_bot || entry.length >= sizeof line)
            continue;
        memcpy(line, entry.text, entry.length);
        line[entry.length] = 0;
        read_line(&self, line);
    }
    set_depths(bot_log);
    if (!(bot_log->took_ms >= 0 && bot_log->took_ms < MAX_MS))
        bot_log->took_ms = -1;
    return bot_log->took_ms >= 0 || bot_log->moved || bot_log->explained;
}

char *bot_log_load(const char *folder, int round, char key) {
    char path[PATH_SIZE];
    if (snprintf(path, sizeof path, "%s/%d/%c/log.txt", folder, round, key) >= PATH_SIZE)
        return NULL;
    return log_file_load(path, LOG_LIMIT);
}

bool bot_log_next_line(const char **log, char *line, size_t size, bool *is_error) {
    LogEntry entry;
    do {
        if (!log_file_next(log, &entry))
            return false;
    } while (!entry.from_bot || entry.length == 0);
    text_copy(line, size, entry.text, entry.length);
    text_make_printable(line);
    *is_error = entry.is_error;
    return true;
}
