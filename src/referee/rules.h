/* The rules of the game, for people. */
#ifndef BLASTBEAM_REFEREE_RULES_H
#define BLASTBEAM_REFEREE_RULES_H

/* Some pages of Markdown, ending in a line end. */
extern const char rules_text[];

#endif
