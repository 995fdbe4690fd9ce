// SPDX-License-Identifier: GPL-3.0-or-later
// Outcomes of several answers beside each other: their order, their colours, and a duel's in words.
import { COLOURS } from "./chart.js";

// The names that the rulebooks' duels have for their outcomes.
const ENDINGS = [
  { is: /^(p-)?a(-wins)?$/, colour: COLOURS[0], words: ({ a }) => `${a} wins` },
  { is: /^(p-)?b(-wins)?$/, colour: COLOURS[1], words: ({ b }) => `${b} wins` },
  { is: /^((p-)?mutual|both-(lost|out))$/, colour: COLOURS[3], words: () => "both lost" },
  { is: /^((p-)?undecided|stalemate)$/, colour: COLOURS[6], words: () => "undecided" },
];

/** Their names in order of first appearance, but a duel's outcomes come first. */
export function outcomesOf(points) {
  const names = [...new Set(points.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome)))];
  const rank = (name) => ENDINGS.findIndex(({ is }) => is.test(name)) >>> 0;
  return names
    .map((name, i) => [rank(name), i, name])
    .sort((x, y) => x[0] - y[0] || x[1] - y[1])
    .map(([, , name]) => name);
}

/** Different names for a duel's two units. */
export const sidesOf = ({ a, b }) => (a === b ? { a: `${a} (a)`, b: `${b} (b)` } : { a, b });

/** Whether they are a duel's. */
const ofDuel = (names) => names.every((name) => ENDINGS.some(({ is }) => is.test(name)));

/** @returns {(typeof ENDINGS)[number]} */
const endingOf = (name) => /** @type {any} */ (ENDINGS.find(({ is }) => is.test(name)));

/** A colour for each. If there are more names than distinguishable colours, all are grey. */
export const coloursOf = (names) =>
  names.map((name, i) => (ofDuel(names) ? endingOf(name).colour : COLOURS[Math.min(i, COLOURS.length - 1)]));

/** Words for each. If sides is {a, b}, they name the duel's units; else they are the rulebook's own. */
export const wordsFor = (names, sides) =>
  names.map((name) => (sides && ofDuel(names) ? endingOf(name).words(sides) : name));

/** The lines of a sweep's picture, one for each outcome. */
export function sweep(answer) {
  const [key] = answer.over;
  const xs = answer.points.map((point) => point.parameters[key]);
  const names = outcomesOf(answer.points).slice(0, 7),
    colours = coloursOf(names);
  const series = names.map((name, i) => ({
    name,
    colour: colours[i],
    values: answer.points.map(({ outcomes }) => outcomes.find(({ outcome }) => outcome === name)?.probability ?? 0),
  }));
  return { key, xs, series };
}
