// Opens the pages and charts of `aoc bench` in a browser, as a reader would: in
// both colour schemes, on a phone and on a desk, with the keyboard, on paper and
// without JavaScript. Screenshots are left beside them, to look at.
import { strict as assert } from "node:assert";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { Browser } from "./browser.js";
import { looks, looksOfChart } from "./checks/looks.js";
import { keyboard } from "./checks/keyboard.js";
import { paper } from "./checks/paper.js";
import { sorting } from "./checks/sorting.js";
import { withoutScript } from "./checks/script.js";

const folder = resolve(process.argv[2] ?? ".");
const files = readdirSync(folder);
const pages = files.filter((name) => name.endsWith(".html"));
const charts = files.filter((name) => name.endsWith(".svg"));
assert(pages.length && charts.length, `no pages in ${folder}: see trials/page/run`);

const browser = await Browser.launch(folder);
for (const name of pages) {
  console.log(name);
  for (const check of [looks, keyboard, sorting, withoutScript, paper]) {
    await check(browser, name);
  }
}
for (const name of charts) {
  console.log(name);
  await looksOfChart(browser, name);
}
await browser.close();
console.log(`all is well; screenshots are in ${folder}`);
