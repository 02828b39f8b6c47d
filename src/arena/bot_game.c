#include "arena/bot_game.h"

#include <errno.h>
#include <stdlib.h>

#include "platform/memory.h"
#include "processes/cleanup.h"
#include "referee/match.h"

/* A bot's own limit of time replaces that of the engine, and it is killed after twice the time. */
static TimeLimits player_limits(const Contender *contender, const GameSettings *settings) {
    TimeLimits limits = engine_limits;
    ContenderLimits agent = contender_limits(contender, game_limits(settings));
    limits.unlimited = settings->bots.unlimited;
    limits.agent_ms = agent.budget_ms;
    limits.agent_nodes = agent.nodes;
    limits.agent_threads = agent.threads;
    if (contender->is_bot && contender->own.budget_ms > 0) {
        limits.command_ms = (int)(contender->own.budget_ms + 0.5);
        limits.kill_ms = 2 * limits.command_ms;
    }
    return limits;
}

static bool open_players(Match *match, const GameSpec *spec, const GameSettings *settings,
                         char *error, size_t size) {
    for (int p = 0; p < match->player_count; p++) {
        Contender contender;
        uint64_t seed = (uint64_t)spec->number * MAX_PLAYERS + (uint64_t)p + 1;
        Player *player = &match->players[p];
        if (!contender_read(spec->agents[p], &contender, error, size) ||
            !player_open(player, (char)('A' + p), contender.agent, seed, &settings->bots.sandbox,
                         error, size))
            return false;
        player->limits = player_limits(&contender, settings);
    }
    return true;
}

static void add_note(void *context, const char *text) {
    char *note = ((BotGame *)context)->note;
    size_t used = strlen(note);
    snprintf(note + used, BOT_GAME_NOTE - used, "%s%s", used ? "\n" : "", text);
}

static void note_failures(const Match *match, const GameSpec *spec, BotGame *game) {
    char text[BOT_GAME_NOTE];
    for (int p = 0; p < match->player_count; p++) {
        const Player *player = &match->players[p];
        if (!player->failed)
            continue;
        snprintf(text, sizeof text,
                 "%s in seat %c failed in %d of %ld moves, first in round %d: %.120s",
                 spec->agents[p], 'A' + p, player->failed, player->moves, player->failed_round,
                 player->failure);
        add_note(game, text);
    }
}

static bool play(Match *match, const GameSpec *spec, const GameSettings *settings, BotGame *game,
                 char *error, size_t size) {
    bool played = match_play(match, error, size);
    bool keep = settings->bots.keep && !match_is_stopped(match);
    game->refused = match->refused;
    game->result = match->result;
    note_failures(match, spec, game);
    if (keep)
        snprintf(game->folder, sizeof game->folder, "%s", match->writer.match);
    else if (match->writer.match[0])
        cleanup_remove(match->writer.match, CLEANUP_MS);
    return played;
}

bool bot_settings_prepare(BotSettings *bots, const BotWishes *wishes, char scratch[BOT_GAME_PATH],
                          char *said, size_t said_size, char *error, size_t size) {
    const char *temporary = getenv("TMPDIR");
    scratch[0] = 0;
    if (!sandbox_choose(wishes->sandbox_use, wishes->keep_memory, &bots->sandbox, said,
                        said_size)) {
        snprintf(error, size, "%s", said);
        return false;
    }
    if (bots->folder)
        return true;
    snprintf(scratch, BOT_GAME_PATH, "%.960s/blastbeam-XXXXXX", temporary ? temporary : "/tmp");
    bots->folder = mkdtemp(scratch);
    if (bots->folder)
        return true;
    snprintf(error, size, "cannot create %s: %s", scratch, strerror(errno));
    scratch[0] = 0;
    return false;
}

bool bot_game_play(const GameSpec *spec, const GameSettings *settings,
                   const volatile sig_atomic_t *stop, BotGame *game, char *error, size_t size) {
    char folder[BOT_GAME_PATH];
    Match *match = memory_allocate_aligned(sizeof *match);
    memset(game, 0, sizeof *game);
    snprintf(error, size, "not enough memory");
    if (!match)
        return false;
    memset(match, 0, sizeof *match);
    match->player_count = settings->players;
    match->seed = spec->seed;
    snprintf(folder, sizeof folder, "%s/game-%d", settings->bots.folder, spec->number);
    match->folder = folder;
    match->answers_visible = settings->bots.answers_visible;
    match->judge_deaths = settings->judge_deaths;
    match->adjudicate = settings->adjudicate;
    match->stop = stop;
    match->warn = add_note;
    match->context = game;
    bool played = open_players(match, spec, settings, error, size) &&
                  play(match, spec, settings, game, error, size);
    for (int p = 0; p < match->player_count; p++)
        player_close(&match->players[p]);
    memory_free_aligned(match);
    return played;
}
