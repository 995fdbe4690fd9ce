// SPDX-License-Identifier: GPL-3.0-or-later
// The question at every value of something that can vary: a parameter, or the number of a unit in a battle. The program
// itself sweeps procedures; the page asks battles and tipping points value by value.
import { isMain, procedureOf, schemaOf } from "./kinds.js";
import { aside, at, words } from "./page.js";
import { PICTURE } from "./command.js";
import { copyOf, record } from "./question.js";
import { choicesOf, label, required, unused } from "./schema.js";
import { stopsOf } from "./stops.js";
/** @import { Question } from "./question.js" */
/** @import { Parameter } from "./schema.js" */

const MOST_VALUES = 12,
  MOST_RANGES = 10;
const ROUGHLY = { battle: ["--method", "mc", "--trials", "20000"], tipping: ["--precision", "0.02"] };

/**
 * The possible sweeps: {label, ask}. ask(until) promises {points} in order, or {picture} of the program, or null if the sweep
 * cannot be asked or is not complete at the time `until`. A point is
 * {x: number or null, name, here: whether the question has it, edit(q), figures: {name: number}}.
 * @param {Question} q
 */
export function sweepsOf(q) {
  const all = schemaOf(q, at.book);
  const able = all.filter((p) => isSwept(p) && !unused(p, q, all));
  const curves = able
    .filter((p) => p.bracketed && q.kind !== "tipping")
    .map((p) => ({ label: label(p), ask: () => pictureOf(q, p) }));
  const rest = able.filter((p) => !p.bracketed || q.kind === "tipping");
  if (["duel", "odds"].includes(q.kind))
    return [...curves, ...rest.map((p) => ({ label: label(p), ask: () => curveOf(q, p) }))];
  if (!ROUGHLY[q.kind]) return [];
  const few = rest.filter((p) => q.kind !== "battle" || isMain(p)); // each value is a battle
  const counts =
    q.kind === "battle"
      ? /** @type {const} */ (["a", "b"]).flatMap((side) => q.armies[side].map((_, i) => countsOf(q, side, i)))
      : [];
  const sweeps = [...counts, ...few.map((p) => ({ label: label(p), edits: () => editsOf(q, p) }))];
  return [...curves, ...sweeps.map((s) => ({ ...s, ask: async (until) => askEach(q, await s.edits(), until) }))];
}

/** @param {Parameter} p */
const isSwept = (p) =>
  p.bracketed ||
  p.kind === "flag" ||
  (p.kind !== "number" &&
    choicesOf(p).length > 1 &&
    choicesOf(p).length <= MOST_VALUES &&
    !at.book.sides.includes(p.parameter));

/**
 * @param {Parameter} p
 * @param {string} value
 * @returns {(q: Question) => void}
 */
const taken = (p, value) => (q) => {
  q.values[p.parameter] = value === p.preset ? "" : value;
};
/**
 * @param {Question} q
 * @param {Parameter} p
 */
const isHere = (q, p, value) => value === (q.values[p.parameter] || p.preset);

/**
 * The words of a curve over the parameter.
 * @param {Question} q
 * @param {Parameter} p
 */
function curveWords(q, p) {
  if (q.kind !== "battle")
    return [
      ...words({ ...q, kind: "curve", procedure: procedureOf(q), over: p.parameter, simulated: false }),
      "--precision",
      "0.02",
    ];
  const all = { ...q, values: record(q.values), simulated: false };
  delete all.values[p.parameter];
  return ["curve", ...words(all), "--over", p.parameter, ...ROUGHLY.battle];
}

/**
 * @param {Question} q
 * @param {Parameter} p
 */
async function pictureOf(q, p) {
  const { status, picture } = await aside.ask([...curveWords(q, p), ...PICTURE]);
  return status === 0 && picture ? { picture } : null;
}

/**
 * @param {Question} q
 * @param {Parameter} p
 */
async function curveOf(q, p) {
  const { status, text } = await aside.ask([...curveWords(q, p), "--format", "json"]);
  if (status !== 0) return null;
  const points = JSON.parse(text).points.map(({ parameters, outcomes }) => {
    const value = String(parameters[p.parameter]);
    const x = typeof parameters[p.parameter] === "number" ? Number(value) : null;
    return {
      x,
      name: at.book.names.get(value) ?? value,
      here: isHere(q, p, value),
      edit: taken(p, value),
      figures: Object.fromEntries(outcomes.map(({ outcome, probability }) => [outcome, probability])),
    };
  });
  return { points };
}

/**
 * @param {Question} q
 * @param {Parameter} p
 */
async function editsOf(q, p) {
  const ranges = p.bracketed ? ((await stopsOf(p)?.ready) ?? []) : [];
  const values = p.bracketed ? fewOf(ranges).map(String) : [...(p.preset || required(p) ? [] : [""]), ...choicesOf(p)];
  return values.map((value) => ({
    x: p.bracketed ? Number(value) : null,
    name: value || p.default,
    here: isHere(q, p, value),
    edit: taken(p, value),
  }));
}

// As many values of a long list as can be asked, including the first and the last.
function fewOf(list) {
  const every = Math.ceil((list.length - 1) / (MOST_RANGES - 1)) || 1;
  return list.filter((_, i) => i % every === 0 || i === list.length - 1);
}

/**
 * @param {Question} q
 * @param {"a" | "b"} side
 */
function countsOf(q, side, i) {
  const { count, unit } = q.armies[side][i];
  const some = [count - 1, count, count + 1, count + 2].filter((n) => n > 0);
  return {
    label: `number of ${unit}, side ${side.toUpperCase()}`,
    edits: () =>
      some.map((n) => ({
        x: n,
        name: String(n),
        here: n === count,
        edit: (edited) => {
          edited.armies[side][i].count = n;
        },
      })),
  };
}

/** @param {Question} q */
async function askEach(q, edits, until) {
  const points = [];
  for (const one of edits) {
    if (performance.now() > until) return null;
    const edited = copyOf(q);
    one.edit(edited);
    const { status, text } = await aside.ask([
      ...words({ ...edited, simulated: false }),
      ...ROUGHLY[q.kind],
      "--format",
      "json",
    ]);
    if (status === 0) points.push({ ...one, figures: figuresOf[q.kind](JSON.parse(text)) });
  }
  return { points };
}

const figuresOf = {
  battle: ({ p_a: a, p_b: b, p_mutual: mutual, p_undecided: undecided }) => ({ a, b, mutual, undecided }),
  tipping: ({ points }) => ({ equals: points?.find(({ a }) => a === 1)?.equals ?? null }),
};
