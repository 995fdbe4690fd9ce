// The page: a question from controls, asked of the engine, its answer shown.
import { answerParts, sweep } from "./answers.js";
import { Asker, Stopped, useParts } from "./asker.js";
import { Catalogue } from "./catalogue.js";
import { legend } from "./chart.js";
import { make, the } from "./dom.js";
import { choicesOf, control, required, search, unused } from "./form.js";
import { useLanguage } from "./numbers.js";
import { filesOfDrop, filesOfList, filesOfZip } from "./own.js";
import { openPayload } from "./payload.js";
import { empty, KINDS, linkOf, questionOf, typeable, wordsOf } from "./question.js";

const WELCOME = "#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=500";
const IN_SIGHT = 6; // parameters of a procedure that are not folded away
const PATIENCE = 150; // milliseconds that an answer under way is given before a newer question ends it

const answers = new Asker(), side = new Asker();
const catalogue = new Catalogue(side);
let q, book, answer, turn = 0;

const KIND_NAMES = { duel: "Duel", battle: "Battle", odds: "Odds", curve: "Curve", compare: "What if?", tipping: "How many?" };

const BATTLE = [
  { parameter: "range", kind: "number", min: 0, default: "required", meaning: "how far apart they begin, in the rulebook's unit" },
  { parameter: "scenario", kind: "choice", choices: "hold advance meeting", preset: "hold", default: "hold", meaning: "both stand, a closes in, or both do" },
  { parameter: "targets", kind: "choice", choices: "nearest weakest strongest spread best opposite", preset: "", default: "the rulebook's", meaning: "whom they fire at" },
  { parameter: "turns", kind: "whole", min: 1, max: 10000, default: "unlimited", preset: "", meaning: "broken off after so many turns" },
  { parameter: "break-at", kind: "number", min: 0, max: 1, default: "never", preset: "", meaning: "a side withdraws after losing this share: 0.5" },
];

const procedureOf = () => (["odds", "curve"].includes(q.kind) ? q.procedure : `${q.book}.duel`);
const schemaOf = () => (q.kind === "battle" ? BATTLE : book.schemas.get(procedureOf()) ?? []);
const words = () => wordsOf(q, book.sides, catalogue.folderOf(q.book));

// A unit as people call it, where that means no other.
const named = (id) => book.names.unique.get(id) ?? id;

// What must be given is given something, so that there is an answer to begin with.
function fillRequired() {
  let place = 0;
  for (const p of schemaOf()) {
    const side = book.sides.includes(p.parameter) && q.kind !== "odds" && q.kind !== "curve";
    if ((!required(p) && !side) || q.values[p.parameter] || unused(p, q.values, schemaOf())) continue;
    const choices = choicesOf(p);
    if (side && place === 0) place = Math.max(0, choices.indexOf(p.preset));
    if (choices.length) q.values[p.parameter] = named(side ? choices[place++ % choices.length] : p.preset || choices[0]);
    else if (["whole", "number"].includes(p.kind)) q.values[p.parameter] = String(/metre/.test(p.meaning) ? 500 : Math.max(p.min ?? 0, Math.min(p.max ?? 10, 10)));
  }
  if (q.kind === "battle")
    for (const [i, key] of ["a", "b"].entries())
      if (!q.armies[key].length && book.units.length) q.armies[key].push({ count: 3, unit: q.values[book.sides[i]] || named(book.units[i % book.units.length]) });
}

// What belongs to another kind of question is left out of this one.
function prune() {
  const known = new Set(schemaOf().map((p) => p.parameter));
  for (const key of Object.keys(q.values)) if (!known.has(key)) delete q.values[key];
}

async function show(question, { keep = false } = {}) {
  const mine = ++turn;
  q = question;
  const books = await catalogue.books();
  if (!books.some(({ id }) => id === q.book)) {
    const missing = q.book;
    q = questionOf(WELCOME);
    say(`This page has no rulebook "${missing.slice(0, 40)}".`);
  }
  book = await catalogue.book(q.book);
  if (mine !== turn) return;
  if (["odds", "curve"].includes(q.kind) && !book.schemas.has(q.procedure)) q.procedure = book.procedures[0].procedure;
  if (!keep) prune();
  fillRequired();
  if (q.kind === "curve" && !schemaOf().some((p) => p.parameter === q.over))
    q.over = (schemaOf().find((p) => p.bracketed) ?? schemaOf().find((p) => p.choices) ?? schemaOf()[0])?.parameter ?? "";
  layOut();
  await refresh();
}

