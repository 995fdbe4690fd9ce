// What the page is at: the question, its rulebook, its answer. Controls change the question here and nowhere else;
// what has to follow a change registers itself in `follow`.
import { Asker } from "./asker.js";
import { Catalogue } from "./catalogue.js";
import { wordsOf } from "./command.js";
import { Crew } from "./crew.js";
import { fillRequired, isAskable, prune, schemaOf } from "./kinds.js";
import { linkOf, ofProcedure, questionOf } from "./question.js";

export const WELCOME = "#1/duel/mad?a=Tiger+I&b=Sherman+M4A1&range=500";

/** Three engines: one for the answer, one for what there is to ask, one for what stands below an answer. */
export const answers = new Crew(), side = new Crew(), aside = new Asker();
export const catalogue = new Catalogue(side);

/** turn: counts questions; whoever waited compares it to know whether the answer is still wanted. */
export const at = { q: null, book: null, answer: null, turn: 0 };

/** layOut(): the controls are to be drawn anew. ask(typing): the question is to be asked. say(text): to the reader. */
export const follow = { layOut() {}, ask() {}, say() {} };

export const words = (q = at.q) => wordsOf(q, at.book.sides, catalogue.folderOf(q.book));
export const schema = () => schemaOf(at.q, at.book);

// Rulebooks begin with who goes first or the like; what is fired over a range is what readers come for.
const usualProcedure = ({ procedures, schemas }) =>
  (procedures.find(({ procedure }) => schemas.get(procedure).some((p) => p.bracketed)) ?? procedures[0]).procedure;

/** Puts a question before the reader and asks it. keep: what the rulebook does not know of it stays, to be complained of. */
export async function show(question, { keep = false } = {}) {
  const mine = ++at.turn;
  let missing = "";
  const books = await catalogue.books();
  if (!books.some(({ id }) => id === question.book)) {
    missing = `This page has no rulebook "${question.book.slice(0, 40)}".`;
    question = questionOf(WELCOME);
  }
  const book = await catalogue.book(question.book);
  if (mine !== at.turn) return;
  Object.assign(at, { q: question, book });
  if (!isAskable(question.kind, book)) question.kind = "odds";
  if (ofProcedure(question.kind) && !book.schemas.has(question.procedure)) question.procedure = usualProcedure(book);
  if (!keep) prune(question, book);
  fillRequired(question, book);
  follow.layOut();
  await follow.ask(false, missing);
}

/** A new question from a control. While somebody types, the controls stay as they are; what is no change is not asked again. */
export function change(edit, typing = false) {
  const before = linkOf(at.q);
  edit(at.q);
  if (linkOf(at.q) === before) return undefined;
  if (!typing) follow.layOut();
  return follow.ask(typing);
}
