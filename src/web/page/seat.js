"use strict";

// A person on a seat: what it could do, the keys and buttons, and the commands to the host.

const KEYS = {
  ArrowUp: 1, w: 1, ArrowLeft: 2, a: 2, ArrowRight: 3, d: 3, ArrowDown: 4, s: 4,
  " ": 5, x: 6, ".": 0, Enter: 0,
};
const PAD = [["up", 1, "W or ↑"], ["left", 2, "A or ←"], ["right", 3, "D or →"], ["down", 4, "S or ↓"],
  ["bomb", 5, "Space"], ["trigger", 6, "X"], ["wait", 0, "Enter"]];

// The cell on which the player stands after a command.
function cellAfter(match, cell, command) {
  return cell + ({ 1: -match.width, 2: -1, 3: 1, 4: match.width }[command] ?? 0);
}

// Whether the rules let a living player do this.
function isLegal(match, moment, p, command) {
  const { cell, bag } = moment.players[p];
  const own = moment.bombs.filter(bomb => bomb.owner === p);
  const hasBomb = where => moment.bombs.some(bomb => bomb.cell === where);
  if (command >= 1 && command <= 4) {
    const target = cellAfter(match, cell, command);
    return moment.terrain[target] === FLOOR && !hasBomb(target);
  }
  if (command === 5)
    return own.length < bag && !hasBomb(cell);
  return command !== 6 || own.some(bomb => bomb.timer > 1);
}

// The cells that a blast reaches in this round or the next one if nobody triggers: whoever stands
// there after this round dies.
function deadlyCells(match, moment) {
  const { roundsToBlast } = forecast(moment, match.width);
  return new Set([...roundsToBlast.keys()].filter(cell => roundsToBlast[cell] === 1 || roundsToBlast[cell] === 2));
}

// The cells that a bomb would reach if the player planted one now; none when it cannot.
function ownBlast(match, moment, p) {
  if (!isLegal(match, moment, p, 5))
    return [];
  const { cell, radius } = moment.players[p];
  const bomb = { cell, owner: p, radius, timer: 99 };
  const { marks } = detonate({ width: match.width, terrain: moment.terrain, bombs: [bomb] }, () => true);
  return [...marks[0]];
}

class Seat {
  constructor(live) {
    Object.assign(this, { live, player: -1, key: "", chosen: -1, held: -1, hints: null });
    this.build();
    document.addEventListener("keydown", event => this.onKey(event), true);
    document.addEventListener("keyup", event => {
      if (this.commandOf(event) === this.held)
        this.held = -1;
    }, true);
    addEventListener("blur", () => { this.held = -1; });
    setInterval(() => this.drawTime(), 250);
  }

  build() {
    this.buttons = new Map(PAD.map(([name, command, keys]) => {
      const button = html("button", { id: `pad-${name}`, title: `${name} (${keys})`, "aria-label": name },
        actionIcon(command), html("span", { class: "hint" }));
      // Without the focus, so that the keys stay with the board.
      button.addEventListener("pointerdown", event => {
        event.preventDefault();
        this.give(command);
      });
      button.addEventListener("click", event => {
        if (event.detail === 0)
          this.give(command);
      });
      return [command, button];
    }));
    this.state = html("p", { id: "seat-state", role: "status" });
    this.name = html("input", { id: "seat-name", type: "text", maxlength: 24, autocomplete: "off", "aria-label": "Your name", placeholder: "Your name" });
    this.name.value = storage("name");
    this.name.addEventListener("change", () => this.rename());
    this.name.addEventListener("keydown", event => {
      if (event.key === "Enter")
        this.name.blur();
    });
    this.panel = html("section", { id: "seat", "aria-label": "Your seat", hidden: "" },
      html("div", { id: "seat-head" }, this.state, this.name),
      html("div", { id: "pad" }, ...this.buttons.values()));
    byId("controls").before(this.panel);
  }

  isSeated() {
    return this.player >= 0;
  }

  // Sit down on the seat with this token. Whoever has sat there in this tab before comes back.
  async sit(token) {
    const kept = JSON.parse(storage(`seat ${token}`) || "null");
    if (kept)
      return this.take(kept.seat, kept.key);
    const answer = await post("/seat", { token, name: storage("name") });
    if (answer.error)
      return this.watchInstead(answer.status === 409);
    store(`seat ${token}`, JSON.stringify(answer));
    return this.take(answer.seat, answer.key);
  }

  // Watch until the seat is free, if it can become so.
  watchInstead(taken) {
    this.live.say(taken ? "Somebody sits on this seat. You are watching until it is free." :
      "This link opens no seat of this host. You are watching.");
    this.wanted = taken;
    if (!this.live.source)
      this.live.connect("");
  }

