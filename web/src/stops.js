// SPDX-License-Identifier: GPL-3.0-or-later
// The stops of a slider: the rulebook's brackets for the question. A sweep without values uses the brackets, so they are
// read from a sweep of the rulebook's duel or of the question's procedure.
import { at, side, words } from "./page.js";
import { ofProcedure, record } from "./question.js";
import { procedureOf, valuesOf } from "./kinds.js";
/** @import { Parameter } from "./schema.js" */
/** @import { Question } from "./question.js" */

const known = new Map();

/**
 * The numbers, null until they arrive, and a promise of them.
 * @typedef {{ list: number[] | null, ready: Promise<number[]> }} Stops
 */

/**
 * null: the parameter has no brackets.
 * @param {Parameter} p
 * @returns {Stops | null}
 */
export function stopsOf(p) {
  const { q, book } = at;
  if (!p.bracketed || p.kind !== "number" || (q.kind === "curve" && q.over === p.parameter)) return null;
  if (!book.schemas.get(procedureOf(q))?.some((other) => other.parameter === p.parameter)) return null;
  const procedure = procedureOf(q);
  const values =
    ofProcedure(q.kind) || book.sides.every((key) => q.values[key]) ? valuesOf(q, procedure, book) : duelists();
  const line = lineOf({
    ...q,
    kind: "curve",
    procedure,
    over: p.parameter,
    simulated: false,
    values: record(values, { [p.parameter]: "" }),
  });
  if (!line) return null;
  const key = line.join("\n");
  if (!known.has(key)) {
    const ready = read([...line, "--precision", "0.05"], p.parameter).then(
      (list) => (stops.list = list),
      () => {
        known.delete(key);
        return [];
      },
    );
    /** @type {Stops} */
    const stops = { list: null, ready };
    known.set(key, stops);
  }
  return known.get(key);
}

/**
 * A refused question has controls, too, so that the reader can correct it.
 * @param {Question} q
 */
function lineOf(q) {
  try {
    return words(q);
  } catch {
    return null;
  }
}

// A battle has no two duellists. Its first units, or the book's, replace them.
function duelists() {
  const { q, book } = at;
  return record(
    Object.fromEntries(book.sides.map((key, i) => [key, q.armies["ab"[i]][0]?.unit ?? book.units[i] ?? ""])),
  );
}

async function read(line, key) {
  const { status, text } = await side.ask([...line, "--format", "json"]);
  return status === 0
    ? JSON.parse(text)
        .points.map((point) => point.parameters[key])
        .filter((n) => typeof n === "number")
    : [];
}
