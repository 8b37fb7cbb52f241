// On paper: light, nothing cut off at the side, and a PDF that has pages.
import { strict as assert } from "node:assert";
import { writeFileSync } from "node:fs";

/** A4 between its margins, in pixels of CSS. */
const WIDTH = 718;

export async function paper(browser, name) {
  await browser.open(name, { colorScheme: "dark", viewport: { width: WIDTH, height: 900 } }, async (page) => {
    const pdf = await page.pdf({ format: "A4", margin: { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" } });
    assert(pdf.length > 10_000, `${name}: an empty document`);
    writeFileSync(browser.file(`${name}.pdf`), pdf);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const { wide, ink, arrows } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      ink: getComputedStyle(document.body).color,
      arrows: [...document.querySelectorAll("thead button")].map((it) => getComputedStyle(it, "::after").content),
    }));
    assert(wide <= WIDTH, `${name}: ${wide} wide on paper`);
    const [red] = ink.match(/\d+/g);
    assert(red < 128, `${name}: light text on paper: ${ink}`);
    assert(!arrows.includes('"↕"'), `${name}: what cannot be clicked is on paper`);
  });
}
