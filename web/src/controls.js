// SPDX-License-Identifier: GPL-3.0-or-later
// Controls for a procedure's parameters, made from the program's description of them. This file contains no rulebook's
// rules.
import { make } from "./dom.js";
import { shown, typed } from "./numbers.js";
import { choicesOf, label, required } from "./schema.js";
import { unitSearch } from "./unit.js";
/** @import { Parameter } from "./schema.js" */
/** @import { Stops } from "./stops.js" */

const WIDE = 34,
  NARROW = 13; // letters of choices side by side: in a row of their own, in half a row
const SLID = 40; // the most whole numbers for a slider
let made = 0;

/**
 * A field with its label and its help. If it does not apply, it has the reason.
 * @param {Parameter} p
 * @param {string} value
 * @param {(text: string, typing?: boolean) => void} set called with the new text, and whether the user is still typing
 * @param {object} more
 * @param {Map<string, string>} [more.names]
 * @param {string} [more.reason]
 * @param {boolean} [more.narrow]
 * @param {Stops | null} [more.stops] numbers at which a slider stops
 */
export function control(p, value, set, { names, reason = "", narrow = false, stops = null } = {}) {
  const id = `field-${made++}`;
  const help = `${id}-help`;
  const inner = widget({
    p,
    value,
    set,
    names,
    narrow,
    stops,
    properties: { id, "aria-describedby": help, disabled: reason !== "" },
  });
  const head = inner.tagName === "FIELDSET" ? null : make("label", { for: id }, label(p));
  const meaning = ["text", "list"].includes(p.kind) ? `${p.meaning}: ${p.values}` : p.meaning;
  return make(
    "div",
    { class: reason ? "field off" : "field", "data-key": p.parameter },
    head,
    inner,
    make("small", { id: help }, meaning, reason ? make("em", {}, ` (${reason})`) : null),
  );
}

/**
 * What a control is made of; properties: of its element.
 * @typedef {{ p: Parameter, value: string, set: (text: string, typing?: boolean) => void, names: any, narrow: boolean,
 * stops: Stops | null, properties: Record<string, any> }} Widget
 */

/** @param {Widget} c */
function widget(c) {
  const { p, narrow } = c;
  const choices = p.kind === "flag" ? ["no", "yes"] : choicesOf(p);
  const few = choices.length > 1 && choices.join("").length + 2 * choices.length < (narrow ? NARROW : WIDE);
  if (p.kind === "flag" || (["choice", "name"].includes(p.kind) && few)) return segments(c, choices);
  if (p.kind === "choice" || (["whole", "name"].includes(p.kind) && choices.length && choices.length <= 24))
    return select(c, choices);
  if (p.kind === "name") return unitSearch(choices, c);
  return entry(c);
}

// The page always calls the sides A and B.
const choiceName = (choice, names) => names?.get(choice) ?? (/^[ab]$/.test(choice) ? choice.toUpperCase() : choice);

/** @param {Widget} c */
function segments({ p, value, set, names, properties }, choices) {
  const now = value || p.preset || "";
  return make(
    "fieldset",
    { class: "segments", disabled: properties.disabled, "aria-describedby": properties["aria-describedby"] },
    make("legend", {}, label(p)),
    ...choices.map((choice) =>
      make(
        "label",
        {},
        make("input", {
          type: "radio",
          name: properties.id,
          value: choice,
          checked: choice === now,
          onchange: () => set(choice === p.preset ? "" : choice),
        }),
        make("span", {}, choiceName(choice, p.names ?? names)),
      ),
    ),
  );
}

/** @param {Widget} c */
function select({ p, value, set, names, properties }, choices) {
  const now = value || p.preset || "";
  const options = choices.map((choice) =>
    make("option", { value: choice, selected: choice === now }, choiceName(choice, p.names ?? names)),
  );
  // A value that is not in the list: an empty one, for which the program chooses, or one from a link.
  if (!choices.includes(now)) options.unshift(make("option", { value: "", selected: true }, now || p.default));
  else if (!p.preset && !required(p)) options.unshift(make("option", { value: "" }, p.default));
  return make(
    "select",
    { ...properties, onchange: (event) => set(event.target.value === p.preset ? "" : event.target.value) },
    ...options,
  );
}

/** @param {Widget} c */
function entry({ p, value, set, narrow, stops, properties }) {
  const numeric = ["whole", "number"].includes(p.kind);
  const read = (text) => (numeric ? typed(text) : text.trim());
  const tell = (text, typing) => {
    slider?.move(text);
    set(text, typing);
  };
  const box = make("input", {
    ...properties,
    value: shown(value ?? ""),
    placeholder: shown(p.preset || (required(p) ? "needed" : p.default)),
    inputmode: numeric ? (p.kind === "whole" && !p.word ? "numeric" : "decimal") : "text",
    autocomplete: "off",
    oninput: (event) => tell(read(event.target.value), true),
    onchange: (event) => tell(read(event.target.value)),
  });
  if (!numeric) return box;
  const step = (by) => {
    const to = within(p, (Number(typed(box.value) || p.preset || p.min || 0) || 0) + by);
    box.value = shown(String(to));
    tell(String(to));
  };
  const button = (sign, by, name) =>
    make(
      "button",
      {
        type: "button",
        class: "step",
        "aria-label": `${name} ${label(p)}`,
        disabled: properties.disabled,
        onclick: () => step(by(typed(box.value))),
      },
      sign,
    );
  const big = (text) => (p.kind === "number" && Number(text) >= 100 ? 50 : 1);
  const slider = slide(
    p,
    value,
    (text, typing) => {
      box.value = shown(text);
      set(text, typing);
    },
    narrow,
    stops,
    properties,
  );
  const row = make(
    "div",
    { class: "number" },
    button("−", (text) => -big(text), "less"),
    box,
    button("+", big, "more"),
  );
  return slider ? make("div", { class: "slid" }, row, slider.element) : row;
}

/** @param {Parameter} p */
const within = (p, n) => Math.min(p.max ?? Infinity, Math.max(p.min ?? -Infinity, n));

/**
 * A slider for a number with a few values or with brackets; else null. Its position is an index into the list of values.
 * @param {Parameter} p
 */
function slide(p, value, set, narrow, stops, /** @type {Record<string, any>} */ { disabled }) {
  const { min, max } = p;
  const few = p.kind === "whole" && !narrow && typeof min === "number" && typeof max === "number" && max - min <= SLID;
  if (!stops && !few) return null;
  let values = few ? Array.from({ length: max - min + 1 }, (_, i) => min + i) : [];
  const element = make("input", {
    type: "range",
    class: "slider",
    min: 0,
    step: 1,
    max: 1,
    disabled: true,
    "aria-label": `${label(p)}, by bracket`,
    oninput: () => set(String(values[element.value]), true),
    onchange: () => set(String(values[element.value])),
  });
  // The bracket of a value: the first whose end is not below it.
  const move = (text) => {
    const n = Number(text || p.preset);
    const place = values.findIndex((v) => v >= n);
    element.value = String(place < 0 ? values.length - 1 : place);
    element.setAttribute("aria-valuetext", shown(String(values[element.value] ?? "")));
  };
  const ready = (list) => {
    element.hidden = list.length < 2;
    if (element.hidden) return;
    values = list;
    element.max = String(list.length - 1);
    element.disabled = disabled;
    move(value);
  };
  if (few) ready(values);
  else if (stops?.list)
    ready(stops.list); // at once, so that a focused slider keeps the focus
  else stops?.ready.then(ready);
  return { element, move };
}
