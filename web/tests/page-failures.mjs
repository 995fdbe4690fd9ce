// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says where it cannot work: its engine does not open, breaks or falls silent, its download was cut, its link asks
// for what is not there. Every time there is a message in place of the line that the engine is being opened, nothing waits for
// ever, and where the browser can go on, the page does.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { address, after, closed, command, goTo, headline, launched, opened, settled } from "./browser.mjs";

const PHONE = { width: 390, height: 844 };
const DUEL = "#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=500",
  OTHER = "#1/duel/mad?a=Tiger+I&b=KV85&range=500";

const message = (page) => page.locator("#message").textContent();
const whole = () => readFileSync(fileURLToPath(address), "utf8");

// The page with its text changed, opened by act(its address).
async function changed(edit, act) {
  const folder = mkdtempSync(join(tmpdir(), "salvo-page-"));
  try {
    const file = join(folder, "changed.html");
    writeFileSync(file, edit(whole()));
    await act(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// The page with one record of its payload changed, as build.mjs packs them.
function repacked(name, edit) {
  return (page) =>
    page.replace(/(<script id="payload"[^>]*>)([^<]*)/, (_, head, text) => {
      const bytes = gunzipSync(Buffer.from(text, "base64")),
        size = bytes.readUInt32LE(0);
      let at = 4 + size;
      const records = JSON.parse(bytes.subarray(4, at))
        .map(([key, length]) => [key, bytes.subarray(at, (at += length))])
        .map(([key, part]) => [key, key === name ? Buffer.from(edit(part)) : part]);
      const names = Buffer.from(JSON.stringify(records.map(([key, part]) => [key, part.length]))),
        length = Buffer.alloc(4);
      length.writeUInt32LE(names.length);
      return (
        head +
        gzipSync(Buffer.concat([length, names, ...records.map(([, part]) => part)]), { level: 1 }).toString("base64")
      );
    });
}

// A worker that does something else than its work when it is asked about a KV85. That its engine is open is the first that it tells.
const worker = (act) =>
  repacked(
    "worker.js",
    (script) => `${script}
const ask = onmessage, tell = postMessage;
const open = new Promise((opened) => { postMessage = (told) => { tell(told); opened(); }; });
onmessage = (event) => { if (event.data.task === "ask" && event.data.words.includes("duel") && event.data.words.includes("KV85")) open.then(() => { ${act} }); else ask(event); };`,
  );

/** @param pictures a folder for what a telephone shows, if they are wanted */
export function failures(pictures) {
  // There is a message of that kind, nothing says that the engine is being opened, and the message is in sight.
  async function told(page, words, name) {
    await page.waitForFunction(() => document.getElementById("message").textContent, null, { timeout: 60000 });
    assert.match(await message(page), words);
    assert.equal(await page.getByText("Opening the engine.").count(), 0);
    assert.equal(await page.evaluate(() => document.getElementById("answer-box").ariaBusy === "true"), false);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await seen(page, name);
  }

  async function seen(page, name) {
    if (pictures) await page.screenshot({ path: join(pictures, `failure-${name}.png`), fullPage: true });
  }

  // The same, at the opening. The browser's own complaints are wanted here.
  async function toldAtOpening(words, name, how, link = "") {
    const page = await opened(link, { busy: true, viewport: PHONE, ...how });
    await told(page, words, name);
    page.faults = [];
    return page;
  }

  async function opens(page) {
    await settled(page);
    assert.equal(await message(page), "");
    assert.match(await headline(page), /wins/);
  }

  return {
    async "no script"() {
      const page = await opened("", { busy: true, viewport: PHONE, javaScriptEnabled: false });
      const notice = page.locator(".notice"),
        box = await notice.boundingBox();
      assert.match(await notice.textContent(), /Scripts are switched off/);
      assert.ok(box.y < (await page.locator("#ask").boundingBox()).y && box.y + box.height < 300, `${box.y}`);
      assert.equal(await page.getByText("Opening the engine.").count(), 0);
      await seen(page, "no-script");
      await closed(page);
      // Switched on, and forbidden by a policy.
      await changed(
        (text) => text.replace(/script-src [^;]*/, "script-src 'none'"),
        async (at) => {
          const forbidden = await opened("", { busy: true, viewport: PHONE, at });
          await forbidden.getByText("The script of this page is not running.").waitFor();
          await seen(forbidden, "script-forbidden");
          forbidden.faults = [];
          await closed(forbidden);
        },
      );
    },

    async "a language that is none"() {
      const page = await opened("", { note: () => Object.defineProperty(navigator, "language", { get: () => "C" }) });
      await opens(page);
      await closed(page);
    },

    async "a browser without what the page needs"() {
      for (const name of ["WebAssembly", "DecompressionStream", "Worker"]) {
        const page = await toldAtOpening(
          new RegExp(`cannot run here: this browser has no ${name}`),
          `without-${name}`,
          { note: `delete globalThis.${name}` },
        );
        await page.getByRole("button", { name: "Load the page again" }).waitFor();
        await closed(page);
      }
      // One that cannot read the script at all.
      await changed(
        (page) =>
          `${page.slice(0, page.lastIndexOf("<script>")).replace(/<meta http-equiv[^>]*>/, "")}<script>class A { #a = ; }</script></body>`,
        async (at) => {
          await closed(await toldAtOpening(/cannot run here: .*SyntaxError.*browser of 2023/, "old-browser", { at }));
        },
      );
    },

    async "a download that was cut"() {
      const cuts = [
        ["half", (page) => page.slice(0, page.length / 2), /is incomplete: its download was cut off/],
        ["script", (page) => page.slice(0, -2000), /is incomplete: its download was cut off|cannot run here/],
        [
          "payload",
          (page) =>
            page.replace(
              /(<script id="payload"[^>]*>)([^<]*)/,
              (_, head, text) => head + text.slice(0, (text.length >> 2) & ~3),
            ),
          /cannot run here: its engine cannot be unpacked/,
        ],
        [
          "engine",
          repacked("engine.wasm", (bytes) => bytes.subarray(0, bytes.length >> 1)),
          /cannot run here: its engine cannot be unpacked/,
        ],
        ["worker", repacked("worker.js", (bytes) => bytes.subarray(0, bytes.length >> 1)), /The engine did not open: /],
      ];
      for (const [name, edit, words] of cuts)
        await changed(edit, async (at) => {
          const page = await toldAtOpening(words, `cut-${name}`, { at });
          await page.locator("#answer button").waitFor();
          await closed(page);
        });
    },

    async "a worker that may not start"() {
      await changed(
        (page) => page.replace("worker-src blob:", "worker-src 'self'"),
        async (at) => {
          const page = await toldAtOpening(
            /The engine did not open: the browser ended its worker, or did not let it start/,
            "blocked",
            { at },
          );
          // To try again does no harm.
          await page.getByRole("button", { name: "Try again" }).click();
          await told(page, /did not open/, "blocked-again");
          page.faults = [];
          await closed(page);
        },
      );
      const throws = () => {
        globalThis.Worker = class {
          constructor() {
            throw new Error("no workers here");
          }
        };
      };
      await closed(
        await toldAtOpening(
          /The engine did not open: the browser refuses to start a worker \(no workers here\)/,
          "refused",
          { note: throws },
        ),
      );
    },

    async "a worker without memory"() {
      // By the browser's own limit: less than the engine begins with.
      const small = await launched("--js-flags=--wasm-max-mem-pages=16");
      try {
        await closed(
          await toldAtOpening(
            /The engine did not open: .*memory|its engine cannot be unpacked .*memory/i,
            "no-memory",
            { by: small },
          ),
        );
      } finally {
        await small.close();
      }
      await changed(
        repacked(
          "worker.js",
          (script) =>
            `WebAssembly.instantiate = () => Promise.reject(new RangeError("WebAssembly.Memory(): could not allocate memory"));\n${script}`,
        ),
        async (at) => {
          await closed(
            await toldAtOpening(
              /The engine did not open: WebAssembly\.Memory\(\): could not allocate memory/,
              "no-memory-instance",
              { at },
            ),
          );
        },
      );
    },

    async "a worker that never answers, and one that comes late"() {
      const silent = () => {
        globalThis.late = [];
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function kept(...all) {
          globalThis.late.push(() => post.apply(this, all));
        };
        globalThis.release = () => {
          Worker.prototype.postMessage = post;
          for (const go of globalThis.late.splice(0)) go();
        };
      };
      for (const late of [false, true]) {
        const page = await opened("about:blank", { busy: true, viewport: PHONE, note: silent, at: "" });
        await page.clock.install();
        await page.goto(address);
        await page.waitForFunction(() => globalThis.late.length > 1);
        assert.equal(await page.getByText("Opening the engine.").count(), 1);
        await page.clock.runFor(21000);
        assert.match(await message(page), /not open after 20 seconds.*continues to wait/);
        assert.equal(await page.getByText("Opening the engine.").isVisible(), false);
        await seen(page, "slow");
        if (late) await page.evaluate(() => globalThis.release());
        else await page.clock.runFor(61000);
        page.faults = [];
        if (late) await page.locator("#answer .headline").waitFor({ timeout: 120000 }); // until then the message stands
        if (late) await opens(page);
        else await told(page, /The engine did not open: it has not answered for 60 seconds/, "never");
        await closed(page);
      }
    },

    async "a worker that breaks while it is asked"() {
      for (const [name, act, words] of [
        ["gone", "close()", /The engine failed: the browser ended its worker/],
        ["thrown", "setTimeout(() => { throw new Error('out of its mind'); })", /The engine failed: out of its mind/],
        [
          "trapped",
          "postMessage({ id: event.data.id, fault: 'RuntimeError: memory access out of bounds' })",
          /The engine failed: memory access out of bounds/,
        ],
        [
          "empty",
          "postMessage({ id: event.data.id, answer: { status: 1, text: '', complaint: 'salvo: out of memory\\n' } })",
          /^out of memory/,
        ],
      ])
        await changed(worker(act), async (at) => {
          const page = await opened(DUEL, { at, viewport: PHONE });
          await after(page, () => goTo(page, OTHER));
          await told(page, words, `broken-${name}`);
          await after(page, () => goTo(page, DUEL));
          await opens(page);
          await closed(page);
        });
    },

    async "a worker that falls silent"() {
      await changed(worker('open.then(() => console.info("silent"))'), async (at) => {
        const page = await opened("about:blank", { busy: true, viewport: PHONE, at: "" });
        // The page's clock is run on by hand, but an engine opens in its own time, however busy the machine is.
        const silent = () =>
          page.waitForEvent("console", { predicate: (said) => said.text() === "silent", timeout: 120000 });
        await page.clock.install();
        await page.goto(at + DUEL);
        page.faults = [];
        await opens(page);
        await Promise.all([silent(), goTo(page, OTHER)]);
        // That the worker is open may come to the page after the word that it is silent, and is a sign of its own.
        for (let tries = 0; tries < 10 && !(await message(page)); tries++) await page.clock.runFor(21000);
        assert.match(await message(page), /has not answered for a while.*Stop to end the wait/);
        await seen(page, "silent");
        await page.locator("#stop").click();
        await told(page, /^Stopped\./, "silent-stopped");
        await Promise.all([silent(), page.getByRole("button", { name: "Ask again" }).click()]);
        await page.clock.runFor(601000);
        await told(page, /The engine failed: it has not answered for 10 minutes/, "silent-gone");
        await goTo(page, DUEL);
        await page.waitForFunction(() => /Sherman/.test(document.getElementById("command").textContent));
        await opens(page);
        page.faults = [];
        await closed(page);
      });
    },

    async "links that ask for what is not there"() {
      const page = await opened(DUEL, { viewport: PHONE });
      for (const [name, link, words] of [
        ["book", "#1/duel/nobook?a=Tiger+I&b=KV85", /rulebook "nobook"\. This page has: mad, /],
        [
          "procedure",
          "#1/odds/mad?.procedure=mad.nothing",
          /mad has no procedure "mad\.nothing"\. It has: .*mad\.direct-fire/,
        ],
        [
          "option",
          `${DUEL}&--set=units.tiger-i.hp%3D1`,
          /"--set" is not a parameter of the question "Duel" in mad\. It has: a, b, range/,
        ],
        ["file", `${DUEL}&--output=salvo.txt`, /"--output" is not a parameter/],
        ["kind", "#1/duels/mad", /asks for "duels"; the page has duel, /],
        ["none", "#nonsense", /does not belong to this page/],
        [
          "name",
          "#1/duel/mad?a=--output%3Dsalvo.txt&b=KV85&range=500",
          /"--output=salvo\.txt" is not the name of a unit/,
        ],
      ]) {
        await goTo(page, link);
        await page.waitForFunction(
          (hash) => location.hash === hash && document.getElementById("message").textContent,
          link,
        );
        await told(page, words, `link-${name}`);
        // No other question is answered in its place, and nothing of it is offered to be copied.
        assert.equal(await page.locator("#answer .headline").count(), 0, name);
        assert.equal(await command(page), "", name);
        assert.equal(await page.locator("#below").isVisible(), false, name);
        if (name === "name") continue; // the form shows it, for the reader to mend
        await page.getByRole("button", { name: "Ask the question in the form" }).click();
        await page.waitForFunction(() => document.querySelector("#answer .headline"));
        assert.ok(!/--set|--output|nothing/.test(await command(page)), name);
        await settled(page);
        assert.equal(await message(page), "", name);
      }
      await closed(page);
      // The first thing that is opened, too.
      const first = await opened("#1/duel/nobook", { viewport: PHONE });
      assert.match(await message(first), /rulebook "nobook"/);
      assert.equal(await first.locator("#answer .headline").count(), 0);
      await closed(first);
    },
  };
}
