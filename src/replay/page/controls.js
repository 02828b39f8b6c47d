"use strict";

// Playing: which moment is shown, how fast the next one comes, buttons and keys.

const SPEEDS = [1, 2, 4, 8, 16, 32];

class Player {
  constructor(count, show) {
    Object.assign(this, { count, show, index: 0, playing: false, speed: 4, due: 0 });
  }

  seek(index) {
    this.pause();
    this.go(index);
  }

  go(index) {
    this.index = Math.max(0, Math.min(this.count - 1, index));
    this.show();
  }

  toggle() {
    if (this.playing)
      this.pause();
    else
      this.play();
  }

  play() {
    if (this.index === this.count - 1)
      this.index = 0;
    this.playing = this.count > 1;
    this.due = performance.now() + 1000 / this.speed;
    this.show();
    requestAnimationFrame(now => this.tick(now));
  }

  pause() {
    if (!this.playing)
      return;
    this.playing = false;
    this.show();
  }

  // At most a quarter of a second is made up for: a page in the background does not leap.
  tick(now) {
    if (!this.playing)
      return;
    this.due = Math.max(this.due, now - 250);
    let steps = 0;
    for (; this.due <= now; this.due += 1000 / this.speed)
      steps++;
    if (this.index + steps >= this.count - 1)
      this.playing = false;
    if (steps)
      this.go(this.index + steps);
    requestAnimationFrame(later => this.tick(later));
  }

  setSpeed(speed) {
    this.speed = speed;
    this.due = Math.min(this.due, performance.now() + 1000 / speed);
  }
}

function bindControls(player, view) {
  const on = (id, act) => byId(id).addEventListener("click", act);
  on("first", () => player.seek(0));
  on("back", () => player.seek(player.index - 1));
  on("play", () => player.toggle());
  on("forward", () => player.seek(player.index + 1));
  on("last", () => player.seek(player.count - 1));
  for (const name of ["danger", "under", "trail"])
    on(name, () => view.toggle(name));
  on("theme", () => view.toggleTheme());
  on("help", () => byId("keys").showModal());
  byId("slider").addEventListener("input", event => player.seek(Number(event.target.value)));
  byId("speed").append(...SPEEDS.map(speed => html("option", { value: speed }, `${speed}/s`)));
  byId("speed").value = player.speed;
  byId("speed").addEventListener("change", event => player.setSpeed(Number(event.target.value)));
}

function changeSpeed(player, by) {
  const at = SPEEDS.indexOf(player.speed) + by;
  if (at >= 0 && at < SPEEDS.length)
    player.setSpeed(SPEEDS[at]);
  byId("speed").value = player.speed;
}

function bindKeys(player, view) {
  const keys = {
    " ": () => player.toggle(),
    k: () => player.toggle(),
    ArrowLeft: event => player.seek(player.index - (event.shiftKey ? 10 : 1)),
    ArrowRight: event => player.seek(player.index + (event.shiftKey ? 10 : 1)),
    PageUp: () => player.seek(player.index - 10),
    PageDown: () => player.seek(player.index + 10),
    Home: () => player.seek(0),
    End: () => player.seek(player.count - 1),
    n: () => view.seekEvent(1),
    p: () => view.seekEvent(-1),
    "+": () => changeSpeed(player, 1),
    "=": () => changeSpeed(player, 1),
    "-": () => changeSpeed(player, -1),
    d: () => view.toggle("danger"),
    u: () => view.toggle("under"),
    c: () => view.toggle("trail"),
    t: () => view.nextThinker(),
    l: () => view.toggleTheme(),
    "?": () => byId("keys").showModal(),
  };
  document.addEventListener("keydown", event => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const pressed = event.target.closest("button, summary, select, dialog");
    const theirs = event.key === " " ? pressed : event.target.closest("select, dialog");
    if (!act || theirs || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    act(event);
  });
}
