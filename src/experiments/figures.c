#include "experiments/figures.h"

Sweep figures_sweep(const Score *score) {
    int games = score_games(score);
    if (games && score->wins == games)
        return SWEEP_WON;
    return games && score->losses == games ? SWEEP_LOST : SWEEP_NONE;
}

Sample figures_share(const Trial *trial, int agent) {
    const TournamentTally *tally = &trial->tally;
    return trial_is_duel(trial) ? tally->pair[agent][1 - agent].won
                                : tally->agents[agent].first_share;
}

void figures_add_share(Text *out, const Sample *sample) {
    text_add(out, "%.1f ± %.1f", 100 * sample_mean(sample), 100 * sample_error(sample));
}

void figures_add_elo(Text *out, const Score *score) {
    Sweep sweep = figures_sweep(score);
    double error, elo = score_elo(score, &error);
    if (sweep == SWEEP_NONE)
        text_add(out, "%+.0f ± %.0f", elo, error);
    else
        text_add(out, "%s", sweep == SWEEP_WON ? "all won" : "all lost");
}
