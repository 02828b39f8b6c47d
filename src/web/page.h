/* The pages of the host. make generates their texts from src/web/page and src/replay/page. */
#ifndef BLASTBEAM_WEB_PAGE_H
#define BLASTBEAM_WEB_PAGE_H

/* The match that is being played. */
extern const char live_page_text[];

/* The list of played matches. */
extern const char list_page_text[];

#endif
