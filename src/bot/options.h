/* How the bot is to think, as options: of the bot itself and of what asks it again. */
#ifndef BLASTBEAM_BOT_OPTIONS_H
#define BLASTBEAM_BOT_OPTIONS_H

#include <getopt.h>

#include "bot/map_knowledge.h"
#include "search/agent.h"

typedef struct BotOptions {
    const char *agent;
    int budget_ms;  /* 0: not said */
    uint64_t nodes; /* 0: not said */
    int threads;
    uint64_t seed;
    MapKnowledge knowledge;
} BotOptions;

/* The part of a table for getopt_long; what it returns goes to bot_options_take. */
/* clang-format off */
#define BOT_OPTIONS_TABLE                                                                          \
    {"agent", required_argument, NULL, 'a'}, {"budget-ms", required_argument, NULL, 'b'},          \
    {"nodes", required_argument, NULL, 'n'}, {"threads", required_argument, NULL, 't'},            \
    {"seed", required_argument, NULL, 's'}, {"map-knowledge", required_argument, NULL, 'k'}
/* clang-format on */

/* The beam on all processors, with no limit said. */
BotOptions bot_options_default(void);

/* Take an option of the table above. Returns false, with a message, when its value is not
 * understood; an agent is not looked at before agent_create. `option` must be of the table. */
bool bot_options_take(BotOptions *options, int option, const char *value, char *error, size_t size);

/* What --help says of map knowledge, seeds and so on, but for the limits. */
void bot_options_help(FILE *out);

/* And the agents with their settings. */
void bot_agents_help(FILE *out);

/* Read a whole number. Returns false, with a message that names the option, when it is none from
 * `low` to `high`. */
bool option_number(const char *option, const char *text, long long low, long long high,
                   long long *value, char *error, size_t size);

#endif
