// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of one change: the question at every value of each thing that has a few. Each gets a small picture, and the
// greatest difference comes first. A click on a value selects it.
import { drawn, legend, miniShares, COLOURS } from "./chart.js";
import { make, the } from "./dom.js";
import { number, percent } from "./numbers.js";
import { coloursOf, outcomesOf, sidesOf, wordsFor } from "./outcomes.js";
import { at, change } from "./page.js";
import { sweepsOf } from "./sweeps.js";

const MOST_TOLD = 8;
const ENOUGH = { duel: 0.0005, odds: 0.0005, battle: 0.01, tipping: 0.05 }; // the least difference that deserves a picture
const PATIENCE = 600; // milliseconds that pictures of the question before stay, so that the page does not jump
const TIME = 20000; // milliseconds, after which the remaining questions are not asked

export async function showChanges(live) {
  const { q } = at,
    box = the("changes");
  const began = performance.now(),
    found = [];
  const sweeps = sweepsOf(q);
  if (!sweeps.length) {
    box.replaceChildren();
    return;
  }
  for (const sweep of sweeps) {
    if (performance.now() - began > TIME) break;
    const answer = await sweep.ask(began + TIME);
    if (!live()) return;
    if (answer?.picture) found.push({ ...sweep, ...answer });
    if (answer?.points && answer.points.length > 1) found.push({ ...sweep, ...answer, swing: swingOf(answer.points) });
    if (performance.now() - began > PATIENCE) draw(box, found);
  }
  draw(box, found);
}

const namesOf = (points) =>
  outcomesOf(points.map(({ figures }) => ({ outcomes: Object.keys(figures).map((outcome) => ({ outcome })) })));
const figure = (point, name) => point.figures[name] ?? 0;

// The largest change of any figure.
const swingOf = (points) =>
  Math.max(
    ...namesOf(points).map((name) => {
      const all = points.map((point) => figure(point, name));
      return Math.max(...all) - Math.min(...all);
    }),
  );

/**
 * How a kind of question draws and describes its figures: {names, colours, words, told: the name whose figure is written,
 * note, of(value): the written value, whole: the value of a full bar}
 * @returns {any}
 */
function viewOf(found) {
  const points = found.flatMap((f) => f.points),
    all = namesOf(points),
    { kind } = at.q,
    { made } = at.answer;
  const names = all.filter((name) => points.some((point) => figure(point, name) > 0));
  if (kind === "tipping")
    return {
      names,
      colours: COLOURS,
      words: [`${made.b} that equal one ${made.a}`],
      told: "equals",
      of: (n) => (n ? number(n, 1) : "–"),
      note: `The figure is how many ${made.b} equal one ${made.a}.`,
      whole: Math.max(...points.map((point) => figure(point, "equals")), 1e-9),
    };
  const sides = { duel: sidesOf(made), battle: { a: "Side A", b: "Side B" } }[kind];
  // For a duel and a battle, the first side's chance; otherwise that of the currently most likely outcome.
  const told = sides
    ? all[0]
    : made.outcomes.reduce((most, o) => (o.probability > most.probability ? o : most)).outcome;
  const rough = kind === "battle" ? `, from ${number(20000)} simulated battles each` : "";
  return {
    names,
    colours: coloursOf(names),
    words: wordsFor(names, sides),
    told,
    of: (p) => percent(p, 0),
    whole: 1,
    note: `The figure is the chance ${sides ? `that ${wordsFor([told], sides)[0]}` : `of “${told}”`}${rough}.`,
    sides,
  };
}

function draw(box, found) {
  const curves = found.filter((f) => f.picture),
    others = found.filter((f) => f.points),
    enough = ENOUGH[at.q.kind];
  const moving = others.filter((f) => f.swing > enough).sort((a, b) => b.swing - a.swing);
  const view = others.length ? viewOf(others) : null;
  const list = (some) => some.map((f) => sideNamed(f.label, view)).join(", ");
  const less = moving.slice(MOST_TOLD),
    still = others.filter((f) => f.swing <= enough);
  box.replaceChildren(
    ...[
      ...curves.flatMap(({ label, picture }) => [make("h3", {}, `At every ${label}`), drawn(picture)]),
      ...(moving.length
        ? [
            make("h3", {}, "The effect of one change"),
            legend(...fewer(view.words, view.colours)),
            make("p", { class: "note" }, `${view.note} Press a value to use it.`),
          ]
        : []),
      make("div", { class: "multiples" }, ...moving.slice(0, MOST_TOLD).map((f) => multiple(f, view))),
      less.length ? make("p", { class: "note" }, `Smaller effect: ${list(less)}.`) : null,
      still.length ? make("p", { class: "note" }, `No effect here: ${list(still)}.`) : null,
    ].filter(Boolean),
  );
}

// Colours that cannot be distinguished are explained once.
const fewer = (names, colours) =>
  names.length <= COLOURS.length
    ? [names, colours]
    : [[...names.slice(0, COLOURS.length - 1), "others"], colours.slice(0, COLOURS.length)];

// Returns "Tiger I: cover" for "a cover".
function sideNamed(label, { sides }) {
  const [, side, rest] = /^([ab]) (.*)$/.exec(label) ?? [];
  return sides && side ? `${sides[side]}: ${rest}` : label;
}

function multiple({ label, points }, view) {
  const name = sideNamed(label, view),
    sideOf = (value) => (/^[ab]$/.test(value) && view.sides?.[value]) || value;
  const row = (point) =>
    make(
      "button",
      { type: "button", class: "value", "aria-pressed": String(point.here), onclick: () => change(point.edit) },
      make("span", {}, point.x === null ? sideOf(point.name) : number(point.x)),
      miniShares(
        view.words,
        view.names.map((one) => figure(point, one) / view.whole),
        view.colours,
      ),
      make("span", { class: "p" }, view.of(figure(point, view.told))),
    );
  return make(
    "div",
    { class: "multiple", role: "group", "aria-label": name },
    make("h4", {}, name),
    ...points.map(row),
  );
}
