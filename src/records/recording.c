#include "records/recording.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>

#include "platform/file.h"

static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

static const struct {
    char sign;
    PowerUp type;
} powerup_signs[] = {{'&', POWERUP_BAG}, {'!', POWERUP_RADIUS}, {'$', POWERUP_SUPER}};

enum {
    MAX_BOUNTY = 1000000, /* with a larger one, points could overflow */
    POWERUP_SIGNS = sizeof powerup_signs / sizeof *powerup_signs
};

/* ---- Reading ---- */

__attribute__((format(printf, 2, 3))) static bool fail(Recording *recording, const char *format,
                                                       ...) {
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(recording->error, sizeof recording->error, "%.160s:%d: ", recording->path,
                        recording->line);
    vsnprintf(recording->error + used, sizeof recording->error - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* Read a line into recording->text, without its line end. The end of the file is an error, too. */
static bool read_line(Recording *recording) {
    char *text = recording->text;
    recording->line++;
    if (!fgets(text, sizeof recording->text, recording->file)) {
        text[0] = '\0';
        return fail(recording,
                    ferror(recording->file) ? "cannot be read" : "the file ends too early");
    }
    size_t length = strlen(text);
    bool complete = length > 0 && text[length - 1] == '\n';
    if (!complete && !feof(recording->file))
        return fail(recording, "the line is too long, or this is not a text file");
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        text[--length] = '\0';
    size_t mark = sizeof BYTE_ORDER_MARK - 1;
    if (recording->line == 1 && strncmp(text, BYTE_ORDER_MARK, mark) == 0)
        memmove(text, text + mark, length - mark + 1);
    return true;
}

/* The functions take_... read an item at *cursor and advance past it. They return false when the
 * text has no such item there. */
static bool take_text(const char **cursor, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*cursor, text, length) != 0)
        return false;
    *cursor += length;
    return true;
}

static bool take_number(const char **cursor, int low, int high, int *number) {
    char *end;
    if ((**cursor < '0' || **cursor > '9') && **cursor != '-')
        return false;
    errno = 0;
    long value = strtol(*cursor, &end, 10);
    if (end == *cursor || errno != 0 || value < low || value > high)
        return false;
    *number = (int)value;
    *cursor = end;
    return true;
}

static bool take_field(const char **cursor, const char *name, int low, int *number) {
    return take_text(cursor, name) && take_number(cursor, low, INT_MAX, number);
}

static bool take_cell(const char **cursor, int size, RecordedCell *cell) {
    int x, y;
    if (!take_number(cursor, 1, size, &x) || !take_text(cursor, ",") ||
        !take_number(cursor, 1, size, &y))
        return false;
    *cell = (RecordedCell){(int16_t)x, (int16_t)y};
    return true;
}

static bool take_key(const char **cursor, int players, int *player) {
    if (**cursor < 'A' || **cursor >= 'A' + players)
        return false;
    *player = *(*cursor)++ - 'A';
    return true;
}

/* Advance to the next item of a list. Returns false at the end of the line. */
static bool take_separator(const char **cursor) {
    bool blank = **cursor == ' ';
    while (**cursor == ' ')
        (*cursor)++;
    return blank && **cursor != '\0';
}

static bool read_header(Recording *recording) {
    StartMap *map = &recording->map;
    if (!read_line(recording))
        return false;
    const char *cursor = recording->text;
    int seed;
    if (!take_text(&cursor, "match players=") ||
        !take_number(&cursor, 2, MAP_PLAYERS_MAX, &map->players) || !take_text(&cursor, " seed=") ||
        !take_number(&cursor, INT_MIN, INT_MAX, &seed) || !take_text(&cursor, " size=") ||
        !take_number(&cursor, 1, MAP_SIZE_MAX, &map->size) || !take_text(&cursor, " bounty=") ||
        !take_number(&cursor, 0, MAX_BOUNTY, &map->bounty) || *cursor != '\0')
        return fail(recording, "not a recording: expected `match players= seed= size= bounty=`");
    map->seed = seed;
    if (!mapgen_is_size(map->size))
        return fail(recording, "size=%d, but it must be 21, 31 or 41", map->size);
    return true;
}

