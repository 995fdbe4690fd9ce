// SPDX-License-Identifier: GPL-3.0-or-later
// Pickers of what is not a parameter of a rule: the procedure, the range of a curve, the change, the method.
import { control } from "./controls.js";
import { make } from "./dom.js";
import { at, change, schema, show } from "./page.js";
import { copyOf, record } from "./question.js";
import { choicesOf, label } from "./schema.js";

const picker = (key, name, help, options, set) =>
  make(
    "div",
    { class: "field", "data-key": key },
    make("label", { for: `pick-${key}` }, name),
    make("select", { id: `pick-${key}`, onchange: (event) => set(event.target.value) }, ...options),
    help ? make("small", {}, help) : null,
  );

export function procedurePicker() {
  const { q, book } = at;
  const chapters = [...new Set(book.procedures.map(({ chapter }) => chapter))];
  const option = ({ procedure, title }) =>
    make(
      "option",
      { value: procedure, selected: procedure === q.procedure },
      `${procedure.replace(/^[^.]*\./, "")}: ${title}`,
    );
  return picker(
    ".procedure",
    "Procedure",
    "",
    chapters.map((chapter) =>
      make("optgroup", { label: chapter }, ...book.procedures.filter((p) => p.chapter === chapter).map(option)),
    ),
    (procedure) => show({ ...copyOf(q), procedure }),
  );
}

const keyOptions = (list, now) =>
  list.map((p) => make("option", { value: p.parameter, selected: p.parameter === now }, label(p)));

export const overPicker = () =>
  picker(".over", "Over", "the parameter that varies", keyOptions(schema(), at.q.over), (over) =>
    change((q) => {
      q.over = over;
    }),
  );

/** One change, which is compared with the question itself. */
export function changePicker() {
  const { q, book } = at;
  const able = schema().filter((p) => !book.sides.includes(p.parameter));
  const find = (key) => able.find(({ parameter }) => parameter === key);
  const another = (p) =>
    choicesOf(p)
      .concat(p.kind === "flag" ? ["yes", "no"] : [])
      .find((c) => c !== (q.values[p.parameter] || p.preset)) ?? "";
  const telling = (words) => able.find((p) => words.test(p.parameter) && another(p));
  const p = find(Object.keys(q.change)[0]) ?? telling(/cover|conceal/) ?? telling(/^first$/) ?? telling(/./) ?? able[0];
  if (!p) return null;
  if (q.change[p.parameter] === undefined) q.change = record({ [p.parameter]: another(p) });
  return make(
    "div",
    { class: "more" },
    picker(".change", "What if this were different?", "", keyOptions(able, p.parameter), (key) =>
      change(() => {
        q.change = record({ [key]: another(find(key)) });
      }),
    ),
    make(
      "div",
      {},
      control(
        { ...p, preset: "" },
        q.change[p.parameter],
        (text, typing) =>
          change(() => {
            q.change = record({ [p.parameter]: text });
          }, typing),
        { names: book.names },
      ),
    ),
  );
}

export const howPicker = () =>
  make(
    "div",
    { class: "field", "data-key": ".how" },
    make(
      "fieldset",
      { class: "segments" },
      make("legend", {}, "Method"),
      ...[
        [false, "exact if possible"],
        [true, "simulate"],
      ].map((/** @type {any} */ [value, name]) =>
        make(
          "label",
          {},
          make("input", {
            type: "radio",
            name: "how",
            checked: at.q.simulated === value,
            onchange: () =>
              change((q) => {
                q.simulated = value;
              }),
          }),
          make("span", {}, name),
        ),
      ),
    ),
  );
