// SPDX-License-Identifier: GPL-3.0-or-later
// All against all: a square of chances, with its units in order of how often they win, and any pair described in words. The
// two pickers reach every pair without the square.
import { legend } from "./chart.js";
import { make } from "./dom.js";
import { number, percent, times } from "./numbers.js";
import { headline, how, note, table } from "./parts.js";
import { show } from "./page.js";
import { empty, record } from "./question.js";
import { KEY, paint } from "./square.js";

export function matrix(answer, { q, book }) {
  const { ranking } = answer,
    n = ranking.length;
  if (!n) return [headline("No units meet.")];
  const name = (i) => ranking[i].unit;
  let row = 0,
    column = Math.min(1, n - 1),
    large = false;
  const canvas = make("canvas", {
    class: "square chart",
    role: "img",
    "aria-label": `Chances of ${n} units against each other; the pickers below show any pair`,
  });
  const told = make("p", { class: "told", role: "status" });
  const pickers = ["unit", "against"].map((label, k) =>
    make(
      "label",
      {},
      label,
      make(
        "select",
        {
          onchange: (event) => pick(...(k ? [row, Number(event.target.value)] : [Number(event.target.value), column])),
        },
        ...ranking.map((r, i) => make("option", { value: i }, `${i + 1}. ${r.unit}`)),
      ),
    ),
  );
  const whom = make("div", { class: "whom" });

  function pick(i, j) {
    [row, column] = [i, j];
    pickers.forEach((label, k) => {
      /** @type {HTMLSelectElement} */ (label.querySelector("select")).value = String(k ? column : row);
    });
    const p = answer.p[i * n + j];
    const sum = answer.decided[i * n + j];
    told.textContent =
      sum > 0 ? `${name(i)} beats ${name(j)} ${times(p)}.` : `${name(i)} and ${name(j)} cannot damage each other.`;
    whom.replaceChildren(against(answer, i));
    draw();
  }

  const draw = () =>
    requestAnimationFrame(() => paint(canvas, answer, large ? 14 : Math.max(3, Math.floor(680 / n)), row, column));
  canvas.addEventListener("click", (event) => {
    const box = canvas.getBoundingClientRect(),
      place = (at, size) => Math.max(0, Math.min(n - 1, Math.floor((at / size) * n)));
    pick(place(event.clientY - box.top, box.height), place(event.clientX - box.left, box.width));
  });
  const zoom = make(
    "button",
    {
      type: "button",
      "aria-pressed": "false",
      onclick: () => {
        large = !large;
        zoom.setAttribute("aria-pressed", String(large));
        holder.classList.toggle("large", large);
        draw();
      },
    },
    "Larger",
  );
  const holder = make(
    "div",
    { class: "scroll square", tabindex: "0", role: "region", "aria-label": "All against all" },
    canvas,
  );
  const duel = make(
    "button",
    {
      type: "button",
      onclick: () => {
        const question = empty("duel", q.book),
          [a, b] = book.sides;
        Object.assign(question.values, { [a]: ranking[row].id, [b]: ranking[column].id, range: q.values.range ?? "" });
        question.cells = record(q.cells);
        show(question);
      },
    },
    "Show this duel",
  );
  pick(0, column);
  return [
    headline(`${name(0)} wins most: ${percent(ranking[0].p_win, 0)} of its duels.`),
    note(
      "Each row is a unit, the strongest at the top; the columns are its opponents in the same order. Press a square to read it.",
    ),
    holder,
    legend(KEY.names, KEY.colours),
    make("div", { class: "pickers" }, ...pickers, zoom),
    told,
    duel,
    whom,
    make(
      "div",
      { class: "tall" },
      table(
        "Ranking",
        ["", "wins", "points"],
        ranking.map((r, i) => [
          `${i + 1}. ${r.unit}`,
          r.p_win === null ? "" : percent(r.p_win, 1),
          r.points === null ? "" : number(r.points),
        ]),
      ),
    ),
    note(
      `${number(n * n)} pairs. ${answer.method === "exact" ? "Computed exactly." : how({ ...answer, counts_hash: answer.counts, trials: answer.trials })}`,
    ),
  ];
}

// The ten units that it beats most often, and the ten that it beats least often.
function against({ ranking, p }, i) {
  const n = ranking.length,
    few = 5;
  const met = ranking
    .map((r, j) => ({ unit: r.unit, p: p[i * n + j] }))
    .filter((r, j) => j !== i && !Number.isNaN(r.p))
    .sort((x, y) => y.p - x.p);
  const list = (title, some) =>
    make(
      "div",
      {},
      make("h4", {}, title),
      make("ol", {}, ...some.map((m) => make("li", {}, `${m.unit} ${percent(m.p, 0)}`))),
    );
  return make(
    "div",
    { class: "pair" },
    list(`${ranking[i].unit} beats most often`, met.slice(0, few)),
    list("and least often", met.slice(-few).reverse()),
  );
}
