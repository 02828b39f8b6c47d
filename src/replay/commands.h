/* The subcommands of bin/replay. Each takes its arguments as main does, its own name first, and
 * returns the exit status of the program: 0, 1 when something is wrong with the match, 2 when it is
 * with the arguments; why is on standard error then. */
#ifndef BLASTBEAM_REPLAY_COMMANDS_H
#define BLASTBEAM_REPLAY_COMMANDS_H

#include "records/match_replay.h"

int replay_show(int argc, char **argv);
int replay_verify(int argc, char **argv);
int replay_ask(int argc, char **argv);
int replay_blunders(int argc, char **argv);
int replay_html(int argc, char **argv);

/* Load a match and say on standard error what is missing of it. NULL, with a message there, when
 * nothing can be read. */
MatchReplay *open_replay(const char *path);

/* Whether the film begins, ends and breaks off: "rounds 0 to 107" for messages. */
void match_replay_extent(const MatchReplay *replay, char *text, size_t size);

/* The moment at which `round` begins, or -1 with a message. */
int find_moment(const MatchReplay *replay, const char *path, int round);

/* Say that the arguments of `name` ("replay ask") are wrong. Returns 2. */
__attribute__((format(printf, 2, 3))) int misuse(const char *name, const char *format, ...);

#endif
