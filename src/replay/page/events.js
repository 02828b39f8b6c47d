"use strict";

// Finds the events of a match: deaths, with the players who caused them, and power-ups that were
// taken, which have the index of the moment after them; and moves that were late, missing, crashed or
// forced by the engine, which have the index of their first moment and the number of rounds.

const POWERUPS = { 1: "bag", 2: "radius", 3: "super" };
const MOVE_EVENTS = { late: LATE, missing: MISSING, crashed: CRASHED, forced: undefined };
const PICKUPS = { bag: "a larger bag", radius: "a larger radius", super: "the super power-up" };

// The cell in which a blast hit a player: its cell at the beginning of the round, or the one that it
// moved to.
function deathCell(match, before, after, p, marked) {
  const from = before.players[p].cell;
  if (marked.has(from))
    return from;
  if (after.players[p].cell >= 0)
    return after.players[p].cell;
  const steps = { 1: -match.width, 2: -1, 3: 1, 4: match.width };
  return from + (steps[before.actions[p]] ?? 0);
}

// The owners of the bombs in the groups that marked a cell.
function findBombers(before, { group, marks }, cell) {
  const groups = new Set(group.filter((_, i) => marks[i]?.has(cell)));
  const owners = before.bombs.filter((_, i) => group[i] >= 0 && groups.has(group[i]))
    .map(bomb => bomb.owner);
  return [...new Set(owners)];
}

function findDeaths(match, i) {
  const [before, after] = [match.moments[i - 1], match.moments[i]];
  const dead = after.players.map((_, p) => p)
    .filter(p => before.players[p].alive && !after.players[p].alive);
  if (!dead.length)
    return [];
  const occupied = new Set(before.players.filter(player => player.alive).map(({ cell }) => cell));
  const blasts = detonate({ width: match.width, ...before }, bomb => bomb.timer <= 1, occupied);
  return dead.map(p => {
    const cell = deathCell(match, before, after, p, blasts.marked);
    const bombers = after.round === before.round + 1 ? findBombers(before, blasts, cell) : [];
    const killers = bombers.filter(q => q !== p && after.players[q].alive);
    return { kind: "death", index: i, player: p, killers, own: bombers.includes(p), cell };
  });
}

function findPickups(match, i) {
  const [before, after] = [match.moments[i - 1], match.moments[i]];
  const pickups = [];
  after.players.forEach((player, p) => {
    const bag = player.bag > before.players[p].bag;
    const radius = player.radius > before.players[p].radius;
    if (bag || radius)
      pickups.push({
        kind: "pickup", index: i, player: p,
        type: bag && radius ? "super" : bag ? "bag" : "radius",
      });
  });
  return pickups;
}

function findEvents(match) {
  const events = [];
  for (let i = 1; i < match.moments.length; i++)
    events.push(...findPickups(match, i), ...findDeaths(match, i));
  return [...events, ...match.move_events].sort((a, b) => a.index - b.index);
}

function isMoveEvent(event) {
  return event.kind in MOVE_EVENTS;
}

// The action that stands for an event of a move.
function actionOfEvent(match, event) {
  return MOVE_EVENTS[event.kind] ?? match.moments[event.index].actions[event.player];
}

function describeMoveEvent(match, { kind, index, player, rounds, reason }) {
  const action = match.moments[index].actions[player];
  const why = kind !== "forced" ? reason
    : action === FORCED_BOMB ? "bomb by the engine, after 20 rounds without a move"
      : "disqualified, the engine sends trigger in every round";
  return `${playerName(match, player)}: ${kind}${why ? `: ${why}` : ""}` +
    (rounds > 1 ? `, ${rounds} rounds` : "");
}

function describeEvent(match, event) {
  if (isMoveEvent(event))
    return describeMoveEvent(match, event);
  const name = playerName(match, event.player);
  if (event.kind === "pickup")
    return `${name} takes ${PICKUPS[event.type]}`;
  if (event.killers.length) {
    const killers = event.killers.map(p => playerName(match, p)).join(" and ");
    return `${killers} ${event.killers.length > 1 ? "kill" : "kills"} ${name}` +
      (event.own ? ", with a bomb of its own in the chain" : "");
  }
  return event.own ? `${name} dies in its own blast` : `${name} dies`;
}
