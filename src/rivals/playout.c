#include "rivals/playout.h"

#include <stdio.h>

#include "platform/clock.h"
#include "safety/survival.h"

void line_begin(Line *line, const State *root) {
    line->played = 0;
    line->nodes = 0;
    line->discount[0] = 1;
    memset(line->won[0], 0, sizeof line->won[0]);
    state_copy(&line->state[0], root);
}

static void count_points(Line *line, int depth) {
    for (int p = 0; p < MAX_PLAYERS; p++) {
        const Evaluation *evaluation = line->evaluation[p];
        if (!evaluation)
            continue;
        line->discount[depth + 1] = line->discount[depth] * evaluation->weights->discount;
        line->won[depth + 1][p] =
            line->won[depth][p] + line->discount[depth] * points_won(evaluation,
                                                                     &line->state[depth],
                                                                     &line->state[depth + 1]);
    }
}

static const Evaluation *any_evaluation(const Line *line) {
    int p = 0;
    while (!line->evaluation[p])
        p++;
    return line->evaluation[p];
}

void line_play(Line *line, int depth, const uint8_t command[MAX_PLAYERS]) {
    if (depth < line->played && memcmp(line->command[depth], command, MAX_PLAYERS) == 0)
        return;
    const Evaluation *any = any_evaluation(line);
    RoundEvents events;
    memcpy(line->command[depth], command, MAX_PLAYERS);
    state_copy(&line->state[depth + 1], &line->state[depth]);
    any->engine->play(any->game, &line->state[depth + 1], command, &RANKS_IN_ORDER, &events);
    count_points(line, depth);
    line->played = depth + 1;
    line->nodes++;
}

uint8_t playout_command(const PlayoutRule *rule, int depth, int player, unsigned mask,
                        Random *random) {
    enum { GRAIN = 1 << 16 };
    if (rule->pvs && depth < rule->pvs->length) {
        uint8_t command = rule->pvs->command[depth][player];
        bool follow = (float)random_below(random, GRAIN) < rule->follow * GRAIN;
        if (follow && mask >> command & 1)
            return command;
    }
    return (uint8_t)random_bit(random, mask);
}

/* One round of a playout. Returns false when a mover died. */
static bool play_random(Line *line, int depth, const PlayoutRule *rule, Random *random) {
    const State *state = &line->state[depth];
    uint8_t command[MAX_PLAYERS] = {0};
    unsigned mask[MAX_PLAYERS] = {0}, choosing = rule->movers & state->alive, dead;
    if (rule->prediction && depth < rule->prediction->length)
        memcpy(command, rule->prediction->command[depth], sizeof command);
    for (int p = 0; p < MAX_PLAYERS; p++)
        if (choosing >> p & 1)
            mask[p] = state_legal(state, p);
    do {
        for (int p = 0; p < MAX_PLAYERS; p++)
            if (choosing >> p & 1)
                command[p] = playout_command(rule, depth, p, mask[p], random);
        line_play(line, depth, command);
        choosing = dead = rule->movers & state->alive & ~line->state[depth + 1].alive;
        for (int p = 0; p < MAX_PLAYERS; p++)
            if (choosing >> p & 1 && !(mask[p] &= ~(1u << command[p])))
                choosing &= ~(1u << p);
    } while (choosing);
    return !dead;
}

int playout(Line *line, int depth, int end, const PlayoutRule *rule, Random *random) {
    const Game *game = any_evaluation(line)->game;
    while (depth < end && !state_over(game, &line->state[depth]))
        if (!play_random(line, depth++, rule, random))
            break;
    return depth;
}

bool playout_fits(int rounds, int depth, char *error, size_t size) {
    if (rounds <= depth || rounds == LINE_LENGTH)
        return true;
    snprintf(error, size, "playout=%d would be cut off by depth=%d: give depth=%d, too", rounds,
             depth, rounds);
    return false;
}

float line_value(const Line *line, int depth, int player, float root_value) {
    const Evaluation *evaluation = line->evaluation[player];
    float value = evaluate(evaluation, &line->state[depth]);
    return line->won[depth][player] + line->discount[depth] * (value - root_value);
}

bool line_survives(const Line *line, int depth, int player) {
    const State *state = &line->state[depth];
    return survives(line->evaluation[player]->engine, state, player, THREAT_TRIGGERS);
}

bool line_should_stop(const Line *line, unsigned simulations, const SearchLimits *limits) {
    enum { CLOCK_INTERVAL = 8 };
    if (limits->nodes && line->nodes >= limits->nodes)
        return true;
    return limits->deadline && simulations % CLOCK_INTERVAL == 0 && clock_now() >= limits->deadline;
}
