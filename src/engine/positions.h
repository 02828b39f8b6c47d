/* Positions from real matches, in the notation of notation.h: what the bench measures and the tests
 * start from. Made from positions.txt when the programs are built. */
#ifndef BLASTBEAM_ENGINE_POSITIONS_H
#define BLASTBEAM_ENGINE_POSITIONS_H

extern const char positions_text[];

#endif
