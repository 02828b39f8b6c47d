/* The line of play that a tree search simulates, and playouts at its end.
 *
 *   state[0] --command[0]--> state[1] --command[1]--> ... state[played]
 *
 * Simulations follow each other down a tree, and mostly begin alike: rounds that the line holds
 * already are not played again. */
#ifndef BLASTBEAM_RIVALS_PLAYOUT_H
#define BLASTBEAM_RIVALS_PLAYOUT_H

#include "engine/random.h"
#include "search/beam_search.h"

enum { LINE_MOST = PV_LENGTH };

typedef struct Line {
    const Evaluation *evaluation[MAX_PLAYERS]; /* NULL for a player whose points do not matter */
    int played;                                /* rounds that are held */
    uint64_t nodes;                            /* rounds played since line_begin */
    uint8_t command[LINE_MOST][MAX_PLAYERS];
    float won[LINE_MOST + 1][MAX_PLAYERS]; /* points won by then, discounted */
    float discount[LINE_MOST + 1];         /* of points won in the round after */
    State state[LINE_MOST + 1];
} Line;

/* Begin with an empty line at `root`. evaluation[] is set by the caller before. */
void line_begin(Line *line, const State *root);

/* Let state[depth + 1] be what comes of these commands in state[depth]; 0 <= depth < LINE_MOST. */
void line_play(Line *line, int depth, const uint8_t command[MAX_PLAYERS]);

/* How the commands of a playout are chosen. */
typedef struct PlayoutRule {
    unsigned movers; /* bits of the players that choose; the others follow the script */
    const Prediction *prediction; /* NULL: they stand still */
    const Prediction *pvs;        /* a good line for the movers; NULL: none */
    float follow; /* probability of each of its commands to be taken, where legal, 0..1 */
} PlayoutRule;

/* One command of a playout: that of the guide or a random one, of those in `mask` (bits 1 <<
 * command, not 0). */
uint8_t playout_command(const PlayoutRule *rule, int depth, int player, unsigned mask,
                        Random *random);

/* Play from state[depth] on to state[end] (at most LINE_MOST). Movers choose at random, or by the
 * guide, among what is legal and does not kill them in the same round, as far as that can be had.
 * Ends early when the game does or a mover dies. Returns the depth of the last state. */
int playout(Line *line, int depth, int end, const PlayoutRule *rule, Random *random);

/* Whether playouts of so many rounds (LINE_MOST: as many as there are) can be had in simulations of
 * `depth` rounds; says in `error` what would be needed when not, rather than cutting them off. */
bool playout_fits(int rounds, int depth, char *error, size_t size);

/* What `player` has won by state[depth] and is promised there, less what the root promised. */
float line_value(const Line *line, int depth, int player, float promised);

/* Whether `player` is alive in state[depth] and can survive what is on the board, were opponents to
 * trigger at will. */
bool line_survives(const Line *line, int depth, int player);

/* Whether a search of so many simulations has to end: it has played `node_limit` rounds (0: no
 * limit) or `deadline` (clock_now(); 0: none) has come, which is looked at now and then. */
bool line_is_spent(const Line *line, unsigned simulations, uint64_t node_limit, int64_t deadline);

#endif
