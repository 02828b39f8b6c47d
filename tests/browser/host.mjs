// host.mjs CHROMIUM BIN FOLDER
// Plays on pages of bin/host as people would: with keys, with buttons, against each other. Takes
// screenshots.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chromium } from "./chromium.mjs";
import { expectedBoard, OpenPage } from "./page.mjs";

const [, , program, bin, folder] = process.argv;
let failures = 0;

// A page of the host in a browser of its own.
class HostPage extends OpenPage {
  static async start() {
    const browser = new Chromium(program);
    const page = new HostPage(browser);
    await browser.open();
    await browser.screen(1440, 900);
    return page;
  }

  isExpected(url) {
    return url.startsWith(this.origin);
  }

  async goto(url) {
    this.origin = new URL(url).origin;
    await this.browser.send("Page.navigate", { url: "about:blank" });
    await this.browser.send("Page.navigate", { url });
    await this.until("performance.getEntriesByName('ready').length > 0");
  }

  // Leave the host.
  leave() {
    return this.browser.send("Page.navigate", { url: "about:blank" });
  }

  async picture(name) {
    writeFileSync(join(folder, `host-${name}.png`), await this.browser.picture());
  }

  round() {
    return this.browser.value("live.match.moments.at(-1).round");
  }

  // Show a round that was played.
  async show(round) {
    await this.browser.call(value => {
      const slider = document.getElementById("slider");
      slider.value = value;
      slider.dispatchEvent(new Event("input"));
    }, round);
    await this.until(`live.view.playback.index === ${round}`);
  }
}

// A host in a process of its own.
class Host {
  static async start(name, ...options) {
    const host = new Host();
    host.folder = join(folder, `host-${name}`);
    host.process = spawn(join(bin, "host"), [...options, "-s", "7", "-l", host.folder, "--port", "0"],
      { stdio: ["ignore", "pipe", "inherit"] });
    host.output = "";
    host.process.stdout.setEncoding("utf8").on("data", text => { host.output += text; });
    host.ended = new Promise(resolve => host.process.once("exit", resolve));
    while (!host.output.includes("#host=") && host.process.exitCode === null)
      await new Promise(resolve => setTimeout(resolve, 20));
    await new Promise(resolve => setTimeout(resolve, 50));
    host.url = host.output.split("\n")[0];
    host.watch = host.url.split("#")[0];
    host.seats = [...host.output.matchAll(/player .: (\S+)/g)].map(([, url]) => url);
    return host;
  }

  async stop() {
    this.process.kill("SIGINT");
    assert.equal(await this.ended, 0, "the exit status of the host");
  }

  state(match, round) {
    const file = join(this.folder, match, String(round), "state.json");
    return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  }
}

async function check(name, pages, test) {
  for (const page of pages)
    page.errors.length = 0;
  try {
    const details = await test();
    for (const page of pages)
      assert.deepEqual(page.errors, [], "errors in the browser");
    console.log(`ok   ${name}${details ? `: ${details}` : ""}`);
  } catch (error) {
    failures++;
    console.log(`FAIL ${name}: ${error.message}`);
  }
}

const KEYS = { 0: "Enter", 1: "ArrowUp", 2: "a", 3: "ArrowRight", 4: "s", 5: " ", 6: "x" };

// Runs in the page. A careful command: away from what explodes, else a wait.
function carefulCommand() {
  const { match, seat } = live;
  const moment = match.moments.at(-1);
  const { cell } = moment.players[seat.player];
  const { roundsToBlast, triggerReach } = forecast(moment, match.width);
  const risk = target => (deadlyCells(match, moment).has(target) ? 1000 : 0) +
    (roundsToBlast[target] ? 100 - roundsToBlast[target] : 0) + (triggerReach.has(target) ? 50 : 0);
  return [0, 1, 2, 3, 4].filter(command => isLegal(match, moment, seat.player, command))
    .sort((a, b) => risk(cellAfter(match, cell, a)) - risk(cellAfter(match, cell, b)))[0];
}

// Play a turn with a key and wait until it is over.
async function playTurn(page, command) {
  const round = await page.round();
  await page.browser.key(KEYS[command]);
  await page.until(`live.ended || live.match.moments.at(-1).round > ${round}`);
}

