/* The figures of a row that the page, its answers, its pictures and README.md have in common. */
#ifndef BLASTBEAM_EXPERIMENTS_FIGURES_H
#define BLASTBEAM_EXPERIMENTS_FIGURES_H

#include "experiments/trial.h"
#include "platform/text.h"

/* A row in which the first agent of a duel won or lost every game. Its Elo has only one limit. */
typedef enum Sweep { SWEEP_NONE, SWEEP_WON, SWEEP_LOST } Sweep;

Sweep figures_sweep(const Score *score);

/* The share of games that an agent of a duel won, without drawn ones; with more players the share
 * of its seats that were first. */
Sample figures_share(const Trial *trial, int agent);

/* Append "97.2 ± 1.4", in percent. */
void figures_add_share(Text *out, const Sample *sample);

/* Append "+120 ± 30", "all won" or "all lost". */
void figures_add_elo(Text *out, const Score *score);

#endif
