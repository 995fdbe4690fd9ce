// SPDX-License-Identifier: GPL-3.0-or-later
// Answers for readers: the headline in words, pictures, a table. The figures come from the program, and so do the pictures
// (`drawn`) but for two bars that it does not draw.
import { bars, COLOURS, legend, shares } from "./chart.js";
import { make } from "./dom.js";
import { matrix } from "./matrix.js";
import { number, percent, times } from "./numbers.js";
import { sidesOf, sweep, wordsFor } from "./outcomes.js";
import { headline, how, interval, note, short, table, title } from "./parts.js";
import { price } from "./price.js";
/** @import { Question } from "./question.js" */
/** @import { Book } from "./catalogue.js" */

function winners(answer, names) {
  const parts = [
    { key: "p_a", name: `${names.a} wins`, colour: COLOURS[0] },
    { key: "p_b", name: `${names.b} wins`, colour: COLOURS[1] },
    { key: "p_mutual", name: "both lost", colour: COLOURS[3] },
    { key: "p_undecided", name: "undecided", colour: COLOURS[6] },
  ].map((part) => ({ ...part, p: answer[part.key] ?? 0 }));
  const there = parts.filter(({ key, p }) => p > 0 || key === "p_a" || key === "p_b");
  const simulated = answer.ci95 !== undefined;
  return [
    shares("Who wins", parts, answer.method === "monte-carlo" ? answer.ci95.p_a : undefined),
    legend(
      there.map(({ name }) => name),
      there.map(({ colour }) => colour),
    ),
    table(
      "Who wins",
      ["", "chance", simulated ? "95 % interval" : "fraction"],
      there.map(({ key, name, p }) => [
        name,
        percent(p, 2),
        simulated ? interval(answer.ci95[key]) : short(answer.exact?.[key]),
      ]),
    ),
  ];
}

function verdict(answer, names) {
  const { p_a: a, p_b: b, p_mutual: both = 0, p_undecided: open = 0 } = answer;
  if (a + b + both === 0) return "Nobody can win: the fight ends undecided.";
  const rest =
    a > b ? `${names.a} wins ${times(a)}` : b > a ? `${names.b} wins ${times(b)}` : "otherwise the fight is even";
  if (both > Math.max(a, b, open))
    return both >= 1 ? "Both are always lost." : `Both are lost ${times(both)}; ${rest}.`;
  if (open > Math.max(a, b)) return `Undecided ${times(open)}; ${rest}.`;
  if (Math.abs(a - b) < 5e-4) return `Even: ${names.a} and ${names.b} win ${times(a)} each.`;
  const [winner, p] = a > b ? [names.a, a] : [names.b, b];
  return p >= 1 ? `${winner} always wins.` : `${winner} wins ${times(p)}.`;
}

// The rulebook's remark as a sentence.
const remark = ({ remark: words }) =>
  words ? ` ${words[0].toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}` : "";

const lasting = (turns) =>
  number(turns, 1) === "1" ? "The fight lasts one turn." : `The fight lasts ${number(turns, 1)} turns on average.`;

function duel(answer, { drawn }) {
  const names = sidesOf(answer);
  const turns = answer.by_turn ?? [];
  const lasts =
    answer.expected_turns === null
      ? "The fight may never end."
      : lasting(answer.expected_turns?.value ?? answer.expected_turns);
  return [
    headline(verdict(answer, names)),
    ...winners(answer, names),
    note(`${lasts} Both stay at this range, and neither withdraws. ${how(answer)}${remark(answer)}`),
    turns.some((t) => t.p_a + t.p_b > 0) && drawn,
  ];
}

const SCENES = { hold: "Both sides stand still.", advance: "Side A advances.", meeting: "Both sides advance." };

// The assumptions of the battle, and the words of a command line that set them.
const assumed = ({ assumed: { lines: said } }) => [
  title("Assumed"),
  make(
    "ul",
    { class: "note" },
    ...said.map(({ says, words }) => make("li", {}, says, ...(words ? [" (", make("code", {}, words), ")"] : []))),
  ),
];

