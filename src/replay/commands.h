/* The subcommands of bin/replay.
 *
 * Each takes its arguments as main does, with its own name ("replay show") first, and returns the
 * exit status of the program: 0, 1 when something is wrong with the match, 2 when something is
 * wrong with the arguments. The reason for 1 or 2 is then on standard error or, for `verify`, in
 * its report.
 */
#ifndef BLASTBEAM_REPLAY_COMMANDS_H
#define BLASTBEAM_REPLAY_COMMANDS_H

#include <stdbool.h>

typedef struct MatchReplay MatchReplay;

int replay_show(int argc, char **argv);
int replay_verify(int argc, char **argv);
int replay_ask(int argc, char **argv);
int replay_blunders(int argc, char **argv);
int replay_html(int argc, char **argv);

/* Load a match and list on standard error what is missing in it. Returns NULL, with a message
 * there, when no round can be read; else the caller frees it with match_replay_free. */
MatchReplay *open_replay(const char *path);

/* The index of the moment at which `round` begins, or -1 with a message on standard error. */
int find_moment(const MatchReplay *replay, const char *path, int round);

/* Report wrong arguments of `name` ("replay ask") on standard error. Returns the exit status 2. */
__attribute__((format(printf, 2, 3))) int misuse(const char *name, const char *format, ...);

/* Read the value of --round. Returns false after reporting that it is wrong. */
bool read_round_option(const char *name, const char *text, int *round);

#endif
