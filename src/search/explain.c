#include "search/explain.h"

#include "engine/commands.h"
#include "engine/notation.h"

static bool has_value(const SearchResult *result, Command command) {
    return result->pv.length && result->first_value[command] > -1e9f;
}

static const char *reason_against(const Root *root, Command command) {
    const char *text = root->filtered ? root_filter_reason(&root->filter, command) : "";
    unsigned allowed = root->filtered ? root->filter.allowed : root->filter.legal;
    if (*text || !(allowed >> command & 1) || has_value(&root->result, command))
        return text;
    if (root->result.pv.length == 0)
        return "not searched";
    if (root->tried >> command & 1)
        return "crowded out";
    unsigned occupied = occupied_moves(root->observation->state, root->observation->player);
    return occupied >> command & 1 ? "somebody stands there" : "waiting would not help";
}

/* Say when the best line of a command ended before the depth. */
static void explain_crowding(const SearchResult *result, Command command, FILE *out) {
    int rounds = result->first_rounds[command];
    if (has_value(result, command) && rounds && rounds < result->pv.length)
        fprintf(out, "crowded out after %d round%s", rounds, rounds == 1 ? "" : "s");
}

static void explain_first_commands(const Root *root, Command chosen) {
    const SearchResult *result = &root->result;
    FILE *out = root->request->explain;
    fprintf(out, "%-8s %8s %8s %8s\n", "first", "value", "danger", "trigger");
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        char number[16] = "-";
        if (has_value(result, c))
            snprintf(number, sizeof number, "%.2f", (double)result->first_value[c]);
        const char *text = reason_against(root, c);
        fprintf(out, "%-8s %8s %7.0f%% %7.0f%%  %s%s", command_name(c), number,
                100 * (double)root->filter.stage[STAGE_FUSES].danger[c],
                100 * (double)root->filter.stage[STAGE_TRIGGERS].danger[c],
                c == chosen ? "<- " : "", text);
        if (!*text)
            explain_crowding(result, c, out);
        fputc('\n', out);
    }
}

/* Play the PV against the prediction. */
static void play_pv(const Root *root, State *state) {
    const Prediction *prediction = &root->prediction;
    const SearchResult *result = &root->result;
    RoundEvents events;
    state_copy(state, root->observation->state);
    for (int d = 0; d < result->pv.length; d++) {
        uint8_t command[MAX_PLAYERS] = {0};
        if (d < prediction->length)
            memcpy(command, prediction->command[d], sizeof command);
        command[root->observation->player] = result->pv.command[d];
        engine()->play(root->observation->game, state, command, &RANKS_IN_ORDER, &events);
    }
}

void explain_move(const Root *root, Command chosen) {
    FILE *out = root->request->explain;
    const Observation *observation = root->observation;
    const SearchResult *result = &root->result;
    char text[NOTATION_TEXT];
    State expected;
    notation_write("now", observation->game, observation->state, NULL, text);
    fprintf(out, "%s\n", text);
    explain_first_commands(root, chosen);
    fprintf(out, "\nsearched depth=%d width=%d nodes=%llu\nexpected:", result->pv.length,
            result->widest, (unsigned long long)root->nodes);
    for (int d = 0; d < result->pv.length; d++)
        fprintf(out, " %s", command_name(result->pv.command[d]));
    play_pv(root, &expected);
    notation_write("expected", observation->game, &expected, NULL, text);
    fprintf(out, "\n\n%s", text);
}
