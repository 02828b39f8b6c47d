#include "web/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "console/socket.h"
#include "platform/thread.h"

enum {
    STREAM_BLOCK = 16384,
    MEMORY_OF_CONNECTION = 32768, /* also the limit of the headers of a request */
    SEND_BUFFER = 65536,          /* in the system, for each connection */
    BROKEN_MS = 15000,            /* data that nobody acknowledged for so long ends a connection */
    UPLOAD_MAX = 16 << 20,        /* bytes of a body that are thrown away before the connection */
    QUEUE_MAX = 32,               /* visits that wait for a page */
    BACKLOG = 256
};

/* A connection that gets the feed. */
typedef struct Stream {
    struct Server *server;
    struct MHD_Connection *connection;
    bool suspended, pinged;
    Blob *event; /* being sent */
    size_t sent;
    FeedReader reader;
    char key[TOKEN_SIZE]; /* "" for a watcher */
    struct Stream *previous, *next;
} Stream;

/* A request. */
typedef struct Visit {
    struct MHD_Connection *connection;
    size_t size, thrown_away;
    bool answered, waits;
    int folder; /* whose page is being made */
    Blob *page;
    char body[WEB_BODY_MAX];
} Visit;

struct Server {
    struct MHD_Daemon *daemon;
    Web *web;
    int port;
    Thread *page_thread;

    pthread_mutex_t mutex; /* guards what follows, and the streams */
    pthread_cond_t queued;
    bool stopping;
    Stream *streams;
    int watchers;
    Visit *queue[QUEUE_MAX]; /* wait for their pages, the first one longest */
    int queue_length;
};

/* ---- Streams. ---- */

/* The caller holds the mutex. */
static void resume(Stream *stream) {
    if (!stream->suspended)
        return;
    stream->suspended = false;
    MHD_resume_connection(stream->connection);
}

void server_wake(void *context) {
    Server *server = context;
    pthread_mutex_lock(&server->mutex);
    for (Stream *stream = server->streams; stream; stream = stream->next)
        resume(stream);
    pthread_mutex_unlock(&server->mutex);
}

void server_ping(Server *server, bool all) {
    pthread_mutex_lock(&server->mutex);
    for (Stream *stream = server->streams; stream; stream = stream->next) {
        bool is_meant = all || stream->key[0];
        stream->pinged |= is_meant;
        if (is_meant)
            resume(stream);
    }
    pthread_mutex_unlock(&server->mutex);
}

/* Send what the stream has to get next. Returns 0 when there is nothing: the stream is suspended
 * then. The caller holds the mutex. */
static ssize_t read_feed(Stream *stream, char *out, size_t space) {
    static const char ping[] = ":\n\n";
    if (!stream->event) {
        stream->event = feed_next(stream->server->web->feed, &stream->reader);
        stream->sent = 0;
    }
    if (!stream->event && stream->pinged && space >= sizeof ping) {
        stream->pinged = false;
        memcpy(out, ping, sizeof ping - 1);
        return sizeof ping - 1;
    }
    if (!stream->event) {
        stream->suspended = true;
        MHD_suspend_connection(stream->connection);
        return 0;
    }
    size_t left = stream->event->size - stream->sent, size = left < space ? left : space;
    memcpy(out, stream->event->bytes + stream->sent, size);
    stream->sent += size;
    if (stream->sent == stream->event->size) {
        blob_release(stream->event);
        stream->event = NULL;
    }
    return (ssize_t)size;
}

static ssize_t on_read(void *context, uint64_t position, char *out, size_t space) {
    Stream *stream = context;
    (void)position;
    pthread_mutex_lock(&stream->server->mutex);
    ssize_t size =
        stream->server->stopping ? MHD_CONTENT_READER_END_OF_STREAM : read_feed(stream, out, space);
    pthread_mutex_unlock(&stream->server->mutex);
    return size;
}

static void close_stream(void *context) {
    Stream *stream = context;
    Server *server = stream->server;
    pthread_mutex_lock(&server->mutex);
    if (stream->previous)
        stream->previous->next = stream->next;
    else
        server->streams = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
    server->watchers--;
    pthread_mutex_unlock(&server->mutex);
    blob_release(stream->event);
    if (stream->key[0])
        seats_leave(server->web->seats, stream->key);
    else
        seats_wake(server->web->seats);
    free(stream);
}