/* Set the cells of the players in a row of the map. */
static bool place_players(Recording *recording, int y) {
    for (int x = 0; x < recording->map.size; x++) {
        const char *cursor = &recording->map.row[y][x];
        int player;
        if (mapgen_is_wall(*cursor) || strchr("#$ ", *cursor))
            continue;
        if (!take_key(&cursor, recording->map.players, &player))
            return fail(recording, "column %d: unknown character in the map", x + 1);
        if (recording->round.player[player].alive)
            return fail(recording, "player %c is in the map twice", 'A' + player);
        recording->round.player[player].alive = true;
        recording->round.player[player].cell = (RecordedCell){(int16_t)(x + 1), (int16_t)(y + 1)};
    }
    return true;
}

static bool read_map(Recording *recording) {
    StartMap *map = &recording->map;
    for (int y = 0; y < map->size; y++) {
        if (!read_line(recording))
            return false;
        if (strlen(recording->text) != (size_t)map->size)
            return fail(recording, "a row of the map must have %d cells", map->size);
        memcpy(map->row[y], recording->text, (size_t)map->size + 1);
        if (!place_players(recording, y))
            return false;
    }
    for (int p = 0; p < map->players; p++)
        if (!recording->round.player[p].alive)
            return fail(recording, "player %c is not in the map", 'A' + p);
    return true;
}

bool recording_open(Recording *recording, const char *path) {
    memset(recording, 0, sizeof *recording);
    recording->path = path;
    recording->round.round = -1;
    recording->file = file_open(path, "rb");
    if (!recording->file) {
        snprintf(recording->error, sizeof recording->error, "%.160s: %s", path, strerror(errno));
        return false;
    }
    if (read_header(recording) && read_map(recording))
        return true;
    recording_close(recording);
    return false;
}

void recording_close(Recording *recording) {
    if (recording->file)
        fclose(recording->file);
    recording->file = NULL;
}

static bool read_commands(Recording *recording) {
    RecordedRound *round = &recording->round;
    bool given[MAP_PLAYERS_MAX] = {false};
    if (!read_line(recording))
        return false;
    const char *cursor = recording->text;
    if (!take_text(&cursor, "cmd"))
        return fail(recording, "expected `cmd`");
    memset(round->command, 0, sizeof round->command);
    while (take_separator(&cursor)) {
        int player, code;
        if (!take_key(&cursor, recording->map.players, &player) ||
            !take_number(&cursor, 0, 9, &code))
            return fail(recording, "expected a player's key and a command code");
        if (given[player] || !round->player[player].alive)
            return fail(recording, "player %c %s", 'A' + player,
                        given[player] ? "has two commands" : "is dead, but has a command");
        given[player] = true;
        round->command[player] = (uint8_t)code;
    }
    for (int p = 0; p < recording->map.players; p++)
        if (!given[p] && round->player[p].alive)
            return fail(recording, "player %c has no command", 'A' + p);
    return *cursor == '\0' || fail(recording, "expected a player's key and a command code");
}

static bool take_player(const char **cursor, int size, int index, RecordedPlayer *player) {
    int key;
    if (!take_key(cursor, index + 1, &key) || key != index)
        return false;
    player->alive = take_text(cursor, " alive ");
    return (player->alive || take_text(cursor, " dead ")) &&
           take_cell(cursor, size, &player->cell) && take_field(cursor, " bag=", 0, &player->bag) &&
           take_field(cursor, " radius=", 0, &player->radius) &&
           take_field(cursor, " points=", INT_MIN, &player->points) &&
           take_field(cursor, " touched=", 0, &player->touched) &&
           (player->alive || take_field(cursor, " died=", 0, &player->died)) && **cursor == '\0';
}

