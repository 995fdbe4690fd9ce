// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a question before it becomes a command line. Its words come from links, forms, files and the device's storage.
// Whatever their origin, a question has only keys that its rulebook has for it.
import { KIND_NAMES, isAskable, procedureOf, schemaOf } from "./kinds.js";
import { ofProcedure } from "./question.js";
import { isPrinted, quoted } from "./text.js";
/** @import { Question } from "./question.js" */
/** @import { Book } from "./catalogue.js" */

/** Why a question is not asked, in words for the reader. */
export class Refused extends Error {}

const LONGEST = 2000; // letters of one value

// As the program's ids: a word that begins like this is not an option.
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PROCEDURE = /^[a-z0-9-]+\.[a-z0-9-]+$/;

const listed = (names) => names.join(", ");

function check(right, text) {
  if (!right) throw new Refused(text);
}

/** A name that is a word of its own on a command line: not an option, and not a key with a value. */
export function nameOf(text) {
  textOf(text, "a name");
  check(
    !text.startsWith("-"),
    `${quoted(text)} is not the name of a unit, because it begins with a hyphen like an option.`,
  );
  check(
    !/^[^(]*=/.test(text),
    `${quoted(text)} is not the name of a unit, because it has an equals sign like a parameter.`,
  );
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
    check(
      known.includes(key) && ID.test(key),
      `${quoted(key)} is not a parameter of ${what}. It has: ${listed(known)}.`,
    );
    textOf(value, key);
  }
}

/**
 * For example "a duel in mad" or "mad.direct-fire".
 * @param {Question} q
 */
const whatIs = (q) => (ofProcedure(q.kind) ? q.procedure : `the question "${KIND_NAMES[q.kind]}" in ${q.book}`);

/**
 * @param {Question} q
 * @param {Book} book
 */
function checkProcedure(q, book) {
  if (ofProcedure(q.kind))
    check(
      book.schemas.has(q.procedure) && PROCEDURE.test(q.procedure),
      `${q.book} has no procedure ${quoted(q.procedure)}. It has: ${listed([...book.schemas.keys()])}.`,
    );
}

function checkCells(cells) {
  for (const [cell, value] of Object.entries(cells)) {
    check(
      /^[^\s=.-][^\s=.]*(\.[^\s=.]+){2}$/.test(cell),
      `${quoted(cell)} is not a cell of a table. Write TABLE.ROW.COLUMN, as in weapons.cannon-b.damage.`,
    );
    textOf(cell, "a cell");
    textOf(value, cell);
  }
}

/**
 * Throws Refused if the question has something that its rulebook does not have, or that no question can have.
 * @param {Question} q
 * @param {Book} book
 */
export function admit(q, book) {
  check(ID.test(q.book), `${quoted(q.book)} is not a rulebook.`);
  check(
    isAskable(q.kind, book),
    `${q.book} cannot answer the question "${KIND_NAMES[q.kind]}". Choose another kind of question.`,
  );
  checkProcedure(q, book);
  const known = schemaOf(q, book).map((p) => p.parameter);
  checkKeys(q.values, known, whatIs(q));
  if (q.kind === "curve")
    check(
      known.includes(q.over),
      `${quoted(q.over)} is not a parameter for a curve of ${procedureOf(q)}. It has: ${listed(known)}.`,
    );
  if (q.kind === "compare")
    checkKeys(
      q.change,
      known.filter((key) => !book.sides.includes(key)),
      "a change",
    );
  if (q.kind === "battle") for (const { unit } of [...q.armies.a, ...q.armies.b]) textOf(unit, "a unit");
  checkCells(q.cells);
}