/* Returns NULL when memory is short or the key opens no seat. */
static Stream *open_stream(Server *server, struct MHD_Connection *connection, const char *key) {
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    int seat = key ? seats_enter(server->web->seats, key) : SEAT_NONE;
    if (key && seat == SEAT_NONE) {
        free(stream);
        return NULL;
    }
    if (key)
        memcpy(stream->key, key, sizeof stream->key);
    stream->server = server;
    stream->connection = connection;
    const char *last = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    stream->reader = feed_open_reader(server->web->feed, last, seat);
    pthread_mutex_lock(&server->mutex);
    stream->next = server->streams;
    if (stream->next)
        stream->next->previous = stream;
    server->streams = stream;
    server->watchers++;
    pthread_mutex_unlock(&server->mutex);
    seats_wake(server->web->seats);
    return stream;
}

int server_watchers(Server *server) {
    pthread_mutex_lock(&server->mutex);
    int watchers = server->watchers;
    pthread_mutex_unlock(&server->mutex);
    return watchers;
}

/* ---- Answers. ---- */

static void release_blob(void *blob) {
    blob_release(blob);
}

static struct MHD_Response *make_stream(Server *server, Visit *visit, int seat) {
    const char *key = NULL;
    if (seat != SEAT_NONE)
        key = MHD_lookup_connection_value(visit->connection, MHD_GET_ARGUMENT_KIND, "key");
    Stream *stream = open_stream(server, visit->connection, key);
    if (!stream)
        return NULL;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BLOCK, on_read, stream, close_stream);
    if (!response)
        close_stream(stream);
    return response;
}

static struct MHD_Response *make_response(Server *server, Visit *visit, WebAnswer *answer) {
    if (answer->is_stream)
        return make_stream(server, visit, answer->seat);
    if (answer->blob)
        return MHD_create_response_from_buffer_with_free_callback_cls(
            answer->blob->size, answer->blob->bytes, release_blob, answer->blob);
    return MHD_create_response_from_buffer(answer->size, (void *)answer->text,
                                           answer->text == answer->small ? MHD_RESPMEM_MUST_COPY
                                                                         : MHD_RESPMEM_PERSISTENT);
}

