// Asks the engine and the native program the same questions, and compares their answers byte for byte.
//     node web/tests/engine.mjs [NUMBER [SEED]]
import { engineParts } from "../files.mjs";
import { openEngine } from "../src/engine.js";
import { askNative, difference } from "./native.mjs";
import { drawQuestions } from "./questions.mjs";

const [number = 200, seed = 1] = process.argv.slice(2).map(Number);
const { factory, module, data } = engineParts();
let engine = await openEngine(factory, module, data, () => {});

const FIXED = [
  "duel|Tiger I|Sherman Firefly|-r|mad|--range|500|--method|mc|--trials|20000000",
  "battle|--a|3 Tiger I|--b|5 Sherman M4A1|-r|mad|--range|1000|--method|mc|--trials|200000",
  "battle|--a|2 Tiger I|--b|4 Sherman M4A1|-r|trr|--range|30|--method|mc|--trials|20000",
  "battle|--a|4 Elite|--b|6 Trained|-r|skank|--range|30|--method|mc|--trials|20000",
  "battle|--a|3 MBT+|--b|3 MBTn|-r|mbt2030|--range|3|--method|mc|--trials|20000",
  "battle|--a|3 American Squad|--b|3 Russian Squad|-r|rookie|--range|20|--method|mc|--trials|20000",
  "compare|duel|Tiger I|Sherman Firefly|-r|mad|--range|750|--|b-cover=normal",
  "tipping|Tiger I|Sherman M4A1|-r|mad|--range|750",
  "dice|3d6 >= 2d10",
  "efficiency|-r|mad|--range|500",
].map((line) => [...line.split("|"), "--format", "json"]);

const faults = [];
const tally = {};
let well = 0, native_ms = 0, engine_ms = 0;
for (const words of [...FIXED, ...drawQuestions(askNative, seed, number)]) {
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
  if (took > 3000) console.log(`slow: ${took.toFixed(0)} ms, native ${(between - begun).toFixed(0)} ms: ${words.join(" ")}`);
  well += native.status === 0;
  tally[words[0]] = (tally[words[0]] ?? 0) + 1;
  const found = difference(words, native, page);
  if (found) faults.push(`salvo ${words.map((word) => `'${word}'`).join(" ")}\n    ${found}`);
}
console.log(`${number + FIXED.length} questions (seed ${seed}), ${well} of them with an answer; native ${(native_ms / 1000).toFixed(1)} s, engine ${(engine_ms / 1000).toFixed(1)} s`);
console.log(JSON.stringify(tally));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length ? 1 : 0;
