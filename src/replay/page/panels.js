"use strict";

// The panels beside the board: players, bot log, events.

function chip(match, p) {
  return html("span", { class: `chip p${p}` }, match.players[p].key);
}

class PlayerTable {
  constructor(body, match) {
    this.match = match;
    body.replaceChildren();
    this.rows = match.players.map((player, p) => {
      const cells = Array.from({ length: 5 }, () => html("td"));
      const name = player.name && player.name !== player.key ? player.name : "";
      cells[0].append(html("div", {}, chip(match, p), html("span", { class: "name", title: name }, name)));
      body.append(html("tr", {}, ...cells));
      return cells;
    });
  }

  // The state at a moment, with the actions of another one.
  draw(index, acted) {
    const moment = this.match.moments[index];
    const { actions, failures } = this.match.moments[acted];
    this.rows.forEach((cells, p) => {
      const { points, bag, radius, alive } = moment.players[p];
      const placed = moment.bombs.filter(bomb => bomb.owner === p).length;
      const action = actions[p];
      cells[0].parentElement.classList.toggle("dead", !alive);
      cells[1].textContent = points;
      cells[2].textContent = `${placed}/${bag}`;
      cells[3].textContent = radius;
      const failure = failures.find(entry => entry.player === p);
      cells[4].replaceChildren(...(alive && action >= 0 ? [actionIcon(action), ` ${ACTIONS[action]}`]
        : [alive ? "" : "dead"]));
      cells[4].classList.toggle("unusual", failure !== undefined || action >= LATE);
      cells[4].title = failure ? `${failure.kind}: ${failure.reason}` : "";
    });
  }
}

function valueBar(from, to, low, high) {
  const scale = value => (value - low) / (high - low) * 100;
  return svg("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none" },
    svg("rect", { x: scale(from), width: scale(to) - scale(from), height: 10 }));
}

class BotLogPanel {
  constructor(match, board, redraw) {
    Object.assign(this, { match, board, redraw, loggedPlayers: [], player: -1, examined: 0 });
    this.showButtons();
    this.extend();
  }

  // Find the players that have a log, in the moments that were not examined yet.
  extend() {
    const { match } = this;
    const fresh = match.moments.slice(this.examined);
    this.examined = Math.max(0, match.moments.length - 1);
    const logged = match.players.map((_, p) => p).filter(p => this.loggedPlayers.includes(p) ||
      fresh.some(moment => moment.botLogs.some(log => log.player === p &&
        ("agent" in log || log.output.length)) || moment.failures.some(entry => entry.player === p)));
    if (logged.length === this.loggedPlayers.length)
      return;
    this.loggedPlayers = logged;
    this.player = this.player < 0 ? logged[0] : this.player;
    this.showButtons();
  }

  showButtons() {
    this.buttons = this.loggedPlayers.map(p => {
      const button = html("button", {}, chip(this.match, p), ` ${this.match.players[p].name}`);
      button.addEventListener("click", () => { this.player = p; this.redraw(); });
      return button;
    });
    byId("side").classList.toggle("no-bot-log", !this.loggedPlayers.length);
    byId("bot-log-players").replaceChildren(...(this.buttons.length > 1 ? this.buttons : []));
  }

  next() {
    const index = this.loggedPlayers.indexOf(this.player);
    this.player = this.loggedPlayers[(index + 1) % this.loggedPlayers.length] ?? -1;
  }

  draw(index) {
    const moment = this.match.moments[index];
    const log = moment.botLogs.find(entry => entry.player === this.player);
    this.buttons.forEach((button, i) =>
      button.setAttribute("aria-pressed", this.loggedPlayers[i] === this.player));
    byId("bot-log-summary").textContent = this.summary(moment, log);
    this.drawFirstCommands(log?.first_commands, moment.actions[this.player]);
    this.drawLine(log?.line, index);
    this.drawFailure(moment);
    this.drawOutput(log);
    this.board.drawExpectedLine(this.player, moment.players[this.player]?.cell, log?.line_cells);
  }

  summary(moment, log) {
    if (this.player < 0)
      return "No bot log. A seed folder has what the bots printed. Blastbeam prints with --explain the values of " +
        "the first commands and the expected line.";
    if (!moment.players[this.player].alive)
      return `${playerName(this.match, this.player)} is dead.`;
    if (!log)
      return `${playerName(this.match, this.player)} has no log of this round.`;
    if (!("agent" in log))
      return log.took_ms >= 0 ? `${log.took_ms} ms measured by the engine` : "";
    const parts = [`${log.agent} plays ${ACTIONS[log.move]}`, `value ${log.value.toFixed(2)}`,
      `depth ${log.depth}`, `${log.nodes.toLocaleString("en")} states`];
    if (log.width)
      parts.push(`up to ${log.width.toLocaleString("en")} a level`);
    parts.push(`${log.own_ms} ms` + (log.took_ms >= 0 ? `, ${log.took_ms} ms measured by the engine` : ""));
    return parts.join(" · ") + (log.first_commands ? "" : " · --explain would log more");
  }

