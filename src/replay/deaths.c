#include "replay/deaths.h"

#include "engine/blast.h"
#include "records/match_replay.h"
#include "safety/unforced.h"

/* Rounds that the engine may play in the search for one escape. The limit keeps the time for a
 * death down to a few seconds. */
enum { NODE_LIMIT = 3000000 };

bool next_death(const MatchReplay *replay, int *index, int *player) {
    for (; *index + 1 < replay->count; ++*index, *player = -1) {
        const Snapshot *now = &replay->moments[*index].snapshot;
        const Snapshot *next = &replay->moments[*index + 1].snapshot;
        while (++*player < now->player_count)
            if (!now->players[*player].killed && next->players[*player].killed)
                return true;
    }
    return false;
}

static PlayedRounds played_rounds(const MatchReplay *replay, int index, int rounds) {
    PlayedRounds played = {.rounds = rounds};
    for (int i = 0; i < rounds; i++) {
        const ReplayMoment *moment = &replay->moments[index + i];
        for (int p = 0; p < moment->snapshot.player_count && p < MAX_PLAYERS; p++)
            played.command[i][p] = (uint8_t)moment->command[p];
        played.ranks[i] = snapshot_ranks(&moment->snapshot, &moment[1].snapshot);
    }
    return played;
}

/* Play the round of death and find the owners of the bombs whose blasts reach the player. */
static void find_killers(const MatchReplay *replay, Death *death) {
    Game game;
    State before, after;
    RoundEvents events;
    PlayedRounds played = played_rounds(replay, death->index, 1);
    match_replay_state(replay, death->index, true, &game, &before);
    after = before;
    engine()->play(&game, &after, played.command[0], &played.ranks[0], &events);
    death->reproduced = events.killed >> death->player & 1;
    Cell cell = after.cell[death->player];
    Detonation detonation;
    detonate(&before, events.exploded, &detonation);
    for (int p = 0; p < before.players; p++)
        for (unsigned rest = events.exploded & before.owned[p]; rest; rest &= rest - 1)
            if (blast_marks(&detonation.blast[__builtin_ctz(rest)], cell,
                            state_has_bomb(&before, cell)))
                death->killers |= 1u << p;
}

/* The index of the moment `rounds` - 1 rounds before the round of death; -1 when it or a round in
 * between is missing. */
static int moment_before(const MatchReplay *replay, const Death *death, int rounds) {
    int index = death->index - rounds + 1;
    if (index < 0)
        return -1;
    int gap = replay->moments[death->index].snapshot.round - replay->moments[index].snapshot.round;
    return gap == rounds - 1 ? index : -1;
}

static bool find_chance(const MatchReplay *replay, Death *death) {
    for (int rounds = 1; rounds <= COUNTERFACTUAL_ROUNDS; rounds++) {
        int index = moment_before(replay, death, rounds);
        Game game;
        State state;
        if (index < 0 || !match_replay_state(replay, index, true, &game, &state))
            return true;
        PlayedRounds played = played_rounds(replay, index, rounds);
        if (!counterfactual_search(engine(), &game, &state, &played, death->player, &death->chance))
            return false;
        if (!death->chance.found && !death->chance.complete)
            return true;
        death->chance_tried = rounds;
        death->chance_rounds = death->chance.found ? rounds : 0;
        if (death->chance_rounds)
            return true;
    }
    return true;
}

/* An escape from every reply of the others is also an escape from what they played, so the search
 * starts at the last chance. */
static void find_escape_from_all(const MatchReplay *replay, Death *death) {
    if (!death->chance_rounds)
        return;
    death->escape_tried = death->chance_rounds - 1;
    for (int rounds = death->chance_rounds; rounds <= ESCAPE_ROUNDS; rounds++) {
        int index = moment_before(replay, death, rounds);
        Game game;
        State state;
        if (index < 0 || !match_replay_state(replay, index, true, &game, &state))
            return;
        Escape escape = find_escape(engine(), &game, &state, rounds, death->player, NODE_LIMIT,
                                    &death->escape_commands);
        if (escape == ESCAPE_UNKNOWN)
            return;
        death->escape_tried = rounds;
        death->escape_rounds = escape == ESCAPE_FOUND ? rounds : 0;
        if (death->escape_rounds)
            return;
    }
}

bool analyse_death(const MatchReplay *replay, int index, int player, Death *death) {
    memset(death, 0, sizeof *death);
    death->index = index;
    death->player = player;
    find_killers(replay, death);
    if (!find_chance(replay, death))
        return false;
    find_escape_from_all(replay, death);
    return true;
}

int death_points_lost(const MatchReplay *replay, const Death *death) {
    int points = replay->moments[death->index + 1].snapshot.players[death->player].points;
    return death->chance_rounds ? death->chance.points - points : 0;
}