async function checkWatching(page) {
  const host = await Host.start("bots", "-b", "beam:width=200", "chaser", "--budget-ms", "30", "--speed", "2");
  await check("the host pauses, steps and speeds up a match", [page], async () => {
    await page.goto(host.url);
    await page.until("live.match.moments.length > 1");
    await page.click("match-pause");
    await page.until("live.status.paused");
    await new Promise(resolve => setTimeout(resolve, 700));
    const round = await page.round();
    await new Promise(resolve => setTimeout(resolve, 700));
    assert.equal(await page.round(), round);
    await page.click("match-step");
    await page.until(`live.match.moments.at(-1).round === ${round + 1}`);
    await new Promise(resolve => setTimeout(resolve, 700));
    assert.equal(await page.round(), round + 1);
    await page.click("match-pause");
    await page.browser.value("document.getElementById('match-speed').value = '32'; " +
      "document.getElementById('match-speed').dispatchEvent(new Event('change'))");
    await page.until(`live.match.moments.at(-1).round > ${round + 10}`);
  });
  await check("earlier rounds are shown while the match goes on", [page], async () => {
    await page.show(3);
    const last = await page.round();
    await page.until(`live.match.moments.at(-1).round > ${last + 3}`);
    assert.match(await page.text("round"), /^Round 3 of/);
    assert.deepEqual(await page.readBoard(), expectedBoard(host.state("7", 3)));
    await page.click("last");
    await page.until("live.view.playback.isLive()");
    await page.picture("live");
  });
  await check("ten rounds show the boards and points of state.json", [page], async () => {
    await page.until("live.ended && live.status.has_page", 120);
    const last = Math.max(...readdirSync(join(host.folder, "7")).map(Number));
    const rounds = Array.from({ length: 10 }, (_, i) => Math.round(i * last / 9));
    for (const round of rounds) {
      await page.show(round);
      const expected = host.state("7", round);
      assert.deepEqual(await page.readBoard(), expectedBoard(expected), `round ${round}`);
      assert.deepEqual(await page.readPoints(), Object.fromEntries(
        expected.RegisteredPlayerEntities.map(({ Key, Points }) => [Key, Points])), `round ${round}`);
    }
    assert.match(await page.text("facts"), / wins with /);
    return rounds.join(" ");
  });
  await check("another match begins from the page", [page], async () => {
    await page.click("match-new");
    await page.browser.value("document.getElementById('next-seed').value = '12'; " +
      "document.querySelectorAll('#next-players select')[0].selectedIndex = 1 + live.status.lineup.indexOf('random')");
    await page.click("next-start");
    await page.until("live.match.seed === 12 && live.match.moments.length > 1");
    assert.deepEqual(await page.browser.value("live.match.players.map(player => player.name)"), ["random", "chaser"]);
    assert.equal(await page.browser.value("document.querySelectorAll('#board .player').length"), 2);
  });
  await check("the last match is a page of its own", [page], async () => {
    await page.until("live.ended && live.status.phase === 'over'", 120);
    await page.goto(`${host.watch}match.html`);
    assert.match(await page.text("facts"), /seed 12/);
  });
  await page.leave();
  await host.stop();
}

async function checkPerson(page) {
  let host = await Host.start("step", "-c", "1", "-b", "random");
  await check("the host sits down from its own page, and steps in a pause", [page], async () => {
    await page.goto(host.url);
    await page.until("document.getElementById('sit-0')");
    await page.click("sit-0");
    await page.until("live.seat.canPlay()");
    await page.click("match-pause");
    await page.until("live.status.held");
    assert.match(await page.text("seat-state"), /paused/);
    await page.browser.key("ArrowRight");
    await new Promise(resolve => setTimeout(resolve, 500));
    assert.equal(await page.round(), 0);
    await page.click("match-step");
    await page.until("live.match.moments.length === 2 && live.status.held");
    assert.equal(await page.browser.value("live.match.moments.at(-1).players[0].cell"), 23);
    await page.click("match-pause");
    await page.until("!live.status.held");
    await playTurn(page, 2);
  });
  await page.leave();
  await host.stop();
  host = await Host.start("person", "-c", "1", "-b", "random", "--hints");
  await check("a person wins against random by keys", [page], async () => {
    await page.goto(host.seats[0]);
    await page.until("live.seat.canPlay() && live.seat.hints");
    assert.match(await page.text("seat-state"), /Your turn/);
    // The corner: no way up or left, nothing to trigger.
    const refused = await page.browser.value("[...document.querySelectorAll('#pad .refused')].map(button => button.ariaLabel).sort()");
    assert.deepEqual(refused, ["left", "trigger", "up"]);
    assert.equal(await page.browser.value("document.querySelectorAll('#board .reach').length > 1"), true);
    await page.picture("hints");
    let rounds = 0;
    while (!await page.browser.value("!!live.ended") && rounds++ < 400)
      await playTurn(page, await page.browser.call(carefulCommand));
    assert.match(await page.text("facts"), /^A .* wins/);
    return `${rounds} turns`;
  });
  await page.leave();
  await host.stop();
}

