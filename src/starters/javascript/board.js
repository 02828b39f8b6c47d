// The board of a round, read from map.txt.
const fs = require("fs");

class Board {
  constructor(key, folder) {
    const lines = fs.readFileSync(folder + "/map.txt", "utf8").split(/\r?\n/);
    const rows = lines.filter((line) => line.startsWith("#"));
    const width = rows[0].length, text = rows.join("");
    this.key = key;
    this.here = text.toUpperCase().indexOf(key);
    this.cells = [...text]; // (x, y) of the files is cells[(y - 1) * width + x - 1]
    this.cells[this.here] = " "; // letters are the other players
    this.steps = [0, -width, -1, 1, width]; // commands 1 to 4 lead to here + steps[command]
    this.bombs = this.cells.map(() => null); // timer 1: explodes in this round
    this.left = {}; // by key: bombs that a player can still plant
    this.radius = {};
    let owner = "";
    for (const line of lines) {
      const [name, value] = line.split(": ");
      if (name === "Key") owner = value;
      if (name === "BombBag") this.left[owner] = Number(value);
      if (name === "BlastRadius") this.radius[owner] = Number(value);
      for (const found of line.matchAll(/{x:(\d+),y:(\d+),fuse:(\d+),radius:(\d+)}/g)) {
        const [x, y, timer, radius] = found.slice(1).map(Number);
        this.bombs[(y - 1) * width + x - 1] = { timer, radius, owner };
      }
    }
  }
}

module.exports = { Board };
