// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of question: their names and their parameters. Procedures and battles have their rulebook's own parameters.
// Prices and matrices have the options of their commands, which are the same in every rulebook.
import { choicesOf, isExcluded, required, unused } from "./schema.js";
import { ofProcedure, record } from "./question.js";
/** @import { Question, Kind } from "./question.js" */
/** @import { Book } from "./catalogue.js" */
/** @import { Parameter } from "./schema.js" */

export const KIND_NAMES = {
  duel: "Duel",
  battle: "Battle",
  odds: "Odds",
  curve: "Curve",
  compare: "What if?",
  tipping: "How many?",
  price: "Price",
  matrix: "All vs all",
};

/**
 * Whether the rulebook has the subject of that kind of question.
 * @param {Kind} kind
 * @param {Book} book
 */
export function isAskable(kind, book) {
  if (kind === "battle") return book.battle.length > 0;
  if (kind === "price") return book.units.length > 0;
  return ofProcedure(kind) ? book.procedures.length > 0 : book.sides.length > 0;
}

/** @type {Pick<Parameter, "parameter" | "kind" | "min" | "preset">} */
const RANGE = { parameter: "range", kind: "number", min: 0, preset: "" };

/**
 * Of all parameters of a battle, those that most people would set.
 * @param {Parameter} p
 */
export const isMain = (p) => ["range", "scenario", "targets", "turns", "break-at"].includes(p.parameter) || isCover(p);
/** @param {Parameter} p */
const isCover = (p) => /^[ab]-(cover|concealment)$/.test(p.parameter);

/** @type {Parameter[]} */
const PRICE = [
  {
    parameter: "unit",
    kind: "name",
    default: "required",
    preset: "",
    meaning: "what it should cost if all other prices stay",
  },
  { ...RANGE, default: "every range", meaning: "the range of its fights; all ranges if none is given" },
];

/** @type {Parameter[]} */
const MATRIX = [
  { ...RANGE, default: "required", meaning: "the range of the duels", bracketed: "yes" },
  { parameter: "units", kind: "text", default: "all", preset: "", meaning: "only these, as in" },
  {
    parameter: "at",
    name: "how many",
    kind: "choice",
    choices: "one numbers points",
    preset: "one",
    default: "one",
    names: new Map([
      ["one", "one each"],
      ["numbers", "three each"],
      ["points", "equal points"],
    ]),
    meaning: "how many meet on each side",
  },
];

/**
 * The procedure that defines a question's parameters.
 * @param {Question} q
 */
export const procedureOf = (q) => (ofProcedure(q.kind) ? q.procedure : `${q.book}.duel`);

/**
 * @param {Question} q
 * @param {Book} book
 * @returns {Parameter[]}
 */
export function schemaOf(q, book) {
  if (q.kind === "battle") return book.battle;
  if (q.kind === "price")
    return PRICE.map((p) => (p.parameter === "unit" ? { ...p, choices: book.units.join(" ") } : p));
  if (q.kind === "matrix") return MATRIX.map((p) => fitted(p, book));
  if (q.kind === "tipping")
    return [
      ...(book.schemas.get(`${q.book}.duel`) ?? []).filter((p) => book.sides.includes(p.parameter)),
      MATRIX[0],
      ...book.battle.filter((p) => p.parameter === "scenario" || isCover(p)),
    ];
  return book.schemas.get(procedureOf(q)) ?? [];
}

/**
 * A matrix's parameter with examples of that rulebook, and without points if the rulebook has none.
 * @param {Parameter} p
 * @param {Book} book
 */
function fitted(p, { names }) {
  const rows = [...names.facts.values()].map(({ row }) => row),
    priced = rows.some(({ points }) => typeof points === "number");
  if (p.parameter === "at") return priced ? p : { ...p, choices: "one numbers" };
  if (p.parameter !== "units" || !rows.length) return p;
  const { nation, name, id } = rows[rows.length >> 1];
  return {
    ...p,
    values: [
      nation && `nation=${nation}`,
      priced && "points<=80",
      `*${(name ?? id).toLowerCase().split(/[^\p{L}\p{N}]/u)[0]}*`,
    ]
      .filter(Boolean)
      .join(", "),
  };
}

