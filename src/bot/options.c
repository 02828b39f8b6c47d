#include "bot/options.h"

#include <stdlib.h>

#include "agents/registry.h"
#include "platform/thread.h"
#include "search/weights.h"

BotOptions bot_options_default(void) {
    return (BotOptions){
        .agent = "beam", .threads = thread_cores(), .seed = 1, .knowledge = KNOWLEDGE_SYMMETRY};
}

bool option_number(const char *option, const char *text, long long low, long long high,
                   long long *value, char *error, size_t size) {
    char *end;
    *value = strtoll(text, &end, 10);
    if (end != text && !*end && *value >= low && *value <= high)
        return true;
    snprintf(error, size, "--%s takes a whole number from %lld to %lld, not \"%s\"", option, low,
             high, text);
    return false;
}

bool bot_options_take(BotOptions *options, int option, const char *value, char *error,
                      size_t size) {
    long long number = 0;
    bool taken = true;
    switch (option) {
    case 'a':
        options->agent = value;
        break;
    case 'b':
        taken = option_number("budget-ms", value, 1, 3600000, &number, error, size);
        options->budget_ms = (int)number;
        break;
    case 'n':
        taken = option_number("nodes", value, 1, 1000000000000, &number, error, size);
        options->nodes = (uint64_t)number;
        break;
    case 't':
        taken = option_number("threads", value, 1, 64, &number, error, size);
        options->threads = (int)number;
        break;
    case 's':
        taken = option_number("seed", value, 0, 1000000000, &number, error, size);
        options->seed = (uint64_t)number;
        break;
    default:
        taken = knowledge_read(value, &options->knowledge);
        if (!taken)
            snprintf(error, size, "--map-knowledge takes none, symmetry or seed, not \"%s\"",
                     value);
    }
    return taken;
}

void bot_options_help(FILE *out) {
    fputs("  --nodes N         search N states, whatever time it takes: the same move every time\n"
          "  --threads N       threads that search (default: the processors there are)\n"
          "  --seed N          for agents that roll dice (default 1)\n"
          "  --map-knowledge K of power-ups under walls: none, symmetry (default), seed\n",
          out);
}

void bot_agents_help(FILE *out) {
    fputs("Agents and their settings:\n", out);
    for (int i = 0; agent_kind_at(i); i++)
        fprintf(out, "%-12s %s\n%s", agent_kind_at(i)->name, agent_kind_at(i)->summary,
                agent_kind_at(i)->settings);
    fprintf(out, "Weights (settings, too):\n  %-22s %5s %5s\n", "", "beam", "rivals");
    weights_help(out);
}
