// Opens the page and the chart of `aoc bench` in a browser, as a reader would:
// in both colour schemes, on a phone and on a desk, with the keyboard, without
// JavaScript. Screenshots are left beside the page, to look at.
import { strict as assert } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const folder = resolve(process.argv[2] ?? ".");
const address = (name) => pathToFileURL(join(folder, name)).href;
const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.CHROMIUM ?? known.find(existsSync);
assert(executablePath, "no Chromium found: run trials/page/install, or name one with CHROMIUM");

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** Opens a file; everything that it would load, and every complaint, is an error. */
async function open(name, options) {
  const page = await browser.newPage(options);
  page.complaints = [];
  page.on("console", (message) => page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("dialog", (dialog) => page.complaints.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url() !== address(name)) page.complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address(name));
  return page;
}

const days = (page) => page.locator("#days tbody tr");
const firstColumn = (page) => page.locator("#days tbody th").allTextContents();
const times = (page) =>
  page.locator("#days tbody tr td:last-child").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.value)));

// Both schemes, both widths: nothing wider than the window, text that can be read.
for (const colorScheme of ["light", "dark"]) {
  for (const width of [400, 1200]) {
    const page = await open("page.html", { colorScheme, viewport: { width, height: 900 } });
    const { scroll, ratio } = await page.evaluate(() => {
      const luminance = (color) => {
        const channels = color.match(/[\d.]+/g).slice(0, 3).map((value) => {
          const share = value / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
      };
      const background = (element) => {
        const color = getComputedStyle(element).backgroundColor;
        const opaque = !/rgba\(.*, 0\)$/.test(color);
        return opaque || !element.parentElement ? color : background(element.parentElement);
      };
      let least = { ratio: 21 };
      for (const element of document.querySelectorAll("body *")) {
        const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!text || element.closest("script, svg title")) continue;
        const style = getComputedStyle(element);
        const ink = element instanceof SVGElement ? style.fill : style.color;
        const pair = [luminance(ink), luminance(background(element))].sort((a, b) => b - a);
        const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
        if (ratio < least.ratio) least = { ratio, text: element.textContent.slice(0, 40) };
      }
      return { scroll: document.documentElement.scrollWidth, ratio: least };
    });
    assert(scroll <= width, `${colorScheme} ${width}: the page is ${scroll} wide`);
    assert(ratio.ratio >= 4.5, `${colorScheme} ${width}: contrast of ${JSON.stringify(ratio)}`);
    const [names, lines] = await page.evaluate(() => {
      const table = document.getElementById("days");
      const middle = (element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left + right) / 2;
      };
      const lines = [...table.tBodies[0].rows[0].querySelectorAll("line")].map(middle);
      const shown = [...table.querySelectorAll(".axis text")].filter((it) => it.getBoundingClientRect().width > 0);
      return [shown.map(middle), lines];
    });
    assert(names.length > 1);
    for (const name of names) {
      assert(lines.some((line) => Math.abs(line - name) < 1.5), "a name of the axis is beside its line");
    }
    await page.screenshot({ path: join(folder, `page-${colorScheme}-${width}.png`), fullPage: true });
    assert.deepEqual(page.complaints, []);
    await page.close();

    // As an image in another page, which is how a README shows it.
    const chart = await browser.newPage({ colorScheme, viewport: { width, height: 500 } });
    const data = readFileSync(join(folder, "chart.svg")).toString("base64");
    await chart.setContent(
      `<!DOCTYPE html><meta name="color-scheme" content="light dark"><title>chart</title>` +
        `<img alt="" style="max-width: 100%" src="data:image/svg+xml;base64,${data}">`,
    );
    const drawn = await chart.evaluate(() => document.images[0].decode().then(() => document.images[0].naturalWidth));
    assert(drawn > 0, "the chart is no image");
    await chart.screenshot({ path: join(folder, `chart-${colorScheme}-${width}.png`), fullPage: true });
    await chart.close();
  }
}

// Sorting, with the keyboard alone.
{
  const page = await open("page.html", { viewport: { width: 1200, height: 900 } });
  const before = await firstColumn(page);
  const heading = page.locator("#days thead th").last();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: it } = document;
      return it.closest("#days") && it.matches("button") ? it.textContent : null;
    });
  for (let presses = 0; (await focused()) !== "All"; presses += 1) {
    assert(presses < 100, "Tab does not reach the heading");
    await page.keyboard.press("Tab");
  }
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineWidth);
  assert.notEqual(outline, "0px", "the focus is not seen");
  await page.keyboard.press("Enter");
  assert.equal(await heading.getAttribute("aria-sort"), "ascending");
  const up = await times(page);
  assert.deepEqual(up, [...up].sort((a, b) => a - b));
  await page.keyboard.press("Space");
  assert.equal(await heading.getAttribute("aria-sort"), "descending");
  assert.deepEqual(await times(page), [...up].reverse());
  assert.equal(await page.locator("#sorted").textContent(), "Sorted by All, descending");
  assert.equal(await page.locator("#days th[aria-sort]").count(), 1);
  await page.locator("#days thead button").first().click();
  assert.deepEqual(await firstColumn(page), before);
  // Every table can be sorted, by names too.
  for (const button of await page.locator("thead button").all()) await button.click();
  assert.deepEqual(page.complaints, []);
  await page.close();
}

// Without JavaScript everything is there but the sorting.
{
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address("page.html"));
  assert((await days(page).count()) > 1);
  assert.equal(await page.locator("button").count(), 0);
  assert.equal(await page.locator("thead th").first().textContent(), await page.locator("#years").count() ? "Year" : "Day");
  await context.close();
}

await browser.close();
console.log(`all is well; screenshots are in ${folder}`);
