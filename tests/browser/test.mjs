// test.mjs CHROMIUM FOLDER
// Checks the pages of matches in FOLDER as a person would, and takes screenshots.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { Chromium } from "./chromium.mjs";
import { expectedBoard, OpenPage } from "./page.mjs";

// On a machine without other load. Elsewhere the processes on each processor share its time.
const OPEN_LIMIT_MS = 1000 * Math.max(1, Math.ceil(loadavg()[0] / cpus().length));
const [, , program, folder] = process.argv;
const browser = new Chromium(program);
const page = new OpenPage(browser);
const file = name => join(folder, `${name}.html`);
const exists = name => existsSync(file(name));
const state = (match, round) =>
  JSON.parse(readFileSync(join(folder, match, String(round), "state.json"), "utf8").replace(/^\uFEFF/, ""));
// The number of the folder with the final state: one more than that of the last round.
const LAST = Math.max(...readdirSync(join(folder, "match")).map(Number));
let failures = 0;

async function check(name, test) {
  page.errors.length = 0;
  try {
    const details = await test();
    assert.deepEqual(page.errors, [], "errors in the browser");
    console.log(`ok   ${name}${details ? `: ${details}` : ""}`);
  } catch (error) {
    failures++;
    console.log(`FAIL ${name}: ${error.message}`);
  }
}

const countActiveTags = () => browser.value("document.querySelectorAll('img, iframe, object, embed, link, script:not(#match)').length");
const lastRound = () => browser.value("Number(document.getElementById('slider').max)");

async function checkTime(name) {
  await check(`${name} opens within ${OPEN_LIMIT_MS} ms`, async () => {
    const times = [];
    for (let i = 0; i < 3; i++)
      times.push(await page.open(file(name)));
    const best = Math.min(...times);
    assert.ok(best < OPEN_LIMIT_MS, `it takes ${best.toFixed(0)} ms`);
    return `${await lastRound()} rounds in ${times.map(ms => ms.toFixed(0)).join(", ")} ms`;
  });
}

async function checkBoard() {
  await check("ten rounds show the boards and points of state.json", async () => {
    await page.open(file("match"));
    const rounds = Array.from({ length: 10 }, (_, i) => Math.round(i * LAST / 9));
    for (const round of rounds) {
      await browser.value(`location.hash = "${round}"`);
      await page.until(`document.getElementById("slider").value === "${round}"`);
      const expected = state("match", round);
      assert.deepEqual(await page.readBoard(), expectedBoard(expected), `round ${round}`);
      assert.deepEqual(await page.readPoints(), Object.fromEntries(
        expected.RegisteredPlayerEntities.map(({ Key, Points }) => [Key, Points])), `round ${round}`);
    }
    return rounds.join(" ");
  });
}

// Which cells explode in the next round does not depend on what the players do in it. So the danger
// map for the next round must equal the blasts of the next moment.
async function checkDanger(names) {
  await check("the danger map predicts every blast", async () => {
    let blasts = 0;
    for (const name of names.filter(exists)) {
      await page.open(file(name));
      const [wrong, count] = await browser.value(`(() => {
        const match = unpackMatch(JSON.parse(document.getElementById("match").textContent));
        let count = 0;
        for (let i = 0; i + 1 < match.moments.length; i++) {
          const { roundsToBlast } = forecast(match.moments[i], match.width);
          const next = match.moments[i + 1].blasts;
          count += next.length;
          if (roundsToBlast.filter(n => n === 1).length !== next.length || next.some(cell => roundsToBlast[cell] !== 1))
            return [match.moments[i].round, count];
        }
        return [-1, count];
      })()`);
      assert.equal(wrong, -1, `${name}, round ${wrong}`);
      blasts += count;
    }
    return `${blasts} cells`;
  });
  await check("the danger map can be switched on and off", async () => {
    await page.open(file("match"), "#16");
    const numbers = "[...document.querySelectorAll('#board .numbers text')].map(t => t.textContent)";
    assert.deepEqual(await browser.value(numbers), []);
    await page.click("danger");
    const bombs = (await page.readBoard()).bombs.map(bomb => bomb.split(" ")[2]);
    assert.ok(bombs.length > 0);
    assert.deepEqual([...new Set(await browser.value(numbers))].sort(), [...new Set(bombs)].sort());
    await browser.key("d");
    assert.deepEqual(await browser.value(numbers), []);
  });
}

