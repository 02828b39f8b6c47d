#include "referee/match.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/mapgen.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "processes/cleanup.h"

enum { DICE_SIDES = 100 };

static int roll(void *context) {
    return (int)random_below(context, DICE_SIDES);
}

bool match_is_stopped(const Match *match) {
    return match->stopped || interrupt_is_set(match->stop);
}

/* Ask a built-in agent for a command. It sees only what the files of the round would show. */
static Command ask_agent(Match *match, int player, double *ms) {
    Game game;
    State state;
    state_hide_powerups(&match->game, &match->state, &game, &state);
    Observation observation = {.game = &game,
                               .state = &state,
                               .player = player,
                               .trail = match->trail[player],
                               .pv = match->players[player].info.pv};
    memcpy(observation.last_command, match->command, sizeof observation.last_command);
    Command command = player_think(&match->players[player], &observation, ms);
    seed_writer_write_move(&match->writer, match->state.round, player, command);
    return command;
}

/* `name` is that of the folder, for the warning. */
static void clean_up(const Match *match, int player, const char *name, const char *folder) {
    char text[256];
    CleanupResult result = cleanup_folder(folder, CLEANUP_MS);
    if ((!result.removed && result.complete) || !match->warn)
        return;
    snprintf(text, sizeof text, "the %s of player %c in round %d was too large: removed %lld MB%s",
             name, match->players[player].key, match->state.round, result.removed >> 20,
             result.complete ? "" : ", and more is left");
    match->warn(match->context, text);
}

static void pause_on_error(const Match *match, int player) {
    char text[128];
    if (!match->pause_on_error || !match->wait_for_user || !match->players[player].wrote_to_stderr)
        return;
    snprintf(text, sizeof text, "Bot %c encountered an error, press any key to continue",
             match->players[player].key);
    match->wait_for_user(match->context, text);
}

/* Put right what the bot has done to the folder of the match, and say so. */
static void check_folder(Match *match, int player) {
    enum { WARNINGS_MAX = 3 };
    char wrong[GUARD_TEXT], text[GUARD_TEXT + 128];
    Player *culprit = &match->players[player];
    seed_writer_check(&match->writer, wrong);
    if (!wrong[0])
        return;
    snprintf(text, sizeof text, "after player %c ran in round %d: %s; it was put right",
             culprit->key, match->state.round, wrong);
    log_add(&match->log, 'E', "%s", text);
    if (culprit->tampered++ < WARNINGS_MAX && match->warn)
        match->warn(match->context, text);
}

/* Count the failure of a run that ended in time, or that wrote no move. */
static void note_failure(Match *match, int player, const PlayerRun *run, bool has_move) {
    const char *failure = run->failure[0] ? run->failure : "no move in move.txt";
    if (run->timed_out || (has_move && !run->failure[0]))
        return;
    player_add_failure(&match->players[player], match->state.round, failure);
    match->players[player].missing += !run->failure[0];
    log_add(&match->log, 'E', "Player %c failed: %s", match->players[player].key, failure);
}

static void check_quota(Match *match, Player *player) {
    char text[128];
    player->over_quota = !player_check_quota(player);
    if (!player->over_quota || !match->warn)
        return;
    snprintf(text, sizeof text,
             "the folder of player %c has grown by more than %d MB: it is not started any more",
             player->key, PLAYER_QUOTA_MB);
    match->warn(match->context, text);
}

/* The path of the folder of a player that lasts for the match. Returns false when it has none. */
static bool memory_folder(const Match *match, int player, char path[PLAYER_PATH]) {
    const Player *own = &match->players[player];
    snprintf(path, PLAYER_PATH, "%s/memory-%c", match->writer.match, own->key);
    return player_is_bot(own) && own->sandbox.on && own->sandbox.keep_memory;
}

static void remove_memory_folders(const Match *match) {
    char path[PLAYER_PATH];
    for (int p = 0; p < match->player_count; p++)
        if (memory_folder(match, p, path))
            cleanup_remove(path, CLEANUP_MS);
}

