/* The rules of the game in plain text, for people. */
#ifndef BLASTBEAM_REFEREE_RULES_H
#define BLASTBEAM_REFEREE_RULES_H

/* Markdown; ends with a line end. */
extern const char rules_text[];

#endif
