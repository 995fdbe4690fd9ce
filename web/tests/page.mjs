// The page in a browser: its answers beside the native program's, its links, its manners. Silent but for a summary.
//     node web/tests/page.mjs [QUESTIONS [SEED [FOLDER FOR PICTURES]]]
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { project } from "../files.mjs";
import { askNative, difference, program } from "./native.mjs";
import { dice, drawQuestions } from "./questions.mjs";

const [questions = "200", seed = "1", pictures] = process.argv.slice(2);
const address = pathToFileURL(join(project, "build/web/salvo.html")).href;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const summary = [];

// A page of its own for each test; whatever it asks of the world, and whatever breaks in it, is a fault.
async function opened(fragment = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("request", (r) => { if (r.url().split("#")[0] !== address && !r.url().startsWith("blob:")) page.faults.push(`asked for ${r.url()}`); });
  page.on("pageerror", (e) => page.faults.push(e.message));
  page.on("console", (m) => { if (m.type() === "error") page.faults.push(m.text()); });
  page.on("dialog", (d) => { page.faults.push(`dialog ${d.message()}`); d.dismiss(); });
  await page.goto(address + fragment);
  if (!options.busy) await settled(page);
  return page;
}

// An answer, or a message why there is none.
const settled = (page) => page.waitForFunction(() => {
  if (document.getElementById("answer-box").ariaBusy === "true") return false;
  return document.querySelector("#answer .headline") || document.getElementById("message").textContent !== "";
}, null, { timeout: 90000 });

// That of a question other than the last one.
async function after(page, act) {
  const before = await page.evaluate(() => document.getElementById("command").textContent);
  await act();
  await page.waitForFunction((old) => document.getElementById("command").textContent !== old, before, { timeout: 10000 });
  await settled(page);
}

