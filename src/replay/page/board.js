"use strict";

// The board as SVG. A cell is one unit wide, the origin is the upper left corner.

class Board {
  // `shown` says which of danger, hidden power-ups and trail are drawn.
  constructor(element, match, shown) {
    Object.assign(this, { match, element, shown });
    element.setAttribute("viewBox", `0 0 ${match.width} ${match.height}`);
    this.layer = {};
    for (const name of ["ground", "trails", "powerups", "walls", "hidden", "blasts", "danger",
      "graves", "expected-line", "own-blast", "numbers", "bombs", "players", "badges"]) {
      this.layer[name] = svg("g", { class: name });
      element.append(this.layer[name]);
    }
    this.drawGround();
    this.walls = new Map();
    this.tokens = match.players.map((player, p) => this.makeToken(player, p));
    this.layer.players.append(...this.tokens);
  }

  x(cell) {
    return column(this.match, cell);
  }

  y(cell) {
    return row(this.match, cell);
  }

  // The transformation that moves (0, 0) to the centre of a cell.
  moveTo(cell) {
    return `translate(${this.x(cell) + 0.5} ${this.y(cell) + 0.5})`;
  }

  square(cell, inset, attributes) {
    return svg("rect", {
      x: this.x(cell) + inset, y: this.y(cell) + inset,
      width: 1 - 2 * inset, height: 1 - 2 * inset, ...attributes,
    });
  }

  drawGround() {
    const { match } = this;
    let pillars = "";
    match.moments[0].terrain.forEach((kind, cell) => {
      if (kind === PILLAR)
        pillars += `M${this.x(cell)} ${this.y(cell)}h1v1h-1Z`;
    });
    this.layer.ground.append(
      svg("rect", { width: match.width, height: match.height, class: "floor" }),
      svg("path", { d: pillars, class: "pillar" }));
    const step = match.width > 21 ? 5 : 1;
    for (let i = 2; i < match.width; i++)
      if (i % step === 0)
        this.layer.ground.append(this.label(i - 0.5, 0.5, i), this.label(i - 0.5, match.height - 0.5, i));
    for (let i = 2; i < match.height; i++)
      if (i % step === 0)
        this.layer.ground.append(this.label(0.5, i - 0.5, i), this.label(match.width - 0.5, i - 0.5, i));
  }

  label(x, y, text) {
    return svg("text", { x, y, class: "label" }, String(text));
  }

  makeToken({ key }, p) {
    return svg("g", { class: `player p${p}` },
      svg("circle", { r: 0.42 }), svg("text", {}, key));
  }

  // Draw moment `index`; the players take `stepMs` ms to move to their new cells.
  draw(index, stepMs) {
    const moment = this.match.moments[index];
    this.drawWalls(moment);
    this.drawPlayers(moment, stepMs);
    this.drawBombs(moment);
    this.layer.powerups.replaceChildren(...moment.powerups.map(p => this.powerup(p, "powerup")));
    this.layer.hidden.replaceChildren(
      ...(this.shown.hidden ? moment.hidden : []).map(p => this.powerup(p, "hidden-powerup")));
    this.layer.blasts.replaceChildren(...moment.blasts.map(cell => this.blast(cell)));
    this.drawDanger(moment);
    this.layer.trails.replaceChildren(...(this.shown.trail ? this.trails(index) : []));
  }

  drawWalls(moment) {
    moment.terrain.forEach((kind, cell) => {
      const wall = this.walls.get(cell);
      if (kind === WALL && !wall) {
        const made = this.square(cell, 0.04, { rx: 0.1, class: "wall" });
        this.walls.set(cell, made);
        this.layer.walls.append(made);
      } else if (kind !== WALL && wall) {
        wall.remove();
        this.walls.delete(cell);
      }
    });
  }

  drawPlayers(moment, stepMs) {
    this.layer.players.style.setProperty("--step-time", `${Math.round(stepMs)}ms`);
    this.layer.graves.replaceChildren();
    moment.players.forEach(({ cell, alive }, p) => {
      const token = this.tokens[p];
      token.classList.toggle("gone", !alive || cell < 0);
      if (cell < 0)
        return;
      token.style.transform = `translate(${this.x(cell) + 0.5}px, ${this.y(cell) + 0.5}px)`;
      if (!alive)
        this.layer.graves.append(svg("g", { class: `grave p${p}`, transform: this.moveTo(cell) },
          svg("path", { d: "M-.25-.25 .25 .25M-.25 .25 .25-.25" })));
    });
  }

  // A bomb under a player is drawn as a small badge on the player.
  drawBombs(moment) {
    const occupied = new Set(moment.players.filter(p => p.alive).map(p => p.cell));
    this.layer.bombs.replaceChildren();
    this.layer.badges.replaceChildren();
    const cells = new Set(moment.bombs.map(bomb => bomb.cell));
    moment.players.forEach(({ cell }, p) => this.tokens[p].classList.toggle("on-bomb", cells.has(cell)));
    for (const { cell, owner, timer } of moment.bombs) {
      const bomb = svg("g", { class: `bomb p${owner}`, transform: this.moveTo(cell) },
        svg("circle", { r: 0.4 }), svg("text", {}, String(timer)));
      if (timer <= 1)
        bomb.classList.add("due");
      if (occupied.has(cell))
        bomb.setAttribute("transform", `${this.moveTo(cell)} translate(.28 .28) scale(.52)`);
      this.layer[occupied.has(cell) ? "badges" : "bombs"].append(bomb);
    }
  }

