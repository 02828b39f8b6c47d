// Reads an open page as a person sees it: from what is drawn, not from the page's data.

// Runs in the page. Returns for each kind of object the cells on which it is drawn, as "x,y" from 1,
// with its text.
function readBoard() {
  const board = document.getElementById("board");
  const box = board.getBoundingClientRect();
  const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  const cellsOf = (selector, text) => [...board.querySelectorAll(selector)].map(element => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const x = Math.floor((left + right - 2 * box.left) / 2 / box.width * width) + 1;
    const y = Math.floor((top + bottom - 2 * box.top) / 2 / box.height * height) + 1;
    return `${x},${y}${text(element)}`;
  }).sort();
  const label = element => ` ${element.querySelector("text").textContent}`;
  const owner = element => ` ${"ABCDEFGHIJKL"[/\bp(\d+)/.exec(element.getAttribute("class"))[1]]}`;
  const pillars = [];
  const pillar = board.querySelector(".pillar");
  for (let x = 1; x <= width; x++)
    for (let y = 1; y <= height; y++)
      if (pillar.isPointInFill(new DOMPoint(x - 0.5, y - 0.5)))
        pillars.push(`${x},${y}`);
  return {
    pillars: pillars.sort(),
    walls: cellsOf(".wall", () => ""),
    blasts: cellsOf(".blast", () => ""),
    players: cellsOf(".player:not(.gone)", label),
    bombs: cellsOf(".bomb", bomb => owner(bomb) + label(bomb)),
    powerups: cellsOf(".powerup", powerup => ` ${powerup.classList[1]}`),
  };
}

// Runs in the page. Returns the points in the table of players, by key.
function readPoints() {
  return Object.fromEntries([...document.querySelectorAll("#players tbody tr")].map(tr =>
    [tr.querySelector(".chip").textContent, Number(tr.cells[1].textContent)]));
}

// What readBoard must return for a state.json.
export function expectedBoard(state) {
  const blocks = state.GameBlocks.flat();
  const coordinates = ({ X, Y }) => `${X},${Y}`;
  const where = (test, text = () => "") =>
    blocks.filter(test).map(block => coordinates(block.Location) + text(block)).sort();
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

// A page that is open in the browser. `errors` has everything that a correct page does not cause:
// exceptions, output on the console, dialogs and requests to the network.
export class OpenPage {
  constructor(browser) {
    this.browser = browser;
    this.errors = [];
    const report = text => this.errors.push(text);
    browser.on("Runtime.exceptionThrown", ({ exceptionDetails: details }) =>
      report(details.exception?.description ?? details.text));
    browser.on("Runtime.consoleAPICalled", ({ type }) => report(`console.${type}`));
    browser.on("Log.entryAdded", ({ entry }) => report(`${entry.level}: ${entry.text} ${entry.url ?? ""}`.trim()));
    browser.on("Page.javascriptDialogOpening", ({ message }) => {
      report(`a dialog: ${message}`);
      browser.send("Page.handleJavaScriptDialog", { accept: true });
    });
    browser.on("Network.requestWillBeSent", ({ request }) => {
      if (!this.isExpected(request.url))
        report(`a request for ${request.url}`);
    });
  }

  // Whether a correct page asks for this.
  isExpected(url) {
    return url === this.url;
  }

  // Returns the time from the start of the navigation until the match was drawn, in ms.
  async open(file, hash = "") {
    this.url = `file://${file}`;
    await this.browser.send("Page.navigate", { url: "about:blank" });
    await this.browser.send("Page.navigate", { url: this.url + hash });
    await this.until("performance.getEntriesByName('ready').length > 0");
    return this.browser.value("performance.getEntriesByName('ready')[0].startTime");
  }

  async until(condition, seconds = 60) {
    const end = Date.now() + seconds * 1000;
    while (!await this.browser.value(condition).catch(() => false)) {
      if (Date.now() > end)
        throw new Error(`still false after ${seconds} s: ${condition}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  readBoard() {
    return this.browser.call(readBoard);
  }

  readPoints() {
    return this.browser.call(readPoints);
  }

  text(id) {
    return this.browser.value(`document.getElementById(${JSON.stringify(id)}).textContent`);
  }

  // Click an element in the middle of its height, at `part` of its width.
  async click(id, part = 0.5) {
    const { x, y } = await this.browser.call((name, fraction) => {
      const element = document.getElementById(name);
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      return { x: box.left + box.width * fraction, y: (box.top + box.bottom) / 2 };
    }, id, part);
    for (const type of ["mousePressed", "mouseReleased"])
      await this.browser.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  }
}