// A player that the page names as a killer must have gained at least one bounty for each of these
// kills, and nobody else may have gained one. Players that die in the same round are left out because
// they lose a bounty themselves.
async function checkKills(names) {
  await check("kills agree with the points", async () => {
    let kills = 0;
    for (const name of names.filter(exists)) {
      await page.open(file(name));
      const wrong = await browser.value(`(() => {
        const match = unpackMatch(JSON.parse(document.getElementById("match").textContent));
        const wrong = [];
        for (let i = 1; i < match.moments.length; i++)
          match.moments[i].players.forEach((player, p) => {
            const bounties = match.events.filter(e => e.index === i && e.kind === "death" && e.killers.includes(p)).length;
            const gain = player.points - match.moments[i - 1].players[p].points;
            const gained = Math.floor((gain + 5) / match.bounty);
            if (player.alive && (gained < bounties || (gained > 0) !== (bounties > 0)))
              wrong.push([match.moments[i].round, p, gain, bounties]);
          });
        return { wrong, kills: match.events.flatMap(e => e.killers ?? []).length };
      })()`);
      assert.deepEqual(wrong.wrong, [], name);
      kills += wrong.kills;
    }
    return `${kills} kills`;
  });
  await check("the winner is that of the leader board", async () => {
    await page.open(file("match"));
    const info = JSON.parse(readFileSync(join(folder, "match", String(LAST), "roundInfo.json"), "utf8"));
    const { PlayerKey, NickName } = info.LeaderBoard[0];
    assert.match(await page.text("facts"), new RegExp(`${PlayerKey} ${NickName} wins`));
  });
}

async function checkPlaying() {
  const round = () => page.text("round");
  await check("playback runs to the end and stops", async () => {
    await page.open(file("match"));
    await browser.value("document.getElementById('speed').value = '32'; " +
      "document.getElementById('speed').dispatchEvent(new Event('change'))");
    const began = Date.now();
    await page.click("play");
    assert.equal(await page.text("play"), "Pause");
    await page.until("document.getElementById('round').textContent === 'The end'");
    const seconds = (Date.now() - began) / 1000;
    assert.equal(await page.text("play"), "Play");
    assert.ok(seconds > (LAST - 8) / 32, `it took only ${seconds} s`);
    return `${LAST} rounds in ${seconds.toFixed(1)} s at 32 a second`;
  });
  await check("keys, buttons and slider go to the right rounds", async () => {
    await page.open(file("match"));
    const half = Math.round(LAST / 2);
    const assertRound = async (text, why) => assert.equal((await round()).split(" of")[0], text, why);
    for (const [key, text] of [["ArrowRight", "Round 1"], ["ArrowRight", "Round 2"],
      ["ArrowLeft", "Round 1"], ["PageDown", "Round 11"], ["PageUp", "Round 1"], ["End", "The end"],
      ["ArrowRight", "The end"], ["Home", "Round 0"], ["ArrowLeft", "Round 0"], ["n", "Round 15"],
      ["p", "Round 15"]]) {
      await browser.key(key);
      await assertRound(text, key);
    }
    await browser.key("ArrowRight", 8);
    await assertRound("Round 25", "Shift ArrowRight");
    for (const [id, text] of [["forward", "Round 26"], ["back", "Round 25"], ["last", "The end"],
      ["first", "Round 0"]]) {
      await page.click(id);
      await assertRound(text, id);
    }
    await page.click("slider", 0.5);
    await assertRound(`Round ${half}`, "the middle of the slider");
    await browser.key("ArrowRight");
    await assertRound(`Round ${half + 1}`, "ArrowRight on the slider");
    await browser.value("document.activeElement.blur()");
    await browser.key(" ");
    assert.equal(await page.text("play"), "Pause");
    await browser.key("k");
    assert.equal(await page.text("play"), "Play");
    await browser.key("?");
    assert.equal(await browser.value("document.getElementById('keys').open"), true);
    await browser.key("Escape");
    assert.equal(await browser.value("document.getElementById('keys').open"), false);
  });
  await check("the plot shows points and events, and a click goes to a round", async () => {
    await page.open(file("match"));
    const plot = await browser.value(`({
      curves: document.querySelectorAll("#plot .curve").length,
      deaths: document.querySelectorAll("#plot .mark.death").length,
      kills: document.querySelectorAll("#plot .mark.kill").length,
      pickups: document.querySelectorAll("#plot .mark.pickup").length })`);
    const ends = [state("match", 0), state("match", LAST)].map(s => s.RegisteredPlayerEntities);
    assert.equal(plot.curves, 2);
    assert.equal(plot.deaths, ends[1].filter(player => player.Killed).length);
    assert.ok(plot.deaths > 0);
    assert.equal(plot.kills, await browser.value("unpackMatch(JSON.parse(document.getElementById('match').textContent))" +
      ".events.flatMap(event => event.killers ?? []).length"));
    assert.ok(ends[1].some((player, p) => player.BombBag > ends[0][p].BombBag) && plot.pickups >= 2);
    await page.click("plot", 0.55);
    const shown = Number(/\d+/.exec(await round())[0]);
    assert.ok(shown > 0.4 * LAST && shown < 0.7 * LAST, `round ${shown}`);
  });
}

