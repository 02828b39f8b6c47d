#include "support/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands.h"
#include "test.h"

/* ---- Words ---- */

void unreadable(const Scene *scene, const char *what) {
    fail_msg("%s:%d: %s: cannot read %s", scene->drawn->file, scene->line.number,
             scene->drawn->name, what);
}

const char *word_at(Scene *scene, int index) {
    if (index >= scene->words)
        unreadable(scene, "the line, a word is missing");
    scene->read |= 1u << index;
    return scene->word[index];
}

bool has_word(Scene *scene, const char *word) {
    for (int i = 1; i < scene->words; i++)
        if (strcmp(scene->word[i], word) == 0) {
            scene->read |= 1u << i;
            return true;
        }
    return false;
}

static double number_in(const Scene *scene, const char *text) {
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end)
        unreadable(scene, text);
    return number;
}

int number_at(Scene *scene, int index) {
    return (int)number_in(scene, word_at(scene, index));
}

double option(Scene *scene, const char *name, double otherwise) {
    size_t length = strlen(name);
    for (int i = 1; i < scene->words; i++)
        if (strncmp(scene->word[i], name, length) == 0 && scene->word[i][length] == '=') {
            scene->read |= 1u << i;
            return number_in(scene, scene->word[i] + length + 1);
        }
    return otherwise;
}

int player_at(Scene *scene, int index) {
    const char *word = word_at(scene, index);
    int player = word[0] - 'A';
    if (word[1] || player < 0 || player >= scene->state.players)
        unreadable(scene, word);
    return player;
}

static Cell cell_in(Scene *scene, int index) {
    int x = 0, y = 0;
    if (sscanf(word_at(scene, index), "%d,%d", &x, &y) != 2 || x < 2 || y < 2 || x >= BOARD_SIZE ||
        y >= BOARD_SIZE)
        unreadable(scene, scene->word[index]);
    return cell_at(x - 1, y - 1);
}

int choice_in(const Scene *scene, const char *word, const char *const *names) {
    for (int i = 0; names[i]; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    unreadable(scene, word);
    return -1;
}

Command command_in(const Scene *scene, const char *word) {
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        if (strcmp(command_name(c), word) == 0)
            return c;
    unreadable(scene, word);
    return COMMAND_NOTHING;
}

/* ---- What is expected ---- */

bool take_word(const char **text, char word[32]) {
    int length = 0;
    if (sscanf(*text, " %31s%n", word, &length) != 1)
        return false;
    *text += length;
    return true;
}

unsigned expected_commands(const Scene *scene) {
    const char *text = scene->expected;
    unsigned commands = 0;
    char word[32];
    while (take_word(&text, word))
        if (strcmp(word, "none") != 0)
            commands |= 1u << command_in(scene, word);
    return commands;
}

void write_commands(Scene *scene, unsigned commands) {
    int length = snprintf(scene->found, FOUND, commands ? "" : "none");
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        if (commands >> c & 1)
            length += snprintf(scene->found + length, FOUND - (size_t)length, "%s%s",
                               length ? " " : "", command_name(c));
}

bool are_commands(Scene *scene, unsigned commands) {
    write_commands(scene, commands);
    return commands == expected_commands(scene);
}

bool is_text(Scene *scene, const char *text) {
    snprintf(scene->found, FOUND, "%s", text);
    return strcmp(text, scene->expected) == 0;
}

bool is_yes_or_no(Scene *scene, bool found) {
    static const char *const names[] = {"no", "yes", NULL};
    snprintf(scene->found, FOUND, "%s", names[found]);
    return choice_in(scene, scene->expected, names) == found;
}

bool is_number(Scene *scene, double found) {
    snprintf(scene->found, FOUND, "%g", found);
    return fabs(found - number_in(scene, scene->expected)) < 1e-4;
}

/* ---- Changes of the board ---- */

static void restore(Scene *scene) {
    scene->state = scene->drawn->state;
    memset(scene->last_command, COMMAND_NOTHING, MAX_PLAYERS);
    scene->repeated = false;
    scene->trail = (Trail){0};
}

/* "points A 300" or, from what they are, "points A +20". */
static void change_points(Scene *scene) {
    int player = player_at(scene, 1), number = number_at(scene, 2);
    bool added = scene->word[2][0] == '+' || scene->word[2][0] == '-';
    scene->state.points[player] = number + (added ? scene->state.points[player] : 0);
}

/* The points of coverage are taken off the others, so that their sum stays. */
static void change_touched(Scene *scene) {
    int player = player_at(scene, 1), cells = number_at(scene, 2);
    scene->state.points[player] -= 100 * cells / scene->drawn->game.open_cells;
    scene->state.touched_count[player] = (uint16_t)cells;
}

static void change_cell(Scene *scene) {
    scene->state.cell[player_at(scene, 1)] = cell_in(scene, 2);
}

static void change_radius(Scene *scene) {
    int player = player_at(scene, 1);
    scene->state.radius[player] = (uint8_t)radius_to_shift(number_at(scene, 2));
}

static void change_round(Scene *scene) {
    scene->state.round = (uint16_t)number_at(scene, 1);
}

static void kill_player(Scene *scene) {
    scene->state.alive &= (uint8_t) ~(1 << player_at(scene, 1));
}

/* "bomb B 10,12 timer=7 radius=1" */
static void add_bomb(Scene *scene) {
    int radius = radius_to_shift((long)option(scene, "radius", 1));
    assert_true(state_add_bomb(&scene->state, player_at(scene, 1), cell_in(scene, 2),
                               (int)option(scene, "timer", 4), radius));
}

static void set_last_command(Scene *scene) {
    scene->last_command[player_at(scene, 1)] = (uint8_t)command_in(scene, word_at(scene, 2));
}

static void set_repeated(Scene *scene) {
    scene->repeated = true;
}

/* "trail 11,14 12,14": the cells of the rounds before, latest first, over and over. */
static void set_trail(Scene *scene) {
    int count = scene->words - 1;
    for (int i = 0; i < TRAIL_ROUNDS; i++)
        scene->trail.cell[i] = cell_in(scene, 1 + i % count);
}

static const struct {
    const char *word;
    void (*change)(Scene *scene);
} changes[] = {
    {"drawn", restore},         {"points", change_points}, {"touched", change_touched},
    {"at", change_cell},        {"radius", change_radius}, {"round", change_round},
    {"dead", kill_player},      {"bomb", add_bomb},        {"last", set_last_command},
    {"repeated", set_repeated}, {"trail", set_trail},
};

static void split_line(Scene *scene, char text[CASE_LINE]) {
    char *save, *colon = strstr(text, ": ");
    if (colon)
        *colon = 0;
    scene->words = 0;
    scene->read = 1;
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (scene->words == MOST_WORDS)
            unreadable(scene, word);
        scene->word[scene->words++] = word;
    }
    scene->expected = colon ? colon + 2 : scene->word[scene->words - 1];
    scene->found[0] = 0;
}

bool scene_next_line(Scene *scene, Case *drawn) {
    if (!next_case_line(drawn, &scene->line))
        return false;
    memcpy(scene->text, scene->line.text, sizeof scene->text);
    split_line(scene, scene->text);
    return true;
}

bool scene_change(Scene *scene) {
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        if (strcmp(scene->word[0], changes[i].word) == 0) {
            changes[i].change(scene);
            state_rehash(&scene->state);
            return true;
        }
    return false;
}

void scene_begin(Scene *scene, const Case *drawn) {
    *scene = (Scene){.drawn = drawn};
    restore(scene);
}
