"use strict";

// The rules of blasts, for boards of any size. A field is
// { width, terrain, bombs: [{ cell, owner, radius, timer }] }.

const FLOOR = 0, WALL = 1, PILLAR = 2;
const COMMANDS = ["nothing", "up", "left", "right", "down", "bomb", "trigger"];
// Actions beyond the commands.
const [LATE, MISSING, CRASHED, FORCED_BOMB, FORCED_TRIGGER] = [7, 8, 9, 10, 11];

// Detonate the bombs for which isDue(bomb) holds and all bombs that their blasts reach. `occupied`
// has the cells of the living players: the blast of another bomb does not mark a bomb's cell with a
// player on it. Returns the sets of marked cells and of destroyed walls and, for each bomb, the
// number of its group of bombs that hit each other (-1: not exploded) and the set of cells that it
// marked (null: not exploded).
function detonate(field, isDue, occupied = new Set()) {
  const bombAt = new Map(field.bombs.map((bomb, i) => [bomb.cell, i]));
  const group = field.bombs.map(() => -1);
  const marks = field.bombs.map(() => null);
  const walls = new Set();
  const queue = [];
  const ignite = i => {
    if (group[i] < 0) {
      group[i] = i;
      queue.push(i);
    }
  };
  const mergeGroups = (a, b) => {
    const [from, to] = [group[a], group[b]];
    group.forEach((g, i) => { if (g === from) group[i] = to; });
  };
  field.bombs.forEach((bomb, i) => { if (isDue(bomb)) ignite(i); });
  while (queue.length) {
    const i = queue.pop();
    const { cell, radius } = field.bombs[i];
    marks[i] = new Set([cell]);
    for (const step of [-1, 1, -field.width, field.width]) {
      let target = cell;
      for (let n = 0; n < radius; n++) {
        target += step;
        if (field.terrain[target] === undefined || field.terrain[target] === PILLAR)
          break;
        const other = bombAt.get(target);
        if (other !== undefined) {
          ignite(other);
          mergeGroups(i, other);
          if (!occupied.has(target))
            marks[i].add(target);
          break;
        }
        marks[i].add(target);
        if (field.terrain[target] === WALL) {
          walls.add(target);
          break;
        }
      }
    }
  }
  const marked = new Set();
  for (const cells of marks)
    for (const cell of cells ?? [])
      marked.add(cell);
  return { marked, walls, group, marks };
}

// The danger map. `roundsToBlast` has for each cell the rounds until a blast if nobody acts any
// more: 1 is the round that begins with this moment, 0 means no blast. `triggerReach` is the set of
// cells that triggered bombs could reach from the next round on.
function forecast(moment, width) {
  const roundsToBlast = new Uint8Array(moment.terrain.length);
  const triggerReach = detonate({ width, ...moment }, () => true).marked;
  let bombs = moment.bombs;
  let terrain = moment.terrain;
  const last = Math.min(255, Math.max(0, ...bombs.map(bomb => bomb.timer)));
  for (let n = 1; n <= last; n++) {
    const { marked, walls, group } = detonate({ width, terrain, bombs }, bomb => bomb.timer <= n);
    for (const cell of marked)
      roundsToBlast[cell] ||= n;
    bombs = bombs.filter((_, i) => group[i] < 0);
    terrain = terrain.slice();
    for (const cell of walls)
      terrain[cell] = FLOOR;
  }
  return { roundsToBlast, triggerReach };
}
