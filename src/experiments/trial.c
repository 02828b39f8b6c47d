#include "experiments/trial.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "agents/registry.h"
#include "arena/options.h"
#include "search/agent.h"

static const double seconds_a_node = 4e-7;

bool trial_is_closed(const Trial *trial) {
    return trial->row->commit[0];
}

static bool agents_exist(const Tournament *tournament, char *why, size_t size) {
    for (int a = 0; a < tournament->agent_count; a++) {
        Contender contender;
        if (!contender_read(tournament->agents[a], &contender, why, size))
            return false;
        Agent *agent = agent_create(contender.agent, 1, why, size);
        if (!agent)
            return false;
        agent_destroy(agent);
    }
    return true;
}

/* A row without a file has no games, unless it is closed. */
static bool read_games(Trial *trial) {
    struct stat status;
    char *const paths[] = {trial->path};
    memset(&trial->tally, 0, sizeof trial->tally);
    if (!trial_is_closed(trial) && stat(trial->path, &status) != 0 && errno == ENOENT)
        return true;
    return tournament_merge(&trial->tournament, paths, 1, &trial->tally, trial->why,
                            sizeof trial->why);
}

void trial_open(Trial *trial, const Experiment *row, const char *folder) {
    memset(trial, 0, sizeof *trial);
    trial->row = row;
    snprintf(trial->path, sizeof trial->path, "%s/%s.json", folder, row->name);
    snprintf(trial->arguments, sizeof trial->arguments, "%s", row->arguments);
    trial->is_valid = options_recorded(&trial->tournament, trial->arguments, row->games, trial->why,
                                       sizeof trial->why) &&
                      (trial_is_closed(trial) ||
                       agents_exist(&trial->tournament, trial->why, sizeof trial->why)) &&
                      read_games(trial);
}

static int count_games(const Trial *trial) {
    const Tournament *tournament = &trial->tournament;
    return trial->row->games * schedule_lineups(tournament->agent_count,
                                                tournament->settings.players, tournament->gauntlet);
}

int trial_games(const Trial *trial, double percent) {
    int players = trial->tournament.settings.players, all = count_games(trial);
    int games = (int)(all * percent / 100 + 0.999999);
    games = (games + players - 1) / players * players;
    return games < all ? games : all;
}

static double full_match_seconds(const Tournament *tournament) {
    const GameSettings *settings = &tournament->settings;
    const ContenderLimits general = game_limits(settings);
    double sum = 0;
    for (int p = 0; p < settings->players; p++) {
        int agent = p < tournament->agent_count ? p : tournament->agent_count - 1;
        Contender contender;
        char error[256];
        if (!contender_read(tournament->agents[agent], &contender, error, sizeof error))
            continue;
        ContenderLimits limits = contender_limits(&contender, general);
        double seconds = limits.budget_ms / 1000;
        if (limits.nodes && (!seconds || (double)limits.nodes * seconds_a_node < seconds))
            seconds = (double)limits.nodes * seconds_a_node;
        sum += LAST_ROUND * seconds;
    }
    return sum;
}

static double played_seconds(const TournamentTally *tally, int agents) {
    double sum = 0;
    for (int a = 0; a < agents; a++)
        sum += (double)tally->agents[a].moves * tally->agents[a].p50 / 1000;
    return sum / tally->played;
}

int trial_missing(const Trial *trial, int games) {
    return trial_is_closed(trial) || games < trial->tally.played ? 0 : games - trial->tally.played;
}

double trial_seconds(const Trial *trial, int games) {
    const Tournament *tournament = &trial->tournament;
    double seconds = trial->tally.played && trial->tally.timed
                         ? played_seconds(&trial->tally, tournament->agent_count)
                         : full_match_seconds(tournament);
    return trial_missing(trial, games) * seconds / tournament->concurrency;
}

bool trial_play(Trial *trial, int games, bool progress, const volatile sig_atomic_t *stop) {
    Tournament tournament = trial->tournament;
    tournament.json = trial->path;
    tournament.resume = true;
    tournament.first = games;
    tournament.progress = progress;
    tournament.stop = stop;
    TournamentTally *tally = malloc(sizeof *tally);
    char why[TRIAL_TEXT] = "not enough memory";
    bool played = tally && tournament_play(&tournament, tally, why, sizeof why);
    bool read = read_games(trial);
    free(tally);
    if (!played)
        memcpy(trial->why, why, sizeof why);
    return played && read;
}
