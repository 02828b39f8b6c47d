/* What the bot knows in a round: the board, facts of earlier rounds, and inferred power-ups. */
#ifndef BLASTBEAM_BOT_VIEW_H
#define BLASTBEAM_BOT_VIEW_H

#include "bot/map_knowledge.h"
#include "records/history.h"
#include "search/agent.h"

/* Must not be copied, because `observation` points to the other two fields. */
typedef struct View {
    Game game;
    State state;
    Observation observation;
} View;

/* Set the view to the board as player `key` sees it. Returns false, with a message, when there is
 * no such player or it is dead. */
bool view_init(View *view, const Snapshot *snapshot, char key, char *message, size_t size);

/* Add touched cells, last commands and the principal variation from `history`, which must include
 * this snapshot already. `own` is the player's own command of the previous round: the boards do not
 * show a command that had no effect. */
void view_add_history(View *view, const Snapshot *snapshot, const History *history, Command own);

/* Add the power-ups that may be inferred from this board and from those that were in sight in
 * earlier rounds. Does nothing on boards that are not standard. */
void view_infer_powerups(View *view, const Snapshot *snapshot, const History *history,
                         MapKnowledge knowledge);

#endif
