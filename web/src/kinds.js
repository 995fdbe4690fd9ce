// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of question: what each is called, and which parameters it has. Those of a procedure and of a battle are the
// rulebook's own; those of a price and a matrix are options of their commands, the same in every rulebook.
import { choicesOf, required, unused } from "./schema.js";
import { ofProcedure, record } from "./question.js";

export const KIND_NAMES = {
  duel: "Duel", battle: "Battle", odds: "Odds", curve: "Curve", compare: "What if?", tipping: "How many?", price: "Price", matrix: "All vs all",
};

/** Whether the rulebook has what that kind of question is about. */
export function isAskable(kind, book) {
  if (kind === "battle") return book.battle.length > 0;
  if (kind === "price") return book.units.length > 0;
  return ofProcedure(kind) ? book.procedures.length > 0 : book.sides.length > 0;
}

const RANGE = { parameter: "range", kind: "number", min: 0, preset: "" };

/** Of all that can be said of a battle, what most people would. */
export const isMain = (p) => ["range", "scenario", "targets", "turns", "break-at"].includes(p.parameter) || isCover(p);
const isCover = (p) => /^[ab]-(cover|concealment)$/.test(p.parameter);

const PRICE = [
  { parameter: "unit", kind: "name", default: "required", preset: "", meaning: "what it should cost if all other prices stay" },
  { ...RANGE, default: "every range", meaning: "the range of its fights; all ranges if none is given" },
];

const MATRIX = [
  { ...RANGE, default: "required", meaning: "the range of the duels", bracketed: "yes" },
  { parameter: "units", kind: "text", default: "all", preset: "", meaning: "only these, as in" },
  { parameter: "at", name: "how many", kind: "choice", choices: "one numbers points", preset: "one", default: "one", names: new Map([["one", "one each"], ["numbers", "three each"], ["points", "equal points"]]), meaning: "how many meet on each side" },
];

/** The procedure whose parameters a question has, as its rulebook tells them. */
export const procedureOf = (q) => (ofProcedure(q.kind) ? q.procedure : `${q.book}.duel`);

export function schemaOf(q, book) {
  if (q.kind === "battle") return book.battle;
  if (q.kind === "price") return PRICE.map((p) => (p.parameter === "unit" ? { ...p, choices: book.units.join(" ") } : p));
  if (q.kind === "matrix") return MATRIX.map((p) => fitted(p, book));
  if (q.kind === "tipping")
    return [...(book.schemas.get(`${q.book}.duel`) ?? []).filter((p) => book.sides.includes(p.parameter)), MATRIX[0],
      ...book.battle.filter((p) => p.parameter === "scenario" || isCover(p))];
  return book.schemas.get(procedureOf(q)) ?? [];
}

// A matrix's parameter with examples of that rulebook, and without points where it has none.
function fitted(p, { names }) {
  const rows = [...names.facts.values()].map(({ row }) => row), priced = rows.some(({ points }) => typeof points === "number");
  if (p.parameter === "at") return priced ? p : { ...p, choices: "one numbers" };
  if (p.parameter !== "units" || !rows.length) return p;
  const { nation, name, id } = rows[rows.length >> 1];
  return { ...p, values: [nation && `nation=${nation}`, priced && "points<=80", `*${(name ?? id).toLowerCase().split(/[^\p{L}\p{N}]/u)[0]}*`].filter(Boolean).join(", ") };
}

/** Those of its values that a procedure has parameters for. */
export function valuesOf(q, procedure, book) {
  const known = new Set(book.schemas.get(procedure)?.map((p) => p.parameter));
  return record(Object.fromEntries(Object.entries(q.values).filter(([key]) => known.has(key))));
}

/** A unit as people call it, where that means no other. */
export const named = (book, id) => book.names.unique.get(id) ?? id;

// How different two units are: over their columns, numbers by how far apart they are among all, words by whether they differ.
function unlikeness(rows) {
  const columns = Object.keys(rows[0]).filter((key) => !["id", "name", "nation", "nicknames"].includes(key));
  const spread = Object.fromEntries(columns.map((key) => {
    const numbers = rows.map((row) => row[key]).filter((n) => typeof n === "number");
    return [key, numbers.length ? Math.max(...numbers) - Math.min(...numbers) || 1 : 0];
  }));
  const apart = (x, y, key) => (typeof x === "number" && typeof y === "number" ? Math.abs(x - y) / spread[key] : Number(x !== y));
  return (a, b) => columns.reduce((sum, key) => sum + apart(a[key], b[key], key), 0);
}

