// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the controls of the question: its subject first, then the most important parameters, then the rest in a folded
// box.
import { army } from "./army.js";
import { cards } from "./card.js";
import { changedCells } from "./cells.js";
import { control } from "./controls.js";
import { make, the } from "./dom.js";
import { KIND_NAMES, isAskable, isMain, turnedInto } from "./kinds.js";
import { at, catalogue, change, schema, show } from "./page.js";
import { changePicker, howPicker, overPicker, procedurePicker } from "./pickers.js";
import { KINDS, ofProcedure } from "./question.js";
import { required, unused } from "./schema.js";
import { stopsOf } from "./stops.js";
/** @import { Parameter } from "./schema.js" */

const IN_SIGHT = 6; // parameters of a procedure outside the folded box

let pressed = false,
  waiting = false;

/** While a finger or a button is down, the controls stay, so that the pressed control still exists when it is released. */
export function listenLayout() {
  addEventListener(
    "pointerdown",
    () => {
      pressed = true;
    },
    true,
  );
  for (const up of ["pointerup", "pointercancel"])
    addEventListener(
      up,
      () =>
        setTimeout(() => {
          pressed = false;
          if (waiting) layOut();
        }),
      true,
    );
}

/** Draws all controls again, and restores the focus. */
export function layOut() {
  waiting = pressed;
  if (pressed) return;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = /** @type {HTMLElement | null} */ (focused?.closest("[data-key]"));
  const key = field?.dataset.key;
  const place = inputs(field).indexOf(focused);
  layOutBooks();
  the("kinds").replaceChildren(...KINDS.map(kindButton));
  the("form").replaceChildren(...formOf().filter(Boolean));
  if (key) inputs(document.querySelector(`[data-key="${CSS.escape(key)}"]`))[place]?.focus({ preventScroll: true });
}

/** @returns {any[]} */
const inputs = (field) => [...(field?.querySelectorAll("input,select,button") ?? [])];

const kindButton = (kind) =>
  make(
    "button",
    {
      type: "button",
      "aria-current": String(kind === at.q.kind),
      disabled: !isAskable(kind, at.book),
      onclick: () => show(turnedInto(at.q, kind, at.book)),
    },
    KIND_NAMES[kind],
  );

async function layOutBooks() {
  const books = await catalogue.books();
  the("book").replaceChildren(
    ...books.map(({ id, title }) => make("option", { value: id, selected: id === at.q.book }, title)),
  );
}

function formOf() {
  const { q, book } = at,
    all = schema();
  const field = (p, narrow = false) =>
    control(
      p,
      q.values[p.parameter] ?? "",
      (text, typing) =>
        change(() => {
          q.values[p.parameter] = text;
        }, typing),
      { names: book.names, reason: unused(p, q, all), narrow, stops: stopsOf(p) },
    );
  switch (q.kind) {
    case "battle":
      return [
        changedCells(),
        make("div", { class: "armies" }, army("a"), army("b")),
        cards(),
        ...battleForm(all, field),
        howPicker(),
      ];
    case "tipping":
      return [changedCells(), ...pairs(all, field), cards()];
    case "price":
      return [changedCells(), field(all[0]), cards(), ...all.slice(1).map((p) => field(p))];
    case "matrix":
      return [changedCells(), ...all.map((p) => field(p))];
    default:
      return [changedCells(), ...procedureForm(all, field)];
  }
}

/** @param {Parameter[]} all */
function battleForm(all, field) {
  const folded = all.filter((p) => !isMain(p));
  return [...pairs(all.filter(isMain), field), folded.length ? more(folded, field) : null];
}

/** @param {Parameter[]} all */
function procedureForm(all, field) {
  const { q, book } = at;
  const early = new Set(ofProcedure(q.kind) ? all.slice(0, IN_SIGHT) : []);
  const duelists = ofProcedure(q.kind) ? [] : all.filter((p) => book.sides.includes(p.parameter));
  const inSight = (p) => early.has(p) || required(p) || ["range", "first"].includes(p.parameter);
  const rest = all.filter((p) => !duelists.includes(p) && !(q.kind === "curve" && p.parameter === q.over));
  const folded = rest.filter((p) => !inSight(p));
  return [
    ...(ofProcedure(q.kind) ? [procedurePicker()] : []),
    q.kind === "curve" ? overPicker() : null,
    ...pairs(duelists, field),
    cards(),
    ...pairs(rest.filter(inSight), field),
    q.kind === "compare" ? changePicker() : null,
    folded.length ? more(folded, field) : null,
    howPicker(),
  ];
}

/**
 * Puts A's parameter beside the same one of B.
 * @param {Parameter[]} list
 */
function pairs(list, field) {
  const twinOf = (p, from, to) =>
    new RegExp(`^${from}(-|$)`).test(p.parameter)
      ? list.find((other) => other.parameter === p.parameter.replace(new RegExp(`^${from}`), to))
      : undefined;
  return list
    .filter((p) => !twinOf(p, "b", "a"))
    .map((p) => {
      const twin = twinOf(p, "a", "b");
      return twin ? make("div", { class: "pair" }, field(p, true), field(twin, true)) : field(p);
    });
}

let moreOpen = false;

/** @param {Parameter[]} list */
function more(list, field) {
  const given = list.filter((p) => at.q.values[p.parameter]).length;
  return make(
    "details",
    {
      class: "more",
      open: moreOpen || list.length <= IN_SIGHT,
      ontoggle: (event) => {
        moreOpen = event.target.open;
      },
    },
    make("summary", {}, given ? `${list.length} more, ${given} of them set` : `${list.length} more`),
    make("div", {}, ...pairs(list, field)),
  );
}
