#include "support/web_host.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/clock.h"
#include "records/verify.h"
#include "test.h"

static const int64_t millisecond = 1000000;

/* No test comes as far as these: open_host skips it. */
#if !__has_include(<microhttpd.h>)
Server *server_start(const ServerOptions *options, Web *web) {
    (void)options;
    (void)web;
    return NULL;
}

int server_port(const Server *server) {
    (void)server;
    return 0;
}

void server_ping(Server *server, bool all) {
    (void)server;
    (void)all;
}

void server_stop(Server *server) {
    (void)server;
}
#endif

const char *const two_agents[2] = {"chaser", "random"};

Host *open_host(const char *const *bots, int bot_count, int people, int timeout_s) {
    NEED_HOST();
    char error[256];
    Host *host = calloc(1, sizeof *host);
    Web *web = &host->web;
    host->options = (GameOptions){
        .session = {.humans = people, .bot_count = bot_count, .seed = 7, .limits = engine_limits},
        .parent = scratch,
        .deputy = "random"};
    for (int i = 0; i < bot_count; i++)
        host->options.session.bots[i] = bots[i];
    host->options.session.limits.agent_ms = 0;
    host->options.session.limits.agent_nodes = 200;
    assert_true(lineup_make(&host->options.session, &host->lineup, error, sizeof error));
    web->feed = feed_create(NULL, NULL);
    web->seats = seats_create(people);
    web->control = control_create(SPEED_MAX, NULL, NULL);
    web->lineup = &host->lineup;
    assert_true(token_make(web->token));
    web->game =
        host_game_create(&host->options, &host->lineup, web->seats, web->control, web->feed);
    web_open(web);
    host->server = server_start(&(ServerOptions){.timeout_s = timeout_s}, web);
    assert_non_null(host->server);
    return host;
}

void reopen_game(Host *host) {
    host_game_destroy(host->web.game);
    host->web.game = host_game_create(&host->options, &host->lineup, host->web.seats,
                                      host->web.control, host->web.feed);
}

void start_match(Host *host) {
    host->thread = thread_start(host_game_run, host->web.game);
    assert_non_null(host->thread);
}

void close_host(Host *host) {
    control_end(host->web.control);
    seats_wake(host->web.seats);
    thread_join(host->thread);
    server_stop(host->server);
    host_game_destroy(host->web.game);
    folders_close(host->web.folders);
    control_destroy(host->web.control);
    feed_destroy(host->web.feed);
    seats_destroy(host->web.seats);
    free(host);
}

void wait_for(Host *host, GamePhase phase) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (host_game_view(host->web.game).phase != phase) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(5);
    }
}

int visit(const Host *host) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server_port(host->server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int visitor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(visitor, (struct sockaddr *)&address, sizeof address), 0);
    return visitor;
}

/* Send all bytes. False when the host has closed the connection. */
static bool send_bytes(int visitor, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(visitor, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

void send_text(int visitor, const char *text) {
    assert_true(send_bytes(visitor, text, strlen(text)));
}

bool receive(int visitor, Text *text, const char *wanted) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    char bytes[16384];
    while (!wanted || !text->bytes || !strstr(text->bytes, wanted)) {
        struct pollfd ready = {visitor, POLLIN, 0};
        if (clock_now() > deadline)
            return false;
        if (poll(&ready, 1, 100) == 0)
            continue;
        ssize_t size = recv(visitor, bytes, sizeof bytes, 0);
        if (size <= 0)
            return !wanted;
        text_add(text, "%.*s", (int)size, bytes);
    }
    return true;
}

char *exchange(const Host *host, const char *request, size_t size) {
    Text text = {0};
    size_t length;
    int visitor = visit(host);
    send_bytes(visitor, request, size);
    assert_true(receive(visitor, &text, NULL));
    close(visitor);
    text_add(&text, "%s", "");
    char *answer = text_take(&text, &length);
    return answer ? answer : strdup("");
}

int status_of(const Host *host, const char *request, size_t size) {
    char *answer = exchange(host, request, size);
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    free(answer);
    return status;
}

int get_status(const Host *host, const char *path) {
    char request[1024];
    int size = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    return status_of(host, request, (size_t)size);
}

char *post(const Host *host, const char *path, const char *body) {
    char request[1024];
    int size = snprintf(request, sizeof request,
                        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        "Content-Length: %zu\r\n\r\n%s",
                        path, strlen(body), body);
    return exchange(host, request, (size_t)size);
}

bool says(char *answer, const char *what) {
    bool found = strstr(answer, what) != NULL;
    free(answer);
    return found;
}

void assert_verified(const char *folder) {
    VerifyTotals totals = {0};
    verify_path(folder, stderr, &totals);
    assert_int_equal(totals.matches, 1);
    assert_int_equal(totals.mismatches, 0);
    assert_true(totals.rounds > 0);
}
