// Record cards of the units that are picked, as `salvo show` prints them, with the cells that the reader changed.
import { make } from "./dom.js";
import { at, catalogue } from "./page.js";

const shown = new Map(); // cards that were there before are there at once

let open = globalThis.matchMedia?.("(min-width: 52rem)").matches ?? false;

/** A folded list of cards, which fills itself; null where there are no units to show. */
export function cards() {
  const { q, book } = at;
  const picked = q.kind === "price" ? [q.values.unit] : ["odds", "curve"].includes(q.kind) ? [] : book.sides.map((key) => q.values[key]);
  if (!picked.some(Boolean)) return null;
  const box = make("div", { class: "cards" });
  const whole = make("details", { class: "more", open, ontoggle: (event) => { open = event.target.open; } },
    make("summary", {}, picked.length > 1 ? "Record cards" : "Record card"), box);
  const cells = Object.entries(q.cells).flatMap(([cell, value]) => ["--set", `${cell}=${value}`]);
  const key = JSON.stringify([q.book, catalogue.folderOf(q.book), picked, cells]);
  const fill = (found) => {
    shown.set(key, found);
    box.replaceChildren(...found.map(card).filter(Boolean));
    whole.hidden = !box.children.length;
  };
  if (shown.has(key)) fill(shown.get(key));
  else Promise.all(picked.map((unit) => (unit ? catalogue.card(q.book, unit, cells) : null))).then(fill, () => {});
  return whole;
}

function card(rows, i) {
  if (!rows) return null;
  const [{ name, nation }] = rows;
  return make("div", { class: `card ${"ab"[i]}` }, make("h3", {}, name, nation ? make("small", {}, nation) : null),
    make("dl", {}, ...rows.flatMap(({ fact, value }) => [make("dt", {}, fact), make("dd", {}, value)])));
}
