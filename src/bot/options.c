#include "bot/options.h"

#include "agents/registry.h"
#include "platform/number.h"
#include "platform/thread.h"
#include "search/weights.h"

BotOptions bot_options_default(void) {
    return (BotOptions){
        .agent = "beam", .threads = thread_cores(), .seed = 1, .knowledge = KNOWLEDGE_SYMMETRY};
}

bool option_number(const char *option, const char *text, long long low, long long high,
                   long long *value, char *error, size_t size) {
    if (number_whole(text, low, high, value))
        return true;
    snprintf(error, size, "--%s takes a whole number from %lld to %lld, not \"%s\"", option, low,
             high, text);
    return false;
}

bool bot_options_take(BotOptions *options, int option, const char *value, char *error,
                      size_t size) {
    long long number = 0;
    bool valid = true;
    switch (option) {
    case 'a':
        options->agent = value;
        break;
    case 'b':
        valid = option_number("budget-ms", value, 1, 3600000, &number, error, size);
        options->budget_ms = (int)number;
        break;
    case 'n':
        valid = option_number("nodes", value, 1, 1000000000000, &number, error, size);
        options->nodes = (uint64_t)number;
        break;
    case 't':
        valid = option_number("threads", value, 1, 64, &number, error, size);
        options->threads = (int)number;
        break;
    case 's':
        valid = option_number("seed", value, 0, 1000000000, &number, error, size);
        options->seed = (uint64_t)number;
        break;
    default:
        valid = map_knowledge_read(value, &options->knowledge);
        if (!valid)
            snprintf(error, size, "--map-knowledge takes none, symmetry or seed, not \"%s\"",
                     value);
    }
    return valid;
}

void bot_options_help(FILE *out) {
    fputs(
        "  --nodes N         search N states regardless of time; the move is always the same\n"
        "  --threads N       threads for the search (default: one per processor)\n"
        "  --seed N          seed for agents that use random numbers (default 1)\n"
        "  --map-knowledge K what the bot knows of power-ups under walls. none: nothing; symmetry\n"
        "                    (default): what the others in sight tell with four players; seed:\n"
        "                    all of them, as the engine makes them from the seed in state.json\n",
        out);
}

void bot_agents_help(FILE *out) {
    fputs("Agents and their settings:\n", out);
    for (int i = 0; agent_kind_at(i); i++)
        fprintf(out, "%-12s %s\n%s", agent_kind_at(i)->name, agent_kind_at(i)->summary,
                agent_kind_at(i)->settings);
    fprintf(out, "Weights (also settings):\n  %-22s %5s %5s\n", "", "beam", "rivals");
    weights_help(out);
}
