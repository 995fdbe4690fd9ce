// Controls for a procedure's parameters, from what the program says of them. Nothing here knows a rulebook.
import { make } from "./dom.js";
import { shown, typed } from "./numbers.js";

const FEW = 5; // choices that stand side by side
let made = 0;

export const choicesOf = (p) => (p.choices ? p.choices.split(" ") : []);
export const required = (p) => p.default.startsWith("required");

// Whether it applies now; else the reason, in words.
export function unused(p, values, schema) {
  const valueOf = (key) => values[key] || schema.find((other) => other.parameter === key)?.preset || "";
  if (p.only) {
    const [key, wanted] = p.only.split("=");
    if (!(wanted ?? "yes").split("|").includes(valueOf(key))) return `only with ${p.only.replaceAll("|", " or ")}`;
  }
  if (p.unless && valueOf(p.unless) === "yes") return `not with ${p.unless}=yes`;
  return "";
}

const label = (p) => p.parameter.replaceAll("-", " ");

// A field with its label, its help, and where it does not apply the reason. `set` is told the new text.
export function control(p, value, set, names, reason = "") {
  const id = `field-${made++}`;
  const help = `${id}-help`;
  const inner = widget(p, value, set, names, { id, "aria-describedby": help, disabled: reason !== "" });
  const head = inner.tagName === "FIELDSET" ? null : make("label", { for: id }, label(p));
  return make("div", { class: reason ? "field off" : "field", "data-key": p.parameter }, head, inner,
    make("small", { id: help }, ["text", "list"].includes(p.kind) ? `${p.meaning}: ${p.values}` : p.meaning, reason ? make("em", {}, ` (${reason})`) : null));
}

function widget(p, value, set, names, properties) {
  const choices = choicesOf(p);
  if (p.kind === "flag") return segments(p, ["no", "yes"], value, set, properties);
  if (["choice", "name"].includes(p.kind) && choices.length <= FEW && choices.join("").length < 36)
    return segments(p, choices, value, set, properties);
  if (p.kind === "choice" || (p.kind === "whole" && choices.length) || (p.kind === "name" && choices.length <= 24)) return select(p, choices, value, set, names, properties);
  if (p.kind === "name") return search(choices, value, set, names, properties);
  return entry(p, value, set, properties);
}

function segments(p, choices, value, set, properties) {
  const now = value || p.preset || "";
  return make("fieldset", { class: "segments", disabled: properties.disabled, "aria-describedby": properties["aria-describedby"] },
    make("legend", {}, label(p)),
    ...choices.map((choice) => make("label", {},
      make("input", { type: "radio", name: properties.id, value: choice, checked: choice === now, onchange: () => set(choice === p.preset ? "" : choice) }),
      make("span", {}, choice))));
}

function select(p, choices, value, set, names, properties) {
  const now = value || p.preset || "";
  const options = choices.map((choice) => make("option", { value: choice, selected: choice === now }, names.get(choice) ?? choice));
  if (!choices.includes(now)) options.unshift(make("option", { value: "", selected: true }, now || p.default));
  return make("select", { ...properties, onchange: (event) => set(event.target.value === p.preset ? "" : event.target.value) }, ...options);
}

// Typing finds: the list is the program's, and so is the matching of names, of whatever was typed.
export function search(choices, value, set, names, properties) {
  const listId = `${properties.id}-list`;
  const list = make("datalist", { id: listId },
    ...choices.map((choice) => make("option", { value: names.unique?.get(choice) ?? choice }, names.get(choice) ?? choice)));
  const box = make("input", {
    ...properties, list: listId, value: names.unique?.get(value) ?? value ?? "", autocomplete: "off", spellcheck: "false",
    placeholder: "type a name",
    onchange: (event) => set(event.target.value.trim()),
    onfocus: (event) => event.target.select(),
  });
  const holder = make("div", { class: "search" }, box, list);
  return holder.tagName ? holder : box;
}

function entry(p, value, set, properties) {
  const numeric = ["whole", "number"].includes(p.kind);
  const box = make("input", {
    ...properties, value: shown(value ?? ""), placeholder: shown(p.preset || (required(p) ? "needed" : p.default)),
    inputmode: numeric ? (p.kind === "whole" && !p.word ? "numeric" : "decimal") : "text", autocomplete: "off",
    oninput: (event) => set(numeric ? typed(event.target.value) : event.target.value.trim(), true),
    onchange: (event) => set(numeric ? typed(event.target.value) : event.target.value.trim()),
  });
  if (!numeric) return box;
  const step = (by) => () => {
    const from = Number(typed(box.value) || p.preset || p.min || 0) || 0;
    const big = p.kind === "number" && from >= 100 ? 50 : 1;
    const to = Math.min(p.max ?? Infinity, Math.max(p.min ?? -Infinity, from + by * big));
    box.value = shown(String(to));
    set(String(to));
  };
  const button = (sign, by, name) =>
    make("button", { type: "button", class: "step", "aria-label": `${name} ${label(p)}`, disabled: properties.disabled, onclick: step(by) }, sign);
  return make("div", { class: "number" }, button("−", -1, "less"), box, button("+", 1, "more"));
}
