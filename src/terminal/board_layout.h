/* A board and a panel of text beside it, as far as they fit on a screen.
 *
 *   <---- columns * PICTURE_CELL ----> <- panel_columns ->
 *   ##################################  A Blastbeam
 *   ##A     ++    ++         ++     ##    bombs 1 of 1
 *
 * A board that does not fit is scrolled to a cell.
 */
#ifndef BLASTBEAM_TERMINAL_BOARD_LAYOUT_H
#define BLASTBEAM_TERMINAL_BOARD_LAYOUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Snapshot Snapshot;

typedef struct BoardLayout {
    int left, top, columns, rows; /* the visible part of the board, in cells */
    int panel_columns;            /* in characters; 0: no panel */
} BoardLayout;

/* A line of the panel. */
typedef struct PanelLine {
    const char *text;   /* UTF-8; cut off at the width of the panel */
    const char *colour; /* the escape sequence in front of it, or "" */
} PanelLine;

/* `value`, or the nearest number from `low` to `high`; `low` when that range is empty. */
int layout_clamp(int value, int low, int high);

/* Lay out a board of `snapshot` on `columns` x `rows` characters so that the cell x, y is visible.
 * The panel gets all columns that the board leaves, and the board leaves at least 37. Screens of
 * less than 60 columns have no panel. */
BoardLayout board_layout(const Snapshot *snapshot, int columns, int rows, int x, int y);

/* Write row `row`, from 0, of the visible board and the line of the panel beside it, without a line
 * end. Below the board only the panel is written. */
void board_layout_row(const BoardLayout *layout, const Snapshot *snapshot, int row, PanelLine line,
                      bool colours, FILE *out);

#endif
