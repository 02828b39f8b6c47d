"use strict";

// The panel of the match: who sits where, for everybody; and for the host pause, step, speed, the
// links of the seats and the next match.

const HOST_SPEEDS = [[0, "no limit"], [1, "1/s"], [2, "2/s"], [4, "4/s"], [8, "8/s"], [16, "16/s"], [32, "32/s"]];

class HostPanel {
  constructor(live, token) {
    Object.assign(this, { live, token, links: [] });
    this.seats = html("ul", { id: "seats" });
    this.facts = html("p", { id: "match-facts", class: "legend" });
    this.panel = html("section", { id: "match-panel", "aria-labelledby": "match-title" },
      html("h2", { id: "match-title" }, "Match"));
    if (token)
      this.buildControls();
    this.panel.append(this.seats, this.facts);
    byId("side").prepend(this.panel);
  }

  buildControls() {
    const button = (id, text, act) => {
      const made = html("button", { id }, text);
      made.addEventListener("click", act);
      return made;
    };
    this.pause = button("match-pause", "Pause", () =>
      this.ask(this.live.status.paused ? "resume" : "pause"));
    this.step = button("match-step", "Step", () => this.ask("step"));
    this.speed = html("select", { id: "match-speed", "aria-label": "Rounds a second of the match" },
      ...HOST_SPEEDS.map(([value, text]) => html("option", { value }, text)));
    this.speed.addEventListener("change", () => this.ask("speed", { value: this.speed.value }));
    this.next = button("match-new", "New match…", () => this.openDialog());
    this.panel.append(html("div", { class: "button-row" }, this.pause, this.step, this.speed, this.next));
    this.buildDialog();
    this.fetchLinks();
  }

  buildDialog() {
    this.seed = html("input", { id: "next-seed", type: "number", min: -2147483648, max: 2147483647, step: 1 });
    this.slots = html("div", { id: "next-players" });
    const cancel = html("button", { type: "button" }, "Cancel");
    cancel.addEventListener("click", () => this.dialog.close());
    const form = html("form", { method: "dialog" },
      html("h2", {}, "New match"),
      html("label", {}, "Seed of the map", this.seed), this.slots,
      html("p", { class: "legend" }, "A match that is being played is left unfinished."),
      html("div", { class: "button-row" }, html("button", { id: "next-start", class: "main" }, "Start"), cancel));
    this.dialog = html("dialog", { id: "next" }, form);
    form.addEventListener("submit", () => this.startMatch());
    document.body.append(this.dialog);
  }

  openDialog() {
    const { status } = this.live;
    const people = status.seats.length;
    this.seed.value = (status.seed + 1) | 0;
    const choices = chosen => [["", "nobody"], ...status.lineup.map((name, i) => [i, name])].map(([value, name]) => {
      const option = html("option", { value }, name);
      option.selected = value === chosen;
      return option;
    });
    this.slots.replaceChildren(...Array.from({ length: 4 - people }, (_, i) =>
      html("label", {}, `Player ${"ABCD"[people + i]}`,
        html("select", {}, ...choices(status.chosen[i] ?? "")))));
    this.dialog.showModal();
  }

  startMatch() {
    const players = [...this.slots.querySelectorAll("select")].map(select => select.value).filter(value => value !== "");
    this.ask("match", { seed: this.seed.value, players: players.join(",") });
  }

  async ask(action, values = {}) {
    const answer = await post("/control", { token: this.token, action, ...values });
    this.live.say(answer.error ? `The host refuses: ${answer.error}.` : "");
    return answer;
  }

  async fetchLinks() {
    const answer = await this.ask("links");
    this.links = (answer.seats ?? []).map(token => `${location.origin}/#seat=${token}`);
    this.draw();
  }

  describeSeat(seat) {
    if (seat.lent)
      return "an agent plays";
    return { empty: "nobody yet", away: "away", here: seat.given ? "has chosen" : "here" }[seat.state];
  }

  draw() {
    const { status, match } = this.live;
    if (!status.seats)
      return;
    this.seats.replaceChildren(...status.seats.map((seat, p) => this.seatLine(seat, p, match)));
    this.seats.hidden = !status.seats.length;
    const facts = [status.tick_ms ? `a round every ${status.tick_ms} ms` : status.seats.length ?
      (status.turn_s ? `${status.turn_s} s for a turn` : "turns without a limit") : "",
    `${status.watchers} watching`].filter(text => text);
    this.facts.replaceChildren(facts.join(" · "));
    if (status.has_folders)
      this.facts.append(" · ", html("a", { href: "/folders" }, "played matches"));
    if (status.has_page)
      this.facts.append(" · ", html("a", { id: "whole", href: "/match.html" }, "the last match as a page"));
    if (this.token) {
      this.pause.textContent = status.paused ? "Go on" : "Pause";
      this.pause.setAttribute("aria-pressed", status.paused);
      this.pause.disabled = this.step.disabled = status.phase !== "playing";
      this.speed.value = status.speed;
    }
  }

  seatLine(seat, p, match) {
    const line = html("li", { class: `seat-${seat.state}` }, html("span", { class: `chip p${p}` }, "ABCD"[p]),
      html("span", { class: "name" }, seat.name || match?.players[p]?.name || `Player ${p + 1}`),
      html("span", { class: "soft" }, this.describeSeat(seat)));
    const link = this.links[p];
    if (!link || this.live.seat.isSeated() && this.live.seat.player === p)
      return line;
    const copy = html("button", { title: link }, "Copy link");
    copy.addEventListener("click", async () => {
      await navigator.clipboard?.writeText(link).catch(() => {});
      copy.textContent = "Copied";
    });
    line.append(copy);
    if (seat.state !== "here" && !this.live.seat.isSeated()) {
      const play = html("button", { id: `sit-${p}` }, "Play here");
      play.addEventListener("click", () => {
        location.hash = `${new URL(link).hash.slice(1)}&host=${this.token}`;
      });
      line.append(play);
    }
    return line;
  }
}
