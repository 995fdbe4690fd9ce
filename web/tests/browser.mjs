// SPDX-License-Identifier: GPL-3.0-or-later
// A browser with the page in it, as the tests of the page use it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { project } from "../files.mjs";
import { comparable, program } from "./native.mjs";

export const data = join(project, "data");
export const address = pathToFileURL(join(project, "build/web/salvo.html")).href;
export const summary = []; // lines for the reader of a run
export const launched = (...args) =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...args] });
export const browser = await launched();

// In the page: a device with that many processors, and what the page says to its workers.
function device(cores) {
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
  globalThis.tasks = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function told(message, ...more) {
    globalThis.tasks.push({
      task: message.task,
      k: message.k,
      n: message.n,
      parts: message.parts?.map((bytes) => bytes.length),
    });
    return post.call(this, message, ...more);
  };
}

/**
 * A page of its own for each test; whatever it asks of the world, and whatever breaks in it, is a fault.
 * @param how {busy: without waiting for an answer, cores: of the device, note: runs in the page before its own scripts,
 * at: another address, by: another browser}, and what the browser's context takes
 */
export async function opened(
  fragment = "",
  { busy = false, cores, note, at = address, by = browser, ...options } = {},
) {
  const context = await by.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    acceptDownloads: true,
    ...options,
  });
  if (cores) await context.addInitScript(device, cores);
  if (note) await context.addInitScript(note);
  const page = await context.newPage();
  page.faults = [];
  page.on("request", (r) => {
    if (r.url().split("#")[0] !== at && !/^(blob|data):/.test(r.url())) page.faults.push(`asked for ${r.url()}`);
  });
  page.on("pageerror", (e) => page.faults.push(e.message));
  page.on("console", (m) => {
    if (m.type() === "error") page.faults.push(m.text());
  });
  page.on("dialog", (d) => {
    page.faults.push(`dialog ${d.message()}`);
    d.dismiss();
  });
  await page.goto(at + fragment);
  if (!busy) await settled(page);
  return page;
}

/** An answer that is the last, or a message why there is none. */
export const settled = (page) =>
  page.waitForFunction(
    () => {
      if (document.getElementById("answer-box").ariaBusy === "true") return false;
      return document.querySelector("#answer .headline") || document.getElementById("message").textContent !== "";
    },
    null,
    { timeout: 120000 },
  );

/** That of a question other than the last one. */
export async function after(page, act) {
  const before = await command(page);
  await act();
  await page.waitForFunction((old) => document.getElementById("command").textContent !== old, before, {
    timeout: 20000,
  });
  await settled(page);
}

export async function closed(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

export const headline = (page) => page.locator("#answer .headline").textContent();
export const command = (page) => page.evaluate(() => document.getElementById("command").textContent);
export const goTo = (page, link) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, link);

/** The native program's answer to the page's command line, by a shell: {status, text}. */
export function shell(line, more = "--format json") {
  const whole = line.includes(" -- ") ? line.replace(" -- ", ` ${more} -- `) : `${line} ${more}`;
  const made = spawnSync("bash", ["-c", whole.replace(/^salvo /, `${program} `)], {
    env: { ...process.env, SALVO_DATA: data },
    maxBuffer: 2 ** 28,
  });
  return { status: made.status, text: made.stdout.toString() };
}

/** What the page shows as its command line gives what the page read. */
export async function sameAsCommand(page) {
  const line = await command(page),
    native = shell(line);
  const answer = await page.evaluate(() => globalThis.salvo.answer());
  const words = line.split(" ").slice(1);
  if (native.status === 0) assert.equal(comparable(words, answer), comparable(words, native.text), line);
  else assert.equal(answer, null, line);
  return native.status === 0;
}

/** Runs tests in turn; only: those whose names have that in them. Returns how many failed. */
export async function run(tests, only) {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (only && !name.includes(only)) continue;
    const begun = performance.now();
    try {
      await test();
    } catch (fault) {
      failed++;
      console.log(`${name}: ${fault.stack}`);
    }
    summary.push(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
  await browser.close();
  return failed;
}

/** The longest task of the page's own thread while act runs: {took: in milliseconds of its processor, for other work of the
 * machine does not count; parts: what it did longest, in the browser's names}. */
export async function longestTask(act) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] },
    transferMode: "ReportEvents",
  });
  await act();
  const done = new Promise((end) => session.once("Tracing.tracingComplete", end));
  await session.send("Tracing.end");
  await done;
  const main = new Set(
    events.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain").map((e) => `${e.pid}/${e.tid}`),
  );
  const own = events.filter((e) => e.tdur && main.has(`${e.pid}/${e.tid}`)),
    tasks = own.filter((e) => /RunTask/.test(e.name));
  assert.ok(tasks.length > 20, `${tasks.length} tasks seen`);
  const longest = tasks.reduce((most, e) => (e.tdur > most.tdur ? e : most));
  const within = own.filter(
    (e) =>
      e !== longest &&
      e.pid === longest.pid &&
      e.tid === longest.tid &&
      e.ts >= longest.ts &&
      e.ts < longest.ts + longest.dur,
  );
  const parts = within
    .sort((x, y) => y.tdur - x.tdur)
    .slice(0, 6)
    .map(
      (e) =>
        `${e.name}${e.args.data?.functionName ? ` ${e.args.data.functionName}` : ""} ${(e.tdur / 1000).toFixed(0)}`,
    );
  return { took: longest.tdur / 1000, parts: parts.join(", ") };
}
