/* Sockets of TCP that never block. */
#ifndef BLASTBEAM_CONSOLE_SOCKET_H
#define BLASTBEAM_CONSOLE_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

/* A socket that listens on the port (0: any that is free), with at most `backlog` connections that
 * wait to be accepted. It has all IPv4 addresses when it is public, otherwise 127.0.0.1. Returns -1
 * with errno. */
int socket_listen(int port, bool is_public, int backlog);

/* The same for all addresses, those of IPv6 too where the system has it. */
int socket_listen_everywhere(int port, int backlog);

/* The port of a socket, 0 on an error. */
int socket_port(int socket);

/* The next connection over IPv4, or -1 with errno. *address is that of the client. A client that
 * has gone without a word is noticed by the system within half a minute. */
int socket_accept(int listener, uint32_t *address);

#endif
