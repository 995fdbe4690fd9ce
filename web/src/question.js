// SPDX-License-Identifier: GPL-3.0-or-later
// A question of the page: its shape and its link.
//
// A link is #1/KIND/RULEBOOK?key=value&...; the 1 is the version of this shape. Its rulebook decides which keys a question
// may have (gate.js).
import { quoted } from "./text.js";

/**
 * @typedef {"duel" | "battle" | "odds" | "curve" | "compare" | "tipping" | "price" | "matrix"} Kind
 * @typedef {Record<string, string>} Values texts by key
 * @typedef {{ count: number, unit: string }[]} Army
 * @typedef {object} Question
 * @property {Kind} kind
 * @property {string} book
 * @property {string} procedure
 * @property {Values} values
 * @property {string} over the parameter of a curve
 * @property {Values} change of a comparison
 * @property {Values} cells
 * @property {{ a: Army, b: Army }} armies
 * @property {boolean} simulated
 */

export const VERSION = "1";
/** @type {Kind[]} */
export const KINDS = ["duel", "battle", "odds", "curve", "compare", "tipping", "price", "matrix"];

// Keys of a link that are not a parameter of a rule begin with a dot. No parameter does.
const PROCEDURE = ".procedure",
  OVER = ".over",
  SIMULATED = ".simulated",
  CHANGE = ".change.",
  CELL = ".set.";
const ARMY = { a: ".army-a", b: ".army-b" };

/** An object for keys from strangers: "__proto__" and "constructor" are ordinary keys in it. */
export const record = (...from) => Object.assign(Object.create(null), ...from);

/** @returns {Question} */
export const empty = (/** @type {Kind} */ kind = "duel", book = "") => ({
  kind,
  book,
  procedure: "",
  values: record(),
  over: "",
  change: record(),
  cells: record(),
  armies: { a: [], b: [] },
  simulated: false,
});

/**
 * An independent copy of the question.
 * @param {Question} q
 */
export const copyOf = (q) => ({
  ...q,
  values: record(q.values),
  change: record(q.change),
  cells: record(q.cells),
  armies: structuredClone(q.armies),
});

/**
 * Whether the kind is about one procedure that the reader selects.
 * @param {Kind} kind
 */
export const ofProcedure = (kind) => ["odds", "curve"].includes(kind);

/** @param {Question} q */
export function linkOf(q) {
  const fields = new URLSearchParams();
  const all = (prefix, values) => {
    for (const [key, value] of Object.entries(values)) if (value !== "") fields.set(prefix + key, value);
  };
  if (ofProcedure(q.kind)) fields.set(PROCEDURE, q.procedure);
  if (q.kind === "curve" && q.over) fields.set(OVER, q.over);
  if (q.kind === "battle") for (const side of ["a", "b"]) fields.set(ARMY[side], armyText(q.armies[side]));
  all("", q.values);
  if (q.kind === "compare") all(CHANGE, q.change);
  all(CELL, q.cells);
  if (q.simulated) fields.set(SIMULATED, "yes");
  return `#${VERSION}/${q.kind}/${encodeURIComponent(q.book)}?${fields}`;
}

/**
 * The question of a link. Throws the fault of a wrong link, in words for the reader.
 * @returns {Question}
 */
export function questionOf(link) {
  const match = /^#([^/]*)\/([^/?]*)\/([^?]*)\??(.*)$/s.exec(link);
  if (!match)
    throw new Error("This link does not belong to this page: links begin with #1/duel/ or another kind of question.");
  const [, version, asked, book, rest] = match;
  const kind = KINDS.find((one) => one === asked);
  if (version !== VERSION)
    throw new Error(`This link has version ${quoted(version)}; this page reads version ${VERSION}.`);
  if (!kind) throw new Error(`This link asks for ${quoted(asked)}; the page has ${KINDS.join(", ")}.`);
  if (rest.length > 20000) throw new Error("This link is too long to be a question.");
  const q = empty(kind, decoded(book)),
    seen = new Set();
  for (const [key, value] of new URLSearchParams(rest)) {
    if (seen.has(key)) throw new Error(`This link has ${quoted(key)} twice; a question can have it once.`);
    seen.add(key);
    take(q, key, value);
  }
  return q;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("This link is damaged: its rulebook cannot be read.");
  }
}

/**
 * The page's own keys: the kinds of question that have each key, and its effect. A key that a name follows ends in a dot.
 * @type {[string, (kind: Kind) => boolean, (q: Question, value: string, name: string) => void][]}
 */
const OWN_KEYS = [
  [
    PROCEDURE,
    ofProcedure,
    (q, value) => {
      q.procedure = value;
    },
  ],
  [
    OVER,
    (kind) => kind === "curve",
    (q, value) => {
      q.over = value;
    },
  ],
  [
    ARMY.a,
    (kind) => kind === "battle",
    (q, value) => {
      q.armies.a = armyOf(value);
    },
  ],
  [
    ARMY.b,
    (kind) => kind === "battle",
    (q, value) => {
      q.armies.b = armyOf(value);
    },
  ],
  [
    CHANGE,
    (kind) => kind === "compare",
    (q, value, name) => {
      q.change[name] = value;
    },
  ],
  [
    CELL,
    () => true,
    (q, value, name) => {
      q.cells[name] = value;
    },
  ],
  [
    SIMULATED,
    () => true,
    (q, value) => {
      q.simulated = simulatedOf(value);
    },
  ],
];

function simulatedOf(value) {
  if (value !== "yes") throw new Error(`This link has ${SIMULATED}=${quoted(value)}; the only value is yes.`);
  return true;
}

/** @param {Question} q */
function take(q, key, value) {
  if (!key.startsWith(".")) {
    q.values[key] = value;
    return;
  }
  const known = OWN_KEYS.filter(([, has]) => has(q.kind));
  const found = known.find(([name]) => (name.endsWith(".") ? key.startsWith(name) && key !== name : key === name));
  if (!found)
    throw new Error(
      `This link has the key ${quoted(key)}. Possible keys with a dot are: ${known.map(([name]) => (name.endsWith(".") ? `${name}NAME` : name)).join(", ")}.`,
    );
  const [own, , put] = found;
  put(q, value, key.slice(own.length));
}

/** @param {Army} army */
export const armyText = (army) => army.map(({ count, unit }) => `${count} ${unit}`).join(", ");

// Commas separate units. Commas in parentheses are part of a unit: "Tiger I (cover=normal, moved=yes)".
function armyOf(text) {
  const parts = [""];
  let depth = 0;
  for (const c of text) {
    if (c === "(") depth++;
    if (c === ")") depth--;
    if (c === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const match = /^(\d{1,4})\s+(.*)$/s.exec(part);
      return match ? { count: Number(match[1]), unit: match[2] } : { count: 1, unit: part };
    });
}