function battle(answer, { drawn }) {
  const names = { a: "Side A", b: "Side B" };
  const lost = (side) => {
    const { count, lost: mean, units } = answer[side];
    return [
      `${names[side]}: ${answer[side].army}`,
      `${number(mean?.value ?? mean, 2)} of ${number(count)}`,
      answer[side].points !== undefined ? `${number(answer[side].points)}` : "",
      units.length > 1 ? units.map((u) => `${u.name} ${number(u.lost?.value ?? u.lost, 2)}`).join(", ") : "",
    ];
  };
  const remaining = (side) => answer[side].lost_exactly.map(({ probability }) => probability);
  const most = Math.max(answer.a.lost_exactly?.length ?? 0, answer.b.lost_exactly?.length ?? 0);
  return [
    headline(verdict(answer, names)),
    ...winners(answer, names),
    ...(answer.a.loses_by && answer.b.loses_by
      ? [
          table(
            "How a side loses",
            ["loses with", names.a, names.b],
            answer.a.loses_by.map(({ of, probability }, i) => [
              of ? `too many ${of}` : "no survivors",
              percent(probability, 2),
              percent(answer.b.loses_by[i].probability, 2),
            ]),
          ),
        ]
      : []),
    ...assumed(answer),
    note(`${how(answer)}${remark(answer)}`),
    table("Losses on average", ["", "lost", "points spent", "by unit"], [lost("a"), lost("b")]),
    ...(most > 1 && most <= 41
      ? [
          title("Losses"),
          bars(
            "Chance of exactly this many losses",
            Array.from({ length: most }, (_, k) => number(k)),
            [remaining("a"), remaining("b")],
            "elements lost",
          ),
          legend([`lost by ${names.a}`, `lost by ${names.b}`]),
        ]
      : []),
    answer.by_turn?.length > 1 && drawn,
  ];
}

const meaning = (answer) =>
  Object.entries(answer.expectations ?? {}).map(([key, { value, exact, ci95 }]) => [
    key,
    number(value, 4),
    ci95 ? ci95.map((end) => (end === null ? "?" : number(end, 4))).join(" to ") : short(exact),
  ]);

// The chances of at least that many and of at most that many, if the outcomes are growing numbers. The last outcome may be
// "more". Else null.
function piledUp(outcomes) {
  const numbers = outcomes.map(({ outcome }) =>
    /^\d+$/.test(outcome) ? Number(outcome) : outcome === "more" ? Infinity : NaN,
  );
  if (numbers.length < 3 || !numbers.every((n, i) => i === 0 || n > numbers[i - 1])) return null;
  const sum = (some) =>
    Math.min(
      1,
      some.reduce((all, { probability }) => all + probability, 0),
    );
  return outcomes.map((_, i) => [sum(outcomes.slice(i)), sum(outcomes.slice(0, i + 1))]);
}

function odds(answer, { drawn }) {
  const most = [...answer.outcomes].sort((x, y) => y.probability - x.probability);
  const simulated = answer.method === "monte-carlo";
  const means = meaning(answer),
    piled = piledUp(answer.outcomes);
  const alike = most
    .filter(({ probability }) => Math.abs(probability - most[0].probability) < 1e-9)
    .map(({ outcome }) => outcome);
  return [
    headline(
      most[0].probability >= 1
        ? `Always ${most[0].outcome}.`
        : alike.length > 1 && alike.length < 4
          ? `Equally likely: ${alike.join(" and ")}, ${times(most[0].probability)} each.`
          : `Most likely: ${most[0].outcome}, ${times(most[0].probability)}.`,
    ),
    drawn,
    table(
      "Outcomes",
      ["", "chance", ...(piled ? ["or more", "or fewer"] : []), simulated ? "95 % interval" : "fraction"],
      answer.outcomes.map(({ outcome, probability, exact, ci95 }, i) => [
        outcome,
        percent(probability, 2),
        ...(piled ? piled[i].map((p) => percent(p, 2)) : []),
        simulated ? interval(ci95) : short(exact),
      ]),
    ),
    ...(means.length ? [table("On average", ["", "value", simulated ? "95 % interval" : "fraction"], means)] : []),
    note(`${how(answer)}${remark(answer)}`),
  ];
}

// The most likely outcome by range: "double up to 200, single up to 750, then miss".
function stretches(xs, series) {
  const best = xs.map((_, i) => series.reduce((most, one) => (one.values[i] > most.values[i] ? one : most)).name);
  const ends = best.flatMap((name, i) => (name === best[i + 1] ? [] : [i]));
  if (ends.length === 1) return `${best[0]} everywhere`;
  return ends.map((i) => (i === xs.length - 1 ? `then ${best[i]}` : `${best[i]} up to ${number(xs[i])}`)).join(", ");
}

