/* The page of html.h, made by make from the files in src/replay/page. */
#ifndef BLASTBEAM_REPLAY_PAGE_H
#define BLASTBEAM_REPLAY_PAGE_H

/* The whole page; @MATCH@ stands where the match goes in. */
extern const char page_text[];

#endif
