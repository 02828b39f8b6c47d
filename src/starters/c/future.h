/* What the bombs on a board are going to do. */
enum { ROUNDS = 12, NEVER = 99, NEW_TIMER = 5 };
typedef struct { int burns[CELLS], gone[CELLS], hits; } Future; /* rounds from now, or NEVER */

/* A bomb explodes in round k from now. Pillars, walls and bombs end an arm of its blast. */
static void explode(Future *f, int cell, int reach, int k) {
    f->gone[cell] = k;
    for (int c = 0; c <= 4; c++)
        for (int i = 1, to; i <= reach && cells[to = cell + i * steps[c]] != '#'; i++) {
            f->burns[to] = f->burns[to] < k ? f->burns[to] : k;
            f->hits += isalpha(cells[to]) || (cells[to] == '+' && f->gone[to] == NEVER);
            if (c == 0 || f->gone[to] < k)
                continue;
            if (f->gone[to] == NEVER && bombs[to].timer)
                explode(f, to, bombs[to].radius, k);
            f->gone[to] = k;
            break;
        }
}

/* When cells burn, and walls and bombs are gone. At worst the others trigger and plant at once. */
static void look_ahead(Future *f, int worst) {
    f->hits = 0;
    for (int cell = 0; cells[cell]; cell++) {
        f->burns[cell] = NEVER;
        f->gone[cell] = strchr("#+", cells[cell]) || bombs[cell].timer ? NEVER : -1;
    }
    for (int k = 0; k < ROUNDS; k++)
        for (int cell = 0; cells[cell]; cell++) {
            int due = bombs[cell].timer <= k + 1 || (worst && k > 0 && bombs[cell].owner != key);
            if (bombs[cell].timer && due && f->gone[cell] == NEVER)
                explode(f, cell, bombs[cell].radius, k);
            if (worst && k == 2 && isalpha(cells[cell]))
                explode(f, cell, radius[toupper(cells[cell])], k);
        }
}
