// Answers as a reader sees them: the headline in words, pictures, a table. The figures are the program's own.
import { bars, COLOURS, legend, lines, rows, shares } from "./chart.js";
import { make } from "./dom.js";
import { number, percent, times } from "./numbers.js";

const headline = (...words) => make("p", { class: "headline" }, ...words);
const note = (...words) => make("p", { class: "note" }, ...words);

// A last column without a word in it is left out.
function table(caption, heads, rows) {
  if (rows.every((row) => row.at(-1) === "")) return table(caption, heads.slice(0, -1), rows.map((row) => row.slice(0, -1)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, i) =>
        i ? make("td", { class: String(cell).length > 14 && "long" }, cell) : make("th", { scope: "row" }, cell)))))));
}

// How the figures came to be.
export function how(answer) {
  if (answer.method === "exact")
    return `Computed exactly${answer.arithmetic === "rational" ? ", in fractions" : ""}.`;
  const exact = answer.method === "both" ? "Computed exactly, and checked by a simulation" : "Simulated";
  const until = { precision: "until it was accurate enough", time: "until time was up" }[answer.stopped_by] ?? "";
  return `${exact}: ${number(answer.trials, 0)} trials ${until}; seed ${answer.seed}, counts ${answer.counts_hash}.`;
}

const short = (fraction) => (fraction && fraction.length <= 60 ? fraction : fraction ? `a fraction of ${fraction.length} digits` : "");

const interval = (ends) => (ends ? `${percent(ends[0], 2)} to ${percent(ends[1], 2)}` : "");

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
    shares("Who wins", parts),
    table("Who wins", ["", "chance", simulated ? "95 % interval" : "fraction"], there.map(({ key, name, p }) =>
      [name, percent(p, 2), simulated ? interval(answer.ci95[key]) : short(answer.exact?.[key])])),
  ];
}

function verdict(answer, names) {
  const { p_a: a, p_b: b } = answer;
  if (a + b === 0) return "Nobody can win: it ends undecided.";
  if (Math.abs(a - b) < 5e-4) return `Even: ${names.a} and ${names.b} win ${times(a)} each.`;
  const [winner, p] = a > b ? [names.a, a] : [names.b, b];
  return p >= 1 ? `${winner} always wins.` : `${winner} wins ${times(p)}.`;
}

function duel(answer) {
  const names = answer.a === answer.b ? { a: `${answer.a} (a)`, b: `${answer.b} (b)` } : answer;
  const turns = answer.by_turn ?? [];
  return [
    headline(verdict(answer, names)),
    ...winners(answer, names),
    note(`${number(answer.expected_turns, 2)} turns on average. ${how(answer)}`),
    ...turns.length ? [
      make("h3", {}, "Turn by turn"),
      bars("Chance that it is won in each turn", turns.map(({ turn }) => number(turn)), [turns.map((t) => t.p_a), turns.map((t) => t.p_b)]),
      legend([`${names.a} wins in that turn`, `${names.b} wins in that turn`]),
    ] : [],
  ];
}

function battle(answer) {
  const names = { a: "Side A", b: "Side B" };
  const left = (side) => answer.by_turn.map((turn) => turn[side].left);
  const lost = (side) => {
    const { count, lost: mean, units } = answer[side];
    const value = mean?.value ?? mean;
    return [`${names[side]}: ${answer[side].army}`, `${number(value, 2)} of ${number(count)}`,
      answer[side].points !== undefined ? `${number(answer[side].points)}` : "",
      units.length > 1 ? units.map((u) => `${u.name} ${number(u.lost?.value ?? u.lost, 2)}`).join(", ") : ""];
  };
  return [
    headline(verdict(answer, names)),
    ...winners(answer, names),
    note(how(answer)),
    table("Losses on average", ["", "lost", "points bought", "by unit"], [lost("a"), lost("b")]),
    ...answer.by_turn?.length > 1 ? [
      make("h3", {}, "What is left, turn by turn"),
      lines("Elements left on average after each turn", answer.by_turn.map(({ turn }) => turn),
        [{ name: names.a, values: left("a") }, { name: names.b, values: left("b") }], { chances: false, unit: "after turn" }),
      legend([names.a, names.b]),
    ] : [],
  ];
}

