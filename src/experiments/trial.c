#include "experiments/trial.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "agents/registry.h"
#include "arena/options.h"
#include "search/agent.h"

static const double seconds_a_node = 4e-7;

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

static int count_games(const Trial *trial) {
    const Tournament *tournament = &trial->tournament;
    return trial->row->games * schedule_lineups(tournament->agent_count,
                                                tournament->settings.players, tournament->gauntlet);
}

void trial_forget(Trial *trial) {
    memset(&trial->tally, 0, sizeof trial->tally);
    trial->tally.wanted = count_games(trial);
}

/* A row without a file has no games. */
static bool read_games(Trial *trial) {
    struct stat status;
    char *const paths[] = {trial->path};
    trial_forget(trial);
    if (stat(trial->path, &status) != 0 && errno == ENOENT)
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
                      agents_exist(&trial->tournament, trial->why, sizeof trial->why) &&
                      read_games(trial);
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

bool trial_has_stopped(const Trial *trial) {
    return trial->tally.wanted < count_games(trial);
}

int trial_missing(const Trial *trial, int games) {
    const TournamentTally *tally = &trial->tally;
    int wanted = games < tally->wanted ? games : tally->wanted;
    return wanted > tally->played ? wanted - tally->played : 0;
}

/* The game after which the row is expected to stop. */
static int expected_end(const Trial *trial) {
    const TournamentTally *tally = &trial->tally;
    double error = trial->tournament.until_error;
    if (error > 0 && tally->played >= SAMPLE_ENOUGH)
        return sample_expected_end(&tally->agents[0].first_share, error, tally->wanted);
    return trial->row->expected_games ? trial->row->expected_games : tally->wanted;
}

int trial_expected(const Trial *trial, int games) {
    int missing = trial_missing(trial, games);
    int expected = expected_end(trial) - trial->tally.played;
    int least =
        missing < trial->tournament.settings.players ? missing : trial->tournament.settings.players;
    return expected < least ? least : expected > missing ? missing : expected;
}

bool trial_is_of_other_commit(const Trial *trial, const char *commit) {
    return trial->tally.played && strcmp(trial->tally.commit, commit) != 0;
}

void trials_commit(const Trial *trials, int count, char commit[RECORD_COMMIT]) {
    int most = 0;
    commit[0] = 0;
    for (int i = 0; i < count; i++) {
        int rows = 0;
        for (int j = 0; j < count; j++)
            rows += trials[j].tally.played &&
                    !trial_is_of_other_commit(&trials[j], trials[i].tally.commit);
        if (!trials[i].tally.played || rows <= most)
            continue;
        most = rows;
        memcpy(commit, trials[i].tally.commit, RECORD_COMMIT);
    }
}

/* What the list expects counts as much as a few games. */
static double game_seconds(const Trial *trial) {
    enum { LIST_GAMES = 4 };
    const TournamentTally *tally = &trial->tally;
    const Tournament *tournament = &trial->tournament;
    double listed = trial->row->expected_s;
    bool measured = tally->played && tally->timed;
    double seconds = measured ? played_seconds(tally, tournament->agent_count) : 0;
    if (listed > 0)
        return measured
                   ? (tally->played * seconds + LIST_GAMES * listed) / (tally->played + LIST_GAMES)
                   : listed;
    return measured ? seconds : full_match_seconds(tournament);
}

/* At the end of a row some processors wait for the last game, half a game on average. */
TrialCost trial_cost(const Trial *trial, int games) {
    int expected = trial_expected(trial, games);
    double seconds = game_seconds(trial), at_once = trial->tournament.concurrency;
    if (!expected)
        return (TrialCost){0};
    return (TrialCost){expected * seconds * tournament_threads(&trial->tournament),
                       (expected + (at_once - 1) / 2) * seconds / at_once};
}

bool trial_play(Trial *trial, int games, const TrialPlay *play) {
    Tournament tournament = trial->tournament;
    tournament.json = trial->path;
    tournament.resume = !play->overwrite;
    tournament.overwrite = play->overwrite;
    tournament.first = games;
    tournament.commit = play->commit;
    tournament.progress = play->progress;
    tournament.title = play->title;
    tournament.rest_s = play->rest_s;
    tournament.stop = play->stop;
    TournamentTally *tally = malloc(sizeof *tally);
    char why[TRIAL_TEXT] = "not enough memory";
    bool played = tally && tournament_play(&tournament, tally, why, sizeof why);
    bool read = read_games(trial);
    free(tally);
    if (!played)
        memcpy(trial->why, why, sizeof why);
    return played && read;
}
