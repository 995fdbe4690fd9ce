// A question of the page: its shape and its link.
//
//   {kind, book, procedure, values: {key: text}, over, change: {key: text}, cells: {cell: text},
//    armies: {a: [{count, unit}], b: [...]}, simulated}
//
// A link is #1/KIND/RULEBOOK?key=value&...; the 1 is the version of this shape.

export const VERSION = "1";
export const KINDS = ["duel", "battle", "odds", "curve", "compare", "tipping", "price", "matrix"];

// Keys of a link that are no parameter of a rule begin with a dot, which no parameter does.
const PROCEDURE = ".procedure", OVER = ".over", SIMULATED = ".simulated", CHANGE = ".change.", CELL = ".set.";
const ARMY = { a: ".army-a", b: ".army-b" };

export const empty = (kind = "duel", book = "") =>
  ({ kind, book, procedure: "", values: {}, over: "", change: {}, cells: {}, armies: { a: [], b: [] }, simulated: false });

/** Whether the kind is about one procedure that the reader picks. */
export const ofProcedure = (kind) => ["odds", "curve"].includes(kind);

export function linkOf(q) {
  const fields = new URLSearchParams();
  const all = (prefix, values) => {
    for (const [key, value] of Object.entries(values)) if (value !== "") fields.set(prefix + key, value);
  };
  if (ofProcedure(q.kind)) fields.set(PROCEDURE, q.procedure);
  if (q.kind === "curve" && q.over) fields.set(OVER, q.over);
  if (q.kind === "battle")
    for (const side of ["a", "b"]) fields.set(ARMY[side], armyText(q.armies[side]));
  all("", q.values);
  if (q.kind === "compare") all(CHANGE, q.change);
  all(CELL, q.cells);
  if (q.simulated) fields.set(SIMULATED, "yes");
  return `#${VERSION}/${q.kind}/${encodeURIComponent(q.book)}?${fields}`;
}

/** The question of a link. Throws what is wrong with it, in words for the reader. */
export function questionOf(link) {
  const match = /^#([^/]*)\/([^/?]*)\/([^?]*)\??(.*)$/s.exec(link);
  if (!match) throw new Error("This link is not one of this page: it should begin with #1/duel/ or the like.");
  const [, version, kind, book, rest] = match;
  if (version !== VERSION)
    throw new Error(`This link is of version ${version.slice(0, 20)} of the page's links; this page reads version ${VERSION}.`);
  if (!KINDS.includes(kind)) throw new Error(`This link asks for "${kind.slice(0, 20)}"; the page knows ${KINDS.join(", ")}.`);
  if (rest.length > 20000) throw new Error("This link is too long to be a question.");
  const q = empty(kind, decoded(book));
  for (const [key, value] of new URLSearchParams(rest)) take(q, key, value);
  return q;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("This link is damaged: its rulebook cannot be read.");
  }
}

function take(q, key, value) {
  if (key === PROCEDURE) q.procedure = value;
  else if (key === OVER) q.over = value;
  else if (key === SIMULATED) q.simulated = value === "yes";
  else if (key === ARMY.a) q.armies.a = armyOf(value);
  else if (key === ARMY.b) q.armies.b = armyOf(value);
  else if (key.startsWith(CHANGE)) set(q.change, key.slice(CHANGE.length), value);
  else if (key.startsWith(CELL)) set(q.cells, key.slice(CELL.length), value);
  else if (!key.startsWith(".")) set(q.values, key, value);
}

// Keys come from strangers: "__proto__" is a key like any other.
function set(to, key, value) {
  Object.defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true });
}

export const armyText = (army) => army.map(({ count, unit }) => `${count} ${unit}`).join(", ");

function armyOf(text) {
  return text.split(",").map((part) => part.trim()).filter(Boolean).map((part) => {
    const match = /^(\d{1,4})\s+(.*)$/s.exec(part);
    return match ? { count: Number(match[1]), unit: match[2] } : { count: 1, unit: part };
  });
}
