// The command line that gives the answer of a question.
import { armyText } from "./question.js";

/**
 * The words of the command line, but for those that say how the answer is written.
 * @param sides the keys of a duel's two units, which stand by themselves there
 * @param data the folder of a rulebook that is the user's own
 */
export function wordsOf(q, sides, data) {
  const units = sides.map((key) => q.values[key] ?? "");
  const own = [...data ? ["--data", data] : [], ...Object.entries(q.cells).filter(([, v]) => v !== "").flatMap(([cell, v]) => ["--set", `${cell}=${v}`])];
  const book = ["-r", q.book, ...own];
  const how = q.simulated ? ["--method", "mc"] : [];
  switch (q.kind) {
    case "odds": return ["odds", q.procedure, ...given(q.values), ...own, ...how];
    case "curve": return ["curve", q.procedure, ...given(q.values, [q.over]), "--over", q.over, ...own, ...how];
    case "compare": return ["compare", ...units, ...book, ...given(q.values, sides), ...how, "--", ...given(q.change)];
    case "battle": return ["battle", "--a", armyText(q.armies.a), "--b", armyText(q.armies.b), ...book, ...given(q.values).flatMap(option), ...how];
    case "tipping": return ["tipping", ...units, ...book, ...given(q.values, sides).flatMap(option), ...how];
    case "price": return ["points", "price", q.values.unit ?? "", ...book, ...given(q.values, ["unit"]).flatMap(option)];
    case "matrix": return ["matrix", ...book, ...given(q.values).flatMap(option)];
    default: return [q.kind, ...units, ...book, ...given(q.values, sides), ...how];
  }
}

const given = (values, not = []) =>
  Object.entries(values).filter(([key, value]) => value !== "" && !not.includes(key)).map(([key, value]) => `${key}=${value}`);

// Some of what the page's form has is an option of the command: --range 500.
const OPTIONS = ["range", "scenario", "targets", "turns", "break-at", "at", "units", "close-to"];

function option(word) {
  const [key, ...rest] = word.split("=");
  return OPTIONS.includes(key) ? [`--${key}`, rest.join("=")] : [word];
}

/** With more options; those of a comparison stand before the change. */
export function withOptions(words, ...more) {
  const end = words.indexOf("--");
  return end < 0 ? [...words, ...more] : [...words.slice(0, end), ...more, ...words.slice(end)];
}

/** Where rulebooks of the reader's own lie in the engine: below it a folder for each that was brought. */
export const OWN = "/own/";

const asBrought = (word) => (word.startsWith(OWN) ? word.slice(OWN.length).replace(/^\d+\//, "") : word);

/** As a shell takes it, where the reader has that folder. */
export const typeable = (words) =>
  ["salvo", ...words.map(asBrought)].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