  powerup({ cell, type }, kind) {
    return svg("g", { class: `${kind} ${POWERUPS[type]}`, transform: this.moveTo(cell) },
      svg("rect", { x: -0.44, y: -0.44, width: 0.88, height: 0.88, rx: 0.2 }),
      powerupSymbol(POWERUPS[type]));
  }

  blast(cell) {
    return svg("g", { class: "blast", transform: this.moveTo(cell) },
      svg("rect", { x: -0.5, y: -0.5, width: 1, height: 1 }),
      svg("path", { d: star(0.5, 0.24) }));
  }

  drawDanger(moment) {
    this.layer.danger.replaceChildren();
    this.layer.numbers.replaceChildren();
    if (!this.shown.danger)
      return;
    const { roundsToBlast, triggerReach } = forecast(moment, this.match.width);
    for (const cell of triggerReach)
      if (!roundsToBlast[cell])
        this.layer.danger.append(this.square(cell, 0, { class: "risk trigger" }), this.stripes(cell));
    roundsToBlast.forEach((n, cell) => {
      if (!n)
        return;
      this.layer.danger.append(this.square(cell, 0, { class: `risk fuse n${Math.min(n, 10)}` }));
      this.layer.numbers.append(svg("text", { x: this.x(cell) + 0.5, y: this.y(cell) + 0.5 }, String(n)));
    });
  }

  stripes(cell) {
    const d = "M0 .5 .5 0M0 1 1 0M.5 1 1 .5";
    return svg("path", { class: "stripes", d, transform: `translate(${this.x(cell)} ${this.y(cell)})` });
  }

  // The cells that each player has stood on, as dots. Each player has its own place inside a cell, so
  // that the dots do not overlap.
  trails(index) {
    const { match } = this;
    const columns = Math.ceil(Math.sqrt(match.players.length));
    return match.players.map((_, p) => {
      const cells = new Set();
      for (let i = 0; i <= index; i++)
        if (match.moments[i].players[p].alive)
          cells.add(match.moments[i].players[p].cell);
      const x = (p % columns + 0.5) / columns, y = (Math.floor(p / columns) + 0.5) / columns;
      let d = "";
      for (const cell of cells)
        d += `M${this.x(cell) + x} ${this.y(cell) + y}h0`;
      return svg("path", { class: `trail p${p}`, d, "stroke-width": 0.62 / columns });
    });
  }

  // The expected line of a player at cell `start`, through `cells`.
  drawExpectedLine(player, start, cells) {
    const layer = this.layer["expected-line"];
    layer.replaceChildren();
    if (!cells?.length)
      return;
    const points = [start, ...cells].map(cell => `${this.x(cell) + 0.5} ${this.y(cell) + 0.5}`);
    layer.append(
      svg("path", { class: "halo", d: `M${points.join("L")}` }),
      svg("path", { class: `line p${player}`, d: `M${points.join("L")}` }),
      svg("circle", { class: `end p${player}`, r: 0.2, transform: this.moveTo(cells.at(-1)) }));
  }

  // The cells that a bomb of a player would reach, before it is planted.
  drawOwnBlast(player, cells) {
    this.layer["own-blast"].replaceChildren(...cells.map(cell =>
      this.square(cell, 0.12, { rx: 0.2, class: `reach p${player}` })));
  }

  // A warning around a cell; a negative one: none.
  drawWarning(cell) {
    const ring = cell < 0 ? [] : [this.square(cell, 0.02, { rx: 0.15, class: "warning" })];
    this.layer["own-blast"].append(...ring);
  }

  cellAt(event) {
    const box = this.element.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / box.width * this.match.width);
    const y = Math.floor((event.clientY - box.top) / box.height * this.match.height);
    const inside = x >= 0 && y >= 0 && x < this.match.width && y < this.match.height;
    return inside ? y * this.match.width + x : -1;
  }

  // A description of a cell in words.
  describe(index, cell) {
    const moment = this.match.moments[index];
    const words = [["floor", "wall", "pillar"][moment.terrain[cell]]];
    moment.players.forEach((player, p) => {
      if (player.alive && player.cell === cell)
        words.push(playerName(this.match, p));
    });
    for (const bomb of moment.bombs)
      if (bomb.cell === cell)
        words.push(`bomb of ${this.match.players[bomb.owner].key}, fuse ${bomb.timer}, radius ${bomb.radius}`);
    for (const powerup of moment.powerups)
      if (powerup.cell === cell)
        words.push(`power-up ${POWERUPS[powerup.type]}`);
    if (moment.blasts.includes(cell))
      words.push("blast of the previous round");
    const rounds = forecast(moment, this.match.width).roundsToBlast[cell];
    if (rounds)
      words.push(`in a blast in ${rounds} ${rounds > 1 ? "rounds" : "round"} if nobody acts`);
    return `${coordinates(this.match, cell)}: ${words.join(", ")}`;
  }
}
