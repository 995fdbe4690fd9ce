// SPDX-License-Identifier: GPL-3.0-or-later
// How the page behaves: by keyboard, in German, with back and reload, when stopped, when lied to, and for everybody.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, closed, command, data, goTo, headline, longestTask, opened, settled, summary } from "./browser.mjs";
import { filesBelow } from "../files.mjs";
import { askNative, program } from "./native.mjs";
import { dice } from "./questions.mjs";
import { KINDS } from "../src/question.js";
import { zipped } from "./zip.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const BUSY = "#1/price/mad?unit=Tiger+I";

// Does something with a folder of a name, which is gone afterwards.
async function within(make, act) {
  const parent = mkdtempSync(join(tmpdir(), "salvo-page-"));
  try {
    const folder = join(parent, "mine");
    make(folder);
    await act(folder);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

// The answer on the page is that of the native program with that folder.
async function asNative(page, folder) {
  const line = await command(page);
  assert.match(line, /--data mine/);
  const native = askNative([
    ...line
      .match(/'[^']*'|\S+/g)
      .slice(1)
      .map((w) => w.replaceAll("'", ""))
      .map((w, i, all) => (all[i - 1] === "--data" ? folder : w)),
    "--format",
    "json",
  ]);
  assert.equal(native.status, 0, native.complaint);
  assert.equal(await page.evaluate(() => globalThis.salvo.answer()), native.text);
}

// As an operating system drops a file or a folder.
async function drop(page, path) {
  const session = await page.context().newCDPSession(page);
  const dropped = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"])
    await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data: dropped });
}

