#include "console/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SEND_BUFFER = 32 << 10,
    IDLE_S = 10, /* before the system asks a silent client whether it is there */
    PROBE_S = 5,
    PROBES = 3,
    BROKEN_MS = 20000 /* for an answer to what was sent */
};

static void set_option(int socket, int level, int option, int value) {
    setsockopt(socket, level, option, &value, sizeof value);
}

/* Returns -1 with errno. */
static int listen_on(const struct sockaddr *address, socklen_t size, int backlog) {
    int listener = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    set_option(listener, SOL_SOCKET, SO_REUSEADDR, 1);
    if (address->sa_family == AF_INET6)
        set_option(listener, IPPROTO_IPV6, IPV6_V6ONLY, 0);
    if (bind(listener, address, size) == 0 && listen(listener, backlog) == 0)
        return listener;
    int error = errno;
    close(listener);
    errno = error;
    return -1;
}

int socket_listen(int port, bool is_public, int backlog) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr =
                                      htonl(is_public ? INADDR_ANY : INADDR_LOOPBACK)};
    return listen_on((const struct sockaddr *)&address, sizeof address, backlog);
}

static bool has_ipv6(void) {
    int probe = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (probe >= 0)
        close(probe);
    return probe >= 0;
}

int socket_listen_everywhere(int port, int backlog) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    if (!has_ipv6())
        return socket_listen(port, true, backlog);
    return listen_on((const struct sockaddr *)&address, sizeof address, backlog);
}

int socket_port(int socket) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address = {0};
    socklen_t size = sizeof address;
    if (getsockname(socket, &address.any, &size) != 0)
        return 0;
    bool is_six = address.any.sa_family == AF_INET6;
    return ntohs(is_six ? address.six.sin6_port : address.four.sin_port);
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
