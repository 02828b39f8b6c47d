"use strict";

// The plot of the points over the rounds, with marks for kills, deaths and power-ups. A click shows
// the round.

class Plot {
  constructor(element, legend, match, seek) {
    Object.assign(this, { element, match });
    this.rounds = match.moments.map(moment => moment.round);
    this.drawLegend(legend);
    const seekPointer = event => {
      const x = event.clientX - element.getBoundingClientRect().left;
      seek(this.nearest(x));
    };
    element.addEventListener("pointerdown", event => {
      element.setPointerCapture(event.pointerId);
      seekPointer(event);
    });
    element.addEventListener("pointermove", event => { if (event.buttons & 1) seekPointer(event); });
    this.legend = legend;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element.parentElement);
    this.resize();
  }

  close() {
    this.observer.disconnect();
  }

  // Draw the moments that were added to the match.
  extend() {
    this.rounds = this.match.moments.map(moment => moment.round);
    this.drawLegend(this.legend);
    if (this.width)
      this.draw();
  }

  resize() {
    const { width, height } = this.element.parentElement.getBoundingClientRect();
    if (width < 50 || (width === this.width && height === this.height))
      return;
    Object.assign(this, { width, height });
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.draw();
    this.mark(this.index ?? 0);
  }

  x(index) {
    const first = this.rounds[0], last = Math.max(this.rounds.at(-1), first + 1);
    return this.left + (this.rounds[index] - first) / (last - first) * (this.width - this.left - 10);
  }

  y(points) {
    return this.height - 24 - (points - this.low) / (this.high - this.low) * (this.height - 36);
  }

  nearest(x) {
    let best = 0;
    this.rounds.forEach((_, i) => {
      if (Math.abs(this.x(i) - x) < Math.abs(this.x(best) - x))
        best = i;
    });
    return best;
  }

  draw() {
    const { match } = this;
    const points = match.moments.flatMap(moment => moment.players.map(player => player.points));
    this.step = niceStep((points.reduce((a, b) => Math.max(a, b), 10) - points.reduce((a, b) => Math.min(a, b), 0)) / 4);
    this.low = Math.floor(points.reduce((a, b) => Math.min(a, b), 0) / this.step) * this.step;
    this.high = Math.ceil(points.reduce((a, b) => Math.max(a, b), 10) / this.step) * this.step;
    this.left = 14 + 8 * Math.max(String(this.low).length, String(this.high).length);
    this.cursor = svg("line", { class: "cursor", y1: 8, y2: this.height - 24 });
    this.element.replaceChildren(...this.grid(), this.cursor,
      ...match.players.map((_, p) => this.curve(p)), ...match.events.flatMap(e => this.marks(e)));
  }

  grid() {
    const shapes = [];
    for (let v = this.low; v <= this.high; v += this.step)
      shapes.push(
        svg("line", { class: v === 0 ? "axis" : "grid", x1: this.left, x2: this.width - 10, y1: this.y(v), y2: this.y(v) }),
        svg("text", { class: "tick y", x: this.left - 6, y: this.y(v) }, String(v)));
    const first = this.rounds[0], last = this.rounds.at(-1);
    const step = Math.max(1, niceStep((last - first) / Math.max(2, Math.min(8, this.width / 80))));
    for (let r = Math.ceil(first / step) * step; r <= last; r += step) {
      const x = this.left + (r - first) / Math.max(1, last - first) * (this.width - this.left - 10);
      shapes.push(svg("text", { class: "tick x", x, y: this.height - 8 }, String(r)));
    }
    return shapes;
  }

  curve(p) {
    const points = this.match.moments.map((moment, i) =>
      `${this.x(i).toFixed(1)} ${this.y(moment.players[p].points).toFixed(1)}`);
    return svg("path", { class: `curve p${p}`, d: `M${points.join("L")}` });
  }

  placeMark(event, player, shape) {
    const { points } = this.match.moments[event.index].players[player];
    shape.setAttribute("transform",
      `translate(${this.x(event.index).toFixed(1)} ${this.y(points).toFixed(1)}) scale(13)`);
    shape.append(svg("title", {}, `Round ${this.rounds[event.index]}: ${describeEvent(this.match, event)}`));
    return shape;
  }

  marks(event) {
    if (event.kind === "pickup")
      return [this.placeMark(event, event.player, pickupMark(event.type, event.player))];
    if (isMoveEvent(event))
      return [this.placeMark(event, event.player, moveMark(actionOfEvent(this.match, event), event.player))];
    return [this.placeMark(event, event.player, deathMark(event.player)),
      ...event.killers.map(p => this.placeMark(event, p, killMark(p)))];
  }

  mark(index) {
    this.index = index;
    this.cursor?.setAttribute("x1", this.x(index));
    this.cursor?.setAttribute("x2", this.x(index));
  }

  drawLegend(legend) {
    const entry = (mark, text) => html("span", {}, markIcon(mark), ` ${text}`);
    const moves = [...new Set(this.match.events.filter(isMoveEvent).map(event => event.kind))].map(kind =>
      entry(moveMark(MOVE_EVENTS[kind] ?? FORCED_BOMB, -1), kind));
    legend.replaceChildren(entry(killMark(-1), "kill"), entry(deathMark(-1), "death"),
      entry(pickupMark("bag", -1), "bag"), entry(pickupMark("radius", -1), "radius"),
      entry(pickupMark("super", -1), "super"), ...moves);
  }
}

function markIcon(mark) {
  return svg("svg", { class: "mark-icon", viewBox: "-.65 -.65 1.3 1.3", "aria-hidden": "true" }, mark);
}

function eventIcon(match, event) {
  if (isMoveEvent(event))
    return markIcon(moveMark(actionOfEvent(match, event), event.player));
  return markIcon(event.kind === "pickup" ? pickupMark(event.type, event.player) : deathMark(event.player));
}

function moveMark(action, p) {
  return svg("g", { class: `mark move p${p}` }, actionSymbol(action));
}

function killMark(p) {
  return svg("g", { class: `mark kill p${p}` }, svg("path", { d: star(0.62, 0.26) }));
}

function deathMark(p) {
  return svg("g", { class: `mark death p${p}` }, svg("path", { d: "M-.36-.36 .36 .36M-.36 .36 .36-.36" }));
}

function pickupMark(type, p) {
  const shape = {
    bag: svg("circle", { r: 0.34 }),
    radius: svg("path", { d: "M0-.48 .48 0 0 .48-.48 0Z" }),
    super: svg("rect", { x: -0.36, y: -0.36, width: 0.72, height: 0.72 }),
  }[type];
  return svg("g", { class: `mark pickup ${type} p${p}` }, shape);
}

// The smallest of 1, 2, 5, 10, 20, ... that is at least `step`.
function niceStep(step) {
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  return [1, 2, 5, 10].map(n => n * power).find(n => n >= step);
}
