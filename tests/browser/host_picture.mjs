// host_picture.mjs CHROMIUM BIN PICTURE
// Takes the screenshot of a person who plays, for docs/host.md.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chromium } from "./chromium.mjs";
import { OpenPage } from "./page.mjs";

const [, , program, bin, picture] = process.argv;
const ROUNDS = 40;
const KEYS = { 0: "Enter", 1: "ArrowUp", 2: "ArrowLeft", 3: "ArrowRight", 4: "ArrowDown", 5: " ", 6: "x" };
const folder = mkdtempSync(join(tmpdir(), "blastbeam-host-"));
const host = spawn(join(bin, "host"), ["-c", "1", "-b", "chaser", "chaser", "-s", "21", "--hints", "-l", folder, "--port", "0"],
  { stdio: ["ignore", "pipe", "inherit"] });
let output = "";
host.stdout.setEncoding("utf8").on("data", text => { output += text; });
while (!/seat=\w{32}\n/.test(output))
  await new Promise(resolve => setTimeout(resolve, 20));
const browser = new Chromium(program);
const page = new OpenPage(browser);
await browser.open();
await browser.screen(1600, 950, { scale: 0.8 });
await browser.send("Page.addScriptToEvaluateOnNewDocument", { source: "try { localStorage.setItem('name', 'Ann') } catch {}" });
await browser.send("Page.navigate", { url: /http\S+seat=\w+/.exec(output)[0] });
// From this round on, the first one that shows much is taken.
const showsMuch = () => browser.value("live.seat.hints.commands.filter(entry => 'value' in entry).length > 3 && " +
  "document.querySelectorAll('#board .reach').length > 5 && live.match.moments.at(-1).bombs.length > 1");
for (let round = 0; ; round++) {
  await page.until(`live.seat.canPlay() && live.match.moments.at(-1).round === ${round} && live.seat.hints?.round === ${round}`);
  if (round >= ROUNDS && await showsMuch())
    break;
  const best = await browser.value("live.seat.hints.commands.find(entry => entry.best)?.command ?? 0");
  await browser.key(KEYS[best]);
  // What the rules refuse is a wait of the beam.
  if (!await browser.value(`isLegal(live.match, live.match.moments[${round}], 0, ${best})`))
    await browser.key("Enter");
}
await page.click("danger");
await browser.value("document.getElementById('danger-legend').hidden = true; scrollTo(0, 0)");
await new Promise(resolve => setTimeout(resolve, 500));
writeFileSync(picture, await browser.picture());
await browser.close();
host.kill("SIGINT");
host.once("exit", () => rmSync(folder, { recursive: true, force: true }));
