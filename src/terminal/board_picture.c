#include "terminal/board_picture.h"

#include "protocol/snapshot.h"

static const char *const player_colour[SNAPSHOT_PLAYERS] = {
    "\033[1;36m", "\033[1;35m", "\033[1;32m", "\033[1;33m", "\033[1;34m", "\033[1;31m",
    "\033[36m",   "\033[35m",   "\033[32m",   "\033[33m",   "\033[34m",   "\033[31m"};

typedef struct CellPicture {
    char text[PICTURE_CELL + 1];
    const char *colour, *background; /* escape sequences, or "" */
} CellPicture;

const char *picture_colour(int player, bool colours) {
    return colours ? player_colour[player] : "";
}

const char *picture_plain(bool colours) {
    return colours ? "\033[0m" : "";
}

static void draw_bomb(const SnapshotBomb *bomb, CellPicture *picture) {
    picture->colour = player_colour[bomb->owner];
    picture->background = "\033[7m";
    picture->text[0] = bomb->timer > 9 ? '1' : 'o';
    picture->text[1] = (char)('0' + bomb->timer % 10);
}

/* The border, a pillar, a wall, or floor with or without a power-up. */
static void draw_ground(const SnapshotBlock *block, CellPicture *picture) {
    if (block->entity == ENTITY_WALL) {
        picture->text[0] = picture->text[1] = '+';
        picture->colour = "\033[33m";
    } else if (block->entity == ENTITY_PILLAR) {
        picture->text[0] = picture->text[1] = '#';
        picture->colour = "\033[90m";
        picture->background = "\033[100m";
    } else {
        picture->text[0] = " &!$"[block->powerup];
        picture->colour = "\033[1;92m";
    }
}

static CellPicture draw_cell(const Snapshot *snapshot, const SnapshotBlock *block, bool colours) {
    CellPicture picture = {"  ", "", ""};
    if (block->bomb.owner >= 0)
        draw_bomb(&block->bomb, &picture);
    else
        draw_ground(block, &picture);
    if (block->entity == ENTITY_PLAYER) {
        picture.text[0] = snapshot->players[block->player].key;
        picture.colour = player_colour[block->player];
    }
    if (block->exploding && colours)
        picture.background = "\033[41m";
    for (int i = 0; i < PICTURE_CELL && block->exploding; i++)
        picture.text[i] = picture.text[i] == ' ' ? '*' : picture.text[i];
    return picture;
}

void picture_row(const Snapshot *snapshot, int y, int left, int columns, bool colours, FILE *out) {
    for (int x = left; x < left + columns; x++) {
        CellPicture picture = draw_cell(snapshot, &snapshot->blocks[x][y], colours);
        if (colours)
            fprintf(out, "%s%s%s%s", picture.colour, picture.background, picture.text,
                    picture_plain(true));
        else
            fputs(picture.text, out);
    }
}
