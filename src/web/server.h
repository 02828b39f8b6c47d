/* The HTTP server, by libmicrohttpd: the only file of the project that needs this library.
 *
 *   thread of the server      requests and all streams, by epoll; never waits for anything
 *   thread of pages           makes pages of folders, which takes long
 *
 * The thread that plays only wakes the server, so no visitor can hold up a match.
 */
#ifndef BLASTBEAM_WEB_SERVER_H
#define BLASTBEAM_WEB_SERVER_H

#include "web/web.h"

enum { SERVER_CONNECTIONS = 700, SERVER_CONNECTIONS_OF_ADDRESS = 300 };

typedef struct ServerOptions {
    int port;       /* 0: any free one */
    bool is_public; /* listen on all addresses; otherwise on 127.0.0.1 */
    int timeout_s;  /* a connection that neither sends nor reads is closed after this time */
} ServerOptions;

typedef struct Server Server;

/* Start to listen. `web`, which was opened, must live longer. Returns NULL with errno when that
 * fails; EADDRINUSE when another program has the port. The caller ends it with server_stop. */
Server *server_start(const ServerOptions *options, Web *web);

int server_port(const Server *server);

/* The number of streams that are open. */
int server_watchers(Server *server);

/* Wake all streams. Call it after every change of the feed; `context` is a Server. */
void server_wake(void *context);

/* Send a sign of life to the streams of people, or to all, so that broken connections are noticed.
 */
void server_ping(Server *server, bool all);

/* End all connections and free the server. NULL is allowed. */
void server_stop(Server *server);

#endif