static Command ask_bot(Match *match, int player, double *ms) {
    char folder[PLAYER_PATH], memory[PLAYER_PATH];
    const char *hidden[MAX_PLAYERS];
    int round = match->state.round;
    SandboxView view = seed_writer_view(&match->writer, round, player, hidden);
    Command command;
    Player *own = &match->players[player];
    if (own->over_quota) {
        note_failure(match, player, &(PlayerRun){.failure = "not started: its folder is too large"},
                     false);
        return COMMAND_NOTHING;
    }
    seed_writer_player_folder(&match->writer, round, player, folder);
    if (memory_folder(match, player, memory) && folder_create(memory))
        view.memory = memory;
    PlayerRun run = player_run(&match->players[player], folder, &view, match->stop);
    *ms = run.ms;
    match->refused = run.refused && !match_is_stopped(match);
    if (match->refused || run.interrupted) {
        match->stopped = true;
        return COMMAND_NOTHING;
    }
    pause_on_error(match, player);
    check_folder(match, player);
    check_quota(match, own);
    bool has_move = seed_writer_take_move(&match->writer, round, player, &command);
    note_failure(match, player, &run, has_move);
    clean_up(match, player, "folder", folder);
    if (view.memory)
        clean_up(match, player, "TMPDIR folder", memory);
    return command;
}

static Command ask_human(Match *match, int player) {
    Command command = match->ask ? match->ask(match->context, match, player) : COMMAND_NOTHING;
    seed_writer_write_move(&match->writer, match->state.round, player, command);
    return command;
}

/* Ask a living player for a command and apply the rules of the harness to it. */
static Command ask_player(Match *match, int p) {
    Player *player = &match->players[p];
    double ms = 0;
    if (player->human)
        return ask_human(match, p);
    if (!player->agent)
        player_log_warnings(player);
    if (player_is_disqualified(player))
        return COMMAND_TRIGGER;
    Command answer = player->agent ? ask_agent(match, p, &ms) : ask_bot(match, p, &ms);
    int late = player->late;
    Command command = player_apply_harness_rules(player, answer, ms);
    SeatResult *result = &match->result.seats[p];
    judge_add_move(&match->judge, p, ms, player->late > late);
    result->depth += player->info.depth;
    result->nodes += (double)player->info.nodes;
    if (!player_skips_log(player))
        seed_writer_write_log(&match->writer, match->state.round, p);
    return command;
}

static int last_living(const State *state) {
    int last = state->players - 1;
    while (last > 0 && !state_is_alive(state, last))
        last--;
    return last;
}

static EngineLog make_engine_log(Match *match) {
    EngineLog engine_log = {.game = &match->game, .engine = &match->log};
    for (int p = 0; p < match->player_count; p++) {
        Player *player = &match->players[p];
        engine_log.players[p] = player->human ? NULL : &player->log;
        engine_log.key[p] = player->key;
    }
    return engine_log;
}

/* Give a player its files of the round and, when it is alive, ask it for a command. */
static void give_turn(Match *match, const EngineLog *engine_log, int p) {
    Player *player = &match->players[p];
    int round = match->state.round;
    seed_writer_give_state(&match->writer, round, p);
    if (!state_is_alive(&match->state, p))
        return;
    if (round == 0 && player_is_bot(player)) {
        player_calibrate(player);
        player_check_quota(player);
    }
    player->last = ask_player(match, p);
    engine_log_command(engine_log, &match->state, p, player->last);
}

/* Give each player in turn its files and ask it for a command. As in the engine, players after the
 * last living one are skipped: the command of the last living player starts the round. */
static void ask_players(Match *match) {
    EngineLog engine_log = make_engine_log(match);
    int last = last_living(&match->state);
    for (int p = 0; p <= last && !match_is_stopped(match); p++)
        if (!match->people_last || !match->players[p].human)
            give_turn(match, &engine_log, p);
    for (int p = 0; match->people_last && p <= last && !match_is_stopped(match); p++)
        if (match->players[p].human)
            give_turn(match, &engine_log, p);
    for (int p = 0; p < MAX_PLAYERS; p++)
        match->command[p] =
            state_is_alive(&match->state, p) ? (uint8_t)match->players[p].last : COMMAND_NOTHING;
}