  // Try again when somebody has left.
  onStatus(status) {
    if (!this.wanted || !status.seats.some(seat => seat.state !== "here"))
      return;
    this.wanted = false;
    setTimeout(() => this.sit(this.live.link.get("seat")), 500);
  }

  take(player, key) {
    Object.assign(this, { player, key });
    this.panel.hidden = false;
    document.body.classList.add("seated");
    this.live.say("");
    this.live.connect(key);
  }

  // The host does not know the key any more.
  lose() {
    store(`seat ${this.live.link.get("seat")}`, "");
    Object.assign(this, { player: -1, key: "" });
    this.panel.hidden = true;
    document.body.classList.remove("seated");
  }

  async rename() {
    store("name", this.name.value);
    await post("/name", { key: this.key, name: this.name.value });
  }

  moment() {
    return this.live.match?.moments.at(-1);
  }

  canPlay() {
    const { phase } = this.live.status;
    return this.isSeated() && phase === "playing" && !this.live.ended && this.moment()?.players[this.player]?.alive === true;
  }

  commandOf(event) {
    return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  }

  onKey(event) {
    const command = this.commandOf(event);
    if (command === undefined || !this.canPlay() || event.ctrlKey || event.metaKey || event.altKey ||
      event.target.closest?.("select, dialog, input:not([type=range])"))
      return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat)
      return;
    this.held = command >= 1 && command <= 4 ? command : -1;
    this.give(command);
  }

  async give(command) {
    if (!this.canPlay() || !isLegal(this.live.match, this.moment(), this.player, command) && this.isTurns())
      return;
    this.live.view.playback.follow();
    this.chosen = command;
    this.drawButtons();
    const round = this.moment().round;
    const answer = await post("/command", { key: this.key, command, ...(this.isTurns() ? { round } : {}) });
    if (answer.error && this.moment().round === round) {
      this.chosen = -1;
      this.drawButtons();
    }
  }

  isTurns() {
    return !this.live.status.tick_ms;
  }

  // A round has begun.
  onRound() {
    this.chosen = -1;
    if (this.held >= 0 && !this.isTurns())
      this.give(this.held);
  }

  draw() {
    if (!this.isSeated() || !this.live.match)
      return;
    const { match, view } = this.live;
    const moment = this.moment();
    const plays = this.canPlay();
    const isLast = view.playback.index === match.moments.length - 1;
    view.board.drawOwnBlast(this.player, plays && isLast ? ownBlast(match, moment, this.player) : []);
    view.board.drawWarning(plays && isLast && deadlyCells(match, moment).has(moment.players[this.player].cell) ? moment.players[this.player].cell : -1);
    this.drawButtons();
    this.drawTime();
  }

  drawButtons() {
    const { match } = this.live;
    const moment = this.moment();
    const plays = this.canPlay();
    const deadly = plays ? deadlyCells(match, moment) : new Set();
    const hints = this.hints?.round === moment.round && this.hints.match === this.live.number ? this.hints.commands : [];
    for (const [command, button] of this.buttons) {
      const legal = plays && isLegal(match, moment, this.player, command);
      const hint = hints.find(entry => entry.command === command);
      button.classList.toggle("refused", !legal);
      button.setAttribute("aria-disabled", !legal);
      button.classList.toggle("deadly", legal && deadly.has(cellAfter(match, moment.players[this.player].cell, command)));
      button.classList.toggle("best", hint?.best === true);
      button.classList.toggle("chosen", plays && command === this.chosen);
      button.lastChild.textContent = hint && "value" in hint ? hint.value.toFixed(1) : "";
    }
  }

  drawTime() {
    if (this.isSeated() && this.live.match)
      this.state.textContent = this.describe();
  }

  describe() {
    const { status, match, ended } = this.live;
    const me = playerName(match, this.player);
    const moment = this.moment();
    const missing = status.seats?.map((seat, p) => seat.state !== "here" && !seat.lent ? p : -1).filter(p => p >= 0) ?? [];
    const names = players => players.map(p => playerName(match, p)).join(" and ");
    if (ended || status.phase === "over" || status.phase === "failed")
      return `You were ${me}.`;
    if (status.phase === "waiting")
      return `You are ${me}. Waiting for ${names(missing) || "the match"}.`;
    if (!moment.players[this.player]?.alive)
      return `You (${me}) are dead.`;
    if (status.held)
      return `You are ${me}. The host has paused the match.`;
    const absent = missing.filter(p => moment.players[p]?.alive);
    if (absent.length)
      return `You are ${me}. Waiting for ${names(absent)} to come back.`;
    if (!this.isTurns())
      return `You are ${me}.`;
    if (this.chosen >= 0 || status.seats?.[this.player]?.given)
      return `You are ${me}. Waiting for the others.`;
    const left = this.live.secondsLeft();
    return `You are ${me}. Your turn${left < 0 ? "" : `, ${left} s`}.`;
  }
}
