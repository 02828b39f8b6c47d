/* What the host answers to a request. This knows nothing of sockets: server.h brings the requests.
 *
 *   GET  /             the page of the match, or the list of folders when there is no match
 *   GET  /events       the feed; with ?key=KEY for the person on a seat
 *   GET  /match.html   the last match that is over, as a page that needs no host
 *   GET  /folders      the list of played matches; /folders.json is its data
 *   GET  /folder/N     match N of that list as a page
 *   POST /seat         token=TOKEN&name=NAME: sit down; answers {"seat":0,"key":"KEY"}
 *   POST /name         key=KEY&name=NAME
 *   POST /command      key=KEY&command=1[&round=17]
 *   POST /control      token=TOKEN&action=ACTION: what the host's own token allows
 *
 * No text of a request becomes a part of a path.
 */
#ifndef BLASTBEAM_WEB_WEB_H
#define BLASTBEAM_WEB_WEB_H

#include "host/game.h"
#include "web/folders.h"
#include "web/form.h"

enum { WEB_BODY_MAX = 4096, WEB_NAME = 256, WEB_POLICY = 512 };

typedef struct Web {
    Feed *feed;
    HostGame *game; /* NULL when there are only folders */
    Seats *seats;
    Control *control;
    const Lineup *lineup;
    Folders *folders;       /* NULL without a list */
    char token[TOKEN_SIZE]; /* of the host */

    /* The names by which this host may be called, besides addresses of the loopback. A page of
     * another site whose name was made to lead here is refused by its Host header. */
    bool any_address;        /* any numeric address */
    char names[2][WEB_NAME]; /* "" for none */

    /* Content-Security-Policy of the pages; set by web_open. */
    char live_policy[WEB_POLICY], list_policy[WEB_POLICY], replay_policy[WEB_POLICY];
} Web;

typedef struct WebRequest {
    const char *method, *path; /* without the query */
    const char *host, *origin; /* headers; NULL when they are missing */
    const char *key;           /* ?key=; NULL when missing */
    Form body;
} WebRequest;

enum { WEB_SMALL = 512 };

typedef struct WebAnswer {
    int status;
    const char *type;   /* Content-Type */
    const char *policy; /* Content-Security-Policy */
    const char *text;   /* the body, static or in `small`; NULL: `blob` has it */
    size_t size;
    Blob *blob;        /* a reference for the caller; NULL: none */
    bool is_stream;    /* the body is the feed for `seat` */
    int seat;          /* SEAT_NONE: a watcher */
    int folder;        /* the body is the page folders_page makes of this match; negative: none */
    const char *allow; /* the Allow header of a 405; NULL otherwise */
    char small[WEB_SMALL];
} WebAnswer;

/* Set the policies. Call it once before web_answer. */
void web_open(Web *web);

/* Answer a request. Can be called by any thread. */
void web_answer(Web *web, const WebRequest *request, WebAnswer *answer);

/* The answer for a request that was refused before it was read. */
void web_refuse(WebAnswer *answer, int status, const char *error);

/* The answer that has this page of a match, which it then owns; 404 when it is NULL. */
void web_give_page(const Web *web, WebAnswer *answer, Blob *page);

#endif