static enum MHD_Result send_answer(Server *server, Visit *visit, WebAnswer *answer) {
    struct MHD_Response *response = make_response(server, visit, answer);
    if (!response)
        return MHD_NO;
    visit->answered = true;
    MHD_add_response_header(response, "Content-Type", answer->type);
    MHD_add_response_header(response, "Content-Security-Policy", answer->policy);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "X-Frame-Options", "DENY");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    if (answer->allow)
        MHD_add_response_header(response, "Allow", answer->allow);
    enum MHD_Result queued =
        MHD_queue_response(visit->connection, (unsigned)answer->status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result refuse(Server *server, Visit *visit, int status, const char *error) {
    WebAnswer answer;
    web_refuse(&answer, status, error);
    return send_answer(server, visit, &answer);
}

/* ---- Pages of folders. ---- */

/* The next visit that waits; NULL when the server stops. */
static Visit *next_visit(Server *server) {
    pthread_mutex_lock(&server->mutex);
    while (!server->stopping && server->queue_length == 0)
        pthread_cond_wait(&server->queued, &server->mutex);
    Visit *visit = server->stopping ? NULL : server->queue[0];
    pthread_mutex_unlock(&server->mutex);
    return visit;
}

/* Take the first visit from the queue and let it go on. */
static void finish_visit(Server *server, Blob *page) {
    pthread_mutex_lock(&server->mutex);
    Visit *visit = server->queue[0];
    memmove(server->queue, server->queue + 1, (size_t)--server->queue_length * sizeof(Visit *));
    visit->page = page;
    MHD_resume_connection(visit->connection);
    pthread_mutex_unlock(&server->mutex);
}

static void make_pages(void *context) {
    Server *server = context;
    thread_lower_priority();
    for (const Visit *visit; (visit = next_visit(server));)
        finish_visit(server, folders_page(server->web->folders, visit->folder));
}

/* The visit goes on when its page has been made. */
static enum MHD_Result wait_for_page(Server *server, Visit *visit, int folder) {
    pthread_mutex_lock(&server->mutex);
    bool has_room = server->page_thread && server->queue_length < QUEUE_MAX && !server->stopping;
    if (has_room) {
        visit->folder = folder;
        visit->waits = true;
        server->queue[server->queue_length++] = visit;
        MHD_suspend_connection(visit->connection);
        pthread_cond_signal(&server->queued);
    }
    pthread_mutex_unlock(&server->mutex);
    return has_room ? MHD_YES : refuse(server, visit, 503, "too many visitors want a page");
}

static enum MHD_Result send_page(Server *server, Visit *visit) {
    WebAnswer answer = {.seat = SEAT_NONE, .folder = -1};
    Blob *page = visit->page;
    visit->page = NULL;
    visit->waits = false;
    web_give_page(server->web, &answer, page);
    return send_answer(server, visit, &answer);
}

/* ---- Requests. ---- */

static const char *header(const Visit *visit, const char *name) {
    return MHD_lookup_connection_value(visit->connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result answer_visit(Server *server, Visit *visit, const char *method,
                                    const char *path) {
    WebAnswer answer;
    WebRequest request = {
        .method = method,
        .path = path,
        .host = header(visit, "Host"),
        .origin = header(visit, "Origin"),
        .key = MHD_lookup_connection_value(visit->connection, MHD_GET_ARGUMENT_KIND, "key"),
        .body = {visit->body, visit->size}};
    web_answer(server->web, &request, &answer);
    if (answer.folder >= 0)
        return wait_for_page(server, visit, answer.folder);
    return send_answer(server, visit, &answer);
}

/* Whether the request announces a body that is not even worth reading. */
static bool is_too_large(const Visit *visit) {
    const char *length = header(visit, "Content-Length");
    return length && (strlen(length) > 9 || atol(length) > UPLOAD_MAX);
}

/* Keep a piece of the body. A body that is too large is read to its end and thrown away, so that
 * its sender gets the answer. */
static enum MHD_Result take_body(Visit *visit, const char *data, size_t *size) {
    if (visit->size + *size > sizeof visit->body)
        visit->thrown_away += *size;
    if (visit->thrown_away > UPLOAD_MAX)
        return MHD_NO;
    if (!visit->thrown_away) {
        memcpy(visit->body + visit->size, data, *size);
        visit->size += *size;
    }
    *size = 0;
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *data, size_t *size, void **state) {
    Server *server = context;
    Visit *visit = *state;
    (void)version;
    if (!visit) {
        *state = visit = calloc(1, sizeof *visit);
        if (!visit)
            return MHD_NO;
        visit->connection = connection;
        return is_too_large(visit) ? refuse(server, visit, 413, "the body is too large") : MHD_YES;
    }
    if (visit->answered)
        return MHD_YES;
    if (*size > 0)
        return take_body(visit, data, size);
    if (visit->thrown_away)
        return refuse(server, visit, 413, "the body is too large");
    if (visit->waits)
        return send_page(server, visit);
    return answer_visit(server, visit, method, path);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code) {
    Visit *visit = *state;
    (void)context;
    (void)connection;
    (void)code;
    if (visit)
        blob_release(visit->page);
    free(visit);
    *state = NULL;
}

/* Bound what the system keeps for a connection. */
static void on_connection(void *context, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode code) {
    (void)context;
    (void)state;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!info || code != MHD_CONNECTION_NOTIFY_STARTED)
        return;
    int bytes = SEND_BUFFER;
    unsigned ms = BROKEN_MS;
    setsockopt(info->connect_fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(info->connect_fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
}

static void stay_silent(void *context, const char *format, va_list values) {
    (void)context;
    (void)format;
    (void)values;
}

/* ---- Start and end. ---- */

/* A socket that listens, or -1 with errno. */
static int listen_on(const ServerOptions *options) {
    return options->is_public ? socket_listen_everywhere(options->port, BACKLOG)
                              : socket_listen(options->port, false, BACKLOG);
}

static struct MHD_Daemon *start_daemon(Server *server, int listener, int timeout_s) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        on_request, server, MHD_OPTION_EXTERNAL_LOGGER, stay_silent, NULL, MHD_OPTION_LISTEN_SOCKET,
        listener, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS_OF_ADDRESS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)timeout_s, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)MEMORY_OF_CONNECTION, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_END);
}

Server *server_start(const ServerOptions *options, Web *web) {
    Server *server = calloc(1, sizeof *server);
    int listener = server ? listen_on(options) : -1;
    if (listener < 0) {
        free(server);
        return NULL;
    }
    pthread_mutex_init(&server->mutex, NULL);
    pthread_cond_init(&server->queued, NULL);
    server->web = web;
    server->port = socket_port(listener);
    feed_set_wake(web->feed, server_wake, server);
    server->page_thread = web->folders ? thread_start(make_pages, server) : NULL;
    server->daemon = start_daemon(server, listener, options->timeout_s);
    if (server->daemon)
        return server;
    close(listener);
    server_stop(server);
    errno = ENOMEM;
    return NULL;
}

int server_port(const Server *server) {
    return server->port;
}

void server_stop(Server *server) {
    if (!server)
        return;
    feed_set_wake(server->web->feed, NULL, NULL);
    pthread_mutex_lock(&server->mutex);
    server->stopping = true;
    pthread_cond_signal(&server->queued);
    for (Stream *stream = server->streams; stream; stream = stream->next)
        resume(stream);
    pthread_mutex_unlock(&server->mutex);
    thread_join(server->page_thread);
    while (server->queue_length > 0)
        finish_visit(server, NULL);
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    pthread_cond_destroy(&server->queued);
    pthread_mutex_destroy(&server->mutex);
    free(server);
}
