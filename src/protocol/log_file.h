/* log.txt in a player's folder of a round: what the harness wrote about the bot's process, and what
 * the bot printed. Every entry is a line:
 *
 *   20-11-2026 20:32:17:683 - I: \tOutput from bot: Sending Back command MoveRight
 *   20-11-2026 20:32:17:694 - I: \tYour bots total execution time was 00:00:00.3151313
 *
 * The harness writes the beginning of each line up to the text of the bot, so only this beginning
 * says whose text it is. The words inside a bot's text prove nothing. Only a line feed ends a line:
 * the harness splits a bot's output there.
 */
#ifndef BLASTBEAM_PROTOCOL_LOG_FILE_H
#define BLASTBEAM_PROTOCOL_LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The engine's limit on the wall clock of a bot's process, before the calibration is added. */
enum { ENGINE_LIMIT_MS = 2000 };

/* An entry of a log. */
typedef struct LogEntry {
    bool from_bot;    /* the bot printed the text; otherwise the harness wrote it */
    bool is_error;    /* of level E: the bot printed it to standard error */
    const char *text; /* behind the time, the level and "Output from bot: "; not terminated */
    size_t length;    /* without the line end */
} LogEntry;

/* Read the entry at *log and advance *log past it. An incomplete beginning is accepted: the time
 * and the level, or the tabulator as well, may be missing. Returns false at the end. */
bool log_file_next(const char **log, LogEntry *entry);

/* Read a log of at most `limit` bytes. Its zero bytes become blanks. Returns malloced text; NULL
 * when it cannot be read. */
char *log_file_load(const char *path, size_t limit);

/* The bot's extra time in milliseconds, from "can run an additional 37ms"; -1 when it is not there.
 * Only the log of round 0 has this line. */
int log_file_calibration_ms(const char *log);

/* The milliseconds that the engine measured for the process, from the last entry "Your bots total
 * execution time was 00:00:01.2345678"; -1 when there is none. */
double log_file_execution_ms(const char *log);

/* The milliseconds that the bot measured itself, from "Output from bot: move=up(1) ... ms=1234
 * ..."; -1 when they are not there. */
int log_file_bot_ms(const char *log);

/* True when the engine dropped the command because the process ran too long: the last time in the
 * log is at least ENGINE_LIMIT_MS, and the engine's message follows it. A match without a limit
 * (bin/referee --nolimit) has only the time. */
bool log_file_is_late(const char *log);

/* Copy the reason in the entry "Bot failed: exit status 3: no map", which bin/referee writes behind
 * the last time, into `reason`. It is made printable. Returns false, with "", when there is none.
 */
bool log_file_failure(const char *log, char *reason, size_t size);

/* The same for the entry "Player A failed: ..." of player `key` in an engine.log. */
bool log_file_engine_failure(const char *log, char key, char *reason, size_t size);

#endif
