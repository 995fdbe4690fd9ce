// SPDX-License-Identifier: GPL-3.0-or-later
// The gate: what a question may be before a command line is made of it. Its words come from links, forms, files and what the
// device keeps; whoever wrote them, a question has the keys that its rulebook knows for it, and no other.
import { KIND_NAMES, isAskable, procedureOf, schemaOf } from "./kinds.js";
import { ofProcedure } from "./question.js";
import { isPrinted, quoted } from "./text.js";

/** Why a question is not asked, in words for the reader. */
export class Refused extends Error {}

const LONGEST = 2000; // letters of one value

// As the program's ids: what begins so is no option.
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PROCEDURE = /^[a-z0-9-]+\.[a-z0-9-]+$/;

const listed = (names) => names.join(", ");

function check(right, text) {
  if (!right) throw new Refused(text);
}

/** A name that stands by itself on a command line: no option, and no key with a value. */
export function nameOf(text) {
  textOf(text, "a name");
  check(!text.startsWith("-"), `${quoted(text)} is not the name of a unit, because it begins with a hyphen like an option.`);
  check(!/^[^(]*=/.test(text), `${quoted(text)} is not the name of a unit, because it has an equals sign like a parameter.`);
  return text;
}

function textOf(text, what) {
  check(typeof text === "string", `${what} is missing.`);
  check(text.length <= LONGEST, `${quoted(text)} is too long: ${what} can have ${LONGEST} letters.`);
  check(isPrinted(text), `${quoted(text)} has an invisible character (shown as \ufffd). Leave it out.`);
  return text;
}

function checkKeys(values, known, what) {
  for (const [key, value] of Object.entries(values)) {
    check(known.includes(key) && ID.test(key), `${quoted(key)} is not a parameter of ${what}. It has: ${listed(known)}.`);
    textOf(value, key);
  }
}

// "a duel in mad", "mad.direct-fire"
const whatIs = (q) => (ofProcedure(q.kind) ? q.procedure : `the question "${KIND_NAMES[q.kind]}" in ${q.book}`);

function checkProcedure(q, book) {
  if (ofProcedure(q.kind))
    check(book.schemas.has(q.procedure) && PROCEDURE.test(q.procedure), `${q.book} has no procedure ${quoted(q.procedure)}. It has: ${listed([...book.schemas.keys()])}.`);
}

function checkCells(cells) {
  for (const [cell, value] of Object.entries(cells)) {
    check(/^[^\s=.-][^\s=.]*(\.[^\s=.]+){2}$/.test(cell), `${quoted(cell)} is not a cell of a table. Write TABLE.ROW.COLUMN, as in weapons.cannon-b.damage.`);
    textOf(cell, "a cell");
    textOf(value, cell);
  }
}

/** Throws Refused where the question has something that its rulebook does not know, or that no question can have. */
export function admit(q, book) {
  check(ID.test(q.book), `${quoted(q.book)} is not a rulebook.`);
  check(isAskable(q.kind, book), `${q.book} cannot answer the question "${KIND_NAMES[q.kind]}". Choose another kind of question.`);
  checkProcedure(q, book);
  const known = schemaOf(q, book).map((p) => p.parameter);
  checkKeys(q.values, known, whatIs(q));
  if (q.kind === "curve")
    check(known.includes(q.over), `${quoted(q.over)} is not a parameter for a curve of ${procedureOf(q)}. It has: ${listed(known)}.`);
  if (q.kind === "compare") checkKeys(q.change, known.filter((key) => !book.sides.includes(key)), "a change");
  if (q.kind === "battle")
    for (const { unit } of [...q.armies.a, ...q.armies.b]) textOf(unit, "a unit");
  checkCells(q.cells);
}
