// Every column of every table sorts, by Enter and by Space, up and down, and
// says so to a screen reader.
import { strict as assert } from "node:assert";
import { unfold } from "../browser.js";

export async function sorting(browser, name) {
  await browser.open(name, { viewport: { width: 1200, height: 900 } }, async (page) => {
    await unfold(page);
    for (const table of await page.locator("table").all()) {
      const before = await rows(table);
      const headings = table.locator("thead th");
      for (let column = 0; column < (await headings.count()); column += 1) {
        const heading = headings.nth(column);
        const button = heading.locator("button");
        if ((await button.count()) === 0) continue;
        const title = await button.textContent();
        const orders = [];
        for (const press of ["Enter", "Space"]) {
          await button.focus();
          await page.keyboard.press(press);
          const order = await heading.getAttribute("aria-sort");
          orders.push(order);
          assert.equal(await table.locator("th[aria-sort]").count(), 1, name);
          assert.equal(await page.locator("#sorted").textContent(), `Sorted by ${title}, ${order}`);
          const sorted = await numbers(table, column);
          const direction = order === "ascending" ? 1 : -1;
          const expected = [...sorted].sort((a, b) => direction * (a - b));
          assert.deepEqual(sorted, expected, `${name}: ${title}, ${order}`);
        }
        assert.deepEqual(orders.sort(), ["ascending", "descending"], `${name}: ${title}`);
      }
      assert.deepEqual((await rows(table)).sort(), before.sort(), `${name}: rows are lost`);
    }
  });
}

const rows = (table) => table.locator("tbody tr").allTextContents();

/** Those of a column, without the cells that have none, which come last. */
const numbers = (table, column) =>
  table.evaluate((it, column) => {
    const cells = [...it.tBodies[0].rows].map((row) => row.cells[column]?.dataset.value);
    const last = cells.findIndex((value) => value === undefined);
    const rest = last < 0 ? [] : cells.slice(last);
    if (rest.some((value) => value !== undefined)) return [1, 0];
    return cells.filter((value) => value !== undefined).map(Number);
  }, column);