async function checkBotLog() {
  await check("the bot log shows what is in log.txt", async () => {
    await page.open(file("match"), "#30");
    const log = readFileSync(join(folder, "match/30/A/log.txt"), "utf8");
    const [, depth, value] = /move=\S+ agent=beam depth=(\d+) .*value=(\S+)/.exec(log);
    const summary = await page.text("bot-log-summary");
    assert.ok(summary.includes(`depth ${depth}`) && summary.includes(`value ${value}`), summary);
    const rows = await browser.value("[...document.querySelectorAll('#first-commands tbody tr')].map(tr => " +
      "[tr.cells[0].textContent.trim(), tr.cells[1].textContent])");
    const logged = [...log.matchAll(/Output from bot: (nothing|up|left|right|down|bomb|trigger) +(\S+) +\d+%/g)];
    assert.deepEqual(rows, logged.map(([, command, number]) => [command, number === "-" ? "–" : number]));
    const line = await browser.value("[...document.querySelectorAll('#line li')].map(li => li.title).join(' ')");
    assert.equal(line, /expected: (.*)/.exec(log)[1].trim());
    assert.equal(await browser.value("document.querySelectorAll('#board .expected-line .line').length"), 1);
    return `${rows.length} first commands, a line of ${line.split(" ").length}`;
  });
  await check("a match without a bot log says so", async () => {
    await page.open(file("recording"));
    assert.match(await page.text("bot-log-summary"), /No bot log/);
  });
}

