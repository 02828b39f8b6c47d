/* Options of the search, shared by the bot and by `replay ask`. */
#ifndef BLASTBEAM_BOT_OPTIONS_H
#define BLASTBEAM_BOT_OPTIONS_H

#include <getopt.h>

#include "bot/map_knowledge.h"
#include "search/agent.h"

typedef struct BotOptions {
    const char *agent;
    int budget_ms;  /* 0: not given */
    uint64_t nodes; /* 0: not given */
    int threads;
    uint64_t seed;
    MapKnowledge knowledge;
} BotOptions;

/* Entries for the table of getopt_long. Its result for one of them goes to bot_options_take. */
/* clang-format off */
#define BOT_OPTIONS_TABLE                                                                          \
    {"agent", required_argument, NULL, 'a'}, {"budget-ms", required_argument, NULL, 'b'},          \
    {"nodes", required_argument, NULL, 'n'}, {"threads", required_argument, NULL, 't'},            \
    {"seed", required_argument, NULL, 's'}, {"map-knowledge", required_argument, NULL, 'k'}
/* clang-format on */

/* The beam search on all processors, without a limit. */
BotOptions bot_options_default(void);

/* Set an option of the table above from its value. Returns false, with a message in `error`, when
 * the value is not valid. The agent's name is not checked here but by agent_create. */
bool bot_options_take(BotOptions *options, int option, const char *value, char *error, size_t size);

/* Print the help for --nodes, --threads, --seed and --map-knowledge. --agent and --budget-ms differ
 * between programs. */
void bot_options_help(FILE *out);

/* Print the agents with their settings and the weights. */
void bot_agents_help(FILE *out);

/* Read a whole number. Returns false, with a message that names the option, when `text` is not a
 * whole number from `low` to `high`. */
bool option_number(const char *option, const char *text, long long low, long long high,
                   long long *value, char *error, size_t size);

#endif
