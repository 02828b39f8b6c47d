#include "arena/rerun.h"

#include <errno.h>
#include <stdlib.h>

#include "arena/bot_game.h"
#include "arena/options.h"
#include "platform/number.h"
#include "processes/cleanup.h"

enum { PATH = 4096 };

/* The context of the observer that writes a game into a seed folder. */
typedef struct FolderWriter {
    SeedWriter writer;
    Player players[MAX_PLAYERS];
} FolderWriter;

static void write_begin(void *context, const Game *game, const State *state,
                        const RoundEvents *last) {
    FolderWriter *folder = context;
    seed_writer_begin_round(&folder->writer, game, state, last);
    for (int p = 0; p < state->players; p++)
        seed_writer_give_state(&folder->writer, state->round, p);
}

static void write_commands(void *context, const State *state, const uint8_t command[MAX_PLAYERS],
                           const double ms[MAX_PLAYERS]) {
    FolderWriter *folder = context;
    Log log = {0};
    for (int p = 0; p < state->players; p++) {
        if (!state_is_alive(state, p))
            continue;
        Player *player = &folder->players[p];
        log_add(&player->log, 'I', "%s after %.3f ms", command_name(command[p]), ms[p]);
        seed_writer_write_move(&folder->writer, state->round, p, command[p]);
        seed_writer_write_log(&folder->writer, state->round, p);
        log_add(&log, 'I', "Player %c: %s", player->key, command_name(command[p]));
    }
    seed_writer_end_round(&folder->writer, state->round, &log);
    log_clear(&log);
}

static void write_end(void *context, const Game *game, const State *state,
                      const RoundEvents *last) {
    FolderWriter *folder = context;
    seed_writer_close(&folder->writer, game, state, last);
}

static bool play_and_write(Rerun *rerun, const GameSettings *settings, const char *parent,
                           char *error, size_t size) {
    char path[PATH];
    const GameSpec *spec = rerun->spec;
    FolderWriter *folder = calloc(1, sizeof *folder);
    if (!folder)
        return false;
    for (int p = 0; p < settings->players && p < MAX_PLAYERS; p++) {
        folder->players[p].key = (char)('A' + p);
        player_name_agent(&folder->players[p], spec->agents[p]);
    }
    GameSettings observed = *settings;
    const GameObserver observer = {.on_round = write_begin,
                                   .on_commands = write_commands,
                                   .on_end = write_end,
                                   .context = folder};
    observed.observer = &observer;
    snprintf(path, sizeof path, "%s/%d", parent, spec->seed);
    bool played = seed_writer_open(&folder->writer, path, spec->seed, folder->players,
                                   settings->players, error, size) &&
                  game_play(spec, &observed, &rerun->played, error, size);
    snprintf(rerun->folder, sizeof rerun->folder, "%s", folder->writer.match);
    bool whole = folder->writer.unwritten == 0;
    if (played && !whole)
        snprintf(error, size, "cannot write %s: %s", rerun->folder, strerror(folder->writer.error));
    played = played && whole;
    seed_writer_free(&folder->writer);
    for (int p = 0; p < settings->players; p++)
        log_clear(&folder->players[p].log);
    free(folder);
    return played;
}

/* Advance to the line of a game. */
static bool find_game(GameLines *lines, int number) {
    while (game_lines_next(lines))
        if (!lines->part.what && record_number(lines->text) == number)
            return true;
    return false;
}

/* Find the tournament and the game of a line. */
static bool read_game(Rerun *rerun, Tournament *tournament, const char *line, int number,
                      char *error, size_t size) {
    int games;
    snprintf(error, size, "game %d: this arena cannot read its line", number);
    if (!record_arguments(line, &games, rerun->arguments) ||
        !options_recorded(tournament, rerun->arguments, games, error, size) ||
        !results_open(&rerun->results, tournament, error, size))
        return false;
    snprintf(error, size, "game %d: this arena cannot read its line", number);
    record_commit(line, rerun->results.frame.commit);
    rerun->spec = number < rerun->results.count ? &rerun->results.specs[number] : NULL;
    return rerun->spec && record_read(line, &rerun->results.frame, rerun->spec, &rerun->recorded);
}

