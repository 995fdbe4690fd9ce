// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the program's description of a parameter.

/** @import { Values } from "./question.js" */

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
 * "" if the parameter applies now, else the reason in words.
 * @param {Parameter} p
 * @param {Values} values
 * @param {Parameter[]} schema
 */
export function unused(p, values, schema) {
  const valueOf = (key) => values[key] || schema.find((other) => other.parameter === key)?.preset || "";
  if (p.only) {
    const [key, wanted] = p.only.split("=");
    if (!(wanted ?? "yes").split("|").includes(valueOf(key))) return `only with ${p.only.replaceAll("|", " or ")}`;
  }
  if (p.unless && valueOf(p.unless) === "yes") return `not with ${p.unless}=yes`;
  return "";
}
