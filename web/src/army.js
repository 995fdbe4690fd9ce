// SPDX-License-Identifier: GPL-3.0-or-later
// One side of a battle: counts and units, with their costs if the rulebook prints prices.
import { make } from "./dom.js";
import { named } from "./kinds.js";
import { number } from "./numbers.js";
import { at, change } from "./page.js";
import { unitSearch } from "./unit.js";

const MOST = 999;

/** @param {"a" | "b"} side */
export function army(side) {
  const { q, book } = at;
  const list = q.armies[side];
  const button = (sign, name, act) =>
    make("button", { type: "button", class: "step", "aria-label": name, onclick: () => change(act) }, sign);
  const row = (item, i) =>
    make(
      "div",
      { class: "row", "data-key": `.army-${side}-${i}` },
      make(
        "div",
        { class: "count" },
        button("−", `fewer ${item.unit}`, () => {
          item.count = Math.max(1, item.count - 1);
        }),
        make("output", {}, number(item.count)),
        button("+", `more ${item.unit}`, () => {
          item.count = Math.min(MOST, item.count + 1);
        }),
        button("×", `remove ${item.unit}`, () => {
          list.splice(i, 1);
        }),
      ),
      unitSearch(book.units, {
        value: item.unit,
        set: (text) =>
          change(() => {
            item.unit = text;
          }),
        names: book.names,
        properties: { id: `army-${side}-${i}`, "aria-label": `unit ${i + 1} of side ${side.toUpperCase()}` },
      }),
    );
  return make(
    "fieldset",
    { class: `army ${side}` },
    make("legend", {}, `Side ${side.toUpperCase()}`, total(list)),
    ...list.map(row),
    make(
      "button",
      {
        type: "button",
        onclick: () =>
          change(() => {
            list.push({ count: 1, unit: list.at(-1)?.unit ?? named(book, book.units[0]) });
          }),
      },
      "Add a unit",
    ),
  );
}

// If a name is typed differently from the list, there is no sum here; the answer has it.
function total(list) {
  const { names } = at.book;
  const prices = new Map([...names.facts].map(([id, f]) => [names.unique.get(id) ?? id, parseFloat(f.points ?? "")]));
  const sum = list.reduce((all, { count, unit }) => all + count * (prices.get(unit) ?? NaN), 0);
  return Number.isNaN(sum) || !list.length ? null : make("span", { class: "points" }, ` ${number(sum)} points`);
}
