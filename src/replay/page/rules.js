"use strict";

// What bombs do, by the rules of the engine, on a board of any size. A field is
// { width, terrain, bombs: [{ cell, owner, radius, timer }] }.

const FLOOR = 0, WALL = 1, PILLAR = 2;
const COMMANDS = ["nothing", "up", "left", "right", "down", "bomb", "trigger"];
const LATE = COMMANDS.length;

// Detonate the bombs for which `due` holds and all that their blasts reach. `standing` holds the
// cells with a living player: a bomb under one is marked by itself alone.
function detonate(field, due, standing = new Set()) {
  const bombAt = new Map(field.bombs.map((bomb, i) => [bomb.cell, i]));
  const group = field.bombs.map(() => -1);
  const marks = field.bombs.map(() => null);
  const walls = new Set();
  const waiting = [];
  const rouse = i => {
    if (group[i] < 0) {
      group[i] = i;
      waiting.push(i);
    }
  };
  const join = (a, b) => {
    const [from, to] = [group[a], group[b]];
    group.forEach((g, i) => { if (g === from) group[i] = to; });
  };
  field.bombs.forEach((bomb, i) => { if (due(bomb)) rouse(i); });
  while (waiting.length) {
    const i = waiting.pop();
    const { cell, radius } = field.bombs[i];
    marks[i] = new Set([cell]);
    for (const step of [-1, 1, -field.width, field.width]) {
      let at = cell;
      for (let n = 0; n < radius; n++) {
        at += step;
        if (field.terrain[at] === undefined || field.terrain[at] === PILLAR)
          break;
        const other = bombAt.get(at);
        if (other !== undefined) {
          rouse(other);
          join(i, other);
          if (!standing.has(at))
            marks[i].add(at);
          break;
        }
        marks[i].add(at);
        if (field.terrain[at] === WALL) {
          walls.add(at);
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

// For each cell the rounds until it is in a blast when nobody acts any more: 1 is the round that
// begins with this moment; 0 where none comes. `reach` holds the cells that triggers could set off
// from the round after on.
function forecast(moment, width) {
  const ahead = new Uint8Array(moment.terrain.length);
  const reach = detonate({ width, ...moment }, () => true).marked;
  let bombs = moment.bombs;
  let terrain = moment.terrain;
  const last = Math.min(255, Math.max(0, ...bombs.map(bomb => bomb.timer)));
  for (let n = 1; n <= last; n++) {
    const { marked, walls, group } = detonate({ width, terrain, bombs }, bomb => bomb.timer <= n);
    for (const cell of marked)
      ahead[cell] ||= n;
    bombs = bombs.filter((_, i) => group[i] < 0);
    terrain = terrain.slice();
    for (const cell of walls)
      terrain[cell] = FLOOR;
  }
  return { ahead, reach };
}
