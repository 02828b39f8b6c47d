/* Sockets of TCP over IPv4 that never block; the engine's client knows no other addresses. */
#ifndef BLASTBEAM_CONSOLE_SOCKET_H
#define BLASTBEAM_CONSOLE_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

/* A socket that listens on the port (0: any that is free), on all addresses when it is public,
 * otherwise on 127.0.0.1. Returns -1 with errno. */
int socket_listen(int port, bool is_public);

/* The port of a socket, 0 on an error. */
int socket_port(int socket);

/* The next connection, or -1 with errno. *address is that of the client. A client that has gone
 * without a word is noticed by the system within half a minute. */
int socket_accept(int listener, uint32_t *address);

#endif
