// A bot that collects power-ups, bombs walls and players, and keeps out of blasts.
const fs = require("fs");
const { Board } = require("./board.js");
const { Future, isPlayer, NEVER, NEW_TIMER } = require("./future.js");

const WAIT = 0, PLANT = 5, NO_WAY = -1;

// Ways from `start`, left after k rounds, to cells that never burn, with their first command.
function findWays(board, future, start, k) {
  const queue = [{ cell: start, first: 0, k }], seen = new Set([start]), safe = [];
  for (const at of queue) {
    if (future.burns[at.cell] === NEVER) safe.push(at);
    for (let c = 1; c <= 4; c++) {
      const to = at.cell + board.steps[c];
      const isFree = future.gone[to] < 0 && !isPlayer(board.cells[to]);
      if (seen.has(to) || !isFree || future.burns[at.cell] <= at.k || future.burns[to] <= at.k + 1)
        continue;
      seen.add(to);
      queue.push({ cell: to, first: at.first || c, k: at.k + 1 });
    }
  }
  return safe;
}

// Go to the nearest power-up, or plant where a bomb hits more and leaves a way out.
function choose(board, worst) {
  const now = new Future(board, board.bombs, worst);
  const ways = findWays(board, now, board.here, 0);
  for (const { cell, first } of ways) {
    if (first && "!&$".includes(board.cells[cell])) return first;
    if (board.bombs[cell]) continue;
    const bombs = [...board.bombs];
    bombs[cell] = { timer: NEW_TIMER, radius: board.radius[board.key], owner: board.key };
    const trial = new Future(board, bombs, worst);
    if (trial.hits > now.hits && findWays(board, trial, cell, 1).length > 0)
      return first || (board.left[board.key] ? PLANT : WAIT);
  }
  return ways.length > 1 ? ways[1].first : ways.length > 0 ? ways[0].first : NO_WAY;
}

const [key, folder] = process.argv.slice(2);
const board = new Board(key, folder);
let command = choose(board, true);
if (command === NO_WAY) command = choose(board, false);
fs.writeFileSync(folder + "/move.txt", String(command === NO_WAY ? WAIT : command));
