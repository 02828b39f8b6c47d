/* A host with its HTTP server, as bin/host runs it, and the requests of its visitors. */
#ifndef BLASTBEAM_TESTS_SUPPORT_WEB_HOST_H
#define BLASTBEAM_TESTS_SUPPORT_WEB_HOST_H

#include "platform/text.h"
#include "platform/thread.h"
#include "support/scratch.h"
#include "web/server.h"

/* Skip the test where bin/host cannot be built. */
#if __has_include(<microhttpd.h>)
#define NEED_HOST()
#else
#define NEED_HOST() SKIP_BECAUSE("libmicrohttpd is missing")
#endif

/* How long a test waits for what must happen. */
enum { PATIENCE_MS = 60000 };

/* A host whose server runs; the match runs after start_match. */
typedef struct Host {
    GameOptions options;
    Lineup lineup;
    Web web;
    Server *server;
    Thread *thread;
} Host;

/* "chaser" and "random". */
extern const char *const two_agents[2];

/* For a match of seed 7 in the scratch folder. The caller ends it with close_host. Skips the test
 * where there is no HTTP server. */
Host *open_host(const char *const *bots, int bot_count, int people, int timeout_s);
void close_host(Host *host);

/* Make the game again, after its options were changed. */
void reopen_game(Host *host);

void start_match(Host *host);

/* Wait until the match is in this phase; fails the test when that takes too long. */
void wait_for(Host *host, GamePhase phase);

/* A connection to the server, which the caller closes. */
int visit(const Host *host);

void send_text(int visitor, const char *text);

/* Append what arrives until the text has `wanted` in it, or, with NULL, until the host closes the
 * connection. Returns false when that happens too early, or never. */
bool receive(int visitor, Text *text, const char *wanted);

/* The whole answer to a request, which the caller frees. */
char *exchange(const Host *host, const char *request, size_t size);

/* The status of the answer to a request; 0 when there is none. */
int status_of(const Host *host, const char *request, size_t size);
int get_status(const Host *host, const char *path);

/* The answer to a POST request, which the caller frees. */
char *post(const Host *host, const char *path, const char *body);

/* True when the answer contains `what`. Frees the answer. */
bool says(char *answer, const char *what);

/* Fail unless the seed folder has a match in which the rules were followed. */
void assert_verified(const char *folder);

#endif