static void play_round(Match *match) {
    EngineLog engine_log = make_engine_log(match);
    Dice dice = match->dice.roll ? match->dice : (Dice){roll, &match->random};
    judge_begin_round(&match->judge, &match->state);
    for (int p = 0; p < match->state.players; p++)
        trail_add(&match->trail[p], match->state.cell[p]);
    Ranks ranks = engine_log_begin(&engine_log, &match->state, match->command, &dice);
    engine()->play(&match->game, &match->state, match->command, &ranks, &match->events);
    engine_log_end(&engine_log, &match->state, &match->events);
    judge_end_round(&match->judge, &match->game, &match->state, match->command, &match->events);
}

static void register_players(Match *match) {
    for (int p = 0; p < match->player_count; p++)
        if (player_is_bot(&match->players[p]))
            log_add(&match->log, 'I', "Loaded bot %s", match->players[p].given_path);
    for (int p = 0; p < match->player_count; p++)
        log_add(&match->log, 'I', "Registered player %s", match->players[p].name);
    log_add(&match->log, 'I', "\tOK!");
}

/* Write the final state for all players. As in the engine, players that were skipped in some round
 * also get it in the folder of the round that would follow. */
static void finish(Match *match, unsigned skipped, const RoundEvents *last) {
    seed_writer_close(&match->writer, &match->game, &match->state, last);
    for (int p = 0; p < match->player_count; p++)
        if (skipped >> p & 1)
            seed_writer_give_final_state(&match->writer, &match->state, p);
}

static void call_on_round(const Match *match) {
    if (match->on_round)
        match->on_round(match->context, match);
}

/* `consequence` completes the message. */
static void warn_unwritten(const Match *match, const char *consequence) {
    char text[2 * PLAYER_PATH];
    if (!match->writer.unwritten || !match->warn)
        return;
    snprintf(text, sizeof text, "%d files could not be written in %s: %s; %s",
             match->writer.unwritten, match->writer.match, strerror(match->writer.error),
             consequence);
    match->warn(match->context, text);
}

static bool is_over(const Match *match) {
    return state_over(&match->game, &match->state) ||
           (match->adjudicate && judge_is_decided(&match->game, &match->state));
}

static void play_rounds(Match *match) {
    RoundEvents *last = NULL;
    unsigned skipped = 0;
    while (!is_over(match)) {
        int round = match->state.round, unwritten = match->writer.unwritten;
        skipped |= ~0u << (last_living(&match->state) + 1);
        seed_writer_begin_round(&match->writer, &match->game, &match->state, last);
        ask_players(match);
        if (match_is_stopped(match))
            break;
        play_round(match);
        last = &match->events;
        seed_writer_end_round(&match->writer, round, &match->log);
        if (!unwritten)
            warn_unwritten(match, "the match continues");
        call_on_round(match);
    }
    finish(match, skipped, last);
    remove_memory_folders(match);
    warn_unwritten(match, "the folder is incomplete");
}

static void finish_result(Match *match) {
    judge_finish(&match->judge, &match->game, &match->state);
    for (int p = 0; p < match->player_count; p++) {
        match->result.seats[p].failed = match->players[p].failed;
        match->result.seats[p].missing = match->players[p].missing;
    }
}

bool match_play(Match *match, char *error, size_t size) {
    StartMap map;
    char folder[PLAYER_PATH];
    match->random = random_seeded((uint64_t)match->seed);
    mapgen_generate(&map, match->player_count, match->seed);
    mapgen_start(&map, &match->game, &match->state);
    snprintf(folder, sizeof folder, "%s/%d", match->parent ? match->parent : ".", match->seed);
    if (!seed_writer_open(&match->writer, match->folder ? match->folder : folder, match->seed,
                          match->players, match->player_count, error, size))
        return false;
    match->writer.answers_visible = match->answers_visible;
    if (!judge_open(&match->judge, match->player_count, match->judge_deaths, &match->result)) {
        snprintf(error, size, "not enough memory");
        return false;
    }
    register_players(match);
    memset(&match->events, 0, sizeof match->events);
    call_on_round(match);
    play_rounds(match);
    if (!match_is_stopped(match))
        finish_result(match);
    judge_close(&match->judge);
    seed_writer_free(&match->writer);
    log_clear(&match->log);
    if (match->refused)
        snprintf(error, size,
                 "round %d: the system does not let a bot start (too many processes, or too little "
                 "memory?); the match was left unfinished in %s",
                 match->state.round, match->writer.match);
    return !match->refused;
}