// A new question from a control. While somebody types, the controls stay as they are.
function change(edit, typing = false) {
  edit();
  if (!typing) layOutKeepingFocus();
  refresh(typing);
}

function layOutKeepingFocus() {
  const at = document.activeElement;
  const key = at?.closest?.("[data-key]")?.dataset.key;
  const place = key ? [...at.closest("[data-key]").querySelectorAll("input,select,button")].indexOf(at) : -1;
  layOut();
  if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.querySelectorAll("input,select,button")[place]?.focus({ preventScroll: true });
}

function layOut() {
  layOutBooks();
  the("kinds").replaceChildren(...KINDS.map((kind) => make("button", {
    type: "button", "aria-current": String(kind === q.kind), disabled: !book.sides.length && ["duel", "compare", "tipping"].includes(kind),
    onclick: () => show({ ...q, kind, values: { ...q.values }, procedure: q.procedure || `${q.book}.duel` }),
  }, KIND_NAMES[kind])));
  the("form").replaceChildren(...formOf());
}

async function layOutBooks() {
  const books = await catalogue.books();
  the("book").replaceChildren(...books.map(({ id, title }) => make("option", { value: id, selected: id === q.book }, title)));
}

function formOf() {
  const schema = schemaOf();
  const field = (p, values = q.values) => control(p, values[p.parameter] ?? "",
    (text, typing) => change(() => { values[p.parameter] = text; }, typing), book.names, unused(p, values, schema));
  const top = [];
  if (["odds", "curve"].includes(q.kind)) top.push(procedurePicker());
  if (q.kind === "curve") top.push(overPicker(schema));
  if (q.kind === "battle") return [army("a"), army("b"), ...schema.map((p) => field(p)), howPicker()];
  if (q.kind === "tipping") return [...pairs(schema.filter((p) => book.sides.includes(p.parameter) || p.parameter === "range"), field)];
  const early = new Set(["odds", "curve"].includes(q.kind) ? schema.slice(0, IN_SIGHT) : []);
  const inSight = (p) => early.has(p) || book.sides.includes(p.parameter) || required(p) || ["range", "first"].includes(p.parameter);
  const shown = schema.filter((p) => !(q.kind === "curve" && p.parameter === q.over));
  const first = shown.filter(inSight), rest = shown.filter((p) => !inSight(p));
  return [...top, ...pairs(first, field), q.kind === "compare" ? changePicker(schema) : null,
    rest.length ? more(rest, field) : null, howPicker()].filter(Boolean);
}

// What a's side has stands beside what b's has.
function pairs(list, field) {
  const rows = [];
  for (const p of list) {
    const other = /^a(-|$)/.test(p.parameter) ? p.parameter.replace(/^a/, "b") : null;
    const twin = list.find((candidate) => candidate.parameter === other);
    if (twin) rows.push(make("div", { class: "pair" }, field(p), field(twin)));
    else if (!(/^b(-|$)/.test(p.parameter) && list.some((c) => c.parameter === p.parameter.replace(/^b/, "a")))) rows.push(field(p));
  }
  return rows;
}

let moreOpen = false;

function more(list, field) {
  const open = moreOpen || list.length <= 6;
  return make("details", { class: "more", open, ontoggle: (event) => { moreOpen = event.target.open; } },
    make("summary", {}, `${list.length} more`), make("div", {}, ...pairs(list, field)));
}

const picker = (key, label, help, options, now, set) => make("div", { class: "field", "data-key": key },
  make("label", { for: `pick-${key}` }, label),
  make("select", { id: `pick-${key}`, onchange: (event) => set(event.target.value) }, ...options(now)), help ? make("small", {}, help) : null);

function procedurePicker() {
  const chapters = [...new Set(book.procedures.map(({ chapter }) => chapter))];
  return picker(".procedure", "Procedure", "", (now) => chapters.map((chapter) => make("optgroup", { label: chapter },
    ...book.procedures.filter((p) => p.chapter === chapter).map(({ procedure, title }) =>
      make("option", { value: procedure, selected: procedure === now }, `${procedure.replace(/^[^.]*\./, "")}: ${title}`)))),
  q.procedure, (procedure) => show({ ...q, procedure, values: { ...q.values } }));
}

const keyOptions = (schema, none) => (now) => [
  none ? make("option", { value: "" }, none) : null,
  ...schema.map(({ parameter }) => make("option", { value: parameter, selected: parameter === now }, parameter.replaceAll("-", " "))),
].filter(Boolean);

