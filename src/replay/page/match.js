"use strict";

// Unpacks the match in the page's data: afterwards each moment has the whole terrain.

const TERRAIN = { "#": PILLAR, "+": WALL, " ": FLOOR };

function unpackMoment(packed, terrain) {
  return {
    round: packed.round,
    terrain,
    players: packed.players.map(([cell, points, bag, radius, alive]) =>
      ({ cell, points, bag, radius, alive: alive === 1 })),
    bombs: packed.bombs.map(([cell, owner, radius, timer]) => ({ cell, owner, radius, timer })),
    powerups: packed.powerups.map(([cell, type]) => ({ cell, type })),
    blasts: packed.blasts,
    actions: packed.actions ?? packed.players.map(() => -1),
    botLogs: packed.bot_logs ?? [],
    failures: packed.failures ?? [],
  };
}

// The terrain after the changes of a moment.
function changeTerrain(terrain, changed) {
  if (!changed?.length)
    return terrain;
  const next = terrain.slice();
  for (const [cell, sign] of changed)
    next[cell] = TERRAIN[sign];
  return next;
}

function unpackMoments(data) {
  let terrain = Uint8Array.from(data.terrain, sign => TERRAIN[sign]);
  return data.moments.map(packed => {
    terrain = changeTerrain(terrain, packed.changed);
    return unpackMoment(packed, terrain);
  });
}

// The power-ups that are under walls at each moment, if they become visible later.
function findHidden(moments) {
  const seen = new Map();
  for (let i = moments.length - 1; i >= 0; i--) {
    for (const { cell, type } of moments[i].powerups)
      seen.set(cell, type);
    moments[i].hidden = [...seen].filter(([cell]) => moments[i].terrain[cell] === WALL)
      .map(([cell, type]) => ({ cell, type }));
  }
}

// The players in the order of the leader board: alive before dead, then more points, then the
// earlier death.
function rank(match) {
  const end = match.moments.at(-1).players;
  const death = p => match.moments.findIndex(moment => !moment.players[p].alive);
  return end.map((_, p) => p).sort((a, b) =>
    end[b].alive - end[a].alive || end[b].points - end[a].points || death(a) - death(b));
}

function unpackMatch(data) {
  const match = { ...data, moments: unpackMoments(data) };
  findHidden(match.moments);
  match.ranking = rank(match);
  match.events = findEvents(match);
  return match;
}

function column(match, cell) {
  return cell % match.width;
}

function row(match, cell) {
  return Math.floor(cell / match.width);
}

function coordinates(match, cell) {
  return `${column(match, cell) + 1},${row(match, cell) + 1}`;
}

function playerName(match, p) {
  const { key, name } = match.players[p];
  return name && name !== key ? `${key} ${name}` : key;
}