  drawFirstCommands(firstCommands, played) {
    byId("first-commands").hidden = !firstCommands?.length;
    const searched = (firstCommands ?? []).filter(f => "value" in f);
    const depth = Math.max(0, ...searched.map(f => f.depth));
    const values = searched.filter(f => f.depth === depth).map(f => f.value);
    const low = Math.min(...values, 0), high = Math.max(...values, 0);
    const rows = (firstCommands ?? []).map(f => {
      const isCrowdedOut = f.note.startsWith("crowded out"); // the depth says it
      const wide = html("td", { class: "wide" }, isCrowdedOut ? "" : f.note);
      const isComparable = "value" in f && f.depth === depth;
      if (isComparable && high > low)
        wide.prepend(valueBar(Math.min(f.value, 0), Math.max(f.value, 0), low, high));
      const tr = html("tr", {}, html("td", {}, actionIcon(f.command), ` ${COMMANDS[f.command]}`),
        html("td", {}, "value" in f ? f.value.toFixed(2) : "–"), html("td", { title: f.note }, f.depth || ""), wide,
        html("td", {}, f.danger < 0 ? "" : `${f.danger} %`),
        html("td", {}, f.trigger < 0 ? "" : `${f.trigger} %`));
      tr.classList.toggle("chosen", f.chosen || f.command === played);
      tr.classList.toggle("unsearched", !isComparable);
      return tr;
    });
    byId("first-commands").tBodies[0].replaceChildren(...rows);
  }

  // Whether the player did what the expected line says. Any action without a step, a bomb or a trigger
  // counts as waiting.
  wasPlayed(command, index) {
    const now = this.match.moments[index], next = this.match.moments[index + 1];
    const action = now?.actions[this.player];
    if (!next || action === undefined || action < 0)
      return false;
    const stayed = now.players[this.player].cell === next.players[this.player].cell;
    return action === command || (command === 0 && stayed && ![5, 6, FORCED_BOMB, FORCED_TRIGGER].includes(action));
  }

  drawFailure(moment) {
    const failure = moment.failures.find(entry => entry.player === this.player);
    const forced = [FORCED_BOMB, FORCED_TRIGGER].includes(moment.actions[this.player]);
    const parts = failure ? [`${failure.kind}${failure.reason ? `: ${failure.reason}` : ""}`] : [];
    if (forced)
      parts.push("the engine chose the action");
    byId("bot-log-failure").hidden = !parts.length;
    byId("bot-log-failure").textContent = parts.join(" · ");
  }

  drawOutput(log) {
    const lines = log?.output ?? [];
    byId("output-box").hidden = !lines.length;
    byId("output-legend").hidden = !lines.some(([isError]) => isError);
    byId("output").replaceChildren(...lines.map(([isError, text]) =>
      html("span", isError ? { class: "error", title: "standard error" } : {}, text)));
    if (log?.output_left_out)
      byId("output").append(html("span", { class: "left-out" }, `${log.output_left_out} more lines`));
  }

  drawLine(line, index) {
    byId("expected").hidden = !line?.length;
    let follows = true;
    byId("line").replaceChildren(...(line ?? []).map((command, i) => {
      follows &&= this.wasPlayed(command, index + i);
      return html("li", { class: follows ? "played" : "", title: COMMANDS[command] },
        actionIcon(command));
    }));
  }
}

class EventList {
  constructor(list, match, seek) {
    Object.assign(this, { list, match, seek, items: [] });
    this.none = html("li", {}, "No player died or took a power-up, and no move failed.");
    list.replaceChildren(this.none);
    this.extend();
  }

  // Add the events that the match has got.
  extend() {
    const { match } = this;
    for (const event of match.events.slice(this.items.length)) {
      const button = html("button", {},
        html("span", { class: "when" }, String(match.moments[event.index].round)),
        eventIcon(match, event), ` ${describeEvent(match, event)}`);
      button.addEventListener("click", () => this.seek(event.index));
      this.items.push(html("li", { class: event.kind }, button));
      this.list.append(this.items.at(-1));
    }
    this.none.hidden = this.items.length > 0;
  }

  // Write the text of an event again.
  refresh(event) {
    const item = this.items[this.match.events.indexOf(event)];
    if (item)
      item.firstChild.lastChild.textContent = ` ${describeEvent(this.match, event)}`;
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
