/* Answers in words, made from the figures of rows. */
#ifndef BLASTBEAM_EXPERIMENTS_CONCLUSION_H
#define BLASTBEAM_EXPERIMENTS_CONCLUSION_H

#include "experiments/trial.h"
#include "platform/text.h"

/* Append a text in which each {FIELD NAME} or {FIELD NAME N} is replaced by a figure. `trials` has
 * one trial for each row of the list; rows that were not played by `commit` are said to be missing.
 * The fields of a row are
 *
 *     won        games of a duel won by agent N (1 is the first, the default), in percent with
 *                the error
 *     first      games of more players in which agent N was first, the same; per seat when it has
 *                several
 *     elo        Elo of the first agent of a duel, with the error; or "all won", "all lost"
 *     games, published
 *     deaths, beaten, unforced     of agent N, see TABLE_DEATHS
 *
 * and those of a section list the titles of its duels:
 *
 *     helps      the first agent is stronger by more than the error
 *     harms      it is weaker by more than the error
 *     open       neither
 *
 * Returns false when a name is unknown, or a field that rows like that one do not have, whether
 * they have games or not. The field is then left as it is. */
bool conclusion_add(Text *out, const char *text, const ExperimentList *list, const Trial *trials,
                    const char *commit);

#endif