/**
 * The question's values for which the procedure has parameters.
 * @param {Question} q
 * @param {string} procedure
 * @param {Book} book
 */
export function valuesOf(q, procedure, book) {
  const known = new Set(book.schemas.get(procedure)?.map((p) => p.parameter));
  return record(Object.fromEntries(Object.entries(q.values).filter(([key]) => known.has(key))));
}

/**
 * A unit's usual name if it is unique, else its id.
 * @param {Book} book
 * @param {string} id
 */
export const named = (book, id) => book.names.unique.get(id) ?? id;

// How different two units are, over their columns. For numbers it is their distance relative to all units; for words,
// whether they differ.
function unlikeness(rows) {
  const columns = Object.keys(rows[0]).filter((key) => !["id", "name", "nation", "nicknames"].includes(key));
  const spread = Object.fromEntries(
    columns.map((key) => {
      const numbers = rows.map((row) => row[key]).filter((n) => typeof n === "number");
      return [key, numbers.length ? Math.max(...numbers) - Math.min(...numbers) || 1 : 0];
    }),
  );
  const apart = (x, y, key) =>
    typeof x === "number" && typeof y === "number" ? Math.abs(x - y) / spread[key] : Number(x !== y);
  return (a, b) => columns.reduce((sum, key) => sum + apart(a[key], b[key], key), 0);
}

// Two units of similar strength to begin with. They are the rulebook's usual unit twice, or the most usual unit and the most
// similar one of another nation.
function opponents(book, choices, preset) {
  if (preset) return [preset, preset];
  const rows = choices.map((id) => book.names.facts.get(id)?.row).filter(Boolean);
  if (rows.length < choices.length || !rows.some((row) => row.nation !== rows[0].nation))
    return [0, 1].map((i) => choices[Math.floor((choices.length * (i + 1)) / 3)]);
  const unlike = unlikeness(rows);
  const least = (some, of) =>
    some.map((row) => [of(row), row]).reduce((best, one) => (one[0] < best[0] ? one : best))[1];
  const one = least(rows, (row) => rows.reduce((sum, other) => sum + unlike(row, other), 0));
  return [
    one.id,
    least(
      rows.filter(({ nation }) => nation !== one.nation),
      (row) => unlike(row, one),
    ).id,
  ];
}

/**
 * The pair with which a duel of the rulebook begins.
 * @param {Question} q
 * @param {Book} book
 */
function pairOf(q, book) {
  const p = book.schemas.get(`${q.book}.duel`)?.find((other) => other.parameter === book.sides[0]);
  const choices = p && choicesOf(p).length ? choicesOf(p) : book.units;
  return opponents(book, choices, p?.preset).map((id) => named(book, id));
}

/**
 * The question as one of another kind, with the same units if they have a place in it.
 * @param {Question} q
 * @param {Kind} kind
 * @param {Book} book
 * @returns {Question}
 */
export function turnedInto(q, kind, book) {
  const [a, b] = book.sides,
    values = record(q.values);
  const units =
    q.kind === "battle" ? [q.armies.a[0]?.unit, q.armies.b[0]?.unit] : [q.values[a] ?? q.values.unit, q.values[b]];
  const armies =
    kind === "battle" && q.kind !== "battle" && units[0] && units[1]
      ? { a: [{ count: 3, unit: units[0] }], b: [{ count: 3, unit: units[1] }] }
      : q.armies;
  if (kind === "price") Object.assign(values, { unit: units[0] ?? "", range: "" });
  else if (q.kind === "battle" || q.kind === "price")
    [a, b].forEach((key, i) => {
      if (key && units[i]) values[key] = units[i];
    });
  return { ...q, kind, values, armies, procedure: q.procedure || `${q.book}.duel` };
}

