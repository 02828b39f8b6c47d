/* What the bot knows in a round: the board, what earlier rounds tell, what it infers. */
#ifndef BLASTBEAM_BOT_VIEW_H
#define BLASTBEAM_BOT_VIEW_H

#include "bot/map_knowledge.h"
#include "records/history.h"
#include "search/agent.h"

/* `position` points to the other two: not to be copied. */
typedef struct View {
    Game game;
    State state;
    Observation observation;
} View;

/* See the board with the eyes of player `key`. Returns false, with a message, when it is not among
 * the players, or dead. */
bool view_look(View *view, const Snapshot *snapshot, char key, char *message, size_t size);

/* Add what earlier rounds tell: cells stood on, what everybody did last, what was planned. `memory`
 * has taken in this snapshot, too; `own` is what the player itself did in the round before, which
 * the board does not show where it was in vain. */
void view_remember(View *view, const Snapshot *snapshot, const History *history, Command own);

/* Add the power-ups that may be inferred, also from those that the memory saw before. */
void view_infer(View *view, const Snapshot *snapshot, const History *history,
                MapKnowledge knowledge);

#endif
