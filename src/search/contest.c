#include "search/contest.h"

#include "engine/touched.h"

enum {
    INNER = BOARD_SIZE - 2,
    FAR = 40, /* steps to an opponent when there is none; more than any distance on the board */
    LEADS = 128,
    LEAD_ZERO = 64 /* the index of a lead of 0 */
};

Rivals rivals_of(const State *state, int player) {
    Rivals rivals = {0};
    for (int p = 0; p < state->players; p++)
        if (p != player && state_is_alive(state, p))
            rivals.cell[rivals.count++] = state->cell[p];
    return rivals;
}

static int rival_steps(const Rivals *rivals, Cell cell) {
    int nearest = FAR;
    for (int i = 0; i < rivals->count; i++) {
        int steps = cell_distance(rivals->cell[i], cell);
        nearest = steps < nearest ? steps : nearest;
    }
    return nearest;
}

/* The leads from which on the opponents have a quarter less. */
static void quarter_leads(int steps, int lead[CONTEST_QUARTERS]) {
    lead[0] = -(3 * steps / 8);
    lead[1] = -(steps / 8);
    lead[2] = steps / 8 + 1;
    lead[3] = 3 * steps / 8 + 1;
}

int contest_quarters_plain(const Rivals *rivals, int steps, Cell cell, const Board *walls) {
    int lead[CONTEST_QUARTERS], quarters = 0;
    quarter_leads(steps, lead);
    BOARD_FOR_EACH(wall, walls) {
        int ahead = rival_steps(rivals, wall) - cell_distance(cell, wall);
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

static void fill_row(RowLeads *leads, const int8_t steps[BOARD_SIZE], int y, int column) {
    uint32_t *cells = leads->cells[y];
    memset(cells, 0, LEADS * sizeof *cells);
    for (int x = 1; x <= INNER; x++)
        cells[LEAD_ZERO + steps[x] - (x < column ? column - x : x - column)] |= 1u << x;
    for (int lead = LEAD_ZERO + FAR; lead > 0; lead--)
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
static void fill_band(ContestBand *band, const Rivals *rivals, int steps, Cell from, int reach) {
    int8_t rival[BOARD_SIZE][BOARD_SIZE];
    int lead[CONTEST_QUARTERS];
    RowLeads leads = {0};
    quarter_leads(steps, lead);
    for (int y = 1; y <= INNER; y++)
        for (int x = 1; x <= INNER; x++)
            rival[y][x] = (int8_t)rival_steps(rivals, cell_at(x, y));
    for (int x = 1; x <= INNER; x++) {
        if (cell_distance(cell_at(x, cell_y(from)), from) > reach)
            continue;
        for (int y = 1; y <= INNER; y++)
            fill_row(&leads, rival[y], y, x);
        for (int y = 1; y <= INNER; y++)
            if (is_open(x, y) && cell_distance(cell_at(x, y), from) <= reach)
                for (int q = 0; q < CONTEST_QUARTERS; q++)
                    fill_quarter(&leads, y, lead[q],
                                 &band->quarter[touched_index(cell_at(x, y))][q]);
    }
}

static bool same_rivals(const Rivals *a, const Rivals *b) {
    return a->count == b->count &&
           memcmp(a->cell, b->cell, (size_t)a->count * sizeof a->cell[0]) == 0;
}

void contest_init(Contest *contest, Cell from, const Rivals rivals[CONTEST_BANDS], int steps) {
    enum { ANYWHERE = 2 * BOARD_SIZE };
    for (int b = CONTEST_BANDS - 1; b >= 0; b--) {
        bool is_last = b == CONTEST_BANDS - 1;
        if (!is_last && same_rivals(&rivals[b], &rivals[b + 1])) {
            contest->band[b] = contest->band[b + 1];
            continue;
        }
        int reach = is_last ? ANYWHERE : (b + 1) * CONTEST_BAND_ROUNDS;
        fill_band(&contest->memory[b], &rivals[b], steps, from, reach);
        contest->band[b] = &contest->memory[b];
    }
}