async function checkTwoPeople([first, second, watcher]) {
  const host = await Host.start("people", "-c", "2");
  const all = [first, second, watcher];
  const sameBoards = async () => {
    const round = await first.round();
    for (const page of all)
      await page.until(`live.match.moments.at(-1).round === ${round} && live.view.playback.isLive()`);
    await new Promise(resolve => setTimeout(resolve, 250));
    const boards = await Promise.all(all.map(page => page.readBoard()));
    assert.deepEqual(boards[1], boards[0]);
    assert.deepEqual(boards[2], boards[0]);
    return boards[0];
  };
  const bothPlay = async (a, b) => {
    const round = await first.round();
    await first.browser.key(KEYS[a]);
    await first.until("/Waiting for the others/.test(document.getElementById('seat-state').textContent)");
    assert.equal(await first.round(), round);
    await playTurn(second, b);
    await first.until(`live.ended || live.match.moments.at(-1).round > ${round}`);
  };
  await check("two people play each other and a third one watches", all, async () => {
    await watcher.goto(host.watch);
    await first.goto(host.seats[0]);
    await first.until("/Waiting for B/.test(document.getElementById('seat-state').textContent)");
    await second.goto(host.seats[1]);
    await first.until("live.seat.canPlay()");
    await second.until("live.seat.canPlay()");
    for (const [a, b] of [[3, 1], [2, 4], [3, 1]])
      await bothPlay(a, b);
    const { players } = await sameBoards();
    assert.deepEqual(players, ["20,19 B", "3,2 A"]);
    assert.equal(await watcher.browser.value("document.getElementById('seat').hidden"), true);
  });
  await check("who has left is waited for and comes back by the link", [first, second], async () => {
    await second.leave();
    await first.until("/to come back/.test(document.getElementById('seat-state').textContent)");
    const round = await first.round();
    await first.browser.key(KEYS[0]);
    await new Promise(resolve => setTimeout(resolve, 500));
    assert.equal(await first.round(), round);
    await second.goto(host.seats[1]);
    await second.until("live.seat.canPlay()");
    await playTurn(second, 4);
    await sameBoards();
  });
  await check("a seat is taken once", [], async () => {
    await watcher.goto(host.seats[0]);
    await watcher.until("/Somebody sits on this seat/.test(document.getElementById('live-note').textContent)");
    assert.equal(await watcher.browser.value("live.seat.isSeated()"), false);
    await watcher.goto(`${host.watch}#seat=0123456789abcdef0123456789abcdef`);
    await watcher.until("/opens no seat/.test(document.getElementById('live-note').textContent)");
    await watcher.goto(host.watch);
  });
  await check("a warning stands around a player who will die, and the match ends", all, async () => {
    await bothPlay(5, 0);
    const own = "document.querySelectorAll('#board .warning').length";
    while (!await first.browser.value(own))
      await bothPlay(0, 0);
    await first.picture("warning");
    while (!await first.browser.value("!!live.ended"))
      await bothPlay(0, 0);
    for (const page of all) {
      await page.until("!!live.ended");
      assert.match(await page.text("facts"), /^B .* wins/);
    }
  });
  for (const page of all)
    await page.leave();
  await host.stop();
}

async function checkRealTime(page) {
  const host = await Host.start("tick", "-c", "1", "-b", "beam", "--tick", "200", "--budget-ms", "20");
  await check("in real time the rounds go on, and the last command counts", [page], async () => {
    await page.browser.screen(390, 844, { mobile: true });
    await page.goto(host.seats[0]);
    await page.until("live.seat.canPlay()");
    const began = Date.now();
    await page.until("live.match.moments.length > 6");
    assert.ok(Date.now() - began > 900, `${Date.now() - began} ms for 5 rounds or more`);
    assert.equal(await page.browser.value("live.match.moments.at(-1).players[0].cell"), 22);
    await page.click("pad-down");
    await page.click("pad-right");
    await page.until("live.match.moments.at(-1).players[0].cell === 23");
    await page.picture("phone");
  });
  await check("on a phone the board and all buttons are on the first screen", [page], async () => {
    const bottom = await page.browser.value("(window.scrollTo(0, 0), document.getElementById('pad').getBoundingClientRect().bottom)");
    assert.ok(bottom <= 844, `the buttons end at ${bottom}`);
    assert.ok(await page.browser.value("document.documentElement.scrollWidth <= innerWidth"));
    await page.browser.screen(1440, 900);
  });
  await page.leave();
  await host.stop();
}

async function checkFolders(page) {
  const host = await Host.start("folders", "-b", "random", "random", "--speed", "0", "--folder", folder);
  await check("played matches are listed and opened", [page], async () => {
    await page.goto(host.url);
    await page.until("live.ended");
    await page.browser.send("Page.navigate", { url: `${host.watch}folders` });
    await page.until("[...document.querySelectorAll('#list a')].some(link => link.textContent === 'host-folders/7')");
    await page.picture("folders");
    await page.browser.value("[...document.querySelectorAll('#list a')].find(link => link.textContent === 'host-bots/7').click()");
    await page.until("performance.getEntriesByName('ready').length > 0");
    assert.match(await page.text("title"), /A beamwidth200 – B chaser/);
  });
  await page.leave();
  await host.stop();
}

const pages = await Promise.all([HostPage.start(), HostPage.start(), HostPage.start()]);
await checkWatching(pages[0]);
await checkPerson(pages[0]);
await checkTwoPeople(pages);
await checkRealTime(pages[0]);
await checkFolders(pages[0]);
for (const page of pages)
  await page.browser.close();
process.exit(failures ? 1 : 0);
