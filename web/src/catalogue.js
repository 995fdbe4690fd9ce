// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the program: rulebooks, their procedures with schemas, their units. The program answers each request once.
import { bookWords, showWords } from "./command.js";
import { nameOf } from "./gate.js";
import { empty } from "./question.js";
import { choicesOf } from "./schema.js";
/** @import { Parameter } from "./schema.js" */
/** @import { Question } from "./question.js" */

/**
 * @typedef {object} Facts of a unit, in words
 * @property {string} name
 * @property {string} nation
 * @property {string} [nicknames]
 * @property {string} [points]
 * @property {any} [row] of the list of units
 * @typedef {Map<string, string> & { unique: Map<string, string>, facts: Map<string, Facts> }} Names
 * The name of each id in lists; unique: a name to type that means only that unit.
 * @typedef {object} Book
 * @property {{ procedure: string, chapter: string, title: string }[]} procedures
 * @property {Map<string, Parameter[]>} schemas
 * @property {Parameter[]} battle the schema of its battles, empty if it has none
 * @property {string[]} units ids
 * @property {Names} names
 * @property {string[]} sides the keys of a duel's two units, or none
 */

export class Catalogue {
  #asker;
  #books = new Map(); // by id: {id, title, edition, data}
  #known = new Map();

  constructor(asker) {
    this.#asker = asker;
  }

  async #rows(...words) {
    const { status, text, complaint } = await this.#asker.ask([...words, "--format", "json"]);
    if (status !== 0) throw new Error(complaint);
    return JSON.parse(text);
  }

  async books() {
    if (!this.#books.size)
      for (const { ruleset: id, title, edition } of await this.#rows("list", "rulesets"))
        this.#books.set(id, { id, title, edition });
    return [...this.#books.values()];
  }

  folderOf = (id) => this.#books.get(id)?.data;

  // Adds a user's rulebook from that folder of the engine. It replaces a shipped one with the same id.
  async add(folder) {
    const [{ ruleset: id, title, edition }] = await this.#rows("list", "rulesets", "--data", folder);
    this.#books.set(id, { id, title: `${title} (yours)`, edition, data: folder });
    for (const key of this.#known.keys()) if (key === id) this.#known.delete(key);
    return id;
  }

  /** @returns {Promise<Book>} */
  async book(id) {
    if (!this.#known.has(id)) this.#known.set(id, await this.#read(id));
    return this.#known.get(id);
  }

  async #read(id) {
    const from = bookWords(empty("odds", id), this.folderOf(id));
    const procedures = await this.#rows("list", "procedures", ...from);
    const schemas = new Map(procedures.map(({ procedure }) => [procedure, []]));
    for (const p of await this.#rows("manual", ...from)) schemas.get(p.procedure)?.push(p);
    const battle = await this.#rows("battle", ...from, "--help").catch(() => []);
    const sides = sidesOf(schemas.get(`${id}.duel`) ?? []);
    const units = await this.#rows("list", "units", ...from).catch(() => []);
    const nations = units.some(({ nation }) => nation)
      ? await this.#rows("list", "nations", ...from).catch(() => [])
      : [];
    // The duellists need not be in the list of units, for example Skank's figures.
    const ids = units.length
      ? units.map((unit) => unit.id)
      : choicesOf(schemas.get(`${id}.duel`)?.find((p) => p.parameter === sides[0]) ?? {});
    return {
      procedures,
      schemas,
      battle,
      units: ids,
      names: namesOf(units, new Map(nations.map((n) => [n.id, n.name]))),
      sides,
    };
  }

  /**
   * The record card of a unit in a question: [{fact, value}], with name and nation. null if it has none, or if its name does
   * not mean exactly one unit.
   * @param {Question} q
   */
  async card(q, unit) {
    try {
      const rows = await this.#rows(...showWords(q, unit, this.folderOf(q.book)));
      return rows.length ? rows : null;
    } catch {
      return null;
    }
  }

  /** A table of the rulebook without changed cells: Map of rows by id. */
  async table(id, table) {
    const rows = await this.#rows("list", nameOf(table), ...bookWords(empty("odds", id), this.folderOf(id))).catch(
      () => [],
    );
    return new Map(rows.map((row) => [String(row.id), row]));
  }
}

/** @returns {Names} */
function namesOf(units, nations) {
  const names = Object.assign(new Map(), { unique: new Map(), facts: new Map() });
  for (const row of units) {
    const { id, name, nation, nicknames, points } = row;
    const place = nations.get(nation) ?? nation ?? "";
    names.facts.set(id, {
      name: name ?? id,
      nation: place,
      nicknames: nicknames ?? "",
      points: typeof points === "number" ? `${points} points` : "",
      row,
    });
    if (!name) continue;
    names.set(id, place ? `${name} (${place})` : name);
    const alone = units.filter((other) => other.name?.toLowerCase() === name.toLowerCase()).length === 1;
    names.unique.set(id, alone && isName(name) ? name : id);
  }
  return names;
}

// Whether the text can be a word of its own on a command line.
function isName(text) {
  try {
    return nameOf(text) === text;
  } catch {
    return false;
  }
}

/**
 * The keys of a duel's two units: the first parameter, and its counterpart on the other side.
 * @param {Parameter[]} schema
 */
function sidesOf(schema) {
  const first = schema[0]?.parameter ?? "";
  const other = first.replace(/^a/, "b");
  return /^a/.test(first) && schema.some((p) => p.parameter === other) ? [first, other] : [];
}
