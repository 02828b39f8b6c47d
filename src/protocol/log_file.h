/* log.txt in a player's folder of a round: what the engine wrote about the bot's process, and what
 * the bot printed.
 */
#ifndef BLASTBEAM_PROTOCOL_LOG_FILE_H
#define BLASTBEAM_PROTOCOL_LOG_FILE_H

#include <stdbool.h>

/* The engine's limit on the wall clock of a bot's process, before the calibration is added. */
enum { ENGINE_LIMIT_MS = 2000 };

/* The bot's extra time in milliseconds, from "can run an additional 37ms"; -1 when it is not there.
 * Only the log of round 0 has this line. */
int log_file_calibration_ms(const char *log);

/* The milliseconds that the engine measured for the process, from "total execution time was
 * 00:00:01.2345678"; -1 when they are not there. */
double log_file_execution_ms(const char *log);

/* The milliseconds that the bot measured itself, from "Output from bot: move=up(1) ... ms=1234
 * ..."; -1 when they are not there. */
int log_file_bot_ms(const char *log);

/* True when the engine dropped the command because the process ran too long: the log has a time of
 * at least ENGINE_LIMIT_MS and the engine's message. A match without a limit (bin/referee
 * --nolimit) has only the time. */
bool log_file_is_late(const char *log);

#endif
