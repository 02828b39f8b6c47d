/* Exhaustive search of the next few rounds: which commands survive every reply of the opponents?
 *
 * All players give their commands at once. The search takes each of our commands and tries every
 * reply of the opponents against it, round by round. An opponent that is too far away to matter
 * within the depth stands still, except that it may trigger.
 *
 * A reply is a suicide when the opponent could survive before it but not after it, and when its
 * command was its own choice. Standing still is no choice for an opponent that is too far away, nor
 * for one that waits while another acts.
 */
#ifndef BLASTBEAM_SAFETY_REPLY_SEARCH_H
#define BLASTBEAM_SAFETY_REPLY_SEARCH_H

#include "safety/limits.h"
#include "safety/survival.h"

enum { TT_SIZE = 1 << 13 /* entries; a power of two */ };

/* Transposition table. An entry is one word:
 *
 *     63                     13 12         2     1       0
 *     +------------------------+-----------+-----+--------+
 *     | high bits of the key   | 0         | set | answer |
 *     +------------------------+-----------+-----+--------+
 *
 * The low bits of the key are the place of the entry. A new entry replaces the old one. */
typedef struct TransTable {
    uint64_t entry[TT_SIZE];
} TransTable;

typedef struct ReplySearch {
    const Engine *engine;
    const Game *game;
    int player;
    ThreatModel threat;  /* how the state at the end of the search is judged */
    bool together;       /* all opponents act in each round; else one of them, the others wait */
    bool suicides_count; /* replies that are suicides are tried, too */
    float suicide_share; /* 0..1: what a deadly suicide adds to `danger` when they do not count */
    SearchLimits limits; /* deadline and nodes */
    uint64_t nodes;      /* rounds played so far; the search adds to it */
    bool aborted;        /* a limit was hit */
    TransTable *tt;      /* all 0 at first, for searches from one root; NULL: none */
} ReplySearch;

typedef struct CommandSafety {
    /* For each command the share of replies (0..1) after which we may die; 1 for a command that the
     * rules refuse. A suicide counts suicide_share, unless every reply is deadly. */
    float danger[COMMAND_COUNT];
    unsigned safe; /* bit 1 << command: we survive every reply that counts */
} CommandSafety;

/* Search all our commands `depth` rounds deep (1..6). At the end of the depth we survive when
 * survives() says so for search->threat. After the first round we do not plant. Returns false when
 * a limit was hit; *safety then means nothing. */
bool search_replies(ReplySearch *search, const State *state, int depth, CommandSafety *safety);

/* Whether a limit was hit. Looks at the clock now and then. */
bool reply_search_should_stop(ReplySearch *search);

#endif