async function checkFailures() {
  const action = () => browser.value("document.querySelector('#players tbody tr').cells[4].textContent.trim()");
  const show = async round => {
    await browser.value(`location.hash = "${round}"`);
    await page.until(`document.getElementById("slider").value === "${round}"`);
  };
  await check("failed and forced moves are events", async () => {
    await page.open(file("failed"));
    const events = await browser.value("[...document.querySelectorAll('#events li')].map(li => li.textContent)");
    for (const wanted of [/^1 *A failing: crashed: exit status 3: no map$/, /^2 *A failing: missing: no move in move.txt$/,
      /^3 *A failing: late: 2\.\d+ s$/, /^20 *A failing: forced: bomb by the engine/, /^22 *A failing: forced: disqualified/])
      assert.ok(events.some(text => wanted.test(text)), `${wanted} is not in ${events.join("; ")}`);
    for (const kind of ["crashed", "missing", "late", "forced"])
      assert.match(await page.text("plot-legend"), new RegExp(kind));
    for (const [round, text] of [[0, "trigger"], [1, "crashed"], [2, "no move"], [3, "too late"], [4, "stays"], [20, "forced bomb"], [22, "forced trigger"]]) {
      await show(round);
      assert.equal(await action(), text, `round ${round}`);
    }
  });
  await check("what a bot printed stands beside the board", async () => {
    await show(1);
    const lines = await browser.value("[...document.querySelectorAll('#output span')].map(span => span.className + ':' + span.textContent)");
    assert.deepEqual(lines.sort(), [":<b>round</b> of A", "error:no map"]);
    assert.match(await page.text("bot-log-failure"), /crashed: exit status 3: no map/);
    await show(4);
    assert.equal(await browser.value("document.getElementById('bot-log-failure').hidden"), true);
    assert.equal(await browser.value("document.getElementById('output-legend').hidden"), true);
  });
  await check("bars compare only values of the same depth", async () => {
    await page.open(file("match"), "#54");
    const rows = await browser.value("[...document.querySelectorAll('#first-commands tbody tr')].map(tr => ({ value: tr.cells[1].textContent, " +
      "depth: Number(tr.cells[2].textContent), bar: tr.querySelector('.bar') !== null, grey: tr.className.includes('unsearched') }))");
    const searched = rows.filter(({ value }) => value !== "–");
    const deepest = Math.max(...searched.map(({ depth }) => depth));
    assert.ok(searched.some(({ depth }) => depth < deepest), "all values have one depth: choose another round");
    for (const { value, depth, bar, grey } of rows)
      assert.deepEqual([bar, grey], depth === deepest ? [true, false] : [false, true], `value ${value} of depth ${depth}`);
  });
  await check("the thoughts are on the first screen of a laptop", async () => {
    await browser.screen(1440, 900);
    await page.open(file("match"), "#54");
    for (const id of ["bot-log-summary", "first-commands", "expected"]) {
      const bottom = await browser.value(`document.getElementById("${id}").getBoundingClientRect().bottom`);
      assert.ok(bottom > 0 && bottom <= 900, `${id} ends at ${bottom}`);
    }
    const printed = await browser.value("document.getElementById('output').getBoundingClientRect().top");
    assert.ok(printed < 800, `what the bot printed begins at ${printed}`);
    await browser.screen(1366, 768);
  });
}

