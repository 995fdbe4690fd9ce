// The page: its parts put together, and the question of the address bar opened.
import { say } from "./answer.js";
import { useParts } from "./asker.js";
import { listenBelow } from "./below.js";
import { the } from "./dom.js";
import { listenDropped } from "./dropped.js";
import { listenLast } from "./last.js";
import { layOut, listenLayout } from "./layout.js";
import { useLanguage } from "./numbers.js";
import { answers, at, follow, show, side, WELCOME } from "./page.js";
import { openPayload } from "./payload.js";
import { empty, questionOf } from "./question.js";
import { ask } from "./run.js";
import { listenShare } from "./share.js";

// For whoever would rather script the page, and for its tests: any command line, answered as the program answers it; one that
// simulates, by several engines if so many are asked for.
globalThis.salvo = { ask: (line, engines = 1) => (engines > 1 ? side.share(line, undefined, engines) : side.ask(line)), answer: () => at.answer?.text ?? null };

let opened;

// The address bar's question.
async function open() {
  if (location.hash === opened) return;
  opened = location.hash;
  try {
    await show(questionOf(location.hash.length > 1 ? location.hash : WELCOME), { keep: true });
  } catch (fault) {
    if (!at.q) await show(questionOf(WELCOME));
    say(fault.message);
  }
  opened = null;
}

function listen() {
  the("book").onchange = (event) => show({ ...empty(at.q.kind, event.target.value), simulated: at.q.simulated });
  the("form").onsubmit = (event) => event.preventDefault();
  the("stop").onclick = () => answers.stop();
  answers.onPart = (part) => { the("bar").value = part; };
  addEventListener("hashchange", open);
  addEventListener("popstate", open);
  for (const listenTo of [listenLayout, listenShare, listenBelow, listenDropped, listenLast]) listenTo();
}

async function begin() {
  useLanguage(navigator.language);
  Object.assign(follow, { layOut, ask, say });
  useParts(await openPayload());
  answers.warm();
  listen();
  await open();
  const { text } = await side.ask(["--version"]);
  the("about").textContent = text.trim();
}

begin().catch((fault) => say(`This page cannot run here: ${fault.message}`));
