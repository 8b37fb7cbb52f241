// Opens the page and the chart of `aoc bench` in a browser, in both colour schemes, at the
// width of a phone and of a desktop. Sorts with the keyboard, and unfolds rows. Leaves
// screenshots beside the documents, to look at. The argument is the folder of the documents.
import { strict as assert } from "node:assert";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const folder = resolve(process.argv[2] ?? ".");
const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.CHROMIUM || known.find(existsSync);
assert(executablePath, "no Chromium found: run trials/page/install, or name one with CHROMIUM");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

// Everything that a page loads, and every message in its console, is an error.
const open = async (name, options, use) => {
  const address = pathToFileURL(resolve(folder, name)).href;
  const page = await browser.newPage(options);
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => (complaints.push(dialog.message()), dialog.dismiss()));
  page.on("request", (request) => request.url() === address || complaints.push(request.url()));
  await page.goto(address);
  await use(page);
  assert.deepEqual(complaints, [], name);
  await page.close();
};

const looks = async (page, name, scheme, width) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert(!wide, `${name} is wider than ${width}`);
  const without = await page.locator(":is(table, thead, tbody, tr, th, td):not([role])").count();
  assert.equal(without, 0, "elements of tables without a role, which a browser may forget on a phone");
  await page.screenshot({ path: resolve(folder, `${name}.${scheme}.${width}.png`), fullPage: true });
};

// The rows of a comparison that show no difference are listed in print, and on the screen
// only after they are unfolded.
const folds = async (page, name) => {
  const all = await page.locator("#changes .folded").count();
  assert(all > 0, `${name} has no row without a difference`);
  const visible = page.locator("#changes .folded:visible");
  assert.equal(await visible.count(), 0, "folded");
  await page.emulateMedia({ media: "print" });
  assert.equal(await visible.count(), all, "printed");
  await page.emulateMedia({ media: "screen" });
  await page.locator("details:has(+ #changes) summary").click();
  assert.equal(await visible.count(), all, "unfolded");
};

// Goes to each heading with Tab, and presses Enter: the rows must be in the order that the
// heading announces.
const keyboard = async (page, name) => {
  const buttons = await page.locator("table button:visible").count();
  assert(buttons > 6, `${name} has ${buttons} buttons`);
  for (let index = 0; index < buttons; index += 1) {
    await page.keyboard.press("Tab");
    while (await page.evaluate(() => document.activeElement.tagName === "SUMMARY")) await page.keyboard.press("Tab");
    for (let turn = 0; turn < 2; turn += 1) {
      await page.keyboard.press("Enter");
      const [order, keys] = await page.evaluate(() => {
        const heading = document.activeElement.closest("th");
        const rows = [...heading.closest("table").tBodies[0].rows];
        return [heading.getAttribute("aria-sort"), rows.map((row) => row.cells[heading.cellIndex]?.key ?? null)];
      });
      const known = keys.filter((key) => key !== null);
      assert.deepEqual(keys.slice(0, known.length), known, "what has no value comes last");
      const collator = new Intl.Collator("en", { numeric: true });
      const rising = known.every((key, at) => at === 0 ||
        (typeof key === "number" ? known[at - 1] <= key : collator.compare(known[at - 1], key) <= 0));
      const falling = known.every((key, at) => at === 0 ||
        (typeof key === "number" ? known[at - 1] >= key : collator.compare(known[at - 1], key) >= 0));
      assert(order === "ascending" ? rising : falling, `${name}: ${order} ${known}`);
    }
  }
};

for (const name of readdirSync(folder).filter((name) => /\.(html|svg)$/.test(name))) {
  console.log(name);
  for (const scheme of ["light", "dark"]) {
    for (const width of [400, 1200]) {
      const viewport = { width, height: 900 };
      await open(name, { viewport, colorScheme: scheme }, async (page) => {
        if (name.endsWith(".html")) await looks(page, name, scheme, width);
        else await page.screenshot({ path: resolve(folder, `${name}.${scheme}.${width}.png`) });
      });
    }
  }
  if (!name.endsWith(".html")) continue;
  await open(name, {}, (page) => keyboard(page, name));
  await open(name, {}, (page) => folds(page, name));
}
await browser.close();
console.log(`all is well; screenshots are in ${folder}`);
