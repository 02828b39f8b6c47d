#include "search/explain.h"

#include "engine/notation.h"

static bool has_value(const Plan *plan, Command command) {
    return plan->length && plan->first_value[command] > -1e9f;
}

static const char *objection(const RootMoves *root, Command command) {
    const char *text = root->strike ? first_move_objection(&root->first, command) : "";
    unsigned allowed = root->strike ? root->first.allowed : root->first.legal;
    if (*text || !(allowed >> command & 1) || has_value(&root->plan, command))
        return text;
    if (root->plan.length == 0)
        return "not searched";
    if (root->tried >> command & 1)
        return "crowded out";
    unsigned occupied = occupied_moves(root->observation->state, root->observation->player);
    return occupied >> command & 1 ? "somebody stands there" : "waiting would not help";
}

/* How a value was found that is not one of the whole depth. */
static void explain_crowding(const Plan *plan, Command command, FILE *out) {
    int rounds = plan->first_rounds[command];
    if (has_value(plan, command) && rounds && rounds < plan->length)
        fprintf(out, "crowded out after %d round%s", rounds, rounds == 1 ? "" : "s");
}

static void explain_first_commands(const RootMoves *root, Command chosen) {
    const Plan *plan = &root->plan;
    FILE *out = root->budget->explain;
    fprintf(out, "%-8s %8s %8s %8s\n", "first", "value", "danger", "hostile");
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        char number[16] = "-";
        if (has_value(plan, c))
            snprintf(number, sizeof number, "%.2f", (double)plan->first_value[c]);
        const char *text = objection(root, c);
        fprintf(out, "%-8s %8s %7.0f%% %7.0f%%  %s%s", command_name(c), number,
                100 * (double)root->first.calm.danger[c],
                100 * (double)root->first.hostile.danger[c], c == chosen ? "<- " : "", text);
        if (!*text)
            explain_crowding(plan, c, out);
        fputc('\n', out);
    }
}

/* Play the plan and what is expected of the others. */
static void follow_plan(const RootMoves *root, State *state) {
    const Script *script = &root->script;
    const Plan *plan = &root->plan;
    RoundEvents events;
    state_copy(state, root->observation->state);
    for (int d = 0; d < plan->length; d++) {
        uint8_t command[MAX_PLAYERS] = {0};
        if (d < script->length)
            memcpy(command, script->command[d], sizeof command);
        command[root->observation->player] = plan->command[d];
        engine()->play(root->observation->game, state, command, &RANKS_IN_ORDER, &events);
    }
}

void explain_move(const RootMoves *root, Command chosen) {
    FILE *out = root->budget->explain;
    const Observation *observation = root->observation;
    const Plan *plan = &root->plan;
    char text[NOTATION_TEXT];
    State expected;
    notation_write("now", observation->game, observation->state, NULL, text);
    fprintf(out, "%s\n", text);
    explain_first_commands(root, chosen);
    fprintf(out, "\nsearched depth=%d width=%d nodes=%llu\nexpected:", plan->length, plan->widest,
            (unsigned long long)root->nodes);
    for (int d = 0; d < plan->length; d++)
        fprintf(out, " %s", command_name(plan->command[d]));
    follow_plan(root, &expected);
    notation_write("expected", observation->game, &expected, NULL, text);
    fprintf(out, "\n\n%s", text);
}
