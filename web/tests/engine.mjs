// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the engine and the native program every command and random questions, and compares their answers byte for byte.
//     node web/tests/engine.mjs [NUMBER [SEED]]
import { engineParts } from "../files.mjs";
import { openEngine } from "../src/engine.js";
import { PICTURE, withOptions } from "../src/command.js";
import { askNative, difference, drawnNative } from "./native.mjs";
import { drawQuestions, everyCommand } from "./questions.mjs";

const [number = 50, seed = 1] = process.argv.slice(2).map(Number);
const { factory, module, data } = engineParts();
let engine = await openEngine(factory, module, data, () => {});

const commands = everyCommand();
const faults = [];
const tally = {};
let well = 0,
  native_ms = 0,
  engine_ms = 0;
for (const words of [...commands, ...drawQuestions(askNative, seed, number)]) {
  const begun = performance.now();
  const native = askNative(words);
  const between = performance.now();
  let page;
  try {
    page = engine.ask(words);
  } catch (fault) {
    page = { status: "broken", text: "", complaint: String(fault) };
    engine = await openEngine(factory, module, data, () => {});
  }
  native_ms += between - begun;
  const took = performance.now() - between;
  engine_ms += took;
  if (took > 3000)
    console.log(`slow: ${took.toFixed(0)} ms, native ${(between - begun).toFixed(0)} ms: ${words.join(" ")}`);
  well += Number(native.status === 0);
  tally[words[0]] = (tally[words[0]] ?? 0) + 1;
  const found = difference(words, native, page);
  if (found) faults.push(`salvo ${words.map((word) => `'${word}'`).join(" ")}\n    ${found}`);
}

// Pictures are the program's, too.
const DRAWN = [
  "duel|Tiger I|Sherman Firefly|-r|mad|--range|750",
  "battle|--a|2 Tiger I|--b|3 Sherman M4A1|-r|mad|--range|500|--method|mc|--trials|1000",
  "odds|mad.direct-fire|weapon=cannon-b|range=500|--method|both|--trials|1000",
  "curve|mad.direct-fire|weapon=cannon-b|--over|range",
  "curve|battle|--a|2 Tiger I|--b|3 Sherman M4A1|-r|mad|--over|range|--method|mc|--trials|1000",
  "compare|Tiger I|Sherman Firefly|-r|mad|range=750|--|b-cover=normal",
  "tipping|Tiger I|Sherman Firefly|-r|mad|--range|750",
  "matrix|-r|mad|--range|500|--units|Tiger I, Hetzer",
].map((line) => line.split("|"));
for (const words of DRAWN) {
  const native = drawnNative(words);
  if (!native.startsWith("<svg ") || engine.ask(withOptions(words, ...PICTURE)).picture !== native)
    faults.push(`another picture of salvo ${words.join(" ")}`);
}
console.log(
  `${number + commands.length} questions (seed ${seed}), ${well} of them with an answer; native ${(native_ms / 1000).toFixed(1)} s, engine ${(engine_ms / 1000).toFixed(1)} s`,
);
console.log(JSON.stringify(tally));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length ? 1 : 0;