const meaning = (answer) =>
  Object.entries(answer.expectations ?? {}).map(([key, { value, exact, ci95 }]) =>
    [key, number(value, 4), ci95 ? ci95.map((end) => number(end, 4)).join(" to ") : short(exact)]);

function odds(answer) {
  const most = [...answer.outcomes].sort((x, y) => y.probability - x.probability);
  const simulated = answer.method === "monte-carlo";
  const shown = most.length > 14 ? answer.outcomes.filter(({ probability }) => probability > 5e-4) : answer.outcomes;
  const means = meaning(answer);
  return [
    headline(most[0].probability >= 1 ? `Always ${most[0].outcome}.` : `Most likely: ${most[0].outcome}, ${times(most[0].probability)}.`),
    rows("Chance of each outcome", shown.map(({ outcome }) => outcome), [shown.map(({ probability }) => probability)]),
    table("Outcomes", ["", "chance", simulated ? "95 % interval" : "fraction"], answer.outcomes.map(({ outcome, probability, exact, ci95 }) =>
      [outcome, percent(probability, 2), simulated ? interval(ci95) : short(exact)])),
    ...means.length ? [table("On average", ["", "value", simulated ? "95 % interval" : "fraction"], means)] : [],
    note(how(answer)),
  ];
}

// What a sweep draws: every outcome, a line each.
export function sweep(answer) {
  const [key] = answer.over;
  const xs = answer.points.map((point) => point.parameters[key]);
  const names = [...new Set(answer.points.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome)))].slice(0, 7);
  const series = names.map((name) => ({
    name, values: answer.points.map(({ outcomes }) => outcomes.find(({ outcome }) => outcome === name)?.probability ?? 0),
  }));
  const numeric = xs.every((x) => typeof x === "number");
  const picture = numeric
    ? lines(`Chances over ${key}`, xs, series, { unit: key })
    : bars(`Chances over ${key}`, xs.map(String), series.map(({ values }) => values));
  return { key, xs, series, picture };
}

function curve(answer) {
  const { key, xs, series, picture } = sweep(answer);
  return [
    headline(`${number(xs.length)} values of ${key}.`),
    picture,
    legend(series.map(({ name }) => name)),
    table(`Chances over ${key}`, [key, ...series.map(({ name }) => name)],
      xs.map((x, i) => [typeof x === "number" ? number(x) : String(x), ...series.map(({ values }) => percent(values[i], 2))])),
  ];
}

function compare(answer) {
  const change = answer.changed.map((key) => `${key} ${answer.first.parameters[key]} → ${answer.second.parameters[key]}`).join(", ");
  const greatest = [...answer.outcomes].sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference))[0];
  const points = (d) => `${d > 0 ? "+" : ""}${number(100 * d, 2)}`;
  const same = !greatest || Math.abs(greatest.difference) < 1e-12;
  return [
    headline(same ? "That changes nothing." : `${greatest.outcome}: from ${percent(greatest.first)} to ${percent(greatest.second)}.`),
    note(change),
    rows("Before and after", answer.outcomes.map(({ outcome }) => outcome),
      [answer.outcomes.map(({ first }) => first), answer.outcomes.map(({ second }) => second)]),
    legend(["as it is", "changed"]),
    table("Before and after", ["", "as it is", "changed", "points"],
      answer.outcomes.map((o) => [o.outcome, percent(o.first, 2), percent(o.second, 2), points(o.difference)])),
    note(how(answer)),
  ];
}

function tipping(answer) {
  const one = answer.points?.find(({ a }) => a === 1);
  return [
    headline(one?.equals ? `One ${answer.a} is worth ${number(one.equals, 2)} ${answer.b}.` : `${answer.a} against ${answer.b}`),
    table("The score of a: its chance to win, and half of a draw", ["", "score of a"],
      answer.battles.map(({ a, b, score }) => [`${a} × ${answer.a} against ${b} × ${answer.b}`, percent(score, 2)])),
  ];
}

const KINDS = { duel, battle, odds, curve, compare, tipping };

export const answerParts = (kind, answer) => KINDS[kind](answer);
