// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines of the page: whatever a link, a file or a form says, a command line has the options that the page puts there,
// parameters that the rulebook knows, and nothing else; and a shell takes it as it is. The native program tells of rulebooks.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { project } from "../files.mjs";
import { Catalogue } from "../src/catalogue.js";
import { typeable, withOptions, wordsOf } from "../src/command.js";
import { Refused } from "../src/gate.js";
import { edited, fillRequired, isAskable, prune, schemaOf, turnedInto } from "../src/kinds.js";
import { KINDS, empty, linkOf, questionOf } from "../src/question.js";
import { choicesOf } from "../src/schema.js";
import { askNative } from "./native.mjs";
import { dice } from "./questions.mjs";

const catalogue = new Catalogue({ ask: async (words) => askNative(words) });
const BOOKS = (await catalogue.books()).map(({ id }) => id);
const OWN = join(project, "examples/rulebooks");
for (const name of readdirSync(OWN)) BOOKS.push(await catalogue.add(join(OWN, name)));

/**
 * As the page does with a link: the words, or why there are none.
 * @returns {Promise<any>}
 */
async function asked(link) {
  try {
    const q = questionOf(link),
      book = await catalogue.book(q.book);
    fillRequired(q, book);
    return { q, book, words: wordsOf(q, book, catalogue.folderOf(q.book)) };
  } catch (fault) {
    assert.ok(fault instanceof Refused || /^This link /.test(fault.message), `${link}: ${fault.stack}`);
    return { refused: fault.message };
  }
}

// What the program would read in the words, by its own rules: an option takes the next word as its value, or what stands behind
// its "="; a word with "=" before any "(" is a parameter; what is left is a name.
const OPTIONS = [
  "-r",
  "--data",
  "--set",
  "--method",
  "--a",
  "--b",
  "--over",
  "--range",
  "--scenario",
  "--targets",
  "--acts",
  "--turns",
  "--break-at",
  "--close-to",
  "--halt-a",
  "--halt-b",
  "--units",
  "--at",
];

