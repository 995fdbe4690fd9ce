// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a unit by a part of its name: a box with a list that narrows, and a filter by nation if units have one. The typed
// text is the value: the program matches names.
import { make } from "./dom.js";
/** @import { Facts, Names } from "./catalogue.js" */
/** @import { Parameter } from "./schema.js" */

const MOST = 60; // entries of the list that are shown; typing finds the others
let boxes = 0;
const nations = new Map(); // selected filters, by the box's key, while the page is open

// Follows the program's matching of names: it ignores case, spacing and punctuation, and Roman numerals equal Arabic ones.
const ROMAN = { i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, ix: 9, x: 10 };
const folded = (text) =>
  text
    .toLowerCase()
    .replace(/\b[ivx]+\b/g, (word) => ROMAN[word] ?? word)
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * @param {string[]} choices ids
 * @param {{ value: string, set: (text: string) => void, names: Names, properties: Record<string, any>, p?: Parameter }} c as of
 * every control
 */
export function unitSearch(choices, { value, set, names, properties, p }) {
  const listId = `units-${boxes++}`;
  /** @returns {Facts} */
  const facts = (id) => names?.facts.get(id) ?? { name: id, nation: "" };
  const key = p?.parameter ?? properties.id;
  const there = [...new Set(choices.map((id) => facts(id).nation).filter(Boolean))];
  const list = make("ul", { id: listId, role: "listbox", class: "found", hidden: true, "aria-label": "Units" });
  let active = -1,
    last = names?.unique.get(value) ?? value ?? "";

  const box = make("input", {
    ...properties,
    value: last,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "type a name",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": listId,
    "aria-autocomplete": "list",
    onfocus: () => box.select(),
    onclick: () => open(""),
    oninput: () => open(box.value),
    onkeydown: keyed,
    onblur: () => {
      close();
      take(box.value.trim());
    },
  });

  function take(text) {
    if (text === last) return;
    last = text;
    set(text);
  }

  function open(typed) {
    const wanted = folded(typed),
      nation = nations.get(key) ?? "";
    const found = choices.filter((id) => {
      const f = facts(id);
      return (
        (!nation || f.nation === nation) && folded(`${id} ${f.name} ${f.nicknames ?? ""} ${f.nation}`).includes(wanted)
      );
    });
    active = -1;
    list.replaceChildren(
      ...found.slice(0, MOST).map((id, i) => option(id, i)),
      ...(found.length > MOST
        ? [make("li", { class: "rest", role: "presentation" }, `and ${found.length - MOST} more; type more letters`)]
        : []),
    );
    list.hidden = found.length === 0;
    box.setAttribute("aria-expanded", String(!list.hidden));
    box.removeAttribute("aria-activedescendant");
  }

  function option(id, i) {
    const f = facts(id);
    const text = names?.unique.get(id) ?? id;
    return make(
      "li",
      {
        id: `${listId}-${i}`,
        role: "option",
        "aria-selected": "false",
        "data-text": text,
        // Runs before the box loses the focus.
        onpointerdown: (event) => event.preventDefault(),
        onclick: () => pick(text),
      },
      make("span", {}, f.name || id),
      make("small", {}, [f.nation, f.points].filter(Boolean).join(", ")),
    );
  }

  function pick(text) {
    box.value = text;
    close();
    take(text);
  }

  function close() {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
  }

  function keyed(event) {
    const options = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=option]")]);
    if (["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      if (list.hidden) {
        open("");
        return;
      }
      options[active]?.setAttribute("aria-selected", "false");
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
      options[active].setAttribute("aria-selected", "true");
      options[active].scrollIntoView({ block: "nearest" });
      box.setAttribute("aria-activedescendant", options[active].id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      pick(!list.hidden && options[active] ? options[active].dataset.text : box.value.trim());
    } else if (event.key === "Escape") close();
  }

  const filter =
    there.length < 2
      ? null
      : make(
          "select",
          {
            class: "nation",
            "aria-label": `nation of ${properties["aria-label"] ?? p?.parameter ?? "the unit"}`,
            disabled: properties.disabled,
            onchange: (event) => {
              nations.set(key, event.target.value);
              box.focus();
              open("");
            },
          },
          make("option", { value: "" }, "any nation"),
          ...there.map((nation) => make("option", { value: nation, selected: nations.get(key) === nation }, nation)),
        );
  return make("div", { class: "search" }, filter, box, list);
}
