#include "replay/moment_text.h"

#include <string.h>

#include "records/match_replay.h"
#include "terminal/board_picture.h"

void moment_text_title(const MatchReplay *replay, int index, char title[MOMENT_TEXT_TITLE]) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    bool is_end = replay->ended && index == replay->count - 1;
    if (is_end && snapshot->round == 0)
        snprintf(title, MOMENT_TEXT_TITLE, "cut off before round 0");
    else if (is_end)
        snprintf(title, MOMENT_TEXT_TITLE, "%s after round %d",
                 snapshot_is_over(snapshot) ? "the end," : "cut off", snapshot->round - 1);
    else
        snprintf(title, MOMENT_TEXT_TITLE, "round %d of %d", snapshot->round,
                 replay->moments[replay->count - 1 - replay->ended].snapshot.round);
    size_t used = strlen(title);
    snprintf(title + used, MOMENT_TEXT_TITLE - used, "  map %d  a kill is worth %d", snapshot->seed,
             snapshot->bounty);
}

void moment_text_name(const char *name, char *text, size_t size) {
    size_t length = 0;
    for (; name[length] && length + 1 < size; length++)
        text[length] = name[length] >= ' ' && name[length] < 127 ? name[length] : '?';
    text[length] = 0;
}

static int count_bombs(const Snapshot *snapshot, int player) {
    int count = 0;
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++)
            count += snapshot->blocks[x][y].bomb.owner == player;
    return count;
}

/* The commands that the rules allow, bit 1 << command; 0 for a dead player and at the end. */
static unsigned legal_commands(const MatchReplay *replay, int index, int player) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    bool is_end = replay->ended && index == replay->count - 1;
    char message[256];
    Game game;
    State state;
    int number;
    if (is_end || snapshot->players[player].killed ||
        !snapshot_to_state(snapshot, snapshot->players[player].key, &game, &state, &number, message,
                           sizeof message))
        return 0;
    return state_legal(&state, number);
}

/* The snapshot of the next round; NULL at the end of the recording and when that round is missing.
 */
static const Snapshot *next_round(const MatchReplay *replay, int index) {
    const Snapshot *now = &replay->moments[index].snapshot;
    const Snapshot *next = index + 1 < replay->count ? &replay->moments[index + 1].snapshot : NULL;
    return next && next->round == now->round + 1 ? next : NULL;
}

/* True for a command that was refused and for a step into a cell that another player won. */
static bool had_no_effect(const MatchReplay *replay, int index, int player) {
    const ReplayMoment *moment = &replay->moments[index];
    Command command = moment->command[player];
    const Snapshot *next = next_round(replay, index);
    const SnapshotPlayer *now = &moment->snapshot.players[player];
    if (!(legal_commands(replay, index, player) >> command & 1))
        return true;
    return is_move(command) && next && !next->players[player].killed &&
           next->players[player].x == now->x && next->players[player].y == now->y;
}

static void describe_action(const MatchReplay *replay, int index, int player, char *text,
                            size_t size) {
    const ReplayMoment *moment = &replay->moments[index];
    const char *action = match_replay_action(replay, index, player);
    const Snapshot *next = next_round(replay, index);
    bool dies = next && next->players[player].killed;
    bool is_choice = !moment->note[player].forced && moment->command[player] != COMMAND_NOTHING;
    if (moment->snapshot.players[player].killed)
        snprintf(text, size, "dead");
    else if (!*action)
        snprintf(text, size, "alive");
    else
        snprintf(text, size, "%s%s%s", action,
                 is_choice && had_no_effect(replay, index, player) ? " in vain" : "",
                 dies ? ", dies" : "");
}

/* Write what is special about the move. Returns false when nothing is. */
static bool describe_note(const MoveNote *note, char *text, size_t size) {
    if (note->failure != MOVE_IN_TIME)
        snprintf(text, size, "  %s%s%s", move_failure_name(note->failure),
                 note->reason[0] ? ": " : "", note->reason);
    else if (note->forced)
        snprintf(text, size, "  the engine's choice, not the bot's");
    return note->failure != MOVE_IN_TIME || note->forced;
}

/* "nothing" is left out because it is always legal. */
static void describe_choice(const MatchReplay *replay, int index, int player, char *text,
                            size_t size) {
    unsigned legal = legal_commands(replay, index, player) & ~(1u << COMMAND_NOTHING);
    snprintf(text, size, legal ? "  can" : "");
    for (; legal; legal &= legal - 1) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, " %s", command_name((Command)__builtin_ctz(legal)));
    }
}

void moment_text_player_line(const MatchReplay *replay, int index, int player, int line,
                             char text[MOMENT_TEXT_LINE]) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    const SnapshotPlayer *shown = &snapshot->players[player];
    char name[18], action[32];
    int bombs_left = shown->bag - count_bombs(snapshot, player);
    switch (line) {
    case 0:
        moment_text_name(shown->name, name, sizeof name);
        snprintf(text, MOMENT_TEXT_LINE, "%c %-17s %6d points", shown->key, name, shown->points);
        break;
    case 1:
        describe_action(replay, index, player, action, sizeof action);
        snprintf(text, MOMENT_TEXT_LINE, "  bag %d/%d radius %d  %s",
                 bombs_left > 0 ? bombs_left : 0, shown->bag, shown->radius, action);
        break;
    default:
        if (!describe_note(&replay->moments[index].note[player], text, MOMENT_TEXT_LINE))
            describe_choice(replay, index, player, text, MOMENT_TEXT_LINE);
    }
}

static void print_player(const MatchReplay *replay, int index, int player, bool colours,
                         FILE *out) {
    for (int line = 0; line < MOMENT_TEXT_PLAYER_LINES; line++) {
        char text[MOMENT_TEXT_LINE];
        moment_text_player_line(replay, index, player, line, text);
        if (*text)
            fprintf(out, "%s%s%s\n", line == 0 ? picture_colour(player, colours) : "", text,
                    picture_plain(colours));
    }
}

void moment_text_print(const MatchReplay *replay, int index, bool colours, FILE *out) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    char title[MOMENT_TEXT_TITLE];
    moment_text_title(replay, index, title);
    fprintf(out, "%s\n", title);
    for (int y = 1; y <= snapshot->height; y++) {
        picture_row(snapshot, y, 1, snapshot->width, colours, out);
        fputc('\n', out);
    }
    for (int p = 0; p < snapshot->player_count; p++)
        print_player(replay, index, p, colours, out);
}
