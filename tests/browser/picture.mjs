// picture.mjs CHROMIUM PAGE PICTURE
// Takes the screenshot of a page for the README.
import { writeFileSync } from "node:fs";
import { Chromium } from "./chromium.mjs";
import { OpenPage } from "./page.mjs";

const [, , program, file, picture] = process.argv;
const browser = new Chromium(program);
await browser.open();
await browser.screen(1600, 900, { scale: 0.8 });
await new OpenPage(browser).open(file, "#54");
await browser.key("d");
writeFileSync(picture, await browser.picture());
await browser.close();
