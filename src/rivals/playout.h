/* The line that a tree search simulates, and playouts at its end.
 *
 *   state[0] --command[0]--> state[1] --command[1]--> ... state[played]
 *
 * Most simulations begin alike. Rounds that the line holds already are not played again. */
#ifndef BLASTBEAM_RIVALS_PLAYOUT_H
#define BLASTBEAM_RIVALS_PLAYOUT_H

#include "engine/random.h"
#include "safety/limits.h"
#include "search/evaluate.h"
#include "search/pv.h"

enum { LINE_LENGTH = PV_LENGTH };

typedef struct Line {
    const Evaluation *evaluation[MAX_PLAYERS]; /* NULL for a player whose points do not matter */
    int played;                                /* rounds that the line holds */
    uint64_t nodes;                            /* rounds played since line_begin */
    uint8_t command[LINE_LENGTH][MAX_PLAYERS];
    float won[LINE_LENGTH + 1][MAX_PLAYERS]; /* points won up to there, discounted */
    float discount[LINE_LENGTH + 1];         /* of points won in the round after */
    State state[LINE_LENGTH + 1];
} Line;

/* Begin with an empty line at `root`. evaluation[] is set by the caller before. */
void line_begin(Line *line, const State *root);

/* Play these commands in state[depth]; state[depth + 1] is the result. 0 <= depth < LINE_LENGTH. */
void line_play(Line *line, int depth, const uint8_t command[MAX_PLAYERS]);

/* How the commands of a playout are chosen. */
typedef struct PlayoutRule {
    unsigned movers; /* bits of the players that choose; the others do what is predicted */
    const Prediction *prediction; /* of the others; NULL: they wait */
    const Prediction *pvs;        /* good lines of the movers; NULL: none */
    float follow;                 /* 0..1: probability of a legal command of pvs to be taken */
} PlayoutRule;

/* One command of a playout: that of rule->pvs, or a random one of `mask` (bits 1 << command, not
 * 0). */
uint8_t playout_command(const PlayoutRule *rule, int depth, int player, unsigned mask,
                        Random *random);

/* Play from state[depth] to state[end], end at most LINE_LENGTH. Movers choose legal commands that
 * do not kill them in the same round, if there are any. Ends early when the game ends or a mover
 * dies. Returns the depth of the last state. */
int playout(Line *line, int depth, int end, const PlayoutRule *rule, Random *random);

/* Whether simulations of `depth` rounds have space for playouts of `rounds` rounds (LINE_LENGTH: as
 * many as fit). If not, `error` says what depth is needed. */
bool playout_fits(int rounds, int depth, char *error, size_t size);

/* The points that `player` has won up to state[depth], and how much the value of that state exceeds
 * `root_value`. */
float line_value(const Line *line, int depth, int player, float root_value);

/* Whether `player` survives in state[depth] (THREAT_TRIGGERS). */
bool line_survives(const Line *line, int depth, int player);

/* Whether the limits (deadline and nodes) end a search after so many simulations. Looks at the
 * clock now and then. */
bool line_should_stop(const Line *line, unsigned simulations, const SearchLimits *limits);

#endif
