#include "terminal/board_layout.h"

#include "protocol/snapshot.h"
#include "terminal/board_picture.h"

int layout_clamp(int value, int low, int high) {
    return value > high ? (high > low ? high : low) : value < low ? low : value;
}

BoardLayout board_layout(const Snapshot *snapshot, int columns, int rows, int x, int y) {
    enum { NARROW = 60, PANEL = 37, GAP = 1 };
    bool has_panel = columns >= NARROW;
    int left_for_board = has_panel ? columns - PANEL - GAP : columns;
    BoardLayout layout = {.rows = layout_clamp(rows, 1, snapshot->height)};
    layout.columns = layout_clamp(left_for_board / PICTURE_CELL, 1, snapshot->width);
    layout.panel_columns = has_panel ? columns - layout.columns * PICTURE_CELL - GAP : 0;
    layout.left = layout_clamp(x - layout.columns / 2, 1, snapshot->width - layout.columns + 1);
    layout.top = layout_clamp(y - layout.rows / 2, 1, snapshot->height - layout.rows + 1);
    return layout;
}

/* Each character of a text in UTF-8 begins with a byte that is not 10xxxxxx. */
static int bytes_of_columns(const char *text, int columns) {
    int bytes = 0;
    for (int used = 0; text[bytes]; bytes++) {
        bool begins = ((unsigned char)text[bytes] & 0xc0) != 0x80;
        if (begins && used++ == columns)
            break;
    }
    return bytes;
}

void board_layout_row(const BoardLayout *layout, const Snapshot *snapshot, int row, PanelLine line,
                      bool colours, FILE *out) {
    if (row < layout->rows)
        picture_row(snapshot, layout->top + row, layout->left, layout->columns, colours, out);
    else if (line.text[0])
        fprintf(out, "%*s", layout->columns * PICTURE_CELL, "");
    if (layout->panel_columns > 0 && line.text[0])
        fprintf(out, " %s%.*s%s", line.colour, bytes_of_columns(line.text, layout->panel_columns),
                line.text, *line.colour ? picture_plain(true) : "");
}
