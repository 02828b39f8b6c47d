/* What this project's bot printed in a round: its line "move=..." and, with --explain, the search's
 * results for each first command. The engine stores both in log.txt in the player's folder.
 */
#ifndef BLASTBEAM_RECORDS_BOT_LOG_H
#define BLASTBEAM_RECORDS_BOT_LOG_H

#include <stdbool.h>

#include "engine/state.h"

enum { BOT_LOG_PV = 64, BOT_LOG_NOTE = 48, BOT_LOG_AGENT = 33 };

/* The search's result for a first command. */
typedef struct BotLogCommand {
    bool listed;   /* false: the log does not have this command; all else is 0 */
    bool searched; /* false: it has no value */
    double value;  /* in points of the game */
    /* Found by these stages of the root filter, in percent; -1 when missing. */
    int danger_fuses, danger_triggers;
    bool chosen;
    int depth;               /* rounds that the value looks ahead; 0 when the log does not say */
    char note[BOT_LOG_NOTE]; /* the remark at the end of its line, or "" */
} BotLogCommand;

typedef struct BotLog {
    double took_ms; /* of the process, measured by the engine; -1 when missing */

    bool moved; /* false: there is no line "move=..."; the fields below are 0 */
    Command move;
    char agent[BOT_LOG_AGENT];
    int depth, bot_ms; /* bot_ms: measured by the bot */
    long long nodes;
    double value;

    bool explained; /* false: the bot ran without --explain; the fields below are 0 */
    int width;      /* states of the widest level; 0 when missing */
    BotLogCommand first[COMMAND_COUNT];
    int pv_length; /* of the principal variation */
    Command pv[BOT_LOG_PV];
    int end_x, end_y; /* the cell at the end of the principal variation, from 1 on the bot's own
                       * board; 0 when missing */
} BotLog;

/* Read a log. `player` is the bot's number on its own board: 'A' + player is its letter in the
 * position expected at the end of the principal variation. Unknown lines are ignored. Returns false
 * when the log has nothing of the above, not even took_ms. */
bool bot_log_read(const char *log, int player, BotLog *bot_log);

/* Load the log of player `key` in a round of the seed folder at `folder`. Returns malloced text;
 * NULL when it is missing or larger than 16 MB. */
char *bot_log_load(const char *folder, int round, char key);

/* Read the next line that is not empty and that a bot printed into `line`, printable and cut off at
 * `size` - 1 bytes, and advance *log past it. *is_error becomes true for a line on standard error.
 * Returns false at the end. */
bool bot_log_next_line(const char **log, char *line, size_t size, bool *is_error);

#endif
