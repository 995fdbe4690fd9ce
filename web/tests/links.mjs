// SPDX-License-Identifier: GPL-3.0-or-later
// Links of the page: what goes into one comes out of it, and no mutation of one does more than say so.
import assert from "node:assert/strict";
import { KINDS, empty, linkOf, questionOf, record } from "../src/question.js";
import { dice } from "./questions.mjs";

const die = dice(3);
const letters = [..."abcz-_.~ '\"&=?#/%+,;:<>()äß漢\u{1f3b2}\\\n", "__proto__", "1.5", "Tiger I"];
const text = (n) => Array.from({ length: 1 + die.below(n) }, () => die.of(letters)).join("");
const filled = (n) =>
  record(Object.fromEntries(Array.from({ length: die.below(n) }, () => [`k${text(4)}`, `v${text(6)}`])));

// Names of units have no commas, no parentheses without an end, and no number or space at their ends.
const army = () =>
  Array.from({ length: die.below(4) }, () => ({
    count: 1 + die.below(999),
    unit: `u${text(5).replaceAll(/[,()]/g, "").trim()}`.trim(),
  }));

function question() {
  const q = empty(die.of(KINDS), `b${text(4)}`);
  q.values = filled(6);
  q.cells = filled(3);
  if (["odds", "curve"].includes(q.kind)) q.procedure = text(5);
  if (q.kind === "curve") q.over = text(4);
  if (q.kind === "compare") q.change = filled(2);
  if (q.kind === "battle") q.armies = { a: army(), b: army() };
  q.simulated = die.below(2) === 1;
  return q;
}

const ROUND = 1000,
  MUTATED = 100000;
for (let i = 0; i < ROUND; i++) {
  const q = question();
  assert.deepEqual(questionOf(linkOf(q)), q, linkOf(q));
}

let read = 0,
  slowest = 0;
for (let i = 0; i < MUTATED; i++) {
  let link = linkOf(question());
  for (let k = 1 + die.below(4); k > 0; k--) {
    const at = die.below(link.length);
    link =
      link.slice(0, at) +
      (die.below(2) ? die.of(letters) : String.fromCharCode(die.below(0x300))) +
      link.slice(at + die.below(4));
  }
  const begun = performance.now();
  try {
    const q = questionOf(link);
    assert.ok(KINDS.includes(q.kind));
    read++;
  } catch (fault) {
    assert.match(fault.message, /^This link /, link);
  }
  slowest = Math.max(slowest, performance.now() - begun);
}
assert.equal({}.polluted, undefined);
assert.ok(slowest < 2000);
console.log(
  `${ROUND} links there and back; ${MUTATED} mutated links, ${read} of them read, the slowest ${slowest.toFixed(1)} ms`,
);
