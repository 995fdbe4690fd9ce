// SPDX-License-Identifier: GPL-3.0-or-later
// A unit's fair price in a list that does not change, the origin of that price, and the effect of the unit's fire.
import { bookWords } from "./command.js";
import { make, the } from "./dom.js";
import { number, percent } from "./numbers.js";
import { headline, note, table, title } from "./parts.js";
import { aside, at, catalogue } from "./page.js";

const ends = (ci95) => (ci95 ? `${number(ci95[0], 0)} to ${number(ci95[1], 0)}` : "");

function words(unit) {
  const {
      value,
      ci95: [low, high],
    } = unit.price,
    fair = number(value, 0);
  if (unit.before === null) return `${unit.unit} is worth ${fair}, if the average unit is worth 100.`;
  const cost = `${unit.unit} costs ${number(unit.before)}`;
  if (unit.before < low) return `${cost} and is worth ${fair}: a bargain.`;
  if (unit.before > high) return `${cost} and is worth ${fair}: too dear.`;
  return `${cost} and is worth about that.`;
}

export function price(answer, { drawn }) {
  const unit = answer.units[0];
  if (!unit)
    return [headline("No price can be found."), note(answer.left_out.map(({ id, why }) => `${id}: ${why}`).join("; "))];
  const by = (kind) => (unit.by_meeting ?? []).filter((m) => m[kind] !== undefined && m[kind] !== null);
  const scenarios = by("scenario");
  return [
    headline(words(unit)),
    table(
      "Price",
      ["", "points", "95 % interval"],
      [
        ...(unit.before === null ? [] : [["in the list", number(unit.before), ""]]),
        ["fair", number(unit.price.value, 1), ends(unit.price.ci95)],
      ],
    ),
    note(
      `The fair price makes random armies with the unit and without it as even as possible, while all other units keep their prices: ${number(unit.pairs)} pairs of armies, ${number(answer.battles)} battles each, seed ${answer.seed}.`,
    ),
    drawn,
    ...(scenarios.length
      ? [
          table(
            "If only that scenario counted",
            ["", "points", "95 % interval"],
            scenarios.map((m) => [m.scenario, number(m.price.value, 0), ends(m.price.ci95)]),
          ),
        ]
      : []),
    ...(unit.like?.length
      ? [note(`Similar units: ${unit.like.map(({ id }) => at.book.names.unique.get(id) ?? id).join(", ")}.`)]
      : []),
  ];
}

/**
 * Below a price: the rulebook's own formula, and the effect of the unit's fire at each range. live(): whether it is still
 * wanted.
 */
export async function showPrice(live) {
  const { q } = at,
    box = the("priced");
  box.replaceChildren();
  if (q.kind !== "price") return;
  const unit = at.answer.made.units[0];
  if (!unit) return;
  const from = [...bookWords(q, catalogue.folderOf(q.book)), "--format", "json"];
  const rows = async (...line) => {
    const { status, text } = await aside.ask([...line, ...from]);
    return status === 0 && live() ? JSON.parse(text) : null;
  };
  const audit = (await rows("points", "audit"))?.units.find(({ id }) => id === unit.id);
  if (audit && live()) box.append(...formula(audit));
  const fire = await rows("efficiency", "--units", unit.id);
  if (fire?.length && live()) box.append(...fireTable(fire));
}

function formula({ working, formula: sum, printed, by }) {
  return [
    title("The rulebook's own formula"),
    table(
      `Points by ${by}`,
      ["", "points"],
      [
        ...working.map(({ what, points }) => [what, points === null ? "" : number(points)]),
        ["total", number(sum)],
        ...(printed === null ? [] : [["printed", number(printed)]]),
      ],
    ),
  ];
}

// The chance to destroy each class of target at each range, and the damage per point against the toughest class.
function fireTable(fire) {
  const ranges = [...new Set(fire.map(({ range }) => range))],
    targets = [...new Set(fire.map(({ target }) => target))];
  const cell = (target, range) => fire.find((f) => f.target === target && f.range === range);
  return [
    title("The effect of one activation of its fire"),
    table(
      "Chance to destroy, by target and range",
      ["target", ...ranges.map((r) => number(r))],
      targets.map((target) => [target, ...ranges.map((r) => percent(cell(target, r)?.kill ?? 0, 0))]),
    ),
    make("p", { class: "note" }, `Asked with ${fire[0]?.conditions ?? "nothing"}.`),
  ];
}
