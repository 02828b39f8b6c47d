#include "web/status.h"

#include "platform/clock.h"
#include "platform/text.h"
#include "replay/json_text.h"

static const char *const phase_names[] = {[GAME_WAITING] = "waiting",
                                          [GAME_PLAYING] = "playing",
                                          [GAME_OVER] = "over",
                                          [GAME_FAILED] = "failed"};
static const char *const seat_names[] = {
    [SEAT_EMPTY] = "empty", [SEAT_AWAY] = "away", [SEAT_HERE] = "here"};

static const char *boolean(bool value) {
    return value ? "true" : "false";
}

/* Milliseconds until the deadline; -1 when there is none. */
static int left_ms(int64_t deadline) {
    int64_t left = deadline - clock_now();
    return !deadline ? -1 : left > 0 ? (int)(left / 1000000) : 0;
}

static void add_seats(Text *out, Seats *seats) {
    text_add(out, ",\"seats\":[");
    for (int i = 0; i < seats_count(seats); i++) {
        SeatView view = seats_view(seats, i);
        text_add(out, "%s{\"state\":\"%s\",\"lent\":%s,\"given\":%s,\"name\":", i ? "," : "",
                 seat_names[view.state], boolean(view.lent), boolean(view.given));
        json_add_string(out, view.name);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void add_lineup(Text *out, const Lineup *lineup) {
    text_add(out, ",\"lineup\":[");
    for (int i = 0; i < lineup->count; i++) {
        text_add(out, i ? "," : "");
        json_add_string(out, lineup->name[i]);
    }
    text_add(out, "]");
}

static void add_chosen(Text *out, const GameView *game) {
    text_add(out, ",\"chosen\":[");
    for (int i = 0; i < game->chosen_count; i++)
        text_add(out, "%s%d", i ? "," : "", game->chosen[i]);
    text_add(out, "]");
}

char *status_write(const StatusSource *source, int watchers, size_t *size) {
    Text out = {0};
    const GameOptions *options = source->options;
    GameView game = host_game_view(source->game);
    ControlView control = control_view(source->control);
    text_add(&out, "{\"match\":%d,\"phase\":\"%s\",\"round\":%d,\"seed\":%d", game.match,
             phase_names[game.phase], game.round, game.seed);
    text_add(&out,
             ",\"paused\":%s,\"held\":%s,\"speed\":%d,\"tick_ms\":%d,\"turn_s\":%d,\"left_ms\":%d",
             boolean(control.paused), boolean(control.held), control.speed, options->tick_ms,
             options->turn_s, left_ms(game.deadline));
    text_add(&out, ",\"has_page\":%s,\"has_folders\":%s,\"watchers\":%d", boolean(game.has_page),
             boolean(source->has_folders), watchers);
    text_add(&out, ",\"error\":");
    json_add_string(&out, game.error);
    add_seats(&out, source->seats);
    add_lineup(&out, source->lineup);
    add_chosen(&out, &game);
    text_add(&out, "}");
    return text_take(&out, size);
}
