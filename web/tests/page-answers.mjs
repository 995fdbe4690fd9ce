// The page's answers are the native program's, byte for byte.
import assert from "node:assert/strict";
import { after, closed, goTo, opened, sameAsCommand, summary } from "./browser.mjs";
import { askNative, difference } from "./native.mjs";
import { drawQuestions } from "./questions.mjs";
import { KINDS } from "../src/question.js";

const BOOKS = ["mad", "trr", "skank", "mbt2030", "rookie"];
// A price at one range, for the tests are to be quick.
const PLACE = { mad: "500", trr: "30", skank: "10", mbt2030: "1", rookie: "20" };
// And a battle that is computed at once.
const BATTLES = { battlerookie: "?.army-a=1+American+Squad&.army-b=1+Russian+Squad&range=20" };

export const answers = (questions, seed) => ({
  async "random questions, byte for byte"() {
    const page = await opened();
    const drawn = drawQuestions(askNative, seed, questions);
    let well = 0;
    for (const words of drawn) {
      const native = askNative(words);
      const found = difference(words, native, await page.evaluate((line) => globalThis.salvo.ask(line), words));
      assert.equal(found, "", words.join(" "));
      well += native.status === 0;
    }
    summary.push(`${drawn.length} questions compared, ${well} with an answer`);
    await closed(page);
  },

  async "every kind in every rulebook, by its link"() {
    const page = await opened();
    let well = 0, all = 0;
    for (const book of BOOKS)
      for (const kind of KINDS) {
        await after(page, () => goTo(page, `#1/${kind}/${book}${kind === "price" ? `?range=${PLACE[book]}` : BATTLES[kind + book] ?? ""}`));
        if (await sameAsCommand(page)) well++;
        all++;
      }
    summary.push(`${all} links of a kind and a rulebook, ${well} with an answer`);
    assert.ok(well >= 40, `only ${well} of ${all} have an answer`);
    await closed(page);
  },

  async "a simulated answer comes early, narrows, and ends as the program's"() {
    const page = await opened();
    await page.evaluate(() => {
      globalThis.seen = [];
      new MutationObserver(() => {
        const cell = document.querySelector("#answer tbody td:nth-child(3)")?.textContent;
        if (cell && cell !== globalThis.seen.at(-1)) globalThis.seen.push(cell);
      }).observe(document.getElementById("answer"), { childList: true });
    });
    await after(page, () => page.getByRole("radio", { name: "simulate" }).check());
    const seen = await page.evaluate(() => globalThis.seen);
    const widths = seen.filter((text) => text.includes(" to ")).map((text) => {
      const [low, high] = text.split(" to ").map(parseFloat);
      return high - low;
    });
    assert.ok(widths.length >= 3, `shown: ${seen}`);
    for (let i = 1; i < widths.length; i++) assert.ok(widths[i] < widths[i - 1], `${widths}`);
    assert.ok(await sameAsCommand(page));
    summary.push(`intervals narrowed: ${widths.map((w) => w.toFixed(2)).join(", ")} points`);
    await closed(page);
  },
});