// Two to begin with that are a match for each other: the rulebook's usual one twice, or the most usual unit and the one of
// another nation that is most like it.
function opponents(book, choices, preset) {
  if (preset) return [preset, preset];
  const rows = choices.map((id) => book.names.facts.get(id)?.row).filter(Boolean);
  if (rows.length < choices.length || !rows.some((row) => row.nation !== rows[0].nation)) return [0, 1].map((i) => choices[Math.floor(choices.length * (i + 1) / 3)]);
  const unlike = unlikeness(rows);
  const least = (some, of) => some.map((row) => [of(row), row]).reduce((best, one) => (one[0] < best[0] ? one : best))[1];
  const one = least(rows, (row) => rows.reduce((sum, other) => sum + unlike(row, other), 0));
  return [one.id, least(rows.filter(({ nation }) => nation !== one.nation), (row) => unlike(row, one)).id];
}

// What a duel of the rulebook begins with.
function pairOf(q, book) {
  const p = book.schemas.get(`${q.book}.duel`)?.find((other) => other.parameter === book.sides[0]);
  const choices = p && choicesOf(p).length ? choicesOf(p) : book.units;
  return opponents(book, choices, p?.preset).map((id) => named(book, id));
}

/** The question as one of another kind, about the same units where they have a place in it. */
export function turnedInto(q, kind, book) {
  const [a, b] = book.sides, values = record(q.values);
  const units = q.kind === "battle" ? [q.armies.a[0]?.unit, q.armies.b[0]?.unit] : [q.values[a] ?? q.values.unit, q.values[b]];
  const armies = kind === "battle" && q.kind !== "battle" && units[0] && units[1]
    ? { a: [{ count: 3, unit: units[0] }], b: [{ count: 3, unit: units[1] }] } : q.armies;
  if (kind === "price") Object.assign(values, { unit: units[0] ?? "", range: "" });
  else if (q.kind === "battle" || q.kind === "price") [a, b].forEach((key, i) => { if (key && units[i]) values[key] = units[i]; });
  return { ...q, kind, values, armies, procedure: q.procedure || `${q.book}.duel` };
}

// Rulebooks begin with who goes first or the like; what is fired over a range is what readers come for.
const usualProcedure = ({ procedures, schemas }) =>
  (procedures.find(({ procedure }) => schemas.get(procedure).some((p) => p.bracketed)) ?? procedures[0])?.procedure ?? "";

/** What must be given is given something, so that there is an answer to begin with. */
export function fillRequired(q, book) {
  if (ofProcedure(q.kind) && !q.procedure) q.procedure = usualProcedure(book);
  const schema = schemaOf(q, book);
  for (const p of schema) {
    const side = !ofProcedure(q.kind) && book.sides.includes(p.parameter);
    if ((!required(p) && !side) || q.values[p.parameter] || unused(p, q.values, schema)) continue;
    const choices = choicesOf(p);
    if (side || q.kind === "price") q.values[p.parameter] = pairOf(q, book)[Math.max(0, book.sides.indexOf(p.parameter))] ?? "";
    else if (choices.length) q.values[p.parameter] = named(book, p.preset || choices[choices.length >> 1]);
    else if (["whole", "number"].includes(p.kind)) q.values[p.parameter] = first(p, q, book);
  }
  if (q.kind === "battle")
    for (const [i, key] of ["a", "b"].entries())
      if (!q.armies[key].length && book.units.length) q.armies[key].push({ count: 3, unit: pairOf(q, book)[i] });
  if (q.kind === "curve" && !q.over)
    q.over = (schema.find((p) => p.bracketed) ?? schema.find((p) => p.choices) ?? schema[0])?.parameter ?? "";
}

// A distance is the duel's usual one, which is some hundreds only where the rulebook measures in metres.
function first(p, q, book) {
  const usual = book.schemas.get(`${q.book}.duel`)?.find((other) => other.parameter === p.parameter);
  if (usual?.preset) return usual.preset;
  return String(/metre/.test((usual ?? p).meaning) ? 500 : Math.max(p.min ?? 0, Math.min(p.max ?? 10, 10)));
}

/** What the rulebook does not know of this kind of question is left out of it. */
export function prune(q, book) {
  if (!isAskable(q.kind, book)) q.kind = "odds";
  if (!book.schemas.has(q.procedure)) q.procedure = "";
  if (ofProcedure(q.kind) && !q.procedure) q.procedure = usualProcedure(book);
  const known = new Set(schemaOf(q, book).map((p) => p.parameter));
  for (const values of [q.values, q.change])
    for (const key of Object.keys(values)) if (!known.has(key)) delete values[key];
  if (!known.has(q.over)) q.over = "";
}
