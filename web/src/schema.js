// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the program's description of a parameter.

/** @import { Question } from "./question.js" */

/**
 * @typedef {object} Parameter
 * @property {string} parameter its key
 * @property {"flag" | "choice" | "whole" | "number" | "name" | "text" | "list"} kind
 * @property {string} default in words
 * @property {string} meaning
 * @property {string | null} preset the default as a value
 * @property {string} [values] the allowed values in words
 * @property {string | null} [choices] values with spaces between them
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {string | null} [word] a word in place of a number
 * @property {string | null} [unless] a flag that makes it superfluous
 * @property {string | null} [only] the condition under which it applies: key=value|value
 * @property {string | null} [excludes] a key beside which it cannot be given
 * @property {string | null} [bracketed] "yes": its sweep needs no values
 * @property {string} [name] if its label is not its key
 * @property {Map<string, string>} [names] of its choices
 */

/** @param {Parameter} p */
export const choicesOf = (p) => (p.choices ? p.choices.split(" ") : []);
/** @param {Parameter} p */
export const required = (p) => p.default.startsWith("required");
/** @param {Parameter} p */
export const label = (p) => p.name ?? p.parameter.replaceAll("-", " ");

/**
 * Whether the question has the parameter that this one excludes: an aircraft beside a weapon.
 * @param {Parameter} p
 * @param {Question} q
 */
export const isExcluded = (p, q) =>
  Boolean(p.excludes && (q.values[p.excludes] || (q.kind === "curve" && q.over === p.excludes)));

/**
 * "" if the parameter applies now, else the reason in words.
 * @param {Parameter} p
 * @param {Question} q
 * @param {Parameter[]} schema
 */
export function unused(p, q, schema) {
  const valueOf = (key) => q.values[key] || schema.find((other) => other.parameter === key)?.preset || "";
  if (p.only) {
    const [key, wanted] = p.only.split("=");
    if (!(wanted ?? "yes").split("|").includes(valueOf(key))) return `only with ${p.only.replaceAll("|", " or ")}`;
  }
  if (p.unless && valueOf(p.unless) === "yes") return `not with ${p.unless}=yes`;
  // If a link gives both, the reader can clear either.
  if (isExcluded(p, q) && !q.values[p.parameter]) return `not with ${p.excludes}`;
  return "";
}
