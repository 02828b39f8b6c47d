"use strict";

// What is worth a mark: deaths with who caused them, and power-ups taken. An event belongs to the
// moment after it.

const POWERUPS = { 1: "bag", 2: "radius", 3: "super" };
const GAINS = { bag: "a larger bag", radius: "a larger radius", super: "the super power-up" };

// Where a player was when the blasts hit it: where it stood, or where its last step led.
function cellOfDeath(match, before, after, p, marked) {
  const from = before.players[p].cell;
  if (marked.has(from))
    return from;
  if (after.players[p].cell >= 0)
    return after.players[p].cell;
  const steps = { 1: -match.width, 2: -1, 3: 1, 4: match.width };
  return from + (steps[before.actions[p]] ?? 0);
}

// The players with a bomb in a chain that marked the cell.
function bombersOf(before, { group, marks }, cell) {
  const chains = new Set(group.filter((_, i) => marks[i]?.has(cell)));
  const owners = before.bombs.filter((_, i) => group[i] >= 0 && chains.has(group[i]))
    .map(bomb => bomb.owner);
  return [...new Set(owners)];
}

function findDeaths(match, i) {
  const [before, after] = [match.moments[i - 1], match.moments[i]];
  const dead = after.players.map((_, p) => p)
    .filter(p => before.players[p].alive && !after.players[p].alive);
  if (!dead.length)
    return [];
  const standing = new Set(before.players.filter(player => player.alive).map(({ cell }) => cell));
  const blasts = detonate({ width: match.width, ...before }, bomb => bomb.timer <= 1, standing);
  return dead.map(p => {
    const cell = cellOfDeath(match, before, after, p, blasts.marked);
    const bombers = after.round === before.round + 1 ? bombersOf(before, blasts, cell) : [];
    const killers = bombers.filter(q => q !== p && after.players[q].alive);
    return { kind: "death", index: i, player: p, killers, own: bombers.includes(p), cell };
  });
}

function findGains(match, i) {
  const [before, after] = [match.moments[i - 1], match.moments[i]];
  const gains = [];
  after.players.forEach((player, p) => {
    const bag = player.bag > before.players[p].bag;
    const radius = player.radius > before.players[p].radius;
    if (bag || radius)
      gains.push({
        kind: "gain", index: i, player: p,
        type: bag && radius ? "super" : bag ? "bag" : "radius",
      });
  });
  return gains;
}

function findEvents(match) {
  const events = [];
  for (let i = 1; i < match.moments.length; i++)
    events.push(...findGains(match, i), ...findDeaths(match, i));
  return events;
}

function describeEvent(match, event) {
  const name = nameOf(match, event.player);
  if (event.kind === "gain")
    return `${name} takes ${GAINS[event.type]}`;
  if (event.killers.length) {
    const killers = event.killers.map(p => nameOf(match, p)).join(" and ");
    return `${killers} ${event.killers.length > 1 ? "kill" : "kills"} ${name}` +
      (event.own ? ", with a bomb of its own in the chain" : "");
  }
  return event.own ? `${name} dies in its own blast` : `${name} dies`;
}
