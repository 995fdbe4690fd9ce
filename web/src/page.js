// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the page: the question, its rulebook, its answer. Controls change the question only here. Code that must
// react to a change registers itself in `follow`.
import { Asker } from "./asker.js";
import { Catalogue } from "./catalogue.js";
import { wordsOf } from "./command.js";
import { Crew } from "./crew.js";
import { Refused, admit } from "./gate.js";
import { edited, fillRequired, prune, schemaOf } from "./kinds.js";
import { linkOf, questionOf } from "./question.js";
import { quoted } from "./text.js";
/** @import { Question } from "./question.js" */
/** @import { Book } from "./catalogue.js" */

export const WELCOME = "#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=500";

/** Three engines: one for the answer, one for the catalogue, one for what is below an answer. */
export const answers = new Crew(),
  side = new Crew(),
  aside = new Asker();
export const catalogue = new Catalogue(side);

/**
 * What the page is at; the question and its rulebook are null until the first one is open.
 * turn: counts questions; code that waited compares it to see whether the answer is still wanted. partial: a better answer
 * follows. answer: its text and what was made of it, {text, made}; null without one.
 * @type {{ q: Question, book: Book, answer: any, turn: number, partial: boolean }}
 */
export const at = /** @type {any} */ ({ q: null, book: null, answer: null, turn: 0, partial: false });

/**
 * layOut(): draw the controls again. ask(typing): ask the question. say(text): inform the reader. refuse(text, again),
 * whyNot(fault): as in run.js.
 * @type {Record<"layOut" | "ask" | "say" | "refuse" | "whyNot", (...args: any[]) => any>}
 */
export const follow = { layOut() {}, ask() {}, say() {}, refuse() {}, whyNot() {} };

/** @returns {string[]} */
export const words = (q = at.q) => wordsOf(q, at.book, catalogue.folderOf(q.book));
export const schema = () => schemaOf(at.q, at.book);

/**
 * Shows a question to the reader and asks it.
 * @param {Question} question
 * @param {{ link?: boolean, refused?: string }} how link: whether it comes from a link. If a link has anything that its
 * rulebook does not have, the page does not ask the question and shows the reason. refused: a reason that is already known
 */
export async function show(question, { link = false, refused = "" } = {}) {
  const mine = ++at.turn;
  try {
    const found = await placed(question, link, refused);
    if (mine !== at.turn) return undefined;
    Object.assign(at, found.place);
    follow.layOut();
    if (found.refused)
      return follow.refuse(found.refused, { name: "Ask the question in the form", act: () => follow.ask() });
    return await follow.ask();
  } catch (fault) {
    if (mine === at.turn)
      follow.refuse(follow.whyNot(fault), { name: "Try again", act: () => show(question, { link, refused }) });
    return undefined;
  }
}

/**
 * The question with its rulebook, and the reason if it is not asked. A question that cannot be asked becomes the nearest
 * possible one.
 * @param {Question} question
 */
async function placed(question, link, refused) {
  const books = await catalogue.books();
  if (!books.some(({ id }) => id === question.book))
    return placed(
      questionOf(WELCOME),
      false,
      `This link needs the rulebook ${quoted(question.book)}. This page has: ${books.map(({ id }) => id).join(", ")}.`,
    );
  const place = { q: question, book: await catalogue.book(question.book) };
  if (link)
    refused ||= reason(() => {
      fillRequired(question, place.book);
      admit(question, place.book);
    });
  if (!link || refused) prune(question, place.book);
  fillRequired(question, place.book);
  return { place, refused };
}

function reason(act) {
  try {
    act();
    return "";
  } catch (fault) {
    if (fault instanceof Refused) return `This link cannot be answered: ${fault.message}`;
    throw fault;
  }
}

let behind = false; // whether the controls do not show yet what a typed value excludes

/**
 * Changes the question from a control. While the user types, the controls stay unchanged. An unchanged question is not asked
 * again.
 * @param {(q: Question) => void} edit
 */
export function change(edit, typing = false) {
  const before = linkOf(at.q);
  behind = edited(at.q, at.book, edit) || behind;
  const same = linkOf(at.q) === before;
  if (!typing && (behind || !same)) follow.layOut();
  behind &&= typing;
  if (same) return undefined;
  return follow.ask(typing);
}