static bool read_players(Recording *recording) {
    for (int p = 0; p < recording->map.players; p++) {
        if (!read_line(recording))
            return false;
        const char *cursor = recording->text;
        if (!take_player(&cursor, recording->map.size, p, &recording->round.player[p]))
            return fail(recording,
                        "expected `%c alive X,Y bag= radius= points= touched=`, or the same "
                        "with `dead` and `died=`",
                        'A' + p);
    }
    return true;
}

static bool take_bomb(const char **cursor, const Recording *recording, RecordedBomb *bomb) {
    return take_key(cursor, recording->map.players, &bomb->owner) && take_text(cursor, "@") &&
           take_cell(cursor, recording->map.size, &bomb->cell) &&
           take_field(cursor, ":t", 0, &bomb->timer) && take_field(cursor, "r", 0, &bomb->radius);
}

static bool read_bombs(Recording *recording) {
    RecordedRound *round = &recording->round;
    if (!read_line(recording))
        return false;
    const char *cursor = recording->text;
    bool valid = take_text(&cursor, "bombs");
    for (round->bomb_count = 0; valid && take_separator(&cursor); round->bomb_count++)
        valid = round->bomb_count < RECORDING_CELLS &&
                take_bomb(&cursor, recording, &round->bomb[round->bomb_count]);
    return (valid && *cursor == '\0') ||
           fail(recording, "expected `bombs KEY@X,Y:tTIMERrRADIUS ...`");
}

static bool read_cells(Recording *recording, const char *name, RecordedCells *cells) {
    if (!read_line(recording))
        return false;
    const char *cursor = recording->text;
    bool valid = take_text(&cursor, name);
    for (cells->count = 0; valid && take_separator(&cursor); cells->count++)
        valid = cells->count < RECORDING_CELLS &&
                take_cell(&cursor, recording->map.size, &cells->cell[cells->count]);
    return (valid && *cursor == '\0') || fail(recording, "expected `%s X,Y ...`", name);
}

static bool take_powerup(const char **cursor, int size, RecordedPowerUp *powerup) {
    for (int i = 0; i < POWERUP_SIGNS; i++)
        if (**cursor == powerup_signs[i].sign) {
            (*cursor)++;
            powerup->type = powerup_signs[i].type;
            return take_text(cursor, "@") && take_cell(cursor, size, &powerup->cell);
        }
    return false;
}

static bool read_powerups(Recording *recording) {
    RecordedRound *round = &recording->round;
    if (!read_line(recording))
        return false;
    const char *cursor = recording->text;
    bool valid = take_text(&cursor, "powerups");
    for (round->powerup_count = 0; valid && take_separator(&cursor); round->powerup_count++)
        valid = round->powerup_count < RECORDING_CELLS &&
                take_powerup(&cursor, recording->map.size, &round->powerup[round->powerup_count]);
    return (valid && *cursor == '\0') || fail(recording, "expected `powerups SIGN@X,Y ...`");
}

static bool read_round(Recording *recording, const char *cursor) {
    int round;
    if (!take_number(&cursor, 0, INT_MAX, &round) || *cursor != '\0' ||
        round != recording->round.round + 1)
        return fail(recording, "expected `round %d`", recording->round.round + 1);
    recording->round.round = round;
    return read_commands(recording) && read_players(recording) && read_bombs(recording) &&
           read_cells(recording, "exploding", &recording->round.exploding) &&
           read_cells(recording, "destroyed", &recording->round.destroyed) &&
           read_powerups(recording);
}

static bool read_leaderboard(Recording *recording, const char *cursor) {
    bool placed[MAP_PLAYERS_MAX] = {false};
    int count = 0;
    while (take_separator(&cursor)) {
        int player;
        if (!take_key(&cursor, recording->map.players, &player) || placed[player])
            break;
        placed[player] = true;
        recording->leaderboard[count++] = player;
    }
    return (count == recording->map.players && *cursor == '\0') ||
           fail(recording, "expected `end leaderboard` and the key of each player");
}

static bool is_at_end(Recording *recording) {
    for (int c; (c = fgetc(recording->file)) != EOF;)
        if (!isspace(c))
            return fail(recording, "the file continues after the end");
    return true;
}

