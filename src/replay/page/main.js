"use strict";

// Builds the page from the match and keeps its parts up to date.

class View {
  constructor(match) {
    this.playback = new Playback(() => this.draw());
    this.shown = { danger: false, hidden: false, trail: false };
    bindControls(this.playback, this);
    bindKeys(this.playback, this);
    this.load(match);
  }

  // Show a match, in the place of the one before.
  load(match) {
    this.match = match;
    this.playback.reset(match.moments.length);
    this.plot?.close();
    const seek = index => this.playback.seek(index);
    this.board = new Board(renew("board"), match, this.shown);
    this.table = new PlayerTable(byId("players").tBodies[0], match);
    this.botLogs = new BotLogPanel(match, this.board, () => this.draw());
    this.events = new EventList(byId("events"), match, seek);
    this.plot = new Plot(renew("plot"), byId("plot-legend"), match, seek);
    this.setLimits();
    this.hoveredCell = -1;
    for (const kind of ["pointermove", "pointerdown"])
      byId("board").addEventListener(kind, event => this.describeCell(this.board.cellAt(event)));
    byId("board").addEventListener("pointerleave", () => this.describeCell(-1));
  }

  setLimits() {
    const count = this.match.moments.length;
    byId("slider").max = count - 1;
    byId("slider").disabled = byId("play").disabled = count < 2;
  }

  // Show the moments that were added to the match.
  extend() {
    this.setLimits();
    this.events.extend();
    this.plot.extend();
    this.botLogs.extend();
    this.playback.extend(this.match.moments.length);
  }

  draw() {
    const { index, playing, speed } = this.playback;
    const { round } = this.match.moments[index];
    const stepMs = playing ? Math.min(160, 700 / speed) : 120;
    // At the end of a match that goes on, the players have not acted yet: show what they did before.
    const acted = this.playback.isLive() ? Math.max(0, index - 1) : index;
    this.board.draw(index, stepMs);
    this.table.draw(index, acted);
    this.plot.mark(index);
    this.botLogs.draw(acted);
    this.events.draw(index);
    this.describeCell(this.hoveredCell);
    byId("slider").value = index;
    byId("slider").setAttribute("aria-valuetext", `round ${round}`);
    byId("round").textContent = this.roundText(index);
    byId("play").textContent = this.playback.isLive() ? "Live" : playing ? "Pause" : "Play";
  }

  roundText(index) {
    const { moments, ended } = this.match;
    if (ended && index === moments.length - 1)
      return "The end";
    if (this.playback.isLive())
      return `Round ${moments[index].round}`;
    return `Round ${moments[index].round} of ${moments.at(ended && moments.length > 1 ? -2 : -1).round}`;
  }

  describeCell(cell) {
    this.hoveredCell = cell;
    byId("cell").textContent = cell < 0 ? "" : this.board.describe(this.playback.index, cell);
  }

  toggle(name) {
    this.shown[name] = !this.shown[name];
    byId(name).setAttribute("aria-pressed", this.shown[name]);
    byId("danger-legend").hidden = !this.shown.danger;
    this.draw();
  }

  toggleTheme() {
    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  }

  seekEvent(direction) {
    const indices = this.match.events.map(event => event.index);
    const next = direction > 0 ? indices.find(i => i > this.playback.index)
      : indices.findLast(i => i < this.playback.index);
    if (next !== undefined)
      this.playback.seek(next);
  }

  nextBotLog() {
    this.botLogs.next();
    this.draw();
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

function describeMatch(match) {
  const players = match.players.map((_, p) => playerName(match, p));
  const [winner] = match.ranking;
  const end = match.moments.at(-1);
  byId("title").textContent = players.length > 4 ? `${players.length} players` : players.join(" – ");
  document.title = `${byId("title").textContent}, seed ${match.seed}`;
  const rounds = match.moments.length - (match.ended ? 1 : 0);
  const facts = [`seed ${match.seed}`, `${match.width}×${match.height}`,
    rounds === 1 && !match.ended ? `only round ${end.round}` : `${rounds} rounds`,
    `${match.bounty} points a kill`];
  facts.push(match.ended ? `${playerName(match, winner)} wins with ${end.players[winner].points} points`
    : "the end is missing");
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

function followTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
}

function showFailure(error) {
  byId("failure").hidden = false;
  byId("failure").textContent = `The match in this page cannot be shown: ${error.message}`;
}
