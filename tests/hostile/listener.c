/* The server that bots must not reach: listener FOLDER
 *
 * It listens on a port of 127.0.0.1, on the abstract socket FOLDER/listener.socket and on the
 * socket file of the same name, writes the port into FOLDER/port and then, for every connection, a
 * line into FOLDER/connections. */
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATH = 1024, SERVERS = 3 };

static void add_line(const char *folder, const char *name, const char *line) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "a");
    if (!file || fprintf(file, "%s\n", line) < 0 || fclose(file) != 0)
        exit(1);
}

static int start(int family, const void *address, size_t size) {
    int server = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || bind(server, address, (socklen_t)size) != 0 || listen(server, 16) != 0) {
        perror("listener");
        exit(1);
    }
    return server;
}

static int start_tcp(const char *folder) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    char port[16];
    int server = start(AF_INET, &address, sizeof address);
    if (getsockname(server, (struct sockaddr *)&address, &size) != 0)
        exit(1);
    snprintf(port, sizeof port, "%d", ntohs(address.sin_port));
    add_line(folder, "port", port);
    return server;
}

static int start_unix(const char *folder, bool is_abstract) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t space = sizeof address.sun_path - 1;
    int length = snprintf(address.sun_path + is_abstract, space, "%s/listener.socket", folder);
    if (length < 0 || (size_t)length >= space)
        exit(1);
    return start(AF_UNIX, &address, offsetof(struct sockaddr_un, sun_path) + (size_t)length + 1);
}

int main(int argc, char **argv) {
    static const char *const names[SERVERS] = {"the server on 127.0.0.1", "the abstract socket",
                                               "the socket file"};
    if (argc != 2)
        return 2;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct pollfd servers[SERVERS] = {{start_unix(argv[1], true), POLLIN, 0},
                                      {start_unix(argv[1], false), POLLIN, 0},
                                      {start_tcp(argv[1]), POLLIN, 0}};
    static const int name_of[SERVERS] = {1, 2, 0};
    while (poll(servers, SERVERS, -1) > 0)
        for (int i = 0; i < SERVERS; i++) {
            int end = servers[i].revents ? accept(servers[i].fd, NULL, NULL) : -1;
            if (end < 0)
                continue;
            add_line(argv[1], "connections", names[name_of[i]]);
            close(end);
        }
    return 0;
}
