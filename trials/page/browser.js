// A browser of its own, without a profile and without the network.
import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export class Browser {
  static async launch(folder) {
    const executablePath = process.env.CHROMIUM || KNOWN.find(existsSync);
    assert(executablePath, "no Chromium found: run trials/page/install, or name one with CHROMIUM");
    const browser = new Browser();
    browser.folder = folder;
    browser.chromium = await chromium.launch({ executablePath, args: ARGUMENTS });
    return browser;
  }

  file(name) {
    return join(this.folder, name);
  }

  /** Opens a file, does something with its page, and closes it. Everything that
   * the page would load, and every complaint, is an error. */
  async open(name, options, use) {
    const address = pathToFileURL(this.file(name)).href;
    const page = await this.chromium.newPage(options);
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on("request", (request) => {
      if (request.url() !== address) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    const result = await use(page);
    assert.deepEqual(complaints, [], name);
    await page.close();
    return result;
  }

  close() {
    return this.chromium.close();
  }
}

/** Opens all that is folded. */
export const unfold = (page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
