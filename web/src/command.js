// SPDX-License-Identifier: GPL-3.0-or-later
// The command line that answers a question. A word that begins with a hyphen is always an option from this file: no value
// begins with one, and every key is the rulebook's (gate.js).
import { admit, nameOf } from "./gate.js";
import { armyText, ofProcedure } from "./question.js";
/** @import { Question, Values } from "./question.js" */
/** @import { Book } from "./catalogue.js" */

/**
 * Options that name the rulebook of the question.
 * @param {Question} q
 * @param {string} [data] the folder of a user's own rulebook
 */
export const bookWords = (q, data) => ["-r", q.book, ...changedWords(q, data)];

/**
 * @param {Question} q
 * @param {string} [data]
 */
const changedWords = (q, data) => [
  ...(data ? option("data", data) : []),
  ...Object.entries(q.cells)
    .filter(([, v]) => v !== "")
    .flatMap(([cell, v]) => option("set", `${cell}=${v}`)),
];

/**
 * The words of the command line, without those for the form of the answer. Throws Refused (gate.js).
 * @param {Question} q
 * @param {Book} book
 * @param {string} [data]
 * @returns {string[]}
 */
export function wordsOf(q, book, data) {
  admit(q, book);
  const { sides } = book,
    units = () => sides.map((key) => nameOf(q.values[key] ?? ""));
  const how = q.simulated ? ["--method", "mc"] : [],
    from = bookWords(q, data);
  switch (q.kind) {
    case "odds":
      return ["odds", q.procedure, ...given(q.values), ...changedWords(q, data), ...how];
    case "curve":
      return ["curve", q.procedure, ...given(q.values, [q.over]), "--over", q.over, ...changedWords(q, data), ...how];
    case "compare":
      return ["compare", ...units(), ...from, ...given(q.values, sides), ...how, "--", ...given(q.change)];
    case "battle":
      return [
        "battle",
        ...option("a", armyText(q.armies.a)),
        ...option("b", armyText(q.armies.b)),
        ...from,
        ...given(q.values, [], PLAN),
        ...how,
      ];
    case "tipping":
      return ["tipping", ...units(), ...from, ...given(q.values, sides, PLAN), ...how];
    case "price":
      return ["points", "price", nameOf(q.values.unit ?? ""), ...from, ...given(q.values, ["unit"], ["range"])];
    case "matrix":
      return ["matrix", ...from, ...given(q.values, [], ["range", "units", "at"])];
    default:
      return [q.kind, ...units(), ...from, ...given(q.values, sides), ...how];
  }
}

/**
 * The record card of a unit.
 * @param {Question} q
 */
export const showWords = (q, unit, data) => ["show", nameOf(unit), ...bookWords(q, data)];

/**
 * The command that explains the answer; null for a question without an explanation.
 * @param {Question} q
 * @param {Book} book
 * @param {string} [data]
 */
export function explainWords(q, book, data) {
  const [first, ...rest] = wordsOf(q, book, data);
  return ["explain", ...(ofProcedure(q.kind) ? [] : [first]), ...rest];
}

// Some fields of the page's form are options of the command: --range 500.
const PLAN = ["range", "scenario", "targets", "acts", "turns", "break-at", "close-to", "halt-a", "halt-b"];

/**
 * @param {Values} values
 * @param {string[]} not
 * @param {string[]} options
 */
const given = (values, not = [], options = []) =>
  Object.entries(values)
    .filter(([key, value]) => value !== "" && !not.includes(key))
    .flatMap(([key, value]) => (options.includes(key) ? option(key, value) : [`${key}=${value}`]));

// A value that begins with a hyphen must be in one word with its option.
const option = (name, value) => (value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value]);

/** Adds options; those of a comparison precede the change. */
export function withOptions(words, ...more) {
  const end = words.indexOf("--");
  return end < 0 ? [...words, ...more] : [...words.slice(0, end), ...more, ...words.slice(end)];
}

/** Options for a picture beside the answer, as wide as a telephone. */
export const PICTURE = ["--chart", "answer.svg", "--chart-width", "340"];

/** The place of the reader's own rulebooks in the engine, with a folder for each. */
export const OWN = "/own/";

const asBrought = (word, i, words) =>
  words[i - 1] === "--data" && word.startsWith(OWN) ? word.slice(OWN.length).replace(/^\d+\//, "") : word;

// Words that every shell reads unchanged. Some shells interpret = or % at the beginning of a word.
const PLAIN = /^[\w@+:,./-][\w@%+=:,./-]*$/;

/** As a shell takes it, if the reader has that folder. */
export const typeable = (words) =>
  ["salvo", ...words.map(asBrought)]
    .map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
