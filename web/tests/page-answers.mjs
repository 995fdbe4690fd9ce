// SPDX-License-Identifier: GPL-3.0-or-later
// The page's answers are the native program's, byte for byte.
import assert from "node:assert/strict";
import { after, closed, goTo, opened, sameAsCommand, summary } from "./browser.mjs";
import { askNative, difference } from "./native.mjs";
import { drawQuestions } from "./questions.mjs";
import { KINDS } from "../src/question.js";

const BOOKS = ["mad", "trr", "skank", "mbt2030", "rookie"];
// A price at one range, for the tests are to be quick.
const PLACE = { mad: "500", trr: "30", skank: "10", mbt2030: "1", rookie: "20" };
// And questions that are answered at once.
const QUICK = {
  battlerookie: "?.army-a=1+American+Squad&.army-b=1+Russian+Squad&range=20",
  comparerookie: "?a=standard&b=standard&a-men=12&b-men=2",
};

const SHARED = [
  "duel|Tiger I|Sherman Firefly|-r|mad|--range|500|--method|mc|--trials|1000003",
  "duel|Tiger I|Sherman Firefly|-r|mad|--range|500|--method|mc|--precision|0.002",
  "duel|Crusader II|BT5|-r|trr|--method|mc",
  "battle|--a|3 Tiger I|--b|5 Sherman M4A1|-r|mad|--range|1000|--method|mc|--trials|100001",
  "battle|--a|2 Trained|--b|1 Elite, 1 Rabble|-r|skank|--range|30|--method|mc|--precision|0.005",
  "odds|mad.direct-fire|weapon=cannon-b|range=500|--method|mc|--trials|2",
  "compare|duel|Tiger I|Sherman Firefly|-r|mad|--range|750|--method|mc|--precision|0.005|--|b-cover=normal",
  "duel|Tiger I|Nobody|-r|mad|--range|500|--method|mc",
]
  .map((line) => [...line.split("|"), "--format", "json"])
  .map((words) => {
    const end = words.indexOf("--");
    return end < 0 ? words : [...words.slice(0, end), "--format", "json", ...words.slice(end, -2)];
  });
// One whose first step takes long enough on any machine that the next is shared out.
const BATTLE = "#1/battle/mad?.army-a=40+Tiger+I&.army-b=50+Sherman+M4A1&range=1000&.simulated=yes";

export const answers = (questions, seed) => ({
  async "trials shared out among workers, byte for byte"() {
    for (const workers of [1, 2, 3]) {
      const page = await opened("", { cores: 1 });
      for (const words of SHARED) {
        await page.evaluate(() => {
          globalThis.tasks.length = 0;
        });
        const shared = await page.evaluate(([line, n]) => globalThis.salvo.ask(line, n), [words, workers]);
        assert.equal(difference(words, askNative(words), shared), "", `${workers} workers: ${words.join(" ")}`);
        const tasks = await page.evaluate(() =>
          globalThis.tasks.filter(({ task }) => ["part", "merge"].includes(task)),
        );
        const parts = tasks.filter(({ task }) => task === "part");
        assert.deepEqual(
          parts.map(({ k, n }) => `${k}/${n}`),
          workers > 1 ? Array.from({ length: workers }, (_, i) => `${i + 1}/${workers}`) : [],
        );
        // Each part has work in it, and its bytes are what the answer is made of.
        if (workers > 1 && shared.status === 0) {
          const { parts: brought } = tasks.find(({ task }) => task === "merge");
          assert.ok(
            brought.length === workers && brought.every((bytes) => bytes > 0 || words.includes("2")),
            `${brought} ${words.join(" ")}`,
          );
        }
      }
      await closed(page);
    }
    summary.push(`${SHARED.length} questions shared out among 1, 2 and 3 workers`);
  },

  async "a battle on devices with 1, 2 and 3 processors"() {
    const told = [];
    for (const cores of [1, 2, 3]) {
      const page = await opened(BATTLE, { cores });
      assert.ok(await sameAsCommand(page));
      told.push(await page.evaluate(() => globalThis.salvo.answer()));
      const parts = await page.evaluate(() => globalThis.tasks.filter(({ task }) => task === "part"));
      assert.ok(
        cores === 1 ? parts.length === 0 : parts.length >= cores && parts.every(({ n }) => n === cores),
        `${cores}: ${JSON.stringify(parts)}`,
      );
      // What is exact is not cut.
      await page.evaluate(() => {
        globalThis.tasks.length = 0;
      });
      await after(page, () => goTo(page, "#1/duel/mad?a=Tiger+I&b=KV85&range=750"));
      assert.equal(await page.evaluate(() => globalThis.tasks.filter(({ task }) => task === "part").length), 0);
      await closed(page);
    }
    assert.ok(told.every((text) => text === told[0]));
  },

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

  async "every kind, and every rulebook, by its link"() {
    const page = await opened();
    let well = 0,
      all = 0;
    for (const [i, book] of BOOKS.entries())
      for (const [k, kind] of KINDS.entries()) {
        if ((i + k) % 2) continue; // every kind, and every rulebook; the engine is asked the rest
        await after(page, () =>
          goTo(page, `#1/${kind}/${book}${kind === "price" ? `?range=${PLACE[book]}` : (QUICK[kind + book] ?? "")}`),
        );
        if (await sameAsCommand(page)) well++;
        all++;
      }
    summary.push(`${all} links of a kind and a rulebook, ${well} with an answer`);
    assert.ok(well >= 20, `only ${well} of ${all} have an answer`);
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
    const widths = seen
      .filter((text) => text.includes(" to "))
      .map((text) => {
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
