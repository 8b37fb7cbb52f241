// The keyboard alone: every button and every fold is reached in the order in
// which they stand there, is seen, and does what it says.
import { strict as assert } from "node:assert";

export async function keyboard(browser, name) {
  await browser.open(name, { viewport: { width: 1200, height: 900 } }, async (page) => {
    const count = await page.evaluate(() => {
      const all = [...document.querySelectorAll("button, summary")];
      all.forEach((it, index) => (it.dataset.stop = index));
      return all.filter((it) => it.matches("summary") || it.checkVisibility()).length;
    });
    assert(count > 0, `${name}: nothing to reach`);
    let before = -1;
    for (let stop = 0; stop < count; stop += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const it = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(it);
        const { top, bottom } = it.getBoundingClientRect();
        const shown = top >= 0 && bottom <= innerHeight;
        return { stop: Number(it.dataset.stop), seen: shown && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
      });
      assert(focused.stop > before, `${name}: Tab goes from ${before} to ${focused.stop}`);
      assert(focused.seen, `${name}: the focus of ${focused.stop} is not seen`);
      before = focused.stop;
    }
    for (const summary of await page.locator("details > summary").all()) {
      const isOpen = () => summary.evaluate((it) => it.parentElement.open);
      const open = await isOpen();
      await summary.focus();
      await page.keyboard.press("Enter");
      assert.equal(await isOpen(), !open);
      await page.keyboard.press("Space");
      assert.equal(await isOpen(), open);
    }
  });
}
