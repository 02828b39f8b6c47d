// What the bombs on a board are going to do.
const ROUNDS = 12, NEVER = 99, NEW_TIMER = 5;
const isPlayer = (drawn) => /[a-z]/i.test(drawn);

// When cells burn and obstacles are gone. At worst the others trigger and plant at once.
class Future {
  constructor(board, bombs, worst) {
    Object.assign(this, { board, bombs, hits: 0, burns: bombs.map(() => NEVER) });
    this.gone = bombs.map((bomb, cell) => (bomb || "#+".includes(board.cells[cell]) ? NEVER : -1));
    for (let k = 0; k < ROUNDS; k++)
      bombs.forEach((bomb, cell) => {
        const due = bomb && (bomb.timer <= k + 1 || (worst && k > 0 && bomb.owner !== board.key));
        if (due && this.gone[cell] === NEVER) this.explode(cell, bomb.radius, k);
        if (worst && k === 2 && isPlayer(board.cells[cell]))
          this.explode(cell, board.radius[board.cells[cell].toUpperCase()], k);
      });
  }

  // A bomb explodes in round k from now. Pillars, walls and bombs end an arm of its blast.
  explode(cell, radius, k) {
    this.gone[cell] = k;
    this.burns[cell] = Math.min(this.burns[cell], k);
    for (const step of this.board.steps.slice(1))
      for (let i = 1; i <= radius; i++) {
        const to = cell + i * step, drawn = this.board.cells[to];
        if (drawn === "#") break;
        this.burns[to] = Math.min(this.burns[to], k);
        if (isPlayer(drawn) || (drawn === "+" && this.gone[to] === NEVER)) this.hits++;
        if (this.gone[to] < k) continue;
        if (this.gone[to] === NEVER && this.bombs[to]) this.explode(to, this.bombs[to].radius, k);
        this.gone[to] = k;
        break;
      }
  }
}

module.exports = { Future, isPlayer, NEVER, NEW_TIMER };