async function closed(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const headline = (page) => page.locator("#answer .headline").textContent();
const command = (page) => page.evaluate(() => document.getElementById("command").textContent);

// What the page shows as its command line, given to a shell with the native program, gives what the page read.
async function sameAsCommand(page) {
  const line = (await command(page)).replace(/^salvo /, `${program} `);
  const made = spawnSync("bash", ["-c", line.replace(/^(\S+)/, "$1").concat(line.includes(" -- ") ? "" : " --format json")], { env: { ...process.env, SALVO_DATA: join(project, "data") } });
  const compared = line.includes(" -- ")
    ? spawnSync("bash", ["-c", line.replace(" -- ", " --format json -- ")], { env: { ...process.env, SALVO_DATA: join(project, "data") } }) : made;
  const answer = await page.evaluate(() => globalThis.salvo.answer());
  if (compared.status === 0) assert.equal(answer, compared.stdout.toString(), line);
  else assert.equal(answer, null, line);
  return compared.status === 0;
}

const tests = {
  async "random questions, byte for byte"() {
    const page = await opened();
    const drawn = drawQuestions(askNative, Number(seed), Number(questions));
    let well = 0;
    for (const words of drawn) {
      const native = askNative(words);
      const found = difference(native, await page.evaluate((line) => globalThis.salvo.ask(line), words));
      assert.equal(found, "", words.join(" "));
      well += native.status === 0;
    }
    summary.push(`${drawn.length} questions compared, ${well} with an answer`);
    await closed(page);
  },

  async "every kind in every rulebook, by its link"() {
    const page = await opened();
    let well = 0, all = 0;
    for (const book of ["mad", "trr", "skank", "mbt2030", "rookie"])
      for (const kind of ["duel", "battle", "odds", "curve", "compare", "tipping"]) {
        await after(page, () => page.evaluate((hash) => { location.hash = hash; }, `#1/${kind}/${book}`));
        if (await sameAsCommand(page)) well++;
        all++;
      }
    summary.push(`${all} links of a kind and a rulebook, ${well} with an answer`);
    assert.ok(well >= 25, `only ${well} of ${all} have an answer`);
    await closed(page);
  },

  async "keyboard alone"() {
    const page = await opened();
    await page.locator("#book").focus();
    for (let i = 0; i < 7; i++) await page.keyboard.press("Tab");
    await after(page, async () => {
      await page.keyboard.type("Panther A to G");
      await page.keyboard.press("Tab");
    });
    assert.match(await headline(page), /Panther/);
    await page.locator("input[type=radio][value=initiative]").focus();
    await after(page, () => page.keyboard.press("ArrowRight"));
    assert.match(await command(page), /first=simultaneous/);
    assert.equal(await page.evaluate(() => document.activeElement.value), "simultaneous");
    await closed(page);
  },

  async "German numbers"() {
    const page = await opened("", { locale: "de-DE" });
    await after(page, () => page.locator("[data-key=range] input").fill("750,5"));
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

  async "stop"() {
    const page = await opened("#1/battle/mad?.army-a=8+Tiger+I%2C6+Panther+A+to+G&.army-b=30+Sherman+M4A1&range=1500&.simulated=yes", { busy: true });
    await page.locator("#stop").click();
    await settled(page);
    assert.equal(await page.locator("#message").textContent(), "Stopped.");
    await after(page, () => page.getByRole("button", { name: "Duel" }).click());
    assert.match(await headline(page), /./);
    await closed(page);
  },

  async "hostile links"() {
    const page = await opened();
    const die = dice(7);
    const start = "#1/odds/mad?.procedure=mad.direct-fire&weapon=cannon-b&range=500";
    const bits = ["<script>alert(1)</script>", "%00", "%E0%A4%A", "../..", "__proto__=1", "'\"><img src=x onerror=alert(1)>", "&&==", "--data", "9".repeat(400), "\u202e", ".army-a=9999999+x", "javascript:alert(1)", "constructor=a", "-o=x", "range=-1e308"];
    let longest = 0;
    for (let i = 0; i < 60; i++) {
      let link = start;
      for (let k = 1 + die.below(3); k > 0; k--) {
        const at = die.below(link.length);
        link = link.slice(0, at) + die.of(bits) + link.slice(at + die.below(6));
      }
      const begun = performance.now();
      await page.evaluate((hash) => { location.hash = hash; }, link);
      await page.waitForTimeout(30);
      await settled(page);
      longest = Math.max(longest, performance.now() - begun);
    }
    assert.equal(await page.locator("#answer img, #message img, #form script").count(), 0);
    summary.push(`60 hostile links, the slowest ${longest.toFixed(0)} ms`);
    await closed(page);
  },

  async "a rulebook of one's own"() {
    const page = await opened();
    await page.locator("#folder").evaluate((input) => { input.closest("details").open = true; });
    await after(page, () => page.locator("#folder").setInputFiles(join(project, "data/skank")));
    assert.match(await command(page), /--data/);
    assert.match(await page.locator("#book option:checked").textContent(), /Skank \(yours\)/);
    assert.match(await headline(page), /./);
    await closed(page);
  },

  async "for everybody"() {
    for (const colorScheme of ["light", "dark"])
      for (const [name, viewport] of [["phone", { width: 360, height: 640 }], ["tablet", { width: 768, height: 1024 }], ["desk", { width: 1280, height: 800 }]])
        for (const kind of ["duel", "battle", "odds", "compare", "tipping"]) {
          if (kind !== "duel" && (name === "tablet" || colorScheme === "dark")) continue;
          const page = await opened(`#1/${kind}/mad`, { viewport, colorScheme });
          await page.waitForTimeout(200);
          await page.evaluate(axe);
          const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
          const faults = found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 2).map((n) => n.html).join(" ")}`);
          assert.deepEqual(faults, [], `${kind} ${name} ${colorScheme}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${kind} ${name}: ${wide} pixels too wide`);
          if (pictures) await page.screenshot({ path: join(pictures, `${kind}-${name}-${colorScheme}.png`), fullPage: true });
          await closed(page);
        }
  },
};

let failed = 0;
const only = process.env.ONLY;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  const begun = performance.now();
  try {
    await test();
  } catch (fault) {
    failed++;
    console.log(`${name}: ${fault.message}`);
  }
  summary.push(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
await browser.close();
console.log(summary.join("\n"));
process.exitCode = failed ? 1 : 0;
