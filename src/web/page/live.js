"use strict";

// The page of a match that is being played: the events of the host become a match that grows. The
// address decides what the page may do: #seat=TOKEN plays, #host=TOKEN controls the match, and
// without either it only watches.

function storage(name) {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

// The name is kept for the next visit, a seat only in this tab.
function store(name, value) {
  try {
    (name === "name" ? localStorage : sessionStorage).setItem(name, value);
  } catch { /* a browser that keeps nothing */ }
}

// Returns the host's answer; { error, status } when it refuses or cannot be reached.
async function post(path, values) {
  try {
    const answer = await fetch(path, { method: "POST", body: new URLSearchParams(values).toString() });
    const data = await answer.json();
    return answer.ok ? data : { error: data.error ?? "it does not answer", status: answer.status };
  } catch {
    return { error: "it does not answer", status: 0 };
  }
}

class Live {
  constructor() {
    Object.assign(this, { match: null, view: null, number: 0, ended: null, rounds: [], status: {} });
    this.link = new URLSearchParams(location.hash.slice(1));
    this.note = html("p", { id: "live-note", class: "notice", role: "status", hidden: "" });
    this.connection = html("p", { id: "connection", class: "notice", role: "alert", hidden: "" }, "The host does not answer. Trying again…");
    document.querySelector("header").before(this.connection, this.note);
    this.seat = new Seat(this);
    this.panel = new HostPanel(this, this.link.get("host") ?? "");
    addEventListener("hashchange", () => location.reload());
    if (this.link.get("seat"))
      this.seat.sit(this.link.get("seat"));
    else
      this.connect("");
  }

  // Show a message; an action may be offered with it.
  say(text, action = "", act = null) {
    this.note.hidden = !text;
    this.note.replaceChildren(text);
    if (!action)
      return;
    const button = html("button", {}, action);
    button.addEventListener("click", act);
    this.note.append(" ", button);
  }

  connect(key) {
    this.source?.close();
    this.source = new EventSource(key ? `/events?key=${key}` : "/events");
    const on = (name, act) => this.source.addEventListener(name, event => act(JSON.parse(event.data)));
    on("match", data => this.begin(data));
    on("round", data => this.addRound(data));
    on("end", data => this.end(data));
    on("status", data => this.setStatus(data));
    on("hints", data => {
      this.seat.hints = data;
      this.seat.draw();
    });
    this.source.onopen = () => { this.connection.hidden = true; };
    this.source.onerror = () => this.onError(key);
  }

  onError(key) {
    if (this.source.readyState !== EventSource.CLOSED) {
      this.connection.hidden = false;
      return;
    }
    if (key) { // the seat was opened elsewhere, or the host is another one
      const token = this.link.get("seat");
      this.source = null;
      this.seat.lose();
      this.seat.sit(token);
      return;
    }
    this.connection.hidden = false;
    setTimeout(() => this.connect(""), 2000);
  }

  begin({ match: number, waiting, data }) {
    Object.assign(this, { number, waiting, ended: null, rounds: [] });
    this.match = unpackMatch({ ...data, ended: false });
    if (this.view)
      this.view.load(this.match);
    else
      this.view = new View(this.match);
    const draw = this.view.draw.bind(this.view);
    this.view.playback.show = () => {
      draw();
      this.seat.draw();
    };
    this.view.playback.live = true;
    this.view.playback.follow();
    this.seat.onRound();
    this.describe();
    performance.mark("ready");
  }

  // Rounds that come at once, when a page is opened late, are drawn at once.
  addRound(data) {
    if (!this.rounds.length)
      setTimeout(() => this.drawRounds(), 0);
    this.rounds.push(data);
  }

  drawRounds() {
    const rounds = this.rounds;
    if (!rounds.length)
      return;
    this.rounds = [];
    for (const round of rounds)
      this.append(round);
    findHidden(this.match.moments);
    this.match.ranking = rank(this.match);
    this.view.extend();
    this.seat.onRound();
    this.describe();
  }

  append({ turn, moment }) {
    const { match } = this;
    const before = match.moments.at(-1);
    Object.assign(before, { actions: turn.actions, failures: turn.failures ?? [], botLogs: turn.bot_logs ?? [] });
    match.moments.push(unpackMoment(moment, changeTerrain(before.terrain, moment.changed)));
    const last = match.moments.length - 1;
    this.noteMoves(last - 1);
    match.events.push(...findPickups(match, last), ...findDeaths(match, last));
  }

  // The failed and the forced moves of a round; those that follow one another are one event.
  noteMoves(index) {
    const { actions, failures } = this.match.moments[index];
    const forced = actions.map((action, player) => ({ kind: "forced", player, reason: "", action }))
      .filter(({ action }) => [FORCED_BOMB, FORCED_TRIGGER].includes(action));
    for (const { kind, player, reason } of [...failures, ...forced]) {
      const earlier = this.match.events.findLast(event => event.kind === kind && event.player === player);
      if (earlier && earlier.index + earlier.rounds === index) {
        earlier.rounds++;
        this.view.events.refresh(earlier);
      } else {
        this.match.events.push({ kind, index, player, rounds: 1, reason });
      }
    }
  }

  end({ unfinished, order }) {
    this.drawRounds();
    this.ended = { unfinished, order };
    if (!this.match)
      return;
    this.match.ended = !unfinished;
    if (order.length)
      this.match.ranking = order;
    this.view.playback.live = false;
    this.view.playback.pause();
    this.view.draw();
    this.seat.draw();
    this.describe();
  }

  setStatus(status) {
    this.status = status;
    this.statusTime = performance.now();
    if (status.error)
      this.say(status.error);
    this.panel.draw();
    this.seat.onStatus(status);
    this.seat.draw();
    this.describe();
  }

  // Seconds until the turn is over; negative when there is no limit, or when the time does not run.
  secondsLeft() {
    const { left_ms: left } = this.status;
    return left < 0 ? -1 : Math.max(0, Math.ceil((left - (performance.now() - this.statusTime)) / 1000));
  }

  describe() {
    if (!this.match)
      return;
    const { match, ended, status } = this;
    const players = match.players.map((_, p) => playerName(match, p));
    byId("title").textContent = players.join(" – ");
    document.title = `${players.join(" – ")}, round ${match.moments.at(-1).round}`;
    const facts = [`seed ${match.seed}`, `${match.bounty} points a kill`];
    const [winner] = match.ranking;
    facts.unshift(this.waiting ? "waiting for people" : !ended ? `round ${match.moments.at(-1).round}${status.paused ? ", paused" : ""}` :
      ended.unfinished ? "left unfinished" : `${playerName(match, winner)} wins with ${match.moments.at(-1).players[winner].points} points`);
    byId("facts").textContent = facts.join(" · ");
  }
}

let live;
try {
  followTheme();
  live = new Live();
} catch (error) {
  showFailure(error);
  throw error;
}