const overPicker = (schema) => picker(".over", "Over", "what runs through its values", keyOptions(schema), q.over,
  (over) => change(() => { q.over = over; }));

// One change, beside the question as it is.
function changePicker(schema) {
  const able = schema.filter((p) => !book.sides.includes(p.parameter));
  const now = Object.keys(q.change)[0] ?? able.find((p) => /cover|conceal/.test(p.parameter))?.parameter ?? able[0]?.parameter;
  const p = able.find(({ parameter }) => parameter === now) ?? able[0];
  if (!p) return null;
  if (q.change[p.parameter] === undefined) q.change = { [p.parameter]: choicesOf(p).find((c) => c !== (q.values[p.parameter] || p.preset)) ?? "" };
  const plain = { ...p, preset: "" };
  return make("div", { class: "more" }, picker(".change", "What if this were different?", "", keyOptions(able), p.parameter,
    (key) => change(() => { q.change = { [key]: choicesOf(able.find((c) => c.parameter === key)).find((c) => c !== (q.values[key] || able.find((x) => x.parameter === key).preset)) ?? "" }; })),
  make("div", {}, control(plain, q.change[p.parameter], (text, typing) => change(() => { q.change = { [p.parameter]: text }; }, typing), book.names)));
}

const howPicker = () => make("div", { class: "field", "data-key": ".how" }, make("fieldset", { class: "segments" }, make("legend", {}, "Method"),
  ...[[false, "exact where possible"], [true, "simulate"]].map(([value, name]) => make("label", {},
    make("input", { type: "radio", name: "how", checked: q.simulated === value, onchange: () => change(() => { q.simulated = value; }) }),
    make("span", {}, name)))));

function army(key) {
  const list = q.armies[key];
  const button = (sign, name, act) => make("button", { type: "button", class: "step", "aria-label": name, onclick: () => change(act) }, sign);
  const row = (item, i) => make("div", { class: "row", "data-key": `.army-${key}-${i}` },
    button("−", `fewer ${item.unit}`, () => { item.count = Math.max(1, item.count - 1); }),
    make("span", { class: "count" }, String(item.count)),
    button("+", `more ${item.unit}`, () => { item.count = Math.min(999, item.count + 1); }),
    search(book.units, item.unit, (text) => change(() => { item.unit = text; }), book.names, { id: `army-${key}-${i}`, "aria-label": `unit ${i + 1} of side ${key}` }),
    button("×", `remove ${item.unit}`, () => { list.splice(i, 1); }));
  return make("div", { class: "army" }, make("strong", {}, `Side ${key.toUpperCase()}`), ...list.map(row),
    make("button", { type: "button", onclick: () => change(() => { list.push({ count: 1, unit: list.at(-1)?.unit ?? named(book.units[0]) }); }) }, "Add a unit"));
}

function say(text) {
  the("message").textContent = text.replaceAll(/^salvo: /gm, "");
}

// For whoever would rather script the page, and for its tests: any command line, answered as the program answers it.
globalThis.salvo = { ask: (line) => side.ask(line), answer: () => answer };

let pushed = 0;