static bool split_name(const char *which, char path[PATH], int *number) {
    const char *colon = strrchr(which, ':');
    long long value;
    if (!colon || colon == which || colon - which >= PATH ||
        !number_whole(colon + 1, 0, (1 << 30) - 1, &value))
        return false;
    memcpy(path, which, (size_t)(colon - which));
    path[colon - which] = 0;
    *number = (int)value;
    return true;
}

static bool load(Rerun *rerun, Tournament *tournament, const char *which, char *error,
                 size_t size) {
    char path[PATH];
    int number;
    if (!split_name(which, path, &number)) {
        snprintf(error, size, "--replay-game takes FILE:N, N the number of a game, not \"%s\"",
                 which);
        return false;
    }
    GameLines lines;
    bool found = game_lines_open(&lines, path) && find_game(&lines, number);
    bool loaded = found && read_game(rerun, tournament, lines.text, number, error, size);
    if (!game_lines_close(&lines))
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
    else if (!found)
        snprintf(error, size, "%s holds no game %d", path, number);
    return loaded;
}

/* True when an agent of the game has a limit of time. */
static bool depends_on_time(const Rerun *rerun, const GameSettings *settings) {
    const ContenderLimits general = game_limits(settings);
    char error[256];
    bool timed = false;
    for (int p = 0; p < settings->players; p++) {
        Contender contender;
        if (contender_read(rerun->spec->agents[p], &contender, error, sizeof error))
            timed |= contender_limits(&contender, general).budget_ms > 0;
    }
    return timed;
}

/* The folder is written also when it is not wanted, because bots need it, and then removed. */
static bool play_bots(Rerun *rerun, const GameSettings *settings, const char *parent, char *error,
                      size_t size) {
    GameSettings own = *settings;
    BotGame *game = malloc(sizeof *game);
    char scratch[BOT_GAME_PATH] = "", said[512] = "";
    own.bots.folder = parent;
    own.bots.keep = parent != NULL;
    bool played =
        game &&
        bot_settings_prepare(&own.bots, &(BotWishes){0}, scratch, said, sizeof said, error, size) &&
        bot_game_play(rerun->spec, &own, NULL, game, error, size);
    if (said[0])
        fprintf(stderr, "arena: %s\n", said);
    if (played) {
        rerun->played = game->result;
        rerun->timed = true;
        snprintf(rerun->folder, sizeof rerun->folder, "%s", game->folder);
        if (game->note[0])
            fprintf(stderr, "%s\n", game->note);
    }
    if (scratch[0])
        cleanup_remove(scratch, CLEANUP_MS);
    free(game);
    return played;
}

bool rerun_play(Rerun *rerun, const char *which, const char *parent, char *error, size_t size) {
    Tournament tournament;
    memset(rerun, 0, sizeof *rerun);
    if (!load(rerun, &tournament, which, error, size))
        return false;
    const GameSettings *settings = &tournament.settings;
    rerun->timed = depends_on_time(rerun, settings);
    bool played = contenders_have_bot(rerun->spec->agents, settings->players)
                      ? play_bots(rerun, settings, parent, error, size)
                  : parent ? play_and_write(rerun, settings, parent, error, size)
                           : game_play(rerun->spec, settings, &rerun->played, error, size);
    if (!played)
        return false;
    rerun->same = record_same_game(&rerun->recorded, &rerun->played, settings->players);
    return true;
}

void rerun_print(const Rerun *rerun) {
    const GameSpec *spec = rerun->spec;
    printf("game=%d seed=%d rounds=%d", spec->number, spec->seed, rerun->played.rounds);
    for (int p = 0; p < rerun->results.frame.players; p++) {
        const SeatResult *seat = &rerun->played.seats[p];
        printf(" %c=%s:place=%d,points=%d", 'A' + p, spec->agents[p], seat->place, seat->points);
    }
    printf("\nsame=%s%s\n", rerun->same ? "yes" : "no",
           rerun->timed ? " (moves depend on time)" : "");
    if (rerun->results.frame.commit[0])
        printf("the file is of commit %s\n", rerun->results.frame.commit);
    if (rerun->folder[0])
        printf("the match is in %s\n", rerun->folder);
}

void rerun_close(Rerun *rerun) {
    results_close(&rerun->results);
}
