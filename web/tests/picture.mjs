// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the page that README.md shows: node web/tests/picture.mjs FILE.png
import { browser, opened } from "./browser.mjs";

const page = await opened("#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=750", {
  viewport: { width: 1280, height: 1790 },
});
await page
  .locator(".multiple h4", { hasText: /moves$/ })
  .nth(1)
  .waitFor();
await page.waitForTimeout(3000); // until all pictures of changes are there
await page.screenshot({ path: process.argv[2] });
await browser.close();
