"use strict";

// What stands beside the board: players, thoughts, events.

function chip(match, p) {
  return html("span", { class: `chip p${p}` }, match.players[p].key);
}

class PlayerTable {
  constructor(body, match) {
    this.match = match;
    this.rows = match.players.map((player, p) => {
      const cells = Array.from({ length: 5 }, () => html("td"));
      const named = player.name && player.name !== player.key ? player.name : "";
      cells[0].append(html("div", {}, chip(match, p), html("span", { class: "name", title: named }, named)));
      body.append(html("tr", {}, ...cells));
      return cells;
    });
  }

  draw(index) {
    const moment = this.match.moments[index];
    this.rows.forEach((cells, p) => {
      const { points, bag, radius, alive } = moment.players[p];
      const out = moment.bombs.filter(bomb => bomb.owner === p).length;
      const action = moment.actions[p];
      cells[0].parentElement.classList.toggle("dead", !alive);
      cells[1].textContent = points;
      cells[2].textContent = `${out}/${bag}`;
      cells[3].textContent = radius;
      cells[4].replaceChildren(...(alive && action >= 0 ? [commandIcon(action), ` ${DEEDS[action]}`]
        : [alive ? "" : "dead"]));
    });
  }
}

function valueBar(from, to, low, high) {
  const scale = value => (value - low) / (high - low) * 100;
  return svg("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none" },
    svg("rect", { x: scale(from), width: scale(to) - scale(from), height: 10 }));
}

class ThoughtPanel {
  constructor(match, board, redraw) {
    Object.assign(this, { match, board });
    this.thinkers = match.players.map((_, p) => p).filter(p =>
      match.moments.some(moment => moment.thoughts.some(t => t.player === p && "agent" in t)));
    this.player = this.thinkers[0] ?? -1;
    this.buttons = this.thinkers.map(p => {
      const button = html("button", {}, chip(match, p), ` ${match.players[p].name}`);
      button.addEventListener("click", () => { this.player = p; redraw(); });
      return button;
    });
    byId("side").classList.toggle("quiet", !this.thinkers.length);
    if (this.thinkers.length > 1)
      byId("thinkers").append(...this.buttons);
  }

  next() {
    const at = this.thinkers.indexOf(this.player);
    this.player = this.thinkers[(at + 1) % this.thinkers.length] ?? -1;
  }

  draw(index) {
    const moment = this.match.moments[index];
    const thought = moment.thoughts.find(t => t.player === this.player);
    this.buttons.forEach((button, i) =>
      button.setAttribute("aria-pressed", this.thinkers[i] === this.player));
    byId("thought-summary").textContent = this.summary(moment, thought);
    this.drawFirst(thought?.first, moment.actions[this.player]);
    this.drawLine(thought?.line, index);
    this.board.drawWay(this.player, moment.players[this.player]?.cell, thought?.way);
  }

  summary(moment, thought) {
    if (this.player < 0)
      return "No player left its thoughts. Blastbeam leaves them in a seed folder; with --explain the values " +
        "of its first commands and the expected line, too.";
    if (!moment.players[this.player].alive)
      return `${nameOf(this.match, this.player)} is dead.`;
    if (!thought || !("agent" in thought))
      return `${nameOf(this.match, this.player)} left no thoughts about this round.`;
    const parts = [`${thought.agent} plays ${DEEDS[thought.move]}`, `value ${thought.value.toFixed(2)}`,
      `depth ${thought.depth}`, `${thought.nodes.toLocaleString("en")} states`];
    if (thought.width)
      parts.push(`up to ${thought.width.toLocaleString("en")} a level`);
    parts.push(`${thought.own} ms` + (thought.took >= 0 ? `, ${thought.took} ms by the engine` : ""));
    return parts.join(" · ") + (thought.first ? "" : " · no more is said without --explain");
  }

  drawFirst(first, played) {
    byId("first-commands").hidden = !first?.length;
    const values = (first ?? []).filter(f => "value" in f).map(f => f.value);
    const low = Math.min(...values, 0), high = Math.max(...values, 0);
    const rows = (first ?? []).map(f => {
      const wide = html("td", { class: "wide" }, f.note);
      if ("value" in f && high > low)
        wide.prepend(valueBar(Math.min(f.value, 0), Math.max(f.value, 0), low, high));
      const tr = html("tr", {}, html("td", {}, commandIcon(f.command), ` ${COMMANDS[f.command]}`),
        html("td", {}, "value" in f ? f.value.toFixed(2) : "–"), wide,
        html("td", {}, f.danger < 0 ? "" : `${f.danger} %`),
        html("td", {}, f.hostile < 0 ? "" : `${f.hostile} %`));
      tr.classList.toggle("chosen", f.chosen || f.command === played);
      tr.classList.toggle("out", !("value" in f));
      return tr;
    });
    byId("first-commands").tBodies[0].replaceChildren(...rows);
  }

  // Whether the command of the line was what happened: a wait may be any command in place.
  cameTrue(command, index) {
    const now = this.match.moments[index], next = this.match.moments[index + 1];
    const action = now?.actions[this.player];
    if (!next || action === undefined || action < 0)
      return false;
    const stayed = now.players[this.player].cell === next.players[this.player].cell;
    return action === command || (command === 0 && stayed && action !== 5 && action !== 6);
  }

  drawLine(line, index) {
    byId("expected").hidden = !line?.length;
    let follows = true;
    byId("line").replaceChildren(...(line ?? []).map((command, i) => {
      follows &&= this.cameTrue(command, index + i);
      return html("li", { class: follows ? "true" : "", title: COMMANDS[command] },
        commandIcon(command));
    }));
  }
}

class EventList {
  constructor(list, match, seek) {
    this.match = match;
    this.items = match.events.map(event => {
      const button = html("button", {},
        html("span", { class: "when" }, String(match.moments[event.index].round)),
        eventIcon(event), ` ${describeEvent(match, event)}`);
      button.addEventListener("click", () => seek(event.index));
      return html("li", { class: event.kind }, button);
    });
    list.append(...this.items);
    if (!this.items.length)
      list.append(html("li", {}, "Nobody died and nobody took a power-up."));
    this.list = list;
  }

  draw(index) {
    this.match.events.forEach((event, i) => {
      this.items[i].classList.toggle("past", event.index < index);
      this.items[i].classList.toggle("now", event.index === index);
    });
    const next = this.items[this.match.events.findLastIndex(event => event.index <= index)];
    this.list.scrollTop = next ? next.offsetTop - this.list.offsetTop - 60 : 0;
  }
}
