#include "experiments/trial.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/registry.h"
#include "arena/options.h"
#include "processes/file_lock.h"
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

static int count_lineups(const Tournament *tournament) {
    return schedule_lineups(tournament->agent_count, tournament->settings.players,
                            tournament->gauntlet);
}

/* An early stop would leave out whole lineups. */
static bool is_countable(const Tournament *tournament, char *why, size_t size) {
    bool stops = tournament->sprt.on || tournament->until_error > 0;
    if (tournament->shards)
        snprintf(why, size, "--shard plays a part of the games, and a row has all of them");
    else if (stops && count_lineups(tournament) > 1)
        snprintf(why, size, "%s needs one lineup, and %d agents in games of %d make %d",
                 tournament->sprt.on ? "--sprt" : "--until-error", tournament->agent_count,
                 tournament->settings.players, count_lineups(tournament));
    else
        return true;
    return false;
}

static int count_games(const Trial *trial) {
    return trial->row->games * count_lineups(&trial->tournament);
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
    trial->is_valid =
        options_recorded(&trial->tournament, trial->arguments, row->games, trial->why,
                         sizeof trial->why) &&
        is_countable(&trial->tournament, trial->why, sizeof trial->why) &&
        (row->outside[0] || agents_exist(&trial->tournament, trial->why, sizeof trial->why)) &&
        read_games(trial);
}

bool trial_is_played_here(const Trial *trial) {
    return trial->is_valid && !trial->row->outside[0];
}

void trial_read(Trial *trial) {
    trial->is_valid = read_games(trial);
}

bool trial_is_duel(const Trial *trial) {
    return trial->tournament.agent_count == 2 && trial->tournament.settings.players == 2;
}

int trial_seats(const Trial *trial, int agent) {
    int agents = trial->tournament.agent_count, players = trial->tournament.settings.players;
    return agent == agents - 1 && agents < players ? players - agents + 1 : 1;
}

int trial_games(const Trial *trial, double percent) {
    int players = trial->tournament.settings.players, all = count_games(trial);
    int games = (int)(all * percent / 100 + 0.999999);
    games = (games + players - 1) / players * players;
    return games < all ? games : all;
}

static ContenderLimits agent_limits(const Tournament *tournament, int agent) {
    const ContenderLimits general = game_limits(&tournament->settings);
    Contender contender;
    char error[256];
    return contender_read(tournament->agents[agent], &contender, error, sizeof error)
               ? contender_limits(&contender, general)
               : general;
}

/* The limits of the agent in a seat; with fewer agents than seats the last one has several. */
static ContenderLimits seat_limits(const Tournament *tournament, int seat) {
    int last = tournament->agent_count - 1;
    return agent_limits(tournament, seat < last ? seat : last);
}

static double full_match_seconds(const Tournament *tournament) {
    double sum = 0;
    for (int p = 0; p < tournament->settings.players; p++) {
        ContenderLimits limits = seat_limits(tournament, p);
        double seconds = limits.budget_ms / 1000 * limits.threads;
        if (limits.nodes && (!seconds || (double)limits.nodes * seconds_a_node < seconds))
            seconds = (double)limits.nodes * seconds_a_node;
        sum += LAST_ROUND * seconds;
    }
    return sum;
}

static double played_seconds(const TournamentTally *tally, const Tournament *tournament) {
    double sum = 0;
    for (int a = 0; a < tournament->agent_count; a++)
        sum += (double)tally->agents[a].moves * tally->agents[a].p50 / 1000 *
               agent_limits(tournament, a).threads;
    return sum / tally->played;
}

/* How many threads a move has on average. */
static double mean_threads(const Tournament *tournament) {
    int sum = 0, players = tournament->settings.players;
    for (int p = 0; p < players; p++)
        sum += seat_limits(tournament, p).threads;
    return (double)sum / players;
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

bool trial_counts(const Trial *trial, const char *commit) {
    return trial->is_valid && trial->tally.played && !trial_is_of_other_commit(trial, commit);
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

/* Processor seconds. What the list expects counts as much as a few games. */
static double game_seconds(const Trial *trial) {
    enum { LIST_GAMES = 4 };
    const TournamentTally *tally = &trial->tally;
    const Tournament *tournament = &trial->tournament;
    double listed = trial->row->expected_s;
    bool measured = tally->played && tally->timed;
    double seconds = measured ? played_seconds(tally, tournament) : 0;
    if (listed > 0)
        return measured
                   ? (tally->played * seconds + LIST_GAMES * listed) / (tally->played + LIST_GAMES)
                   : listed;
    return measured ? seconds : full_match_seconds(tournament);
}

/* At the end of a row some processors wait for the last game, half a game on average. */
TrialCost trial_cost(const Trial *trial, int games) {
    int expected = trial_expected(trial, games);
    double at_once = trial->tournament.concurrency;
    if (!expected)
        return (TrialCost){0};
    double seconds = game_seconds(trial), wall = seconds / mean_threads(&trial->tournament);
    return (TrialCost){expected * seconds, (expected + (at_once - 1) / 2) * wall / at_once};
}

/* Delete the games of another commit. They are read again when the file is locked: another process
 * may have deleted them and begun to play since. */
static bool delete_others(Trial *trial, const char *commit) {
    LockWait wait = {0};
    if (!trial_is_of_other_commit(trial, commit))
        return true;
    FILE *file = file_open_locked(trial->path, &wait);
    if (!file) {
        snprintf(trial->why, sizeof trial->why, "cannot delete the games of %.200s: %s%s",
                 trial->path, wait.holder[0] ? "it is being written by " : "",
                 wait.holder[0] ? wait.holder : strerror(errno));
        return false;
    }
    trial_read(trial);
    bool deleted = trial->is_valid &&
                   (!trial_is_of_other_commit(trial, commit) || ftruncate(fileno(file), 0) == 0);
    if (trial->is_valid && !deleted)
        snprintf(trial->why, sizeof trial->why, "cannot write %.300s: %s", trial->path,
                 strerror(errno));
    fclose(file);
    return deleted;
}

bool trial_play(Trial *trial, int games, const TrialPlay *play) {
    Tournament tournament = trial->tournament;
    tournament.json = trial->path;
    tournament.resume = true;
    tournament.first = games;
    tournament.commit = play->commit;
    tournament.progress = play->progress;
    tournament.title = play->title;
    tournament.rest_s = play->rest_s;
    tournament.stop = play->stop;
    if (play->renew && !delete_others(trial, play->commit))
        return false;
    TournamentTally *tally = malloc(sizeof *tally);
    char why[TRIAL_TEXT] = "not enough memory";
    bool played = tally && tournament_play(&tournament, tally, why, sizeof why);
    free(tally);
    trial_read(trial);
    if (!played && trial->is_valid)
        memcpy(trial->why, why, sizeof why);
    return played && trial->is_valid;
}
