// SPDX-License-Identifier: GPL-3.0-or-later
// What the page adds to an answer, told apart by what the native program says of the same thing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, closed, command, headline, opened, sameAsCommand, settled, shell, summary } from "./browser.mjs";

const DUEL = "#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=500";
const json = (line) => JSON.parse(shell(line).text);
const percent = (p) => `${Math.round(100 * p)}%`;

async function downloaded(page, id) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
  return readFileSync(await file.path());
}

export const views = {
  async "all against all"() {
    const page = await opened("#1/matrix/mad?range=500");
    assert.ok(await sameAsCommand(page));
    const begun = performance.now();
    await after(page, () => page.locator("[data-key=range] input").first().fill("1000"));
    summary.push(`105 x 105 at one range: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    // A press in the square and the pickers tell the same pair, whose chance is that of the duel.
    const canvas = page.locator("canvas.square"),
      box = await canvas.boundingBox();
    await canvas.click({ position: { x: (box.width * 70.5) / 105, y: (box.height * 20.5) / 105 } });
    const [unit, foe] = await page.locator(".pickers select").evaluateAll((list) => list.map((s) => Number(s.value)));
    assert.deepEqual([unit, foe], [20, 70]);
    const { ranking } = JSON.parse(await page.evaluate(() => globalThis.salvo.answer()));
    const duel = json(`salvo duel ${ranking[20].id} ${ranking[70].id} -r mad --range 1000`);
    const told = await page.locator(".told").textContent();
    assert.match(told, new RegExp(`${Math.round(100 * duel.p_a)} times in 100|always|never`));
    assert.ok(told.includes(ranking[20].unit) && told.includes(ranking[70].unit), told);
    // Its colour: blue where the row wins, orange where it loses.
    const colour = await canvas.evaluate((c) => [
      ...c.getContext("2d").getImageData(Math.floor((c.width * 70.5) / 105), Math.floor((c.height * 20.5) / 105), 1, 1)
        .data,
    ]);
    assert.equal(colour[2] > colour[0], duel.p_a > 0.5, `${colour}`);
    await after(page, () => page.getByRole("button", { name: "Show this duel" }).click());
    assert.equal(JSON.parse(await page.evaluate(() => globalThis.salvo.answer())).p_a, duel.p_a);
    await closed(page);
  },

  async "all against all, saved as a picture"() {
    const page = await opened("#1/matrix/mad?range=500&units=nation%3Dgerman");
    const svg = (await downloaded(page, "#get-svg")).toString(),
      { ranking, matches } = JSON.parse(await page.evaluate(() => globalThis.salvo.answer()));
    const cells = new Map(
      [...svg.matchAll(/<path d="([^"]*)" fill="([^"]*)"/g)].flatMap(([, d, fill]) =>
        [...d.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [`${y} ${x}`, fill]),
      ),
    );
    assert.equal(cells.size, ranking.length ** 2);
    for (const { unit } of ranking) assert.ok(svg.includes(`>${unit.replaceAll("&", "&amp;")}<`), unit);
    // Blue where the row's unit wins more often than the column's, orange where less, grey where nobody can win.
    const place = new Map(ranking.map(({ id }, i) => [id, i]));
    for (const { a, b, p_a, p_b } of matches) {
      const fill = cells.get(`${place.get(a)} ${place.get(b)}`),
        [red, , blue] = (fill.match(/\d+/g) ?? []).map(Number),
        lead = (p_a - p_b) / (p_a + p_b);
      if (p_a + p_b <= 0.01) assert.ok(fill.startsWith("#"), `${a} ${b} ${fill}`);
      else if (Math.abs(lead) > 0.05) assert.equal(blue > red, lead > 0, `${a} ${b} ${fill}`);
    }
    const png = await downloaded(page, "#get-png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.equal(png.readUInt32BE(16), 2 * Number(svg.match(/viewBox="0 0 (\d+)/)[1]));
    await closed(page);
  },

  async "a price, where it comes from, and what it buys"() {
    const page = await opened("#1/price/mad?unit=Tiger+I&range=500");
    assert.ok(await sameAsCommand(page));
    const {
      units: [unit],
    } = json(await command(page));
    assert.match(
      await headline(page),
      new RegExp(
        unit.before < unit.price.ci95[0] || unit.before > unit.price.ci95[1]
          ? `is worth ${Math.round(unit.price.value)}`
          : "about that",
      ),
    );
    await page.locator("#priced table").nth(1).waitFor();
    const audit = json("salvo points audit -r mad").units.find(({ id }) => id === "german-tiger-i");
    const rows = await page.locator("#priced table").first().locator("tbody tr").allTextContents();
    assert.deepEqual(
      rows.slice(0, audit.working.length),
      audit.working.map(({ what, points }) => `${what}${points}`),
    );
    assert.ok(rows.includes(`printed${audit.printed}`));
    await closed(page);
  },

  async "record cards, found by nation"() {
    const page = await opened(DUEL);
    const card = page.locator(".card").first();
    await card.waitFor();
    for (const { fact, value } of json("salvo show 'Tiger I' -r mad")) {
      assert.ok((await card.textContent()).includes(fact) && (await card.textContent()).includes(value), fact);
    }
    await page.locator("select.nation").nth(1).selectOption("Russia");
    const found = await page.locator(".found:visible [role=option]").allTextContents();
    const units = json("salvo list units -r mad").filter(({ nation }) => nation === "russian");
    assert.equal(found.length, units.length);
    await after(page, () => page.locator(".found:visible [role=option]", { hasText: "KV85" }).click());
    assert.match(await command(page), /KV85/);
    await page.locator(".card.b", { hasText: "KV85" }).waitFor();
    await closed(page);
  },

  async "a cell changed in place, in the link, and taken back"() {
    const page = await opened(DUEL),
      before = await headline(page);
    await page.locator("#cells-box summary").click();
    const box = page.locator("[data-key='weapons.cannon-d.damage'] input");
    await after(page, async () => {
      await box.fill("40");
      await box.press("Tab");
    });
    assert.match(await command(page), /--set weapons\.cannon-d\.damage=40/);
    assert.ok(await sameAsCommand(page));
    assert.equal(
      JSON.parse(await page.evaluate(() => globalThis.salvo.answer())).p_a,
      json("salvo duel 'Tiger I' 'Sherman M4A1' -r mad --range 500 --set weapons.cannon-d.damage=40").p_a,
    );
    assert.match(page.url(), /set\.weapons\.cannon-d\.damage=40/);
    await page.locator(".changed", { hasText: "22 → 40" }).waitFor();
    await page.reload();
    await settled(page);
    await after(page, () => page.getByRole("button", { name: "undo weapons.cannon-d.damage" }).click());
    assert.equal(await headline(page), before);
    await closed(page);
  },

  async "what one change would do"() {
    const page = await opened(DUEL);
    const cover = page.locator(".multiple", { has: page.locator("h4", { hasText: /^Sherman M4A1: cover$/ }) });
    await cover.waitFor();
    const shown = Object.fromEntries(
      await cover
        .locator(".value")
        .evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[2].textContent])),
    );
    for (const value of ["none", "normal", "fortification"])
      assert.equal(
        shown[value],
        percent(json(`salvo duel 'Tiger I' 'Sherman M4A1' -r mad --range 500 b-cover=${value}`).p_a),
        value,
      );
    await after(page, () => cover.locator(".value").nth(1).click());
    assert.match(await command(page), /b-cover=normal/);
    await closed(page);
  },

  async "what one change would do to a battle"() {
    const page = await opened("#1/battle/mad?.army-a=2+Tiger+I&.army-b=3+Sherman+M4A1&range=500");
    const shown = async (name) => {
      const box = page.locator(".multiple", { has: page.locator("h4", { hasText: name }) });
      await box.waitFor();
      return Object.fromEntries(
        await box
          .locator(".value")
          .evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[2].textContent])),
      );
    };
    const native = (line) => percent(json(`salvo battle -r mad --range 500 --method mc --trials 20000 ${line}`).p_a);
    const scenario = await shown(/^scenario$/),
      count = await shown(/^number of Sherman M4A1, side B$/),
      cover = await shown(/^Side B: cover$/);
    for (const value of ["hold", "advance", "meeting"])
      assert.equal(scenario[value], native(`--a '2 Tiger I' --b '3 Sherman M4A1' --scenario ${value}`), value);
    for (const n of [2, 3, 4, 5]) assert.equal(count[n], native(`--a '2 Tiger I' --b '${n} Sherman M4A1'`), `${n}`);
    assert.equal(cover.normal, native("--a '2 Tiger I' --b '3 Sherman M4A1' b-cover=normal"));
    await page.locator("#changes > svg.chart").waitFor();
    await after(page, () =>
      page
        .locator(".multiple", { has: page.locator("h4", { hasText: /^number of Sherman M4A1, side B$/ }) })
        .getByRole("button", { name: /^4 / })
        .click(),
    );
    assert.match(await command(page), /--b '4 Sherman M4A1'/);
    await closed(page);
  },

  async "what one change would do to how many are equal"() {
    const page = await opened("#1/tipping/mad?a=Tiger+I&b=Sherman+M4A1&range=1000");
    assert.ok(await sameAsCommand(page));
    const box = page.locator(".multiple", { has: page.locator("h4", { hasText: /^scenario$/ }) });
    await box.waitFor({ timeout: 60000 });
    for (const value of ["hold", "advance", "meeting"]) {
      const { equals } = json(
        `salvo tipping 'Tiger I' 'Sherman M4A1' -r mad --range 1000 --precision 0.02 --scenario ${value}`,
      ).points.find(({ a }) => a === 1);
      assert.equal(
        await box.locator(".value", { hasText: value }).locator(".p").textContent(),
        `${Math.round(10 * equals) / 10}`,
        value,
      );
    }
    await after(page, () => box.locator(".value", { hasText: "advance" }).click());
    assert.match(await command(page), /--scenario advance/);
    assert.ok(await sameAsCommand(page));
    await closed(page);
  },

  async "so many or more, and so many or fewer"() {
    const page = await opened("#1/odds/mad?.procedure=mad.shots-to-kill&weapon=cannon-b&range=500&hp=28");
    assert.ok(await sameAsCommand(page));
    // A shot misses with 1/4, damages with 1/2 and kills with 1/4; two that damage kill. So it is not dead after n shots with
    // (1/4)^n + n (1/2) (1/4)^(n-1).
    const alive = (n) => 0.25 ** n + (n ? n * 0.5 * 0.25 ** (n - 1) : 0);
    const rows = await page
      .locator("#answer table")
      .first()
      .locator("tbody tr")
      .evaluateAll((list) => list.map((tr) => [...tr.children].map((cell) => cell.textContent)));
    for (const n of [1, 2, 3, 7]) {
      assert.equal(rows[n - 1][0], `${n}`);
      assert.deepEqual(
        rows[n - 1].slice(2, 4),
        [alive(n - 1), 1 - alive(n)].map((p) => `${(100 * p).toFixed(2)}%`),
        `${n}`,
      );
    }
    await closed(page);
  },

  async "the cards of a battle's units"() {
    const page = await opened("#1/battle/mad?.army-a=2+Tiger+I,1+Panther+A+to+G&.army-b=5+Sherman+M4A1&range=500");
    await page.locator(".card").nth(2).waitFor();
    assert.deepEqual(await page.locator(".card h3").evaluateAll((list) => list.map((h) => h.firstChild.textContent)), [
      "Tiger I",
      "Panther A to G",
      "Sherman M4A1",
    ]);
    assert.equal(await page.locator(".card.b").count(), 1);
    await closed(page);
  },

  async "a press right after typing is not lost"() {
    const page = await opened(DUEL);
    await page.locator("[data-key=a] input").fill("KV85");
    await after(page, () => page.getByRole("radio", { name: "simultaneous" }).click());
    await page.waitForFunction(() => /KV85.*first=simultaneous/.test(document.getElementById("command").textContent));
    await settled(page);
    assert.ok(await page.getByRole("radio", { name: "simultaneous" }).isChecked());
    await closed(page);
  },

  async "sliders stop at brackets, and what does not apply says why"() {
    const page = await opened("#1/odds/mad?.procedure=mad.direct-fire&weapon=cannon-b&range=500");
    const slider = page.locator("[data-key=range] .slider");
    await page.waitForFunction(() => !document.querySelector("[data-key=range] .slider").disabled);
    await slider.focus();
    await after(page, () => page.keyboard.press("ArrowRight"));
    assert.match(await command(page), /range=750/);
    await after(page, () => page.keyboard.press("End"));
    assert.match(await command(page), /range=2000/);
    await page.locator(".more summary", { hasText: "more" }).click();
    await after(page, () => page.locator("[data-key=contact] label", { hasText: "yes" }).click());
    const field = page.locator("[data-key=range]");
    assert.match(await field.textContent(), /not with contact=yes/);
    assert.equal(await field.locator("input").first().isDisabled(), true);
    await closed(page);
  },

  async "a value is left out beside the one that it excludes"() {
    const page = await opened("#1/odds/mad?.procedure=mad.air-fire&range=100");
    const aircraft = page.locator("[data-key=aircraft] select"),
      weapon = page.locator("[data-key=weapon]");
    assert.match(await command(page), /weapon=/);
    await after(page, () => aircraft.selectOption("spitfire-1a"));
    assert.match(await command(page), /aircraft=spitfire-1a/);
    assert.ok(!(await command(page)).includes("weapon="));
    assert.ok(await sameAsCommand(page));
    assert.match(await weapon.textContent(), /not with aircraft/);
    assert.equal(await weapon.locator("select").isDisabled(), true);
    await after(page, () => aircraft.selectOption(""));
    assert.match(await command(page), /weapon=/);
    assert.ok(await sameAsCommand(page));
    await closed(page);
    // Typed: the controls follow when the typing is over.
    const typed = await opened("#1/odds/trr?.procedure=trr.anti-tank");
    const strike = typed.locator("[data-key=strike] input").first(),
      gun = typed.locator("[data-key=gun]");
    assert.ok(!(await gun.textContent()).includes("not with"));
    await after(typed, () => strike.fill("7"));
    assert.match(await command(typed), /strike=7/);
    await strike.press("Tab");
    await gun.getByText("not with strike").waitFor();
    assert.ok(await sameAsCommand(typed));
    await closed(typed);
  },

  async "an answer taken along"() {
    const page = await opened(DUEL, { permissions: ["clipboard-read", "clipboard-write"] });
    const line = await command(page),
      clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    assert.equal((await downloaded(page, "#get-json")).toString(), shell(line).text);
    assert.equal((await downloaded(page, "#get-csv")).toString(), shell(line, "--format csv").text);
    assert.match((await downloaded(page, "#get-svg")).toString(), /^<svg .*<\/svg>$/s);
    const png = await downloaded(page, "#get-png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.ok(png.readUInt32BE(16) >= 720 && png.length > 5000, `${png.length} bytes`);
    await page.locator("#copy-link").click();
    assert.equal(await clipboard(), page.url());
    await page.locator("#copy-text").click();
    await page.waitForFunction(() => document.getElementById("copy-text").textContent === "Copied");
    for (const words of [await headline(page), line, page.url(), "109759555/137149922"])
      assert.ok((await clipboard()).includes(words), words);
    await closed(page);
  },

  async "the last questions, only where allowed"() {
    const page = await opened(DUEL),
      kept = () => page.evaluate(() => localStorage.length);
    await after(page, () => page.getByRole("button", { name: "How many?" }).click());
    assert.equal(await kept(), 0);
    await page.locator("summary", { hasText: "Last questions" }).click();
    await page.locator("#remember").check();
    const told = await headline(page);
    await page.reload();
    await settled(page);
    await page.locator("summary", { hasText: "Last questions" }).click();
    assert.deepEqual(await page.locator("#last li").allTextContents(), [told]);
    await page.locator("#forget").click();
    assert.equal(await page.locator("#last li").count(), 0);
    await page.locator("#remember").uncheck();
    assert.equal(await kept(), 0);
    await closed(page);
  },
};
