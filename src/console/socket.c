#include "console/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 16,
    SEND_BUFFER = 32 << 10,
    IDLE_S = 10, /* before the system asks a silent client whether it is there */
    PROBE_S = 5,
    PROBES = 3,
    BROKEN_MS = 20000 /* for an answer to what was sent */
};

int socket_listen(int port, bool is_public) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr =
                                      htonl(is_public ? INADDR_ANY : INADDR_LOOPBACK)};
    int yes = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
        listen(listener, BACKLOG) == 0)
        return listener;
    int error = errno;
    close(listener);
    errno = error;
    return -1;
}

int socket_port(int socket) {
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.sin_port);
}

static void set_option(int socket, int level, int option, int value) {
    setsockopt(socket, level, option, &value, sizeof value);
}

int socket_accept(int listener, uint32_t *address) {
    struct sockaddr_in client = {0};
    socklen_t size = sizeof client;
    int socket = accept4(listener, (struct sockaddr *)&client, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0)
        return -1;
    *address = ntohl(client.sin_addr.s_addr);
    set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(socket, SOL_SOCKET, SO_SNDBUF, SEND_BUFFER);
    set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, IDLE_S);
    set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, PROBE_S);
    set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, PROBES);
    set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, BROKEN_MS);
    return socket;
}