const VIEWPORTS = {
  phone: { width: 360, height: 640 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
};

const openDetails = (page) =>
  page.evaluate(() => {
    for (const box of document.querySelectorAll("details")) box.open = true;
  });

// By how many pixels the page is wider than its window.
const tooWide = (page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

export const manners = (pictures) => ({
  async "keyboard alone"() {
    const page = await opened();
    await page.locator("#book").focus();
    const at = () =>
      page.evaluate(() => document.activeElement.closest("[data-key]")?.dataset.key + document.activeElement.tagName);
    for (let i = 0; i < 20 && (await at()) !== "aINPUT"; i++) await page.keyboard.press("Tab");
    await after(page, async () => {
      await page.keyboard.type("panther a");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    });
    assert.match(await headline(page), /Panther A to G/);
    await page.locator("input[type=radio][value=initiative]").focus();
    await after(page, () => page.keyboard.press("ArrowRight"));
    assert.match(await command(page), /first=simultaneous/);
    assert.equal(await page.evaluate(() => document.activeElement.value), "simultaneous");
    await closed(page);
  },

  async "everything is reached by the tabulator"() {
    for (const kind of ["duel", "battle", "odds", "matrix"]) {
      const page = await opened(`#1/${kind}/mad?range=500`);
      await page.evaluate(() => {
        globalThis.reached = new Set();
        addEventListener("focusin", (event) => globalThis.reached.add(event.target));
        for (const box of document.querySelectorAll("#form details")) box.open = true;
        document.getElementById("book").focus();
      });
      // Of radio buttons one of each group is enough, the arrows reach the others.
      const missed = () =>
        page.evaluate(() =>
          [
            ...document.querySelectorAll(
              "#form input, #form select, #form button, #kinds button, #tools button, .pickers select",
            ),
          ]
            .filter((e) => !e.disabled && e.checkVisibility() && !globalThis.reached.has(e))
            .filter(
              (e) =>
                e.type !== "radio" ||
                ![...document.getElementsByName(e.name)].some((other) => globalThis.reached.has(other)),
            )
            .map((e) => e.outerHTML),
        );
      for (let i = 0; i < 150 && (i % 10 || (await missed()).length); i++) await page.keyboard.press("Tab");
      assert.deepEqual(await missed(), [], kind);
      await closed(page);
    }
  },

  async "nothing is asked of the network, whoever tries"() {
    const page = await opened(),
      refused = [];
    page.on("requestfailed", (r) => refused.push(`${r.url()} ${r.failure().errorText}`));
    const tried = await page.evaluate(async () => {
      const image = new Image(),
        loaded = new Promise((done) => {
          image.onload = () => done("loaded");
          image.onerror = () => done("refused");
        });
      image.src = "https://example.org/a.png";
      const fetched = await fetch("https://example.org/").then(
        () => "loaded",
        () => "refused",
      );
      const script = document.createElement("script");
      script.textContent = "globalThis.intruder = true";
      document.head.append(script);
      return [fetched, await loaded, String(globalThis.intruder)];
    });
    assert.deepEqual(tried, ["refused", "refused", "undefined"]);
    // By the policy, before they left.
    assert.ok(
      refused.every((text) => text.endsWith(" csp")),
      `${refused}`,
    );
    assert.equal(
      page.faults.filter((text) => /Content Security Policy/.test(text)).length >= 3,
      true,
      `${page.faults}`,
    );
    page.faults = [];
    await closed(page);
  },

  async "German numbers"() {
    const page = await opened("", { locale: "de-DE" });
    await after(page, () => page.locator("[data-key=range] input").first().fill("750,5"));
    assert.match(await command(page), /range=750\.5/);
    assert.match(await page.locator("#answer table").first().textContent(), /\d,\d\d\s%/);
    await closed(page);
  },

  async "back, and reload"() {
    const page = await opened();
    const first = await headline(page);
    await page.waitForTimeout(500);
    await after(page, () => page.getByRole("button", { name: "Battle" }).click());
    await page.waitForTimeout(500);
    const link = page.url();
    await page.reload();
    await settled(page);
    assert.equal(page.url(), link);
    await after(page, () => page.goBack());
    assert.equal(await headline(page), first);
    await closed(page);
  },

  async stop() {
    const page = await opened(BUSY, { busy: true });
    await page.locator("#stop").click();
    await settled(page);
    assert.match(await page.locator("#message").textContent(), /^Stopped\./);
    await after(page, () => page.getByRole("button", { name: "Duel" }).click());
    assert.match(await headline(page), /./);
    await closed(page);
  },

  async "stop, while workers share"() {
    const page = await opened(
      "#1/battle/mad?.army-a=20+Tiger+I,20+Panther+A+to+G&.army-b=50+Sherman+M4A1,5+Sherman+Firefly&range=1000&.simulated=yes",
      { cores: 3, busy: true },
    );
    await page.waitForFunction(() => globalThis.tasks.some(({ task }) => task === "part"), null, { timeout: 60000 });
    await page.locator("#stop").click();
    await settled(page);
    assert.match(await page.locator("#message").textContent(), /^Stopped\. The answer is as precise/);
    await after(page, () => page.getByRole("button", { name: "Duel" }).click());
    assert.match(await headline(page), /./);
    await closed(page);
  },

  async "never busy for long"() {
    const page = await opened();
    const { took: longest, parts } = await longestTask(async () => {
      for (const link of [
        "#1/duel/mad?a=Tiger+I&b=KV85&range=750",
        "#1/matrix/mad?range=750",
        "#1/duel/trr?.simulated=yes",
        "#1/battle/mad?range=500",
        "#1/curve/skank",
        "#1/tipping/mad?range=500",
      ])
        await after(page, () => goTo(page, link));
      await page.locator("[data-key=range] .slider").focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
      await settled(page);
    });
    summary.push(`the page's longest task: ${longest.toFixed(0)} ms (${parts})`);
    // A figure to be read, not a timed test: what fails is a page that hangs.
    assert.ok(longest < 2000, `${longest} ms`);
    await closed(page);
  },

  async "hostile links"() {
    const page = await opened();
    const die = dice(7);
    const starts = [
      "#1/odds/mad?.procedure=mad.direct-fire&weapon=cannon-b&range=500",
      "#1/duel/mad?a=Tiger+I&b=KV85&range=500&.set.weapons.cannon-b.damage=24",
      "#1/price/rookie?unit=american&range=20",
      "#1/matrix/trr?range=30",
    ];
    const bits = [
      "<script>alert(1)</script>",
      "%00",
      "%E0%A4%A",
      "../..",
      "__proto__=1",
      "'\"><img src=x onerror=alert(1)>",
      "&&==",
      "--data",
      "9".repeat(400),
      "\u202e",
      ".army-a=9999999+x",
      "javascript:alert(1)",
      "constructor=a",
      "-o=x",
      "range=-1e308",
      "&.set.__proto__.x=1",
      "&.set.weapons=",
      "&units=<b>",
      ...KINDS,
    ];
    let longest = 0;
    for (let i = 0; i < 80; i++) {
      let link = die.of(starts);
      for (let k = 1 + die.below(3); k > 0; k--) {
        const at = die.below(link.length);
        link = link.slice(0, at) + die.of(bits) + link.slice(at + die.below(6));
      }
      await goTo(page, link);
      // Whatever is computed for it, the page goes on listening; what takes long is left for the next link.
      for (const until = performance.now() + 1500; performance.now() < until;) {
        const begun = performance.now();
        const busy = await page.evaluate(() => document.getElementById("answer-box").ariaBusy === "true");
        longest = Math.max(longest, performance.now() - begun);
        await page.waitForTimeout(20);
        if (!busy) break;
      }
    }
    assert.ok(longest < 10000, `${longest} ms`);
    assert.equal(
      await page.locator("#answer img, #message img, #form script, #form img, #cells img, #last img").count(),
      0,
    );
    summary.push(`80 hostile links, the page silent for at most ${longest.toFixed(0)} ms`);
    await closed(page);
  },

  async "a rulebook of one's own, chosen as a folder"() {
    await within(
      (folder) => cpSync(join(data, "skank"), folder, { recursive: true }),
      async (folder) => {
        const page = await opened();
        await page.locator("#folder").evaluate((input) => {
          input.closest("details").open = true;
        });
        await after(page, () => page.locator("#folder").setInputFiles(folder));
        assert.match(await page.locator("#book option:checked").textContent(), /Skank \(yours\)/);
        await asNative(page, folder);
        await closed(page);
      },
    );
  },

  async "a rulebook in Lua, dropped as a folder"() {
    await within(
      (folder) => spawnSync(program, ["new", folder, "--like", "penetration"]),
      async (folder) => {
        const page = await opened();
        await after(page, () => drop(page, folder));
        assert.match(await page.locator("#book option:checked").textContent(), /\(yours\)/);
        await asNative(page, folder);
        await closed(page);
      },
    );
  },

  async "a rulebook in Lua, dropped as a zip; one that is broken says so"() {
    await within(
      (folder) => spawnSync(program, ["new", folder, "--like", "hit-and-save"]),
      async (folder) => {
        const page = await opened(),
          zip = `${folder}.zip`;
        const files = filesBelow(folder);
        writeFileSync(
          zip,
          zipped(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`mine/${path}`, bytes]))),
        );
        await after(page, () => drop(page, zip));
        await asNative(page, folder);
        const before = await command(page);
        writeFileSync(zip, zipped({ ...files, "rules.lua": Buffer.from("while true do end") }));
        await drop(page, zip);
        await page.waitForFunction(() => document.getElementById("message").textContent !== "", null, {
          timeout: 60000,
        });
        assert.match(await page.locator("#message").textContent(), /rules\.lua/);
        for (const [what, bytes] of [
          ["no zip", Buffer.from("no zip at all")],
          ["cut off", zipped(files).subarray(0, 300)],
          ["no rulebook", zipped({ "a.txt": Buffer.from("a") })],
        ]) {
          writeFileSync(zip, bytes);
          await page.evaluate(() => {
            document.getElementById("message").textContent = "";
          });
          await drop(page, zip);
          await page
            .waitForFunction(() => document.getElementById("message").textContent !== "", null, { timeout: 20000 })
            .catch(() => assert.fail(what));
        }
        assert.equal(await command(page), before);
        await closed(page);
      },
    );
  },

  // A page is opened once for each kind of question: to open it takes longer than to look at it in every size and colour.
  async "for everybody"() {
    for (const kind of KINDS) {
      const page = await opened(kind === "duel" ? "" : `#1/${kind}/mad${kind === "price" ? "?range=500" : ""}`, {
        viewport: VIEWPORTS.phone,
      });
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"])
        for (const [name, viewport] of Object.entries(VIEWPORTS)) {
          if (kind !== "duel" && (name === "tablet" || colorScheme === "dark") && !pictures) continue;
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          await page.waitForTimeout(pictures ? 1500 : 200);
          await openDetails(page);
          const found = await page.evaluate(() =>
            globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }),
          );
          const faults = found.violations.map(
            (v) =>
              `${v.id}: ${v.nodes
                .slice(0, 2)
                .map((n) => n.html)
                .join(" ")}`,
          );
          assert.deepEqual(faults, [], `${kind} ${name} ${colorScheme}`);
          assert.equal(await tooWide(page), 0, `${kind} ${name}: pixels too wide`);
          if (pictures)
            await page.screenshot({ path: join(pictures, `${kind}-${name}-${colorScheme}.png`), fullPage: true });
        }
      await closed(page);
    }
  },

  // Their forms and figures are others.
  async "the other rulebooks on a telephone"() {
    const page = await opened("#1/duel/trr", { viewport: VIEWPORTS.phone, busy: true });
    for (const book of ["trr", "skank", "mbt2030", "rookie"])
      for (const kind of ["duel", "odds", "battle"]) {
        await goTo(page, `#1/${kind}/${book}`);
        await page.waitForFunction(
          (asked) =>
            document.getElementById("command").textContent.match(asked) &&
            document.querySelector("#answer-box:not(.old) .headline"),
          `^salvo ${kind} .*\\b${book}\\b`,
          { timeout: 60000 },
        );
        await openDetails(page);
        assert.equal(await tooWide(page), 0, `${kind} ${book}: pixels too wide`);
        const nameless = await page.evaluate(() =>
          [...document.querySelectorAll("#form input, #form select, #form button")]
            .filter((e) => !e.labels?.length && !e.ariaLabel && !e.textContent.trim())
            .map((e) => e.outerHTML),
        );
        assert.deepEqual(nameless, [], `${kind} ${book}`);
      }
    await closed(page);
  },
});