// How the figures of a sweep were computed.
function howEach({ points }) {
  const simulated = points.filter(({ method }) => method !== "exact");
  if (!simulated.length)
    return points.every(({ arithmetic }) => arithmetic === "rational")
      ? "Computed exactly, in fractions."
      : "Computed exactly.";
  const trials = simulated.reduce((sum, point) => sum + (point.trials ?? 0), 0);
  return `${simulated.length === points.length ? "Simulated" : `Computed exactly, but for ${simulated.length} of ${points.length}, which are simulated`}: ${number(trials, 0)} trials in all.`;
}

function curve(answer, { drawn }) {
  const { key, xs, series } = sweep(answer);
  const name = key.replaceAll("-", " "),
    numeric = xs.every((x) => typeof x === "number");
  const swing = ({ values }) => Math.max(...values) - Math.min(...values);
  const moved = [...series].sort((x, y) => swing(y) - swing(x))[0];
  const told =
    !moved || swing(moved) <= 5e-4
      ? `The same at every ${name}.`
      : numeric && series.length > 1
        ? `Most likely by ${name}: ${stretches(xs, series)}.`
        : `By ${name}: ${moved.name} from ${percent(Math.min(...moved.values))} to ${percent(Math.max(...moved.values))}.`;
  const names = series.map((s) => s.name),
    caption = `Chances over ${name}`;
  return [
    headline(told),
    drawn,
    table(
      caption,
      [name, ...names],
      xs.map((x, i) => [
        typeof x === "number" ? number(x) : String(x),
        ...series.map(({ values }) => percent(values[i], 2)),
      ]),
    ),
    note(howEach(answer)),
  ];
}

function compare(answer, { q, book, drawn }) {
  const [a, b] = book.sides.map((key) => q.values[key]);
  const words = (name) => wordsFor([name], sidesOf({ a, b }))[0];
  const change = answer.changed
    .map((key) => `${key.replaceAll("-", " ")}: ${answer.first.parameters[key]} → ${answer.second.parameters[key]}`)
    .join(", ");
  const greatest = [...answer.outcomes].sort((x, y) =>
    near(x, y) ? 0 : Math.abs(y.difference) - Math.abs(x.difference),
  )[0];
  const points = (d) => `${d > 0 ? "+" : ""}${number(100 * d, 2)}`;
  const same = !greatest || Math.abs(greatest.difference) < 1e-12;
  return [
    headline(
      same
        ? "This changes nothing."
        : `${words(greatest.outcome)} ${times(greatest.first)}; with the change, ${times(greatest.second)}.`,
    ),
    note(change),
    drawn,
    table(
      "Before and after",
      ["", "before", "changed", "% points"],
      answer.outcomes.map((o) => [words(o.outcome), percent(o.first, 2), percent(o.second, 2), points(o.difference)]),
    ),
    note(how(answer)),
  ];
}

function tipping(answer, { drawn }) {
  const one = answer.points?.find(({ a }) => a === 1);
  const worth = (answer.points ?? [])
    .filter(({ equals }) => equals)
    .map(({ a, equals }) => [`${a} × ${answer.a}`, `${number(equals, 2)} × ${answer.b}`]);
  return [
    headline(
      answer.battles[0]?.favourite === "nobody"
        ? `${answer.a} and ${answer.b}: nobody can win.`
        : one?.holds_against === 0 && !(one.equals >= 1)
          ? `One ${answer.a} is worth less than one ${answer.b}.`
          : one?.equals
            ? `One ${answer.a} is worth ${number(one.equals, 1)} ${answer.b}.`
            : one
              ? `No number of ${answer.b} equals one ${answer.a}.`
              : `${answer.a} against ${answer.b}`,
    ),
    ...(worth.length ? [table("How many are an even fight", ["", "equal"], worth)] : []),
    drawn,
    note(
      `Score of ${answer.a}: its chance to win plus half the chance of a draw. 50 % is even. ${SCENES[answer.scenario] ?? ""}`,
    ),
  ];
}

// Whether two chances change by the same amount: only the first is shown.
const near = (x, y) => Math.abs(Math.abs(x.difference) - Math.abs(y.difference)) < 1e-9;

const KINDS = { duel, battle, odds, curve, compare, tipping, price, matrix };

/** @param {{ q: Question, book: Book, drawn: SVGElement | "" | undefined }} page drawn: the program's picture */
export const answerParts = (kind, answer, page) => KINDS[kind](answer, page).filter(Boolean);
