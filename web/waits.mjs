// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long a reader waits for the page in a browser, and how large the page is. Wall-clock times are valid only if
// the machine has nothing else to do. Tasks are in milliseconds of processor time.
//     node web/waits.mjs [ROUNDS]
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { project } from "./files.mjs";
import { after, browser, goTo, longestTask, opened, settled } from "./tests/browser.mjs";

const rounds = Number(process.argv[2] ?? 5);
const middle = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
const LINKS = [
  "#1/duel/mad?a=Tiger+I&b=KV85&range=750",
  "#1/matrix/mad?range=750",
  "#1/duel/trr?.simulated=yes",
  "#1/battle/mad?range=500",
  "#1/curve/skank",
  "#1/tipping/mad?range=500",
];

// In the page: the time from the beginning of the navigation to the first headline.
function note() {
  const look = () => {
    if (!globalThis.first && document.querySelector("#answer .headline")) globalThis.first = performance.now();
    if (!globalThis.first) setTimeout(look, 1);
  };
  look();
}

// The time from a link to its headline, in the page.
const answered = (page, link) =>
  page.evaluate(
    (hash) =>
      new Promise((done) => {
        const begun = performance.now(),
          box = document.getElementById("answer-box");
        new MutationObserver((_, it) => {
          if (!box.classList.contains("old")) {
            it.disconnect();
            done(performance.now() - begun);
          }
        }).observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
        location.hash = hash;
      }),
    link,
  );

console.log(
  `load ${loadavg()
    .map((n) => n.toFixed(1))
    .join(" ")}, ${rounds} rounds, the middle one of each; Chromium ${browser.version()}`,
);
const whole = readFileSync(join(project, "build/web/salvo.html"));
console.log(`file: ${whole.length} bytes, ${brotliCompressSync(whole).length} by brotli`);
const first = [],
  next = [],
  matrix = [];
for (let i = 0; i < rounds; i++) {
  const page = await opened("", { busy: true, note });
  await page.waitForFunction(() => globalThis.first);
  first.push(await page.evaluate(() => globalThis.first));
  await settled(page);
  await answered(page, "#1/duel/mad?a=Tiger+I&b=KV85&range=500");
  await settled(page);
  await page.waitForTimeout(1000);
  next.push(await answered(page, "#1/duel/mad?a=Tiger+I&b=KV85&range=750"));
  await settled(page);
  const begun = performance.now();
  await after(page, () => goTo(page, "#1/matrix/mad?range=500"));
  matrix.push(performance.now() - begun);
  await page.context().close();
}
console.log(
  `first answer, cold: ${middle(first).toFixed(0)} ms; next exact duel: ${middle(next).toFixed(0)} ms; all of M.A.D. against all at one range: ${(middle(matrix) / 1000).toFixed(1)} s`,
);
for (const slower of [1, 4]) {
  const page = await opened("", { busy: true });
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
  await settled(page);
  const tell = (what, { took, parts }) =>
    console.log(`processor ${slower} x slower, ${what}: longest task ${took.toFixed(0)} ms (${parts})`);
  tell(
    "opening",
    await longestTask(async () => {
      await page.reload();
      await settled(page);
    }),
  );
  for (const link of LINKS) tell(link, await longestTask(() => after(page, () => goTo(page, link))));
  await page.context().close();
}
await browser.close();
