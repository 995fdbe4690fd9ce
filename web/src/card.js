// SPDX-License-Identifier: GPL-3.0-or-later
// Record cards of the selected units, as `salvo show` prints them, with the cells that the reader changed.
import { make } from "./dom.js";
import { at, catalogue } from "./page.js";
/** @import { Question } from "./question.js" */
/** @import { Book } from "./catalogue.js" */

const shown = new Map(); // cards that were already shown appear at once

let open = globalThis.matchMedia?.("(min-width: 52rem)").matches ?? false;

/** A folded list of cards, which fills itself; null if there are no units to show. */
export function cards() {
  const { q, book } = at;
  const picked = pickedOf(q, book);
  if (!picked.length) return null;
  const box = make("div", { class: "cards" });
  const whole = make(
    "details",
    {
      class: "more",
      open,
      ontoggle: (event) => {
        open = event.target.open;
      },
    },
    make("summary", {}, picked.length > 1 ? "Record cards" : "Record card"),
    box,
  );
  const key = JSON.stringify([q.book, catalogue.folderOf(q.book), picked, Object.entries(q.cells)]);
  const fill = (found) => {
    shown.set(key, found);
    box.replaceChildren(...found.map((rows, i) => card(rows, picked[i].side)).filter(Boolean));
    whole.hidden = !box.children.length;
  };
  if (shown.has(key)) fill(shown.get(key));
  else Promise.all(picked.map(({ unit }) => catalogue.card(q, unit))).then(fill, () => {});
  return whole;
}

/**
 * Each unit once for each side: [{unit, side}].
 * @param {Question} q
 * @param {Book} book
 * @returns {{ unit: string, side: string }[]}
 */
function pickedOf(q, book) {
  const all =
    q.kind === "battle"
      ? ["a", "b"].flatMap((side) => q.armies[side].map(({ unit }) => ({ unit, side })))
      : q.kind === "price"
        ? [{ unit: q.values.unit, side: "a" }]
        : ["odds", "curve"].includes(q.kind)
          ? []
          : book.sides.map((key, i) => ({ unit: q.values[key], side: "ab"[i] }));
  return all.filter(
    ({ unit, side }, i) => unit && all.findIndex((one) => one.unit === unit && one.side === side) === i,
  );
}

function card(rows, side) {
  if (!rows) return null;
  const [{ name, nation }] = rows;
  return make(
    "div",
    { class: `card ${side}` },
    make("h3", {}, name, nation ? make("small", {}, nation) : null),
    make("dl", {}, ...rows.flatMap(({ fact, value }) => [make("dt", {}, fact), make("dd", {}, value)])),
  );
}
