// What one change would do: the question asked at every value of each parameter that has a few, a small picture each.
// A press on a value takes it over.
import { legend, lines, miniShares } from "./chart.js";
import { make, the } from "./dom.js";
import { procedureOf, schemaOf } from "./kinds.js";
import { number, percent } from "./numbers.js";
import { coloursOf, outcomesOf, sweep, wordsFor } from "./outcomes.js";
import { aside, at, change, words } from "./page.js";
import { choicesOf, label, unused } from "./schema.js";

const MOST_VALUES = 12, MOST_TOLD = 8, ENOUGH = 0.0005;
const PATIENCE = 600; // milliseconds that pictures of the question before stay, so that the page does not jump
const TIME = 8000; // milliseconds, after which the rest is left unasked

export async function showChanges(live) {
  const { q } = at, box = the("changes");
  if (!["duel", "odds"].includes(q.kind)) return box.replaceChildren();
  const began = performance.now(), found = [];
  const candidates = schemaOf(q, at.book).filter((p) => swept(p) && !unused(p, q.values, schemaOf(q, at.book)));
  for (const p of candidates.sort((a, b) => Boolean(b.bracketed) - Boolean(a.bracketed))) {
    if (performance.now() - began > TIME) break;
    const line = words({ ...q, kind: "curve", procedure: procedureOf(q), over: p.parameter, simulated: false });
    const { status, text } = await aside.ask([...line, "--precision", "0.02", "--format", "json"]);
    if (!live()) return;
    if (status !== 0) continue;
    const answer = JSON.parse(text);
    if (answer.points.length > 1) found.push({ p, answer, swing: swing(answer) });
    if (performance.now() - began > PATIENCE) draw(box, found);
  }
  draw(box, found);
}

const swept = (p) => p.bracketed || p.kind === "flag" ||
  (p.kind !== "number" && choicesOf(p).length > 1 && choicesOf(p).length <= MOST_VALUES && !at.book.sides.includes(p.parameter));

// The most that the chance of any outcome moves.
function swing(answer) {
  const names = outcomesOf(answer.points);
  return Math.max(...names.map((name) => {
    const ps = answer.points.map((point) => chance(point, name));
    return Math.max(...ps) - Math.min(...ps);
  }));
}

const chance = (point, name) => point.outcomes.find(({ outcome }) => outcome === name)?.probability ?? 0;

function draw(box, found) {
  const curve = found.find(({ p }) => p.bracketed);
  const moving = found.filter((f) => f !== curve && f.swing > ENOUGH).sort((a, b) => b.swing - a.swing);
  const still = found.filter((f) => f !== curve && f.swing <= ENOUGH).map(({ p }) => label(p));
  const sides = at.q.kind === "duel" ? at.answer.made : null;
  const names = outcomesOf([curve, ...moving].filter(Boolean).flatMap((f) => f.answer.points));
  // Of a duel the first side's chance; else that of what is most likely as it is.
  const told = sides ? names[0] : at.answer.made.outcomes.reduce((most, o) => (o.probability > most.probability ? o : most)).outcome;
  box.replaceChildren(...[
    ...curve ? overRange(curve, sides) : [],
    moving.length ? make("h3", {}, "What one change would do") : null,
    moving.length ? legend(wordsFor(names, sides), coloursOf(names)) : null,
    moving.length ? make("p", { class: "note" }, `The figure is the chance that ${sides ? wordsFor([told], sides)[0] : `it is ${told}`}.`) : null,
    make("div", { class: "multiples" }, ...moving.slice(0, MOST_TOLD).map((f) => multiple(f, names, told))),
    still.length ? make("p", { class: "note" }, `No difference here: ${still.join(", ")}.`) : null,
  ].filter(Boolean));
}

function overRange({ p, answer }, sides) {
  const { series, xs } = sweep(answer);
  return [make("h3", {}, `At every ${label(p)}`), lines(`Chances at every ${label(p)}`, xs, series, { unit: label(p), here: Number(at.q.values[p.parameter] || p.preset) }),
    legend(wordsFor(series.map(({ name }) => name), sides), series.map(({ colour }) => colour))];
}

function multiple({ p, answer }, names, told) {
  const now = at.q.values[p.parameter] || p.preset;
  const row = (point) => {
    const value = String(point.parameters[p.parameter]), here = value === now;
    const ps = names.map((name) => chance(point, name));
    return make("button", { type: "button", class: "value", "aria-pressed": String(here), onclick: () => change((q) => { q.values[p.parameter] = value === p.preset ? "" : value; }) },
      make("span", {}, typeof point.parameters[p.parameter] === "number" ? number(value) : at.book.names.get(value) ?? value), miniShares(names, ps, coloursOf(names)), make("span", { class: "p" }, percent(chance(point, told), 0)));
  };
  return make("div", { class: "multiple", role: "group", "aria-label": label(p) }, make("h4", {}, label(p)), ...answer.points.map(row));
}
