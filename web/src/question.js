// A question of the page: its shape, its link, and the command line that gives the same answer.
//
//   {kind, book, procedure, values: {key: text}, over, change: {key: text}, armies: {a: [{count, unit}], b: [...]}}
//
// A link is #1/KIND/RULEBOOK?key=value&...; the 1 is the version of this shape.

export const VERSION = "1";
export const KINDS = ["duel", "battle", "odds", "curve", "compare", "tipping"];

// Keys of a link that are no parameter of a rule begin with a dot, which no parameter does.
const PROCEDURE = ".procedure", OVER = ".over", SIMULATED = ".simulated", CHANGE = ".change.";
const ARMY = { a: ".army-a", b: ".army-b" };

export const empty = (kind = "duel", book = "") =>
  ({ kind, book, procedure: "", values: {}, over: "", change: {}, armies: { a: [], b: [] }, simulated: false });

export function linkOf(q) {
  const fields = new URLSearchParams();
  if (["odds", "curve"].includes(q.kind)) fields.set(PROCEDURE, q.procedure);
  if (q.kind === "curve" && q.over) fields.set(OVER, q.over);
  if (q.kind === "battle")
    for (const side of ["a", "b"]) fields.set(ARMY[side], armyText(q.armies[side]));
  for (const [key, value] of Object.entries(q.values)) if (value !== "") fields.set(key, value);
  if (q.kind === "compare")
    for (const [key, value] of Object.entries(q.change)) if (value !== "") fields.set(CHANGE + key, value);
  if (q.simulated) fields.set(SIMULATED, "yes");
  return `#${VERSION}/${q.kind}/${encodeURIComponent(q.book)}?${fields}`;
}

// Throws what is wrong with the link, in words for the reader.
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

// The words of the command line, but for those that say how the answer is written. `sides` are the keys of a duel's two
// units, which stand by themselves there; `data` the folder of a rulebook that is the user's own.
export function wordsOf(q, sides, data) {
  const given = (values, not = []) =>
    Object.entries(values).filter(([key, value]) => value !== "" && !not.includes(key)).map(([key, value]) => `${key}=${value}`);
  const units = sides.map((key) => q.values[key] ?? "");
  const book = ["-r", q.book, ...(data ? ["--data", data] : [])];
  const how = q.simulated ? ["--method", "mc"] : [];
  switch (q.kind) {
    case "odds": return ["odds", q.procedure, ...given(q.values), ...data ? ["--data", data] : [], ...how];
    case "curve": return ["curve", q.procedure, ...given(q.values, [q.over]), "--over", q.over, ...data ? ["--data", data] : [], ...how];
    case "compare": return ["compare", ...units, ...book, ...given(q.values, sides), ...how, "--", ...given(q.change)];
    case "battle": return ["battle", "--a", armyText(q.armies.a), "--b", armyText(q.armies.b), ...book, ...given(q.values).flatMap(option), ...how];
    case "tipping": return ["tipping", ...units, ...book, ...given(q.values, sides).flatMap(option), ...how];
    default: return [q.kind, ...units, ...book, ...given(q.values, sides), ...how];
  }
}

// Of a battle, what the page's form has is an option of the command: --range 500.
const OPTIONS = ["range", "scenario", "targets", "turns", "break-at", "cover-a", "cover-b"];

function option(word) {
  const [key, ...rest] = word.split("=");
  return OPTIONS.includes(key) ? [`--${key}`, rest.join("=")] : [word];
}

// As a shell takes it.
export const typeable = (words) =>
  ["salvo", ...words].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