RecordingEvent recording_next(Recording *recording) {
    if (!recording->file || !read_line(recording))
        return RECORDING_BAD;
    const char *cursor = recording->text;
    if (take_text(&cursor, "end leaderboard"))
        return read_leaderboard(recording, cursor) && is_at_end(recording) ? RECORDING_END
                                                                           : RECORDING_BAD;
    if (take_text(&cursor, "round "))
        return read_round(recording, cursor) ? RECORDING_ROUND : RECORDING_BAD;
    fail(recording, "expected `round %d` or `end leaderboard`", recording->round.round + 1);
    return RECORDING_BAD;
}

/* ---- Comparing with the engine ---- */

bool recording_start(const Recording *recording, Game *game, State *state) {
    return mapgen_start(&recording->map, game, state);
}

static Cell to_engine_cell(RecordedCell cell) {
    return cell_at(cell.x - 1, cell.y - 1);
}

Ranks recording_ranks(const Recording *recording, const State *before) {
    Ranks ranks = RANKS_IN_ORDER;
    for (int p = 0; p < before->players; p++)
        if (to_engine_cell(recording->round.player[p].cell) == before->cell[p])
            ranks.rank[p] = (uint8_t)(MAX_PLAYERS + p);
    return ranks;
}

/* The buffer for the description of a difference. */
typedef struct Report {
    char *why;
    size_t size;
} Report;

__attribute__((format(printf, 2, 3))) static bool report_difference(const Report *report,
                                                                    const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->why, report->size, format, arguments);
    va_end(arguments);
    return false;
}

static bool same_number(const Report *report, const char *rule, int player, const char *name,
                        int recorded, int ours) {
    return recorded == ours || report_difference(report, "%s: player %c: %s is %d, by the rules %d",
                                                 rule, 'A' + player, name, recorded, ours);
}

static bool compare_player(const Report *report, int index, const RecordedPlayer *player,
                           const Game *game, const State *state) {
    int x = cell_x(state->cell[index]) + 1, y = cell_y(state->cell[index]) + 1;
    bool alive = state_is_alive(state, index);
    if (alive != player->alive)
        return report_difference(report, "deaths: player %c is %s, by the rules %s", 'A' + index,
                                 player->alive ? "alive" : "dead", alive ? "alive" : "dead");
    if (x != player->cell.x || y != player->cell.y)
        return report_difference(report, "moves: player %c is on %d,%d, by the rules on %d,%d",
                                 'A' + index, player->cell.x, player->cell.y, x, y);
    return same_number(report, "power-ups", index, "bag", player->bag, state->bag[index]) &&
           same_number(report, "power-ups", index, "radius", player->radius,
                       1 << state->radius[index]) &&
           same_number(report, "points", index, "points", player->points,
                       state_points(game, state, index)) &&
           same_number(report, "coverage", index, "touched", player->touched,
                       state->touched_count[index]) &&
           same_number(report, "deaths", index, "died", player->died, state->died[index]);
}

static int find_bomb(const State *state, Cell cell) {
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        if (state->bombs.cell[slot] == cell)
            return slot;
    }
    return -1;
}

static bool compare_bomb(const Report *report, const RecordedBomb *bomb, const State *state) {
    int x = bomb->cell.x, y = bomb->cell.y;
    int slot = find_bomb(state, to_engine_cell(bomb->cell));
    if (slot < 0)
        return report_difference(report, "bombs: there is a bomb on %d,%d, by the rules none", x,
                                 y);
    if (!(state->owned[bomb->owner] >> slot & 1))
        return report_difference(report,
                                 "bombs: the bomb on %d,%d is %c's, by the rules another player's",
                                 x, y, 'A' + bomb->owner);
    int timer = bomb_timer(state, slot), radius = 1 << state->bombs.radius[slot];
    return (timer == bomb->timer && radius == bomb->radius) ||
           report_difference(report, "fuses: the bomb on %d,%d is t%dr%d, by the rules t%dr%d", x,
                             y, bomb->timer, bomb->radius, timer, radius);
}

