// SPDX-License-Identifier: GPL-3.0-or-later
// Questions in the program's own words: the commands that all tests know, and random ones, drawn from what the program says of
// its procedures. Those are seeded: the same every run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../files.mjs";

// xorshift32; good enough to choose questions.
export function dice(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { next, below, of: (list) => list[below(list.length)] };
}

const NOT_OURS = ["first", "files", "differs", "drawn"];
const PARTS = /(?:'[^']*'|[^\s'])+/g;

// Every command of tests/commands/catalogue.txt that needs neither files nor another process and has one answer, as lists of
// words; as JSON, where the line says nothing of a form. Slow ones are not too many.
export function everyCommand() {
  return readFileSync(join(project, "tests/commands/catalogue.txt"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => (line.match(PARTS) ?? []).map((word) => word.replaceAll("'", "")))
    .filter(([tags]) => !tags.split(",").some((tag) => NOT_OURS.includes(tag)))
    .map(([tags, ...line]) => {
      const end = line.includes("--") ? line.indexOf("--") : line.length;
      return tags.split(",").includes("form") ? line : [...line.slice(0, end), "--format", "json", ...line.slice(end)];
    });
}

const whole = (die, low, high) => low + die.below(high - low + 1);

// A value that the parameter may have; now and then one that it may not.
function value(p, die) {
  if (die.below(60) === 0) return die.of(["-1", "nonsense", "1e9", "3.7", "", "Tigger"]);
  const choices = p.choices ? p.choices.split(" ") : [];
  if (choices.length) return die.of(choices);
  if (p.word && die.below(4) === 0 && p.kind === "whole") return p.word;
  if (p.kind === "whole") return String(whole(die, p.min ?? 0, Math.min(p.max ?? 12, (p.min ?? 0) + 12)));
  if (p.kind === "number") return String(die.of([p.min ?? 0, 1, 5, 12, 20, 100, 400.5, 750, 1500]));
  return null;
}

// Required parameters always, of the others some.
function words(schema, die) {
  const given = [];
  for (const p of schema) {
    if (p.default !== "required" && !p.default.startsWith("required") && die.below(4) !== 0) continue;
    const v = value(p, die);
    if (v !== null) given.push(`${p.parameter}=${v}`);
  }
  return given;
}

const grouped = (rows) => {
  const groups = new Map();
  for (const row of rows) groups.set(row.procedure, [...(groups.get(row.procedure) ?? []), row]);
  return groups;
};

function methods(die) {
  if (die.below(3) !== 0) return [];
  return [
    "--method",
    die.of(["mc", "mc", "both"]),
    "--trials",
    String(1 + die.below(30000)),
    "--seed",
    String(die.below(1e9)),
  ];
}

const army = (units, die) =>
  Array.from({ length: 1 + die.below(2) }, () => `${1 + die.below(3)} ${die.of(units)}`).join(", ");

// ask(words) -> {text}: of whatever engine. Returns command lines as lists of words.
export function drawQuestions(ask, seed, n) {
  const die = dice(seed);
  const rows = (...line) => JSON.parse(ask([...line, "--format", "json"]).text);
  const books = rows("list", "rulesets").map((book) => ({
    id: book.ruleset,
    procedures: grouped(rows("manual", "-r", book.ruleset)),
    units: rows("list", "units", "-r", book.ruleset).map((unit) => unit.id),
  }));
  const kinds = {
    odds(book) {
      const name = die.of([...book.procedures.keys()]);
      return ["odds", name, ...words(book.procedures.get(name), die), ...methods(die)];
    },
    duel(book) {
      const given = words(book.procedures.get(`${book.id}.duel`), die).filter((word) => !/^[ab](-class)?=/.test(word));
      return ["duel", die.of(book.units), die.of(book.units), "-r", book.id, ...given, ...methods(die)];
    },
    battle: (book) => [
      "battle",
      "-r",
      book.id,
      "--a",
      army(book.units, die),
      "--b",
      army(book.units, die),
      "--range",
      String(die.of([5, 10, 20, 100, 500, 1000])),
      "--method",
      "mc",
      "--trials",
      String(1 + die.below(3000)),
      "--seed",
      String(die.below(1e6)),
    ],
    curve(book) {
      const name = die.of([...book.procedures.keys()]);
      const schema = book.procedures.get(name);
      const over = die.of(schema.length ? schema : [{ parameter: "range" }]).parameter;
      const given = words(schema, die).filter((word) => !word.startsWith(`${over}=`));
      return ["curve", name, ...given, "--over", over];
    },
    show: (book) => ["show", die.of(book.units), "-r", book.id],
    prices: (book) => ["points", "audit", "-r", book.id],
    price: (book) => [
      "points",
      "price",
      die.of(book.units),
      "-r",
      book.id,
      "--range",
      String(die.of([5, 10, 20, 100, 500])),
      "--pairs",
      String(2 + die.below(4)),
      "--seed",
      String(die.below(1e6)),
    ],
    matrix: (book) => [
      "matrix",
      "-r",
      book.id,
      "--units",
      Array.from({ length: 2 + die.below(4) }, () => die.of(book.units)).join(", "),
      "--range",
      String(die.of([5, 10, 20, 100, 500, 1000])),
    ],
    efficiency: (book) => ["efficiency", "-r", book.id, "--units", die.of(book.units)],
    explained: (book) => [
      "explain",
      ...kinds
        .duel(book)
        .filter(
          (word, i, all) =>
            !/^--(method|trials|seed)$/.test(word) && !/^--(method|trials|seed)$/.test(all[i - 1] ?? ""),
        ),
    ],
  };
  return Array.from({ length: n }, () => {
    const kind = die.of([
      "odds",
      "odds",
      "odds",
      "duel",
      "duel",
      "battle",
      "curve",
      "show",
      "prices",
      "price",
      "matrix",
      "efficiency",
      "explained",
    ]);
    return [...kinds[kind](die.of(books)), "--format", "json"];
  });
}
