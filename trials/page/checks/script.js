// Without JavaScript everything is there but the sorting.
import { strict as assert } from "node:assert";

export async function withoutScript(browser, name) {
  const read = (page) =>
    page.evaluate(() => {
      const texts = (selector) => [...document.querySelectorAll(selector)].map((it) => it.textContent);
      return { cells: texts("th, td"), tiles: texts("dl div"), buttons: document.querySelectorAll("button").length };
    });
  const withScript = await browser.open(name, {}, read);
  for (const width of [400, 1200]) {
    const options = { javaScriptEnabled: false, viewport: { width, height: 900 } };
    const without = await browser.open(name, options, read);
    assert.equal(without.buttons, 0);
    assert.deepEqual(without, { ...withScript, buttons: 0 }, name);
  }
}