static bool compare_bombs(const Report *report, const RecordedRound *round, const State *state) {
    for (int i = 0; i < round->bomb_count; i++)
        if (!compare_bomb(report, &round->bomb[i], state))
            return false;
    int count = __builtin_popcount(state_bombs(state));
    return count == round->bomb_count ||
           report_difference(report, "bombs: there are %d, by the rules %d", round->bomb_count,
                             count);
}

/* Our engine marks the pillars at the ends of blasts, too; the files do not. */
static bool compare_cells(const Report *report, const char *rule, const char *name,
                          const RecordedCells *recorded, const Board *actual) {
    Board expected = {{0}};
    for (int i = 0; i < recorded->count; i++)
        board_add(&expected, to_engine_cell(recorded->cell[i]));
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++) {
            bool is_set = board_has(actual, cell_at(x, y)) && !mapgen_is_pillar(BOARD_SIZE, x, y);
            if (is_set != board_has(&expected, cell_at(x, y)))
                return report_difference(report, "%s: %d,%d is %s%s, by the rules it is%s", rule,
                                         x + 1, y + 1, is_set ? "not " : "", name,
                                         is_set ? "" : " not");
        }
    return true;
}

static bool compare_events(const Report *report, const RecordedRound *round,
                           const RoundEvents *events) {
    const Board none = {{0}};
    const Board *exploding = events->exploded ? &events->exploding : &none;
    const Board *destroyed = events->exploded ? &events->destroyed : &none;
    return compare_cells(report, "blasts", "exploding", &round->exploding, exploding) &&
           compare_cells(report, "walls", "destroyed", &round->destroyed, destroyed);
}

static bool is_in_sight(const Game *game, const State *state, int powerup) {
    return state->powerups >> powerup & 1 && !board_has(&state->walls, game->powerup_cell[powerup]);
}

static bool compare_powerups(const Report *report, const RecordedRound *round, const Game *game,
                             const State *state) {
    for (int i = 0; i < round->powerup_count; i++) {
        const RecordedPowerUp *powerup = &round->powerup[i];
        int index = game->powerup_at[to_engine_cell(powerup->cell)];
        if (index == NO_POWERUP || !is_in_sight(game, state, index) ||
            game->powerup_type[index] != powerup->type)
            return report_difference(
                report, "power-ups: there is one on %d,%d, by the rules none or another type",
                powerup->cell.x, powerup->cell.y);
    }
    int count = 0;
    for (int i = 0; i < game->powerup_count; i++)
        count += is_in_sight(game, state, i);
    return count == round->powerup_count ||
           report_difference(report, "power-ups: %d are in sight, by the rules %d",
                             round->powerup_count, count);
}

bool recording_compare(const Recording *recording, const Game *game, const State *state,
                       const RoundEvents *events, char *why, size_t size) {
    const RecordedRound *round = &recording->round;
    const Report report = {why, size};
    if (state->round != round->round + 1)
        return report_difference(&report, "our engine has played up to round %d", state->round - 1);
    for (int p = 0; p < game->players; p++)
        if (!compare_player(&report, p, &round->player[p], game, state))
            return false;
    return compare_bombs(&report, round, state) && compare_events(&report, round, events) &&
           compare_powerups(&report, round, game, state);
}

bool recording_compare_end(const Recording *recording, const Game *game, const State *state,
                           char *why, size_t size) {
    const Report report = {why, size};
    int order[MAX_PLAYERS];
    if (!state_over(game, state))
        return report_difference(&report,
                                 "end: the recording ends, but by the rules the match goes on");
    state_leaderboard(game, state, order);
    for (int place = 0; place < game->players; place++)
        if (order[place] != recording->leaderboard[place])
            return report_difference(&report, "leader board: place %d is %c's, by the rules %c's",
                                     place + 1, 'A' + recording->leaderboard[place],
                                     'A' + order[place]);
    return true;
}
