// What is seen: nothing is wider than the window, cut or on top of something
// else, and everything stands out from what is behind it.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { unfold } from "../browser.js";
import { contrasts } from "./contrast.js";

const SCHEMES = ["light", "dark"];
/** Those that a screenshot is left of, in both schemes. */
const SHOWN = [400, 1200];
/** In one scheme, as colours make nothing wider: at the ends of each layout. */
const WIDTHS = [320, 360, 400, 768, 861, 1041, 1200];
/** Level AA of WCAG 2: for text, and for marks that carry a figure. */
const TEXT = 4.5;
const MARK = 3;

export async function looks(browser, name) {
  for (const colorScheme of SCHEMES) {
    for (const width of colorScheme === "light" ? WIDTHS : SHOWN) {
      await browser.open(name, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
        const where = `${name}, ${colorScheme}, ${width} wide`;
        await unfold(page);
        const { wide, outside, overlapping, beside } = await page.evaluate(layout);
        assert(wide <= width, `${where}: the page is ${wide} wide`);
        assert.deepEqual(outside, [], `${where}: outside of its section`);
        assert.deepEqual(overlapping, [], `${where}: names of an axis overlap`);
        assert.deepEqual(beside, [], `${where}: names of an axis are beside its lines`);
        if (SHOWN.includes(width)) {
          const { text, mark } = await page.evaluate(contrasts);
          assert(text.ratio >= TEXT, `${where}: contrast of ${JSON.stringify(text)}`);
          assert(mark.ratio >= MARK, `${where}: contrast of ${JSON.stringify(mark)}`);
          const path = browser.file(`${name}-${colorScheme}-${width}.png`);
          await page.evaluate(() => scrollTo(0, 0));
          // A picture of ten years is higher than an image can be.
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          const clip = { x: 0, y: 0, width, height: Math.min(height, 8000) };
          await page.screenshot({ path, fullPage: true, clip });
        }
      });
    }
  }
}

/** Runs in the page. */
function layout() {
  const outside = [];
  for (const element of document.querySelectorAll("section *, footer *, .tiles *")) {
    const box = element.getBoundingClientRect();
    const card = element.closest("section, footer, .tiles > div").getBoundingClientRect();
    if (element.closest(".unseen, defs") || element.closest("svg") !== null || box.width === 0) continue;
    if (box.right > card.right + 0.5 || box.left < card.left - 0.5) {
      outside.push(element.textContent.slice(0, 40));
    }
  }
  const overlapping = [];
  const beside = [];
  for (const axis of document.querySelectorAll(".axis")) {
    const names = [...axis.querySelectorAll("text")].filter((it) => it.getBoundingClientRect().width > 0);
    const boxes = names.map((it) => it.getBoundingClientRect());
    for (const [index, box] of boxes.entries()) {
      if (index > 0 && boxes[index - 1].right + 2 > box.left) overlapping.push(names[index].textContent);
    }
    const chart = axis.closest("table").querySelector("tbody .chart");
    if (!chart || names.some((it) => it.matches(".left, .right"))) continue;
    const { left, width } = chart.getBoundingClientRect();
    const lines = [...axis.querySelectorAll("line")].map((it) => left + (width * parseFloat(it.getAttribute("x1"))) / 100);
    for (const [index, box] of boxes.entries()) {
      const middle = (box.left + box.right) / 2;
      if (!lines.some((line) => Math.abs(line - middle) < 1.5)) beside.push(names[index].textContent);
    }
  }
  return { wide: document.documentElement.scrollWidth, outside, overlapping, beside };
}

/** A chart as an image in another page, which is how a README shows it. */
export async function looksOfChart(browser, name) {
  const data = readFileSync(browser.file(name)).toString("base64");
  for (const colorScheme of SCHEMES) {
    for (const width of SHOWN) {
      const page = await browser.chromium.newPage({ colorScheme, viewport: { width, height: 500 } });
      await page.setContent(
        `<!DOCTYPE html><meta name="color-scheme" content="light dark"><title>chart</title>` +
          `<img alt="" style="max-width: 100%" src="data:image/svg+xml;base64,${data}">`,
      );
      const drawn = await page.evaluate(() => document.images[0].decode().then(() => document.images[0].naturalWidth));
      assert(drawn > 0, `${name} is no image`);
      await page.screenshot({ path: browser.file(`${name}-${colorScheme}-${width}.png`), fullPage: true });
      await page.close();
    }
  }
  // By itself: its texts stay in the picture.
  await browser.open(name, { viewport: { width: 760, height: 900 } }, async (page) => {
    const outside = await page.evaluate(() => {
      const { left, right } = document.documentElement.getBoundingClientRect();
      const texts = [...document.querySelectorAll("text:not(.name)")];
      const far = texts.filter((it) => {
        const box = it.getBoundingClientRect();
        return box.left < left || box.right > right;
      });
      return far.map((it) => it.textContent);
    });
    assert.deepEqual(outside, [], `${name}: outside of the picture`);
  });
}
