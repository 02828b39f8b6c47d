#include "terminal/board_picture.h"

static const char *const player_colour[SNAPSHOT_PLAYERS] = {
    "\033[1;36m", "\033[1;35m", "\033[1;32m", "\033[1;33m", "\033[1;34m", "\033[1;31m",
    "\033[36m",   "\033[35m",   "\033[32m",   "\033[33m",   "\033[34m",   "\033[31m"};

/* What is drawn for a cell. */
typedef struct Drawn {
    char text[PICTURE_CELL + 1];
    const char *colour, *background;
} Drawn;

const char *picture_colour(int player, bool colours) {
    return colours ? player_colour[player] : "";
}

const char *picture_plain(bool colours) {
    return colours ? "\033[0m" : "";
}

static void draw_bomb(const SnapshotBomb *bomb, Drawn *drawn) {
    drawn->colour = player_colour[bomb->owner];
    drawn->background = "\033[7m";
    drawn->text[0] = bomb->timer > 9 ? '1' : 'o';
    drawn->text[1] = (char)('0' + bomb->timer % 10);
}

/* Border, pillar, wall or floor with a power-up. */
static void draw_ground(const SnapshotBlock *block, Drawn *drawn) {
    if (block->entity == ENTITY_WALL) {
        drawn->text[0] = drawn->text[1] = '+';
        drawn->colour = "\033[33m";
    } else if (block->entity == ENTITY_PILLAR) {
        drawn->text[0] = drawn->text[1] = '#';
        drawn->colour = "\033[90m";
        drawn->background = "\033[100m";
    } else {
        drawn->text[0] = " &!$"[block->powerup];
        drawn->colour = "\033[1;92m";
    }
}

static Drawn draw_cell(const Snapshot *snapshot, const SnapshotBlock *block, bool colours) {
    Drawn drawn = {"  ", "", ""};
    if (block->bomb.owner >= 0)
        draw_bomb(&block->bomb, &drawn);
    else
        draw_ground(block, &drawn);
    if (block->entity == ENTITY_PLAYER) {
        drawn.text[0] = snapshot->players[block->player].key;
        drawn.colour = player_colour[block->player];
    }
    if (block->exploding && colours)
        drawn.background = "\033[41m";
    for (int i = 0; i < PICTURE_CELL && block->exploding; i++)
        drawn.text[i] = drawn.text[i] == ' ' ? '*' : drawn.text[i];
    return drawn;
}

void picture_row(const Snapshot *snapshot, int y, int left, int columns, bool colours, FILE *out) {
    for (int x = left; x < left + columns; x++) {
        Drawn drawn = draw_cell(snapshot, &snapshot->blocks[x][y], colours);
        if (colours)
            fprintf(out, "%s%s%s%s", drawn.colour, drawn.background, drawn.text,
                    picture_plain(true));
        else
            fputs(drawn.text, out);
    }
}
