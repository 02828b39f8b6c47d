/* Any bytes from clients of the network console, and any order of registrations, rounds and ends.
 *
 * An input is a list of steps. A step is a byte for the action and the client, a byte for a length,
 * and so many bytes that the client sends.
 */
#include "console/lobby.h"
#include "fuzz/fuzz.h"
#include "platform/text.h"

enum { CLIENTS = 4, PEOPLE = 2, TEXT = 20480 };

enum { SEND, SIT, LEAVE, ROUND, KILL, END, TIME, ACTIONS };

typedef struct Talk {
    Lobby lobby;
    Client clients[CLIENTS];
    Snapshot snapshot;
    int64_t now;
    int match;
} Talk;

/* What must hold for each message that is sent: a type of the host, and one end. */
static void check_message(const char *bytes, size_t size) {
    CHECK(size >= 6 && size % 2 == 0 && size < TEXT);
    CHECK(strchr("124678", bytes[0]) && bytes[1] == 0 && bytes[2] == '|' && bytes[3] == 0);
    CHECK(memchr(bytes, '<', size) == bytes + size - 2);
}

/* Take a part of what waits for the client. */
static void take_messages(Talk *talk, Client *client) {
    size_t size;
    const char *bytes = outbox_bytes(&client->outbox, talk->now, &size);
    if (!bytes)
        return;
    if (client->outbox.sent == 0)
        check_message(bytes, size);
    outbox_sent(&client->outbox, size > 7 ? size / 2 + 1 : size, talk->now);
}

static void check_names(Talk *talk) {
    for (int seat = 0; seat < PEOPLE; seat++) {
        char name[SEAT_NAME], printable[SEAT_NAME];
        SeatView view = seats_view(talk->lobby.seats, seat);
        snprintf(name, sizeof name, "%s", view.name);
        snprintf(printable, sizeof printable, "%s", view.name);
        text_make_printable(printable);
        CHECK(strcmp(name, printable) == 0);
        CHECK(seats_take(talk->lobby.seats, seat) <= COMMAND_TRIGGER);
    }
}

static void leave(Talk *talk, Client *client) {
    lobby_leave(&talk->lobby, client);
    *client = (Client){.address = client->address};
}

static void set_round(Talk *talk, bool waiting, bool is_last) {
    static const char map[] = "Map Width: 3\n###\n#A#\n###\n---\nPlayer Name: <\nKey: A\n---\n";
    HostRound round = {
        .number = talk->match, .waiting = waiting, .snapshot = &talk->snapshot, .map = map};
    lobby_set_round(&talk->lobby, &round);
    for (int i = 0; i < CLIENTS; i++) {
        if (is_last)
            lobby_complete(&talk->lobby, &talk->clients[i]);
        else
            lobby_inform(&talk->lobby, &talk->clients[i]);
    }
    lobby_end_round(&talk->lobby, is_last);
    talk->match += is_last;
}

static void act(Talk *talk, int action, Client *client, const uint8_t *bytes, size_t size) {
    if (action == SEND)
        lobby_receive(&talk->lobby, client, bytes, size, talk->now);
    else if (action == SIT && client->state == CLIENT_REGISTERING && client->reader.size == 0)
        lobby_sit(&talk->lobby, client,
                  size ? bytes[0] % 3 == 2 ? LOBBY_REFUSALS : bytes[0] % 3 : 0);
    else if (action == LEAVE)
        leave(talk, client);
    else if (action == ROUND)
        set_round(talk, size > 3, false);
    else if (action == KILL)
        lobby_set_killed(&talk->lobby, (int)(size % PEOPLE));
    else if (action == END)
        set_round(talk, false, true);
    else
        talk->now += (int64_t)size * 10000000;
}

static void check_clients(Talk *talk) {
    int playing[PEOPLE] = {0};
    for (int i = 0; i < CLIENTS; i++) {
        Client *client = &talk->clients[i];
        take_messages(talk, client);
        if (client->state == CLIENT_PLAYING)
            playing[client->seat]++;
        CHECK(client->reader.size <= MESSAGE_BYTES);
    }
    for (int seat = 0; seat < PEOPLE; seat++) {
        bool is_here = seats_view(talk->lobby.seats, seat).state == SEAT_HERE;
        CHECK(playing[seat] == is_here);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Talk talk = {.match = 1, .now = 1000000000};
    Seats *seats = seats_create(PEOPLE);
    CHECK(seats);
    lobby_open(&talk.lobby, seats);
    talk.snapshot.player_count = PEOPLE;
    for (size_t i = 0; i + 2 <= size;) {
        size_t length = data[i + 1] < size - i - 2 ? data[i + 1] : size - i - 2;
        uint8_t *bytes = (uint8_t *)fuzz_text(data + i + 2, length);
        act(&talk, data[i] / CLIENTS % ACTIONS, &talk.clients[data[i] % CLIENTS], bytes, length);
        free(bytes);
        check_clients(&talk);
        check_names(&talk);
        i += 2 + length;
    }
    for (int i = 0; i < CLIENTS; i++)
        lobby_leave(&talk.lobby, &talk.clients[i]);
    lobby_close(&talk.lobby);
    seats_destroy(seats);
    return 0;
}