async function checkDamage() {
  await check("missing and damaged rounds are reported", async () => {
    await page.open(file("damaged"));
    assert.equal(await browser.value("document.getElementById('warnings').hidden"), false);
    assert.match(await page.text("warning-summary"), /2 of its rounds cannot be shown/);
    assert.match(await page.text("warning-list"), /round 40.*round 45/s);
    assert.match(await page.text("facts"), /the end is missing/);
    assert.deepEqual(await page.readBoard(), expectedBoard(state("damaged", 30)));
    assert.equal(await lastRound(), 27);
  });
  await check("a single round is shown", async () => {
    await page.open(file("round"));
    assert.match(await page.text("round"), /Round 100/);
    assert.equal(await browser.value("document.getElementById('play').disabled"), true);
    assert.deepEqual((await page.readBoard()).players, expectedBoard(
      JSON.parse(readFileSync("sample-state/4p-middle/state.json", "utf8"))).players);
  });
  await check("scripts in names, logs and paths stay text", async () => {
    await page.open(file("hostile"), "#31");
    assert.equal(await countActiveTags(), 1);
    assert.match(await page.text("title"), /<\/script><img src=x onerror=alert\(1\)>\u2028"/);
    assert.match(await page.text("title"), /'-alert\(3\)-'\uFFFD/);
    assert.match(await page.text("first-commands"), /<\/script><img/);
    await browser.key("End");
  });
  await check("injected scripts are not run", async () => {
    const html = readFileSync(file("round"), "utf8");
    writeFileSync(file("injected"), html.replace("<body>", "<body><script>alert(4)</script><img src=x onerror=alert(5)>"));
    await page.open(file("injected"));
    const refused = page.errors.filter(text => /Content Security Policy/.test(text));
    assert.ok(refused.length >= 2, page.errors.join("; "));
    assert.ok(!page.errors.some(text => text.startsWith("a dialog")));
    page.errors.length = 0;
  });
}

// Runs in the page. Returns the contrast ratios of WCAG 2 for colours that must be distinguished, and
// the smallest ratio that is allowed for each.
function contrasts() {
  const style = getComputedStyle(document.documentElement);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = name => {
    canvas.fillStyle = style.getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(v =>
      v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pairs = [["--text", "--page", 7], ["--text", "--panel", 7], ["--soft", "--page", 4.5], ["--soft", "--panel", 4.5],
    ["--on-accent", "--accent", 4.5], ["--notice-text", "--notice", 4.5], ["--on-bomb", "--bomb", 7],
    ["--label", "--pillar", 3], ["--pillar", "--floor", 2.5], ["--alarm", "--panel", 4.5], ["--symbol", "--powerup", 4.5], ["--super", "--powerup", 4.5]];
  for (let p = 0; p < 12; p++)
    pairs.push([`--p${p}`, "--on-player", 4.5], [`--p${p}`, "--panel", 4.5], [`--p${p}`, "--floor", 3]);
  return pairs.map(([a, b, minimum]) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return { pair: `${a} on ${b}`, ratio: (high + 0.05) / (low + 0.05), minimum };
  });
}

async function checkScreens() {
  const screens = [["phone", 360, 740, { mobile: true, scale: 2 }], ["laptop", 1366, 768, {}], ["small", 1024, 700, {}], ["projector", 1920, 1080, {}]];
  for (const [name, width, height, options] of screens)
    for (const dark of [false, true])
      await check(`${name}, ${dark ? "dark" : "light"}`, async () => {
        await browser.screen(width, height, { ...options, dark });
        let share = 0;
        for (const match of ["match", "12p-1", "hostile"].filter(exists)) {
          await page.open(file(match), "#31");
          await browser.key("d");
          const box = await browser.value(`(() => {
            const { width, height, bottom } = document.getElementById("board").getBoundingClientRect();
            const play = document.getElementById("play").getBoundingClientRect();
            return { width, height, bottom, play: play.bottom, wide: document.documentElement.scrollWidth,
              theme: getComputedStyle(document.documentElement).colorScheme }; })()`);
          writeFileSync(join(folder, `${match}-${name}-${dark ? "dark" : "light"}.png`), await browser.picture(name === "phone"));
          assert.equal(box.theme, dark ? "dark" : "light");
          assert.ok(box.wide <= width, `${match} is ${box.wide} wide`);
          assert.ok(box.play <= height, `${match}: the controls are outside the screen`);
          share = name === "phone" ? box.width / width : box.height / height;
          assert.ok(share >= ({ phone: 0.93, small: 0.62 }[name] ?? 0.68), `${match}: the board has ${share.toFixed(2)} of the screen`);
        }
        for (const { pair, ratio, minimum } of await browser.call(contrasts))
          assert.ok(ratio >= minimum, `${pair}: ${ratio.toFixed(2)} is less than ${minimum}`);
        return `the board has ${Math.round(100 * share)} % of its ${name === "phone" ? "width" : "height"}`;
      });
}

await browser.open();
await browser.screen(1366, 768);
await checkTime("match");
for (const name of ["recording", "2p-10", "8p-1", "12p-1"].filter(exists))
  await checkTime(name);
await checkBoard();
await checkDanger(["match", "recording", "2p-10", "8p-1", "12p-1"]);
await checkKills(["match", "recording", "2p-10", "8p-1", "12p-1", "4p-18", "3p-8"]);
await checkPlaying();
await checkBotLog();
await checkFailures();
await checkDamage();
await checkScreens();
await browser.close();
console.log(failures ? `${failures} failures; pages and screenshots are in ${folder}` : `screenshots are in ${folder}`);
process.exit(failures ? 1 : 0);
