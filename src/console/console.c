#include "console/console.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "console/lobby.h"
#include "console/socket.h"
#include "platform/clock.h"
#include "platform/thread.h"

enum {
    CONNECTIONS = CONSOLE_VISITORS + MAX_PLAYERS,
    LISTENERS = LOBBY_PORTS + 1,
    REGISTRATION = LOBBY_PORTS, /* the last of the listeners */
    POLLED = 1 + LISTENERS + CONNECTIONS,
    BACKLOG = 16,
    READ_BYTES = 4096,
    ACCEPTED = 8, /* connections, until those that are there are served again */
    REGISTER_MS = 10000,
    CLOSE_MS = 3000,     /* for a client to take the last messages and to close */
    DISCARDED = 16,      /* reads whose bytes are thrown away before the socket is closed */
    STOP_MS = 500,       /* for the last messages at the end */
    NO_SOCKET_MS = 1000, /* until connections are accepted again when the system has none */
    LONGEST_WAIT_MS = 1000
};

static const int64_t millisecond = 1000000;

typedef struct Connection {
    int socket; /* -1: not used */
    Client client;
    int64_t deadline; /* while it registers or is closing */
    bool is_closing;  /* the deadline is that of the close */
    bool has_ended;   /* the client sends nothing any more */
    int discarded;
} Connection;

struct Console {
    int listener[LISTENERS];
    int wake[2]; /* a pipe */
    int register_ms;
    Thread *thread;

    pthread_mutex_t mutex; /* guards what follows */
    Lobby lobby;
    Connection connections[CONNECTIONS];
    int64_t accept_after;
    int64_t stop_at; /* 0: runs */
};

/* ---- Connections. ---- */

static void drop(Console *console, Connection *connection) {
    lobby_leave(&console->lobby, &connection->client);
    close(connection->socket);
    *connection = (Connection){.socket = -1};
}

static Connection *find_free(Console *console, uint32_t address, bool is_visitor) {
    Connection *unused = NULL;
    int visitors = 0, of_address = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
        Connection *each = &console->connections[i];
        bool is_counted = each->socket >= 0 && each->client.state != CLIENT_PLAYING;
        visitors += is_counted;
        of_address += is_counted && each->client.address == address;
        if (each->socket < 0)
            unused = each;
    }
    bool is_full = visitors >= CONSOLE_VISITORS || of_address >= CONSOLE_VISITORS_OF_ADDRESS;
    return is_visitor && is_full ? NULL : unused;
}

static void welcome(Console *console, int index, int socket, uint32_t address, int64_t now) {
    Client client = {.address = address};
    if (index != REGISTRATION)
        lobby_sit(&console->lobby, &client, index);
    Connection *connection = find_free(console, address, client.state != CLIENT_PLAYING);
    if (!connection) {
        lobby_leave(&console->lobby, &client);
        close(socket);
        return;
    }
    *connection = (Connection){
        .socket = socket, .client = client, .deadline = now + console->register_ms * millisecond};
}

static void accept_some(Console *console, int index, int64_t now) {
    uint32_t address;
    int socket = 0;
    for (int i = 0; i < ACCEPTED && socket >= 0; i++) {
        socket = socket_accept(console->listener[index], &address);
        if (socket >= 0)
            welcome(console, index, socket, address, now);
    }
    if (socket >= 0)
        return;
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
        console->accept_after = now + NO_SOCKET_MS * millisecond;
}

/* Returns false when the connection is to be dropped. */
static bool receive(Console *console, Connection *connection, int64_t now) {
    uint8_t bytes[READ_BYTES];
    Client *client = &connection->client;
    ssize_t size = recv(connection->socket, bytes, sizeof bytes, 0);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    connection->has_ended = size == 0;
    if (client->state == CLIENT_CLOSING)
        return ++connection->discarded < DISCARDED;
    lobby_receive(&console->lobby, client, bytes, (size_t)size, now);
    return size > 0;
}

static bool send_waiting(Connection *connection, int64_t now) {
    size_t size;
    const char *bytes = outbox_bytes(&connection->client.outbox, now, &size);
    if (!bytes)
        return true;
    ssize_t sent = send(connection->socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0)
        return errno == EAGAIN || errno == EINTR;
    outbox_sent(&connection->client.outbox, (size_t)sent, now);
    return true;
}

/* Wait for the client's end of the connection after the last message, because a socket that is
 * closed with unread bytes takes back what was sent. */
static bool close_gently(Connection *connection, int64_t now) {
    if (!connection->is_closing) {
        connection->is_closing = true;
        connection->deadline = now + CLOSE_MS * millisecond;
    }
    if (!outbox_is_empty(&connection->client.outbox))
        return true;
    shutdown(connection->socket, SHUT_WR);
    return !connection->has_ended;
}

