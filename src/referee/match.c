#include "referee/match.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/mapgen.h"
#include "engine/ranks.h"

/* The command of a built-in agent, who sees no more than the files would show. */
static Command ask_agent(Match *match, int player, double *ms) {
    Game game;
    State state;
    hide_powerups(&match->game, &match->state, &game, &state);
    Position position = {&game, &state, player, {0}};
    memcpy(position.last_command, match->command, sizeof position.last_command);
    Command command = player_think(&match->players[player], &position, &match->limits, ms);
    seedwriter_write_move(&match->writer, match->state.round, player, command);
    seedwriter_write_log(&match->writer, match->state.round, player, *ms, "");
    return command;
}

static Command ask_bot(Match *match, int player, double *ms) {
    char folder[ENTRANT_PATH];
    ProcessResult *result = malloc(sizeof *result);
    if (!result)
        return COMMAND_NOTHING;
    int round = match->state.round;
    seedwriter_player_folder(&match->writer, round, player, folder);
    player_run(&match->players[player], folder, &match->limits, result);
    *ms = result->ms;
    seedwriter_write_log(&match->writer, round, player, result->ms, result->output);
    free(result);
    return seedwriter_read_move(&match->writer, round, player);
}

static void ask_players(Match *match) {
    uint8_t command[MAX_PLAYERS] = {0};
    for (int p = 0; p < match->player_count; p++) {
        Player *player = &match->players[p];
        double ms = 0;
        Command answer = COMMAND_NOTHING;
        if (!state_is_alive(&match->state, p))
            continue;
        if (!player_is_given_up(player))
            answer = player->agent ? ask_agent(match, p, &ms) : ask_bot(match, p, &ms);
        player->last = player_judge(player, answer, ms, &match->limits);
        command[p] = (uint8_t)player->last;
    }
    memcpy(match->command, command, sizeof command);
}

static void play_round(Match *match, Random *random) {
    Ranks ranks = ranks_roll(random);
    for (int p = 0; p < match->player_count; p++)
        if (state_is_alive(&match->state, p) && !player_is_given_up(&match->players[p]))
            match->players[p].refused += is_refused(&match->state, p, match->command[p]);
    engine()->play(&match->game, &match->state, match->command, &ranks, &match->events);
}

bool match_play(Match *match, char *error, size_t size) {
    StartMap map;
    Random random = random_seeded((uint64_t)match->seed);
    RoundEvents *last = NULL;
    mapgen_generate(&map, match->player_count, match->seed);
    mapgen_start(&map, &match->game, &match->state);
    if (!seedwriter_open(&match->writer, match->parent, match->seed, match->players,
                         match->player_count, error, size))
        return false;
    for (int p = 0; p < match->player_count; p++)
        if (!match->players[p].agent)
            player_calibrate(&match->players[p]);
    while (!state_over(&match->game, &match->state)) {
        int round = match->state.round;
        if (!seedwriter_begin_round(&match->writer, &match->game, &match->state, last)) {
            snprintf(error, size, "cannot write round %d in %s", round, match->writer.match);
            return false;
        }
        ask_players(match);
        play_round(match, &random);
        last = &match->events;
        seedwriter_end_round(&match->writer, round, &match->state, match->command);
        if (match->watch)
            match->watch(match->context, match);
    }
    seedwriter_close(&match->writer, &match->game, &match->state, last);
    return true;
}
