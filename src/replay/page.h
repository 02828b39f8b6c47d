/* The HTML page of html.h. make generates its text from the files in src/replay/page. */
#ifndef BLASTBEAM_REPLAY_PAGE_H
#define BLASTBEAM_REPLAY_PAGE_H

/* The page, with @MATCH@ where the match is inserted. */
extern const char page_text[];

#endif