static void serve(Console *console, Connection *connection, short events, int64_t now) {
    Client *client = &connection->client;
    bool has_input = events & (POLLIN | POLLHUP | POLLERR) && !connection->has_ended;
    bool is_kept = !has_input || receive(console, connection, now);
    is_kept = is_kept && send_waiting(connection, now) && !outbox_is_stalled(&client->outbox, now);
    if (is_kept && client->state == CLIENT_CLOSING)
        is_kept = close_gently(connection, now);
    if (client->state != CLIENT_PLAYING && now >= connection->deadline)
        is_kept = false;
    if (!is_kept)
        drop(console, connection);
}

/* ---- The loop. ---- */

static void watch(const Console *console, struct pollfd polled[POLLED], int64_t now) {
    bool accepts = now >= console->accept_after && !console->stop_at;
    polled[0] = (struct pollfd){.fd = console->wake[0], .events = POLLIN};
    for (int i = 0; i < LISTENERS; i++)
        polled[1 + i] =
            (struct pollfd){.fd = accepts ? console->listener[i] : -1, .events = POLLIN};
    for (int i = 0; i < CONNECTIONS; i++) {
        const Connection *connection = &console->connections[i];
        bool sends = connection->client.outbox.sending != NULL;
        short events = (short)((connection->has_ended ? 0 : POLLIN) | (sends ? POLLOUT : 0));
        polled[1 + LISTENERS + i] =
            (struct pollfd){.fd = events ? connection->socket : -1, .events = events};
    }
}

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Milliseconds until something is to be done without an event, rounded up. */
static int find_wait(const Console *console, int64_t now) {
    int64_t until = now + LONGEST_WAIT_MS * millisecond;
    for (int i = 0; i < CONNECTIONS; i++) {
        const Connection *connection = &console->connections[i];
        if (connection->socket < 0)
            continue;
        until = earlier(until, outbox_due(&connection->client.outbox));
        if (connection->client.state != CLIENT_PLAYING)
            until = earlier(until, connection->deadline);
    }
    if (console->stop_at)
        until = earlier(until, console->stop_at);
    return until <= now ? 0 : (int)((until - now + millisecond - 1) / millisecond);
}

static void empty_pipe(int pipe) {
    char bytes[64];
    while (read(pipe, bytes, sizeof bytes) > 0)
        continue;
}

static void serve_all(Console *console, const struct pollfd polled[POLLED]) {
    int64_t now = clock_now();
    empty_pipe(console->wake[0]);
    for (int i = 0; i < CONNECTIONS; i++) {
        const struct pollfd *seen = &polled[1 + LISTENERS + i];
        Connection *connection = &console->connections[i];
        if (connection->socket >= 0)
            serve(console, connection, seen->fd >= 0 ? seen->revents : 0, now);
    }
    for (int i = 0; i < LISTENERS; i++)
        if (polled[1 + i].revents)
            accept_some(console, i, now);
}

/* Everything has been said, or the time for it is over. */
static bool is_done(const Console *console) {
    bool waits = false;
    for (int i = 0; i < CONNECTIONS; i++)
        waits |= console->connections[i].socket >= 0 &&
                 !outbox_is_empty(&console->connections[i].client.outbox);
    return console->stop_at && (!waits || clock_now() >= console->stop_at);
}

static void run(void *context) {
    Console *console = context;
    struct pollfd polled[POLLED];
    pthread_mutex_lock(&console->mutex);
    while (!is_done(console)) {
        int64_t now = clock_now();
        watch(console, polled, now);
        int wait = find_wait(console, now);
        pthread_mutex_unlock(&console->mutex);
        if (poll(polled, POLLED, wait) < 0)
            clock_sleep_ms(1);
        pthread_mutex_lock(&console->mutex);
        serve_all(console, polled);
    }
    pthread_mutex_unlock(&console->mutex);
}

static void wake(Console *console) {
    ssize_t written = write(console->wake[1], "", 1);
    (void)written; /* a full pipe wakes as well */
}

/* ---- What the game says. ---- */

static void on_round(void *context, const HostRound *round) {
    Console *console = context;
    pthread_mutex_lock(&console->mutex);
    lobby_set_round(&console->lobby, round);
    for (int i = 0; i < CONNECTIONS; i++)
        lobby_inform(&console->lobby, &console->connections[i].client);
    lobby_end_round(&console->lobby, false);
    pthread_mutex_unlock(&console->mutex);
    wake(console);
}