function read(words) {
  /** @type {{ names: string[], parameters: string[], options: [string, string][], dividers: number }} */
  const found = { names: [], parameters: [], options: [], dividers: 0 };
  for (let i = 1; i < words.length; i++) {
    const word = words[i],
      [name] = word.split("=");
    if (word === "--") found.dividers++;
    else if (word.startsWith("-")) {
      assert.ok(OPTIONS.includes(name), `${word} in ${JSON.stringify(words)}`);
      found.options.push([name, word === name ? words[++i] : word.slice(name.length + 1)]);
    } else if (/^[^(]*=/.test(word)) found.parameters.push(word.slice(0, word.indexOf("=")));
    else found.names.push(word);
  }
  return found;
}

const NAMES = { duel: 2, battle: 0, odds: 1, curve: 1, compare: 2, tipping: 2, price: 2, matrix: 0 };

function checkWords({ q, book, words }, link) {
  const found = read(words),
    known = schemaOf(q, book).map((p) => p.parameter);
  assert.equal(found.names.length, NAMES[q.kind], `${link} ${JSON.stringify(words)}`);
  assert.equal(found.dividers, q.kind === "compare" ? 1 : 0, link);
  for (const key of found.parameters) assert.ok(known.includes(key), `${key} of ${link}`);
  assert.deepEqual(
    found.options.filter(([name]) => name === "--set").map(([, value]) => value),
    Object.entries(q.cells)
      .filter(([, v]) => v)
      .map(([cell, v]) => `${cell}=${v}`),
    link,
  );
  // What is added stands before a change, and splits no option from its value.
  const more = read(withOptions(words, "--method", "mc"));
  assert.deepEqual(
    [more.names, more.parameters, more.options.length],
    [found.names, found.parameters, found.options.length + 1],
    link,
  );
}

const plain = (kind, id) => asked(`#1/${kind}/${id}`);
const KNOWN = "#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=500";

// What was found to pass, and its like: each is refused, with what was found and what exists.
/** @type {[string, RegExp][]} */
const REFUSED = [
  [
    `${KNOWN}&--set=units.tiger-i.hp%3D1`,
    /"--set" is not a parameter of the question "Duel" in mad\. It has: a, b, range, first,/,
  ],
  [`${KNOWN}&--output=salvo.txt`, /"--output" is not a parameter/],
  [`${KNOWN}&-o=salvo.txt`, /"-o" is not a parameter/],
  [`${KNOWN}&nonsense=1`, /"nonsense" is not a parameter/],
  [`${KNOWN}&constructor=1`, /"constructor" is not a parameter/],
  [`${KNOWN}&__proto__=1`, /"__proto__" is not a parameter/],
  [`${KNOWN}&=1`, /"" is not a parameter/],
  [`${KNOWN}&range=600`, /"range" twice/],
  [`${KNOWN}&.hidden=1`, /"\.hidden".*\.set\.NAME, \.simulated/],
  [`${KNOWN}&.army-a=1+Tiger+I`, /"\.army-a"/],
  [`${KNOWN}&.simulated=no`, /the only value is yes/],
  [`${KNOWN}&.set.units=1`, /"units" is not a cell/],
  [`${KNOWN}&.set.--output.x.y=1`, /is not a cell/],
  [`${KNOWN}&.set.units.tiger-i.hp%3D1=2`, /is not a cell/],
  [`${KNOWN}&.set.units.tiger-i.hp=1%0A2`, /invisible character/],
  [
    "#1/duel/mad?a=--output%3Dsalvo.txt&b=Sherman+M4A1&range=500",
    /"--output=salvo\.txt" is not the name of a unit, because it begins with a hyphen/,
  ],
  ["#1/duel/mad?a=-osalvo.txt&b=Sherman+M4A1&range=500", /hyphen/],
  ["#1/duel/mad?a=--&b=Sherman+M4A1&range=500", /hyphen/],
  [
    "#1/duel/mad?a=first%3Da&b=Sherman+M4A1&range=500",
    /"first=a" is not the name of a unit, because it has an equals sign/,
  ],
  ["#1/compare/mad?a=-osalvo.txt&b=Sherman+M4A1&range=500&.change.first=a", /hyphen/],
  [
    "#1/compare/mad?a=Tiger+I&b=Sherman+M4A1&range=500&.change.--output=salvo.txt",
    /"--output" is not a parameter of a change/,
  ],
  ["#1/compare/mad?a=Tiger+I&b=Sherman+M4A1&range=500&.change.b=Tiger+I", /"b" is not a parameter of a change/],
  ["#1/tipping/mad?a=Tiger+I&b=--quiet&range=500", /hyphen/],
  ["#1/price/mad?unit=--output%3Dsalvo.txt", /hyphen/],
  ["#1/battle/mad?range=500&--log=x", /"--log" is not a parameter/],
  ["#1/matrix/mad?range=500&--data=/", /"--data" is not a parameter/],
  [
    "#1/odds/mad?.procedure=--output%3Dsalvo.txt",
    /mad has no procedure "--output=salvo\.txt"\. It has: .*mad\.direct-fire/,
  ],
  ["#1/odds/mad?.procedure=mad.nothing", /mad has no procedure "mad\.nothing"/],
  ["#1/odds/mad?.procedure=trr.duel", /mad has no procedure "trr\.duel"/],
  [
    "#1/curve/mad?.procedure=mad.direct-fire&.over=--output",
    /"--output" is not a parameter for a curve of mad\.direct-fire/,
  ],
  [`${KNOWN}&first=a%1b[201~%0arm`, /invisible character/],
  ["#1/duel/mad?a=Tiger+I%E2%80%AE&b=Sherman+M4A1", /invisible character/],
  [`${KNOWN}&first=${"9".repeat(3000)}`, /too long/],
];
for (const [link, message] of REFUSED) {
  const { refused, words } = await asked(link);
  assert.match(refused ?? `asked: ${JSON.stringify(words)}`, message, link);
}

// Values that begin with a hyphen stay values, and names in parentheses stay names.
for (const [link, words] of [
  ["#1/matrix/mad?range=500&units=--", "matrix|-r|mad|--range|500|--units=--"],
  ["#1/matrix/mad?range=--output%3Dx", "matrix|-r|mad|--range=--output=x"],
  [
    "#1/battle/mad?.army-a=2+--output%3Dx&.army-b=1+Tiger+I&range=-5",
    "battle|--a|2 --output=x|--b|1 Tiger I|-r|mad|--range=-5",
  ],
  [
    "#1/battle/mad?.army-a=2+Tiger+I+(cover%3Dnormal,+moved%3Dyes),+1+KV85&.army-b=1+Tiger+I&range=5",
    "battle|--a|2 Tiger I (cover=normal, moved=yes), 1 KV85|--b|1 Tiger I|-r|mad|--range|5",
  ],
  ["#1/duel/mad?a=Infantry+(Support%3D1)&b=x&range=500", "duel|Infantry (Support=1)|x|-r|mad|range=500"],
  [`${KNOWN}&.set.units.tiger-i.hp=1`, "duel|Tiger I|Sherman M4A1|-r|mad|--set|units.tiger-i.hp=1|range=500"],
])
  assert.deepEqual((await asked(link)).words?.join("|"), words, link);

// A parameter that excludes another one is left out beside it, with its default or without, in a curve over it, and when the
// reader changes to it; without it, it is there again.
let excluding = 0;
for (const id of BOOKS) {
  const book = await catalogue.book(id);
  for (const [procedure, schema] of book.schemas)
    for (const { parameter, excludes } of schema) {
      if (!excludes) continue;
      const other = schema.find((p) => p.parameter === excludes);
      assert.ok(other, `${procedure} ${excludes}`);
      const value = choicesOf(other)[0] ?? String(other.min ?? 1);
      const q = Object.assign(empty("odds", id), { procedure });
      fillRequired(q, book);
      const before = { ...q.values };
      const refused = (now, key) => {
        assert.ok(!(key in now.values), `${procedure} ${key}`);
        return /exclude each other/.test(askNative(wordsOf(now, book, catalogue.folderOf(id))).complaint);
      };
      assert.equal(
        edited(q, book, (now) => (now.values[excludes] = value)),
        true,
      );
      assert.equal(refused(q, parameter), false, `${procedure} ${excludes}=${value}`);
      edited(q, book, (now) => (now.values[excludes] = ""));
      for (const key of Object.keys(before)) assert.ok(q.values[key], `${procedure} ${key}`);
      const link = `#1/odds/${id}?.procedure=${procedure}&${excludes}=${value}`;
      assert.equal(refused((await asked(link)).q, parameter), false, link);
      const curve = Object.assign(empty("curve", id), { procedure, over: excludes });
      prune(curve, book);
      fillRequired(curve, book);
      assert.equal(refused(curve, parameter), false, `${procedure} over ${excludes}`);
      excluding++;
    }
}
assert.ok(excluding > 30, `${excluding}`);

// Every kind in every rulebook, and every kind turned into every other: no "undefined" in a link, and words as they should be.
let links = 0;
for (const id of BOOKS) {
  const book = await catalogue.book(id);
  for (const kind of KINDS) {
    const answer = await plain(kind, id);
    assert.equal(answer.refused !== undefined, !isAskable(kind, book), `${kind} ${id}: ${answer.refused}`);
    if (answer.refused) continue;
    for (const other of KINDS) {
      const q = turnedInto(answer.q, other, book);
      prune(q, book);
      fillRequired(q, book);
      const link = linkOf(q);
      assert.ok(!/undefined|null|NaN/.test(link), link);
      if (other === "compare")
        q.change = {
          ...Object.fromEntries(
            schemaOf(q, book)
              .filter((p) => !book.sides.includes(p.parameter))
              .slice(0, 1)
              .map((p) => [p.parameter, "1"]),
          ),
        };
      checkWords({ q, book, words: wordsOf(q, book) }, link);
      links++;
    }
  }
}

// Links with hostile keys and values put in at random.
const die = dice(11);
const KEYS = [
  "--set",
  "--output",
  "-o",
  "--data",
  "--",
  "-",
  "a",
  "b",
  "range",
  "first",
  "units",
  "unit",
  "at",
  "scenario",
  "turns",
  "seed",
  "trials",
  "method",
  "output",
  "log",
  ".over",
  ".procedure",
  ".army-a",
  ".change.--set",
  ".change.first",
  ".set.x.y.z",
  ".set.--a.b.c",
  "__proto__",
  "constructor",
  "",
];
const VALUES = [
  "--output=x",
  "-ox",
  "--",
  "-",
  "=",
  "a=b",
  "1",
  "--set=units.tiger-i.hp=1",
  "x\ny",
  "'",
  '"$(id)`id`',
  "Tiger I (hp=1)",
  "(=",
  "2 --output=x, 3 -o",
  "",
  "\u0000",
  "\u001b[201~",
  "yes",
  "mad.duel",
  "range",
];
let passed = 0;
const ROUNDS = 5000;
for (let i = 0; i < ROUNDS; i++) {
  const fields = new URLSearchParams();
  for (let k = 1 + die.below(4); k > 0; k--) fields.append(die.of(KEYS), die.of(VALUES));
  const link = `#1/${die.of(KINDS)}/${die.of(BOOKS)}?${fields}`,
    answer = await asked(link);
  if (answer.refused) continue;
  checkWords(answer, link);
  passed++;
}
assert.ok(passed > 50, `${passed}`);

// A shell takes the line as the same words, whatever is in them.
const characters = [
  ...Array.from({ length: 0x2ff }, (_, i) => String.fromCodePoint(i + 1)),
  "漢",
  "\u{1f3b2}",
  "\u2028",
];
const words = characters.flatMap((c) => [c, `a${c}`, `${c}a`, `a${c}${c}b'${c}'`]);
for (const shell of ["sh", "bash"]) {
  const { stdout, stderr } = spawnSync(shell, ["-c", `salvo() { printf '%s\\0' "$@"; }\n${typeable(words)}`], {
    maxBuffer: 2 ** 26,
  });
  assert.deepEqual(stdout.toString().split("\0").slice(0, -1), words, `${shell} ${stderr}`);
}
assert.equal(
  typeable(["duel", "--data", "/own/17/it's mine", "/own/17/x"]),
  "salvo duel --data 'it'\\''s mine' /own/17/x",
);

console.log(
  `${REFUSED.length} links refused; ${links} links of ${BOOKS.length} rulebooks; ${excluding} parameters that exclude another one; ${ROUNDS} hostile links, ${passed} of them asked; ${words.length} words through two shells`,
);