// A step of the history for each question that stood for a while.
function remember(typing) {
  const link = linkOf(q);
  if (link === location.hash) return;
  const now = performance.now();
  history[typing || now - pushed < 400 ? "replaceState" : "pushState"](null, "", link);
  pushed = now;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let underWay = Promise.resolve();

async function refresh(typing = false) {
  const mine = ++turn;
  remember(typing);
  const asked = words();
  the("command").textContent = typeable(asked);
  the("answer").classList.add("old");
  the("answer-box").ariaBusy = "true";
  const progress = setTimeout(() => { the("progress").hidden = false; }, 300);
  await Promise.race([underWay, pause(PATIENCE)]);
  if (mine !== turn) return clearTimeout(progress);
  if (answers.busy) answers.stop();
  the("bar").removeAttribute("value");
  const kind = q.kind;
  underWay = answers.ask([...asked, "--format", "json"]).then(
    (reply) => { if (mine === turn) put(kind, reply); },
    (fault) => { if (mine === turn) failed(fault); }).finally(() => {
    clearTimeout(progress);
    if (mine !== turn) return;
    the("progress").hidden = true;
    the("answer-box").ariaBusy = "false";
  });
  await underWay;
  if (mine === turn && answer) await addMore(mine, asked);
}

function failed(fault) {
  answer = null;
  say(fault instanceof Stopped ? "Stopped." : `The engine failed: ${fault.message}. Ask again, or ask for something smaller.`);
}

function put(kind, { status, text, complaint }) {
  the("tools").hidden = status !== 0;
  the("ranges").replaceChildren();
  the("print").textContent = "";
  if (status !== 0) {
    answer = null;
    say(complaint);
    the("short").textContent = the("message").textContent;
    the("answer").replaceChildren();
    return;
  }
  say("");
  answer = text;
  the("answer").replaceChildren(...answerParts(kind, JSON.parse(text)));
  the("answer").classList.remove("old");
  the("short").textContent = the("answer").querySelector(".headline")?.textContent ?? "";
  document.title = `${the("answer").querySelector(".headline")?.textContent ?? ""} salvo`;
}

// What stands below an answer: the same duel at other ranges, and the print if it is open.
async function addMore(mine, asked) {
  const p = schemaOf().find((candidate) => candidate.bracketed);
  if (the("print-box").open) await print(mine, asked);
  if (q.kind !== "duel" || !p) return;
  const over = { ...q, kind: "curve", procedure: procedureOf(), over: p.parameter };
  const { status, text } = await side.ask([...wordsOf(over, book.sides, catalogue.folderOf(q.book)), "--format", "json"]);
  if (mine !== turn || status !== 0) return;
  const { series, picture } = sweep(JSON.parse(text));
  the("ranges").replaceChildren(make("h3", {}, `At every ${p.parameter}`), picture, legend(series.map(({ name }) => name)));
}

async function print(mine = turn, asked = words()) {
  const { text, complaint } = await side.ask(asked);
  if (mine === turn) the("print").textContent = text || complaint;
}

function save(bytes, name, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// By itself the picture has white paper.
function saveSvg() {
  const first = the("answer").querySelector("svg.chart:nth-of-type(2), svg.chart");
  const copy = first.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("color", "#222");
  copy.setAttribute("font-family", "sans-serif");
  save(new XMLSerializer().serializeToString(copy), "salvo.svg", "image/svg+xml");
}

async function copied(button, text) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    prompt("Copy this:", text);
  }
  setTimeout(() => { button.textContent = name; }, 1500);
}

const asText = () => [...the("answer").querySelectorAll(".headline,.note")].map((e) => e.textContent)
  .concat([...the("answer").querySelectorAll("tbody tr")].map((tr) => [...tr.children].map((cell) => cell.textContent).filter(Boolean).join("  ")))
  .concat(the("command").textContent).join("\n");

async function bring(reading) {
  try {
    const files = await reading;
    const folder = `/own/${Date.now()}`;
    await Promise.all([side.put(folder, files), answers.put(folder, files)]);
    const id = await catalogue.add(folder);
    await show(empty(book.sides.length ? "duel" : "odds", id));
  } catch (fault) {
    say(fault.message);
  }
}

function listen() {
  the("book").onchange = (event) => show({ ...empty(q.kind, event.target.value), simulated: q.simulated });
  the("form").onsubmit = (event) => event.preventDefault();
  the("stop").onclick = () => answers.stop();
  answers.onPart = (part) => { the("bar").value = part; };
  the("print-box").ontoggle = (event) => { if (event.target.open) print(); };
  the("copy-link").onclick = (event) => copied(event.target, location.href);
  the("copy-text").onclick = (event) => copied(event.target, asText());
  the("get-json").onclick = () => save(answer, "salvo.json", "application/json");
  the("get-csv").onclick = async () => save((await side.ask([...words(), "--format", "csv"])).text, "salvo.csv", "text/csv");
  the("get-svg").onclick = saveSvg;
  the("folder").onchange = (event) => bring(filesOfList(event.target.files));
  the("zip").onchange = (event) => bring(filesOfZip(event.target.files[0]));
  addEventListener("hashchange", open);
  addEventListener("popstate", open);
  addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("drop"); });
  addEventListener("dragleave", () => document.body.classList.remove("drop"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drop");
    bring(filesOfDrop(event.dataTransfer));
  });
}

let opened;

async function open() {
  if (location.hash === opened) return;
  opened = location.hash;
  try {
    await show(questionOf(location.hash.length > 1 ? location.hash : WELCOME), { keep: true });
  } catch (fault) {
    say(fault.message);
    if (!q) await show(questionOf(WELCOME)).then(() => say(fault.message));
  }
  opened = null;
}

async function begin() {
  useLanguage(navigator.language);
  useParts(await openPayload());
  answers.warm();
  listen();
  await open();
  const { text } = await side.ask(["--version"]);
  the("about").textContent = text.trim();
}

begin().catch((fault) => say(`This page cannot run here: ${fault.message}`));
