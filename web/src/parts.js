// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of answers: the headline in words, tables, and how the figures were computed.
import { make } from "./dom.js";
import { number, percent } from "./numbers.js";

export const headline = (...words) => make("p", { class: "headline" }, ...words);
export const note = (...words) => make("p", { class: "note" }, ...words);
export const title = (words) => make("h3", {}, words);

/** A table of rows; the first cell of each row is its name. A last column without text is left out. */
export function table(caption, heads, rows) {
  if (heads.length > 2 && rows.every((row) => row.at(-1) === ""))
    return table(
      caption,
      heads.slice(0, -1),
      rows.map((row) => row.slice(0, -1)),
    );
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make(
      "table",
      {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make(
        "tbody",
        {},
        ...rows.map((row) =>
          make(
            "tr",
            {},
            ...row.map((cell, i) =>
              i
                ? make("td", { class: String(cell).length > 14 && "long" }, ...breakable(cell))
                : make("th", { scope: "row", class: String(cell).length < 12 && "short" }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

// Allows a line break after the stroke of a long fraction.
function breakable(cell) {
  const [upper, lower] = String(cell).split("/");
  return lower && cell.length > 14 ? [`${upper}/`, make("wbr"), lower] : [cell];
}

/** How the figures were computed. */
export function how(answer) {
  if (answer.method === "exact") return `Computed exactly${answer.arithmetic === "rational" ? ", in fractions" : ""}.`;
  const exact = answer.method === "both" ? "Computed exactly, and checked by a simulation" : "Simulated";
  const until = { precision: "until it was precise enough", time: "until time was up" }[answer.stopped_by] ?? "";
  return `${exact}: ${number(answer.trials, 0)} trials ${until}; seed ${answer.seed}, counts ${answer.counts_hash}.`;
}

export const short = (fraction) =>
  fraction && fraction.length <= 60 ? fraction : fraction ? `a fraction of ${fraction.length} digits` : "";

/** An interval of chances; an end may be unknown. */
export const interval = (ends) => (ends ? `${percent(ends[0] ?? 0, 2)} to ${percent(ends[1] ?? 1, 2)}` : "");
