"use strict";

// The playback: the moment that is shown, the speed, and the buttons and keys that control it.

const SPEEDS = [1, 2, 4, 8, 16, 32];

class Playback {
  constructor(show) {
    Object.assign(this, { show, count: 0, index: 0, playing: false, speed: 4, nextTime: 0, live: false });
  }

  // Begin with another match.
  reset(count) {
    Object.assign(this, { count, index: 0, playing: false });
  }

  // The match has grown: whoever follows it sees its new end.
  extend(count) {
    const follows = this.isLive();
    this.count = count;
    this.go(follows ? count - 1 : this.index);
  }

  // Whether the end of a match that goes on is shown, and followed.
  isLive() {
    return this.live && this.playing && this.index === this.count - 1;
  }

  follow() {
    this.index = this.count - 1;
    this.play();
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
    if (this.index === this.count - 1 && !this.live)
      this.index = 0;
    if (this.playing)
      return this.show();
    this.playing = this.count > 1 || this.live;
    this.nextTime = performance.now() + 1000 / this.speed;
    this.show();
    requestAnimationFrame(now => this.tick(now));
  }

  pause() {
    if (!this.playing)
      return;
    this.playing = false;
    this.show();
  }

  // Not more than a quarter of a second is caught up, so that a page that was in the background does
  // not skip rounds.
  tick(now) {
    if (!this.playing)
      return;
    this.nextTime = Math.max(this.nextTime, now - 250);
    let steps = 0;
    for (; this.nextTime <= now; this.nextTime += 1000 / this.speed)
      steps++;
    if (this.index + steps >= this.count - 1 && !this.live)
      this.playing = false;
    if (steps && !this.isLive())
      this.go(this.index + steps);
    requestAnimationFrame(later => this.tick(later));
  }

  setSpeed(speed) {
    this.speed = speed;
    this.nextTime = Math.min(this.nextTime, performance.now() + 1000 / speed);
  }
}

function bindControls(playback, view) {
  const onClick = (id, act) => byId(id).addEventListener("click", act);
  onClick("first", () => playback.seek(0));
  onClick("back", () => playback.seek(playback.index - 1));
  onClick("play", () => playback.toggle());
  onClick("forward", () => playback.seek(playback.index + 1));
  onClick("last", () => playback.live ? playback.follow() : playback.seek(playback.count - 1));
  for (const name of ["danger", "hidden", "trail"])
    onClick(name, () => view.toggle(name));
  onClick("theme", () => view.toggleTheme());
  onClick("help", () => byId("keys").showModal());
  byId("slider").addEventListener("input", event => playback.seek(Number(event.target.value)));
  byId("speed").append(...SPEEDS.map(speed => html("option", { value: speed }, `${speed}/s`)));
  byId("speed").value = playback.speed;
  byId("speed").addEventListener("change", event => playback.setSpeed(Number(event.target.value)));
}

function changeSpeed(playback, by) {
  const index = SPEEDS.indexOf(playback.speed) + by;
  if (index >= 0 && index < SPEEDS.length)
    playback.setSpeed(SPEEDS[index]);
  byId("speed").value = playback.speed;
}

function bindKeys(playback, view) {
  const keys = {
    " ": () => playback.toggle(),
    k: () => playback.toggle(),
    ArrowLeft: event => playback.seek(playback.index - (event.shiftKey ? 10 : 1)),
    ArrowRight: event => playback.seek(playback.index + (event.shiftKey ? 10 : 1)),
    PageUp: () => playback.seek(playback.index - 10),
    PageDown: () => playback.seek(playback.index + 10),
    Home: () => playback.seek(0),
    End: () => playback.live ? playback.follow() : playback.seek(playback.count - 1),
    n: () => view.seekEvent(1),
    p: () => view.seekEvent(-1),
    "+": () => changeSpeed(playback, 1),
    "=": () => changeSpeed(playback, 1),
    "-": () => changeSpeed(playback, -1),
    d: () => view.toggle("danger"),
    u: () => view.toggle("hidden"),
    c: () => view.toggle("trail"),
    t: () => view.nextBotLog(),
    l: () => view.toggleTheme(),
    "?": () => byId("keys").showModal(),
  };
  document.addEventListener("keydown", event => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // A focused control keeps the keys that it uses itself.
    const fields = "select, dialog, input:not([type=range])";
    const users = event.key === " " ? `button, summary, ${fields}` : fields;
    if (!act || event.target.closest(users) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    act(event);
  });
}
