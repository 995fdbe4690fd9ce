// SPDX-License-Identifier: GPL-3.0-or-later
// Rulebooks in Lua, sound and broken, asked of the engine and of the native program: the same answers and the same messages.
// Then a command shared out among workers: the same bytes as the native program's.
import assert from "node:assert";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { engineParts, filesBelow, project } from "../files.mjs";
import { openEngine } from "../src/engine.js";
import { askNative } from "./native.mjs";

const { factory, module, data } = engineParts();
const engine = await openEngine(factory, module, data, () => {});

// Every book asked for all its procedures, and tried with its own tests.
for (const book of readdirSync(join(project, "examples/rulebooks"))) {
  const folder = join(project, "examples/rulebooks", book);
  engine.put(`/${book}`, filesBelow(folder));
  for (const words of [
    ["list", "procedures", "--format", "json"],
    ["list", "units", "--format", "json"],
  ]) {
    const native = askNative([...words, "--data", folder]),
      page = engine.ask([...words, "--data", `/${book}`]);
    assert.deepEqual([page.status, page.text], [native.status, native.text], `${book}: ${words.join(" ")}`);
  }
}

// The first book with something wrong in it: the message names file and line.
const tiny = filesBelow(join(project, "examples/rulebooks/tiny"));
const bytes = (text) => new TextEncoder().encode(text);
const ask = (files) => {
  engine.remove("/broken");
  engine.put("/broken", files);
  return engine.ask(["list", "procedures", "--data", "/broken"]);
};
const without = (name) => Object.fromEntries(Object.entries(tiny).filter(([path]) => path !== name));
/** @type {[Record<string, Uint8Array>, RegExp][]} */
const BROKEN = [
  [{ ...tiny, "rules.lua": bytes("return {") }, /\/broken\/rules\.lua:\d+/],
  [{ ...tiny, "rules.lua": bytes("while true do end") }, /\/broken\/rules\.lua/],
  [{ ...tiny, "rules.lua": bytes("local t = {} for i = 1, 1e9 do t[i] = {i} end") }, /\/broken\/rules\.lua/],
  [{ ...tiny, "rules.lua": bytes("os.exit(0)") }, /\/broken\/rules\.lua/],
  [{ ...tiny, "ruleset.yaml": bytes("id: [") }, /\/broken\/ruleset\.yaml/],
  [{ ...tiny, "units.csv": bytes("id,name\nx,\u0007\n") }, /\/broken\/units\.csv/],
  [without("rules.lua"), /rules\.lua/],
  [without("ruleset.yaml"), /\/broken/],
];
for (const [files, message] of BROKEN) {
  const { status, complaint } = ask(files);
  assert.notEqual(status, 0, `${message} was expected`);
  assert.match(complaint, message);
}
assert.equal(ask(tiny).status, 0); // and the engine goes on

const SHARED = [
  "duel|Tiger I|Sherman Firefly|-r|mad|--range|500|--method|mc|--trials|3000001",
  "battle|--a|3 Tiger I|--b|5 Sherman M4A1|-r|mad|--range|1000|--method|mc|--trials|50000",
  "odds|mad.direct-fire|weapon=cannon-b|range=500|--method|mc|--trials|1000000",
].map((line) => [...line.split("|"), "--format", "json"]);
const helper = await openEngine(factory, module, data, () => {});
for (const words of SHARED) {
  const parts = [3, 1, 2].map((k) => [engine, helper][k % 2].part(words, k, 3));
  for (const { status, complaint } of parts) assert.equal(status, 0, complaint);
  assert.equal(
    helper.merge(
      words,
      parts.map((part) => part.bytes),
    ).text,
    askNative(words).text,
    words.join(" "),
  );
}
