/* Exhaustive search of the next few rounds against opponents who may do anything.
 *
 * Commands are given simultaneously: we choose ours, then every reply of the opponents is tried
 * against it. An opponent too far away to matter within the depth is taken to stand still, unless
 * it has a bomb to trigger. An opponent gives its life in a reply when it could live on before, but
 * not after, and its command was its own choice: neither one taken to stand still because of the
 * distance, nor one that stands still while another acts.
 */
#ifndef BLASTBEAM_SAFETY_REPLY_SEARCH_H
#define BLASTBEAM_SAFETY_REPLY_SEARCH_H

#include "safety/limits.h"
#include "safety/survival.h"

enum { TT_SIZE = 1 << 13 };

/* What has been found out about positions, one word for each: the hash of position and question,
 * its low bits being the place, and the answer. Later answers take the place of earlier ones. With
 * three players in the open, 4 rounds take a third of the nodes (20,500 for 57,400, with the steps
 * of the last round left out); at 6,000 nodes 3.8 rounds are judged in place of 3.4. */
typedef struct TransTable {
    uint64_t entry[TT_SIZE];
} TransTable;

typedef struct ReplySearch {
    const Engine *engine;
    const Game *game;
    int player;
    ThreatModel threat;  /* how a position at the end of the depth is judged */
    bool joint;          /* replies are all combinations of the opponents' commands; else in each
                            round one of them acts and the others stand still */
    bool suicides_count; /* opponents may give their lives for ours */
    SearchLimits limits;
    uint64_t nodes; /* rounds played so far; the search adds to it */
    bool aborted;   /* a limit was hit */
    TransTable *tt; /* all 0 at first, for one root; NULL: nothing is remembered */
} ReplySearch;

typedef struct CommandSafety {
    /* For each command the share of the opponents' replies (0..1) after which we cannot be sure to
     * live; suicidal replies count a tenth, unless every reply is deadly. 1 for a command that is
     * refused. */
    float danger[COMMAND_COUNT];
    unsigned safe; /* bit 1 << command: we live through every reply that counts */
} CommandSafety;

/* Filter the own commands by all replies for `depth` rounds (1..6), a position at the end being
 * lived through when it is survivable in the outlook that *adversary says. In all rounds but the
 * first we are taken not to plant. Returns false, with nothing meaningful in *verdict, when a limit
 * was hit. */
bool search_replies(ReplySearch *search, const State *state, int depth, CommandSafety *safety);

/* Whether a limit has been hit; looks at the clock now and then. */
bool should_stop(ReplySearch *search);

#endif
