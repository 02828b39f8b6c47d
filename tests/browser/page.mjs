// What a person sees on an open page, read from what is drawn and not from the page's own data.

// In the page: by kind the cells on which something is drawn, as "x,y" from 1, with its text.
function look() {
  const board = document.getElementById("board");
  const box = board.getBoundingClientRect();
  const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  const placed = (selector, text) => [...board.querySelectorAll(selector)].map(element => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const x = Math.floor((left + right - 2 * box.left) / 2 / box.width * width) + 1;
    const y = Math.floor((top + bottom - 2 * box.top) / 2 / box.height * height) + 1;
    return `${x},${y}${text(element)}`;
  }).sort();
  const letter = element => ` ${element.querySelector("text").textContent}`;
  const owner = element => ` ${"ABCDEFGHIJKL"[/\bp(\d+)/.exec(element.getAttribute("class"))[1]]}`;
  const pillars = [];
  const pillar = board.querySelector(".pillar");
  for (let x = 1; x <= width; x++)
    for (let y = 1; y <= height; y++)
      if (pillar.isPointInFill(new DOMPoint(x - 0.5, y - 0.5)))
        pillars.push(`${x},${y}`);
  return {
    pillars: pillars.sort(),
    walls: placed(".wall", () => ""),
    blasts: placed(".blast", () => ""),
    players: placed(".player:not(.gone)", letter),
    bombs: placed(".bomb", bomb => owner(bomb) + letter(bomb)),
    powerups: placed(".powerup", sign => ` ${sign.classList[1]}`),
  };
}

// In the page: points in the table of players, by key.
function points() {
  return Object.fromEntries([...document.querySelectorAll("#players tbody tr")].map(tr =>
    [tr.querySelector(".chip").textContent, Number(tr.cells[1].textContent)]));
}

// The same from state.json of a round.
export function expectedLook(state) {
  const blocks = state.GameBlocks.flat();
  const at = ({ X, Y }) => `${X},${Y}`;
  const where = (test, text = () => "") =>
    blocks.filter(test).map(block => at(block.Location) + text(block)).sort();
  const is = kind => block => block.Entity?.$type.split(",")[0].endsWith(kind);
  const type = ({ PowerUp }) => ({ BombBag: " bag", BombRad: " radius", SuperPow: " super" })[
    /\.(BombBag|BombRad|SuperPow)[A-Za-z]*,/.exec(PowerUp.$type)[1]];
  return {
    pillars: where(is(".IndestructibleWallEntity")),
    walls: where(is(".DestructibleWallEntity")),
    blasts: where(block => block.Exploding),
    players: where(is(".PlayerEntity"), ({ Entity }) => ` ${Entity.Key}`),
    bombs: where(block => block.Bomb, ({ Bomb }) => ` ${Bomb.Owner.Key} ${Bomb.BombTimer}`),
    powerups: where(block => block.PowerUp, type),
  };
}

// A page open in the browser.
export class OpenPage {
  constructor(browser) {
    this.browser = browser;
    this.complaints = [];
    const complain = text => this.complaints.push(text);
    browser.on("Runtime.exceptionThrown", ({ exceptionDetails: details }) =>
      complain(details.exception?.description ?? details.text));
    browser.on("Runtime.consoleAPICalled", ({ type }) => complain(`console.${type}`));
    browser.on("Log.entryAdded", ({ entry }) => complain(`${entry.level}: ${entry.text}`));
    browser.on("Page.javascriptDialogOpening", ({ message }) => {
      complain(`a dialog: ${message}`);
      browser.send("Page.handleJavaScriptDialog", { accept: true });
    });
    browser.on("Network.requestWillBeSent", ({ request }) => {
      if (request.url !== this.url)
        complain(`a request for ${request.url}`);
    });
  }

  // Returns the ms from the start of the navigation until the match was drawn.
  async open(file, hash = "") {
    this.url = `file://${file}`;
    await this.browser.send("Page.navigate", { url: "about:blank" });
    await this.browser.send("Page.navigate", { url: this.url + hash });
    await this.until("performance.getEntriesByName('ready').length > 0");
    return this.browser.value("performance.getEntriesByName('ready')[0].startTime");
  }

  async until(condition, seconds = 20) {
    const end = Date.now() + seconds * 1000;
    while (!await this.browser.value(condition).catch(() => false)) {
      if (Date.now() > end)
        throw new Error(`waited ${seconds} s for ${condition}`);
      await new Promise(later => setTimeout(later, 20));
    }
  }

  look() {
    return this.browser.call(look);
  }

  points() {
    return this.browser.call(points);
  }

  text(id) {
    return this.browser.value(`document.getElementById(${JSON.stringify(id)}).textContent`);
  }

  async click(id, share = 0.5) {
    const { x, y } = await this.browser.call((name, part) => {
      const element = document.getElementById(name);
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      return { x: box.left + box.width * part, y: (box.top + box.bottom) / 2 };
    }, id, share);
    for (const type of ["mousePressed", "mouseReleased"])
      await this.browser.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  }
}