static void on_end(void *context, const HostRound *last) {
    Console *console = context;
    pthread_mutex_lock(&console->mutex);
    lobby_set_round(&console->lobby, last);
    for (int i = 0; i < CONNECTIONS; i++)
        lobby_complete(&console->lobby, &console->connections[i].client);
    lobby_end_round(&console->lobby, true);
    pthread_mutex_unlock(&console->mutex);
    wake(console);
}

static void on_killed(void *context, int seat) {
    Console *console = context;
    pthread_mutex_lock(&console->mutex);
    lobby_set_killed(&console->lobby, seat);
    pthread_mutex_unlock(&console->mutex);
}

static void on_failed(void *context, int seat, Command command) {
    Console *console = context;
    pthread_mutex_lock(&console->mutex);
    for (int i = 0; i < CONNECTIONS; i++) {
        Client *client = &console->connections[i].client;
        if (client->state == CLIENT_PLAYING && client->seat == seat)
            lobby_fail_command(client, command);
    }
    pthread_mutex_unlock(&console->mutex);
}

HostListener console_listener(Console *console) {
    return (HostListener){.context = console,
                          .on_round = on_round,
                          .on_failed = on_failed,
                          .on_killed = on_killed,
                          .on_end = on_end};
}

/* ---- Start and end. ---- */

/* Listen on this port or, when it is taken, on any. */
static int listen_near(int port, bool is_public) {
    int listener = port > 0 && port <= UINT16_MAX ? socket_listen(port, is_public, BACKLOG) : -1;
    return listener < 0 ? socket_listen(0, is_public, BACKLOG) : listener;
}

static bool open_sockets(Console *console, const ConsoleOptions *options) {
    console->listener[REGISTRATION] = socket_listen(options->port, options->is_public, BACKLOG);
    bool opened = console->listener[REGISTRATION] >= 0;
    int seats = seats_count(console->lobby.seats);
    for (int i = 0; i < LOBBY_PORTS && opened; i++) {
        bool is_seat = i < seats, is_refusals = i == LOBBY_REFUSALS;
        int port = options->port ? options->port + CONSOLE_PLAYERS_PORT + (is_seat ? i : seats) : 0;
        if (!is_seat && !is_refusals)
            continue;
        console->listener[i] = listen_near(port, options->is_public);
        opened = console->listener[i] >= 0;
        console->lobby.port[i] = socket_port(console->listener[i]);
    }
    return opened && pipe2(console->wake, O_CLOEXEC | O_NONBLOCK) == 0;
}

static void destroy(Console *console) {
    for (int i = 0; i < CONNECTIONS; i++)
        if (console->connections[i].socket >= 0)
            drop(console, &console->connections[i]);
    for (int i = 0; i < LISTENERS; i++)
        if (console->listener[i] >= 0)
            close(console->listener[i]);
    for (int i = 0; i < 2; i++)
        if (console->wake[i] >= 0)
            close(console->wake[i]);
    lobby_close(&console->lobby);
    pthread_mutex_destroy(&console->mutex);
    free(console);
}

static Console *create(Seats *seats) {
    Console *console = calloc(1, sizeof *console);
    if (!console)
        return NULL;
    pthread_mutex_init(&console->mutex, NULL);
    lobby_open(&console->lobby, seats);
    console->wake[0] = console->wake[1] = -1;
    for (int i = 0; i < LISTENERS; i++)
        console->listener[i] = -1;
    for (int i = 0; i < CONNECTIONS; i++)
        console->connections[i].socket = -1;
    return console;
}

Console *console_start(const ConsoleOptions *options, Seats *seats) {
    Console *console = create(seats);
    if (!console)
        return NULL;
    console->register_ms = options->register_ms ? options->register_ms : REGISTER_MS;
    bool opened = open_sockets(console, options);
    int error = opened ? ENOMEM : errno;
    console->thread = opened ? thread_start(run, console) : NULL;
    if (console->thread)
        return console;
    destroy(console);
    errno = error;
    return NULL;
}

int console_port(const Console *console) {
    return socket_port(console->listener[REGISTRATION]);
}

int console_seat_port(const Console *console, int seat) {
    bool is_seat = seat < seats_count(console->lobby.seats);
    return console->lobby.port[is_seat ? seat : LOBBY_REFUSALS];
}

void console_stop(Console *console) {
    if (!console)
        return;
    pthread_mutex_lock(&console->mutex);
    for (int i = 0; i < CONNECTIONS; i++)
        lobby_complete(&console->lobby, &console->connections[i].client);
    console->stop_at = clock_now() + STOP_MS * millisecond;
    pthread_mutex_unlock(&console->mutex);
    wake(console);
    thread_join(console->thread);
    destroy(console);
}