/**
 * Rulebooks begin with procedures such as who goes first, but readers want fire over a range.
 * @param {Book} book
 */
const usualProcedure = ({ procedures, schemas }) =>
  (procedures.find(({ procedure }) => schemas.get(procedure)?.some((p) => p.bracketed)) ?? procedures[0])?.procedure ??
  "";

// Of those parameters, the required ones.
function fillValues(q, book, some) {
  const schema = schemaOf(q, book);
  for (const p of some) {
    const side = !ofProcedure(q.kind) && book.sides.includes(p.parameter);
    if ((!required(p) && !side) || q.values[p.parameter] || unused(p, q, schema)) continue;
    const choices = choicesOf(p);
    if (side || q.kind === "price")
      q.values[p.parameter] = pairOf(q, book)[Math.max(0, book.sides.indexOf(p.parameter))] ?? "";
    else if (choices.length) q.values[p.parameter] = named(book, p.preset || choices[choices.length >> 1]);
    else if (["whole", "number"].includes(p.kind)) q.values[p.parameter] = first(p, q, book);
  }
}

/**
 * Changes the question, and then leaves out what the new value excludes, and fills in what the old one excluded. Returns
 * whether it did either.
 * @param {Question} q
 * @param {Book} book
 * @param {(q: Question) => void} edit
 */
export function edited(q, book, edit) {
  const excluded = () => schemaOf(q, book).filter((p) => isExcluded(p, q));
  const before = excluded();
  edit(q);
  leaveOut(q, book);
  fillValues(q, book, before);
  return String(excluded().map((p) => p.parameter)) !== String(before.map((p) => p.parameter));
}

// One after the other, because two parameters can exclude each other.
function leaveOut(q, book) {
  for (const p of schemaOf(q, book)) if (isExcluded(p, q)) delete q.values[p.parameter];
}

/**
 * Gives every required parameter a value, so that there is an answer to begin with.
 * @param {Question} q
 * @param {Book} book
 */
export function fillRequired(q, book) {
  if (ofProcedure(q.kind) && !q.procedure) q.procedure = usualProcedure(book);
  const schema = schemaOf(q, book);
  fillValues(q, book, schema);
  if (q.kind === "battle")
    for (const [i, key] of ["a", "b"].entries())
      if (!q.armies[key].length && book.units.length) q.armies[key].push({ count: 3, unit: pairOf(q, book)[i] });
  if (q.kind === "curve" && !q.over)
    q.over = (schema.find((p) => p.bracketed) ?? schema.find((p) => p.choices) ?? schema[0])?.parameter ?? "";
}

/**
 * A distance is the duel's usual one: some hundreds only if the rulebook measures in metres.
 * @param {Parameter} p
 * @param {Question} q
 * @param {Book} book
 */
function first(p, q, book) {
  const usual = book.schemas.get(`${q.book}.duel`)?.find((other) => other.parameter === p.parameter);
  if (usual?.preset) return usual.preset;
  return String(/metre/.test((usual ?? p).meaning) ? 500 : Math.max(p.min ?? 0, Math.min(p.max ?? 10, 10)));
}

/**
 * Removes everything that the rulebook does not have for this kind of question.
 * @param {Question} q
 * @param {Book} book
 */
export function prune(q, book) {
  if (!isAskable(q.kind, book)) q.kind = "odds";
  if (!book.schemas.has(q.procedure)) q.procedure = "";
  if (ofProcedure(q.kind) && !q.procedure) q.procedure = usualProcedure(book);
  const known = new Set(schemaOf(q, book).map((p) => p.parameter));
  for (const values of [q.values, q.change])
    for (const key of Object.keys(values)) if (!known.has(key)) delete values[key];
  if (!known.has(q.over)) q.over = "";
  leaveOut(q, book);
}
