#include "search/contest.h"

#include "engine/touched.h"

enum {
    INNER = BOARD_SIZE - 2,
    MAX_LEAD = 2 * INNER, /* more than any on the board */
    LEADS = 128,
    LEAD_ZERO = 64 /* the index of a lead of 0 */
};

/* The leads from which on the opponent has a quarter less. */
static void quarter_leads(int steps, int lead[CONTEST_QUARTERS]) {
    lead[0] = -(3 * steps / 8);
    lead[1] = -(steps / 8);
    lead[2] = steps / 8 + 1;
    lead[3] = 3 * steps / 8 + 1;
}

int contest_quarters_plain(Cell rival, int steps, Cell cell, const Board *walls) {
    int lead[CONTEST_QUARTERS], quarters = 0;
    quarter_leads(steps, lead);
    BOARD_FOR_EACH(wall, walls) {
        int ahead = cell_distance(rival, wall) - cell_distance(cell, wall);
        for (int q = 0; q < CONTEST_QUARTERS; q++)
            quarters += ahead < lead[q];
    }
    return quarters;
}

/* For one column of the player: the cells of each row, as bits 1..19, whose lead is at least
 * `lead` - LEAD_ZERO when only the distance along the row counts. */
typedef struct RowLeads {
    uint32_t cells[BOARD_SIZE][LEADS];
} RowLeads;

static void fill_row(RowLeads *leads, Cell rival, int y, int column) {
    uint32_t *cells = leads->cells[y];
    memset(cells, 0, LEADS * sizeof *cells);
    for (int x = 1; x <= INNER; x++) {
        int own = x < column ? column - x : x - column;
        cells[LEAD_ZERO + cell_distance(rival, cell_at(x, y)) - own] |= 1u << x;
    }
    for (int lead = LEAD_ZERO + MAX_LEAD; lead > 0; lead--)
        cells[lead - 1] |= cells[lead];
}

/* The cells without the lead. A row that is n rows away lies n steps farther: it needs a lead that
 * is larger by n. */
static void fill_quarter(const RowLeads *leads, int row, int lead, Board *quarter) {
    const uint32_t inner = (1u << (INNER + 1)) - 2;
    memset(quarter, 0, sizeof *quarter);
    for (int y = 1; y <= INNER; y++) {
        int away = y < row ? row - y : y - row;
        uint64_t cells = inner & ~leads->cells[y][LEAD_ZERO + lead + away];
        quarter->word[y & 7] |= cells << row_shift(y);
    }
}

static bool is_open(int x, int y) {
    bool is_centre = x == BOARD_SIZE / 2 && y == BOARD_SIZE / 2;
    return x % 2 || y % 2 || is_centre;
}

/* Fill in the lookups of the cells within `reach` steps of `from`. */
static void fill_band(ContestBand *band, Cell rival, int steps, Cell from, int reach) {
    int lead[CONTEST_QUARTERS];
    RowLeads leads = {0};
    quarter_leads(steps, lead);
    for (int x = 1; x <= INNER; x++) {
        if (cell_distance(cell_at(x, cell_y(from)), from) > reach)
            continue;
        for (int y = 1; y <= INNER; y++)
            fill_row(&leads, rival, y, x);
        for (int y = 1; y <= INNER; y++)
            if (is_open(x, y) && cell_distance(cell_at(x, y), from) <= reach)
                for (int q = 0; q < CONTEST_QUARTERS; q++)
                    fill_quarter(&leads, y, lead[q],
                                 &band->quarter[touched_index(cell_at(x, y))][q]);
    }
}

void contest_init(Contest *contest, Cell from, const Cell rival[CONTEST_BANDS], int steps) {
    enum { ANYWHERE = 2 * BOARD_SIZE };
    for (int b = CONTEST_BANDS - 1; b >= 0; b--) {
        bool is_last = b == CONTEST_BANDS - 1;
        if (!is_last && rival[b] == rival[b + 1]) {
            contest->band[b] = contest->band[b + 1];
            continue;
        }
        int reach = is_last ? ANYWHERE : (b + 1) * CONTEST_BAND_ROUNDS;
        fill_band(&contest->memory[b], rival[b], steps, from, reach);
        contest->band[b] = &contest->memory[b];
    }
}
