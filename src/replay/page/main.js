"use strict";

// Puts the page together.

class View {
  constructor(match) {
    this.match = match;
    this.player = new Player(match.moments.length, () => this.draw());
    const seek = index => this.player.seek(index);
    this.board = new Board(byId("board"), match);
    this.table = new PlayerTable(byId("players").tBodies[0], match);
    this.thoughts = new ThoughtPanel(match, this.board, () => this.draw());
    this.events = new EventList(byId("events"), match, seek);
    this.plot = new Plot(byId("plot"), byId("plot-legend"), match, seek);
    byId("slider").max = match.moments.length - 1;
    byId("slider").disabled = byId("play").disabled = match.moments.length < 2;
    this.pointed = -1;
    for (const kind of ["pointermove", "pointerdown"])
      byId("board").addEventListener(kind, event => this.point(this.board.cellAt(event)));
    byId("board").addEventListener("pointerleave", () => this.point(-1));
    bindControls(this.player, this);
    bindKeys(this.player, this);
  }

  draw() {
    const { index, playing, speed } = this.player;
    const { round } = this.match.moments[index];
    const glide = playing ? Math.min(160, 700 / speed) : 120;
    this.board.draw(index, glide);
    this.table.draw(index);
    this.plot.mark(index);
    this.thoughts.draw(index);
    this.events.draw(index);
    this.point(this.pointed);
    byId("slider").value = index;
    byId("slider").setAttribute("aria-valuetext", `round ${round}`);
    byId("round").textContent = this.roundText(index);
    byId("play").textContent = playing ? "Pause" : "Play";
  }

  roundText(index) {
    const { moments, ended } = this.match;
    if (ended && index === moments.length - 1)
      return "The end";
    return `Round ${moments[index].round} of ${moments.at(ended && moments.length > 1 ? -2 : -1).round}`;
  }

  point(cell) {
    this.pointed = cell;
    byId("cell").textContent = cell < 0 ? "" : this.board.describe(this.player.index, cell);
  }

  toggle(name) {
    this.board.shown[name] = !this.board.shown[name];
    byId(name).setAttribute("aria-pressed", this.board.shown[name]);
    byId("danger-legend").hidden = !this.board.shown.danger;
    this.draw();
  }

  toggleTheme() {
    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  }

  seekEvent(way) {
    const indices = this.match.events.map(event => event.index);
    const next = way > 0 ? indices.find(i => i > this.player.index)
      : indices.findLast(i => i < this.player.index);
    if (next !== undefined)
      this.player.seek(next);
  }

  nextThinker() {
    this.thoughts.next();
    this.draw();
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

function describeMatch(match) {
  const players = match.players.map((_, p) => nameOf(match, p));
  const [winner] = match.ranking;
  const end = match.moments.at(-1);
  byId("title").textContent = players.length > 4 ? `${players.length} players` : players.join(" – ");
  document.title = `${byId("title").textContent}, seed ${match.seed}`;
  const rounds = match.moments.length - (match.ended ? 1 : 0);
  const facts = [`seed ${match.seed}`, `${match.width}×${match.height}`,
    rounds === 1 && !match.ended ? `only round ${end.round}` : `${rounds} rounds`,
    `${match.bounty} points a kill`];
  facts.push(match.ended ? `${nameOf(match, winner)} wins with ${end.players[winner].points} points`
    : "the end is not there");
  byId("facts").textContent = facts.join(" · ");
  for (const id of ["title", "facts"])
    byId(id).title = byId(id).textContent;
}

function describeDamage(match) {
  if (!match.damaged)
    return;
  const missing = match.moments.at(-1).round - match.moments[0].round + 1 - match.moments.length;
  byId("warnings").hidden = false;
  document.querySelector("main").classList.add("below-banner");
  byId("warning-summary").textContent = "This match is incomplete or damaged: " +
    (missing > 0 ? `${missing} of its rounds cannot be shown.` : match.warnings[0]);
  byId("warning-list").append(...match.warnings.map(text => html("li", {}, text)));
  if (match.warning_count > match.warnings.length)
    byId("warning-list").append(html("li", {}, `and ${match.warning_count - match.warnings.length} more`));
}

function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  const match = unpackMatch(JSON.parse(byId("match").textContent));
  describeMatch(match);
  describeDamage(match);
  const view = new View(match);
  const follow = () => {
    const wanted = /^#(\d+)$/.exec(location.hash);
    const index = wanted ? match.moments.findIndex(m => m.round === Number(wanted[1])) : 0;
    view.player.seek(Math.max(0, index));
  };
  addEventListener("hashchange", follow);
  follow();
  view.draw();
  performance.mark("ready");
}

try {
  start();
} catch (error) {
  byId("failure").hidden = false;
  byId("failure").textContent = `The match in this page cannot be shown: ${error.message}`;
  throw error;
}
