// SPDX-License-Identifier: GPL-3.0-or-later
// Changed numbers of the rulebook's tables for this question: `--set` of the program. An answer's explanation lists the
// cells behind it; the changed cells are in the link.
import { explainWords } from "./command.js";
import { make, the } from "./dom.js";
import { procedureOf, valuesOf } from "./kinds.js";
import { aside, at, catalogue, change } from "./page.js";
import { shown, typed } from "./numbers.js";
/** @import { Question } from "./question.js" */

/**
 * The subject of the question's explanation: the procedure, the duel or the battle.
 * @param {Question} q
 */
function explained(q) {
  const kind = { odds: "odds", battle: "battle", duel: "duel", compare: "duel", tipping: "duel" }[q.kind];
  if (!kind) return null;
  const values = kind === "duel" ? valuesOf(q, procedureOf(q), at.book) : q.values;
  return explainWords({ ...q, kind, values, simulated: false }, at.book, catalogue.folderOf(q.book));
}

const parts = (cell) => {
  const [table, row, ...column] = cell.split(".");
  return { table, row, column: column.join(".") };
};

// The value in the rulebook, and the row's name.
async function printed(cell) {
  const { table, row, column } = parts(cell);
  const found = (await catalogue.table(at.q.book, table)).get(row);
  return {
    was: found?.[column] === null || found?.[column] === undefined ? "" : String(found[column]),
    name: found?.name ?? row,
  };
}

function put(cell, value, was) {
  return change((q) => {
    if (value === was || value === "") delete q.cells[cell];
    else q.cells[cell] = value;
  });
}

/** The changed cells, with a button for each that restores it; null if there are none. */
export function changedCells() {
  const all = Object.entries(at.q.cells);
  if (!all.length) return null;
  const chip = ([cell, value]) => {
    const { column } = parts(cell);
    const words = make("span", {}, `${cell} = ${value}`);
    printed(cell).then(
      ({ was, name }) => {
        words.textContent = `${name}, ${column.replaceAll("_", " ")}: ${shown(was)} → ${shown(value)}`;
      },
      () => {},
    );
    return make(
      "li",
      {},
      words,
      make(
        "button",
        { type: "button", class: "step", "aria-label": `undo ${cell}`, onclick: () => put(cell, "") },
        "×",
      ),
    );
  };
  return make(
    "div",
    { class: "changed", role: "group", "aria-label": "Changed numbers" },
    make("strong", {}, "Different from the rulebook"),
    make("ul", {}, ...all.map(chip)),
  );
}

/** Fills the box of cells below an answer, if it is open. live(): whether the answer is still shown. */
export async function showCells(live) {
  const words = explained(at.q);
  the("cells-box").hidden = !words;
  if (!words || !the("cells-box").open) return;
  const { status, text, complaint } = await aside.ask([...words, "--format", "json"]);
  if (!live()) return;
  const cells = status === 0 ? JSON.parse(text).cells : [];
  const rows = await Promise.all(cells.map(async (c) => ({ ...c, ...parts(c.cell), ...(await printed(c.cell)) })));
  if (!live()) return;
  const groups = Map.groupBy ? Map.groupBy(rows, (c) => `${c.table}: ${c.name}`) : grouped(rows);
  the("cells").replaceChildren(
    ...[...groups].map(([name, list]) =>
      make("fieldset", { class: "cell-row" }, make("legend", {}, name), ...list.map(cellBox)),
    ),
  );
  if (!rows.length)
    the("cells").textContent = status === 0 ? "This answer depends on no table." : complaint.replace(/^salvo: /, "");
}

function grouped(rows) {
  const groups = new Map();
  for (const c of rows) groups.set(`${c.table}: ${c.name}`, [...(groups.get(`${c.table}: ${c.name}`) ?? []), c]);
  return groups;
}

function cellBox({ cell, column, value, was }) {
  const changed = at.q.cells[cell] !== undefined;
  return make(
    "label",
    { class: changed ? "cell on" : "cell", "data-key": cell },
    column.replaceAll("_", " "),
    make("input", {
      value: shown(value),
      autocomplete: "off",
      size: Math.max(3, value.length),
      onchange: (event) => put(cell, typed(event.target.value), was),
    }),
    changed ? make("small", {}, `printed: ${shown(was)}`) : null,
  );
}
