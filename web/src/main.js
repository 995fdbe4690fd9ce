// SPDX-License-Identifier: GPL-3.0-or-later
// The page: its parts put together, and the question of the address bar opened. Until there is an answer or a message, start.js
// watches.
import { say, showFault } from "./answer.js";
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
import { ask, refuse, whyNot } from "./run.js";
import { listenShare } from "./share.js";

// For whoever would rather script the page, and for its tests: any command line, answered as the program answers it; one that
// simulates, by several engines if so many are asked for.
globalThis.salvo = { ask: (line, engines = 1) => (engines > 1 ? side.share(line, undefined, engines) : side.ask(line)), answer: () => at.answer?.text ?? null };

const QUIET = "The engine has not answered for a while. It may be working on something large, or the browser may have ended it. Press Stop to end the wait.";

let opened;

// The address bar's question.
async function open() {
  if (location.hash === opened) return;
  opened = location.hash;
  await show(...linked(location.hash.length > 1 ? location.hash : WELCOME));
  opened = null;
}

// What a link asks for; in place of one that cannot be read, what the form has.
function linked(link) {
  try {
    return [questionOf(link), { link: true }];
  } catch (fault) {
    return [at.q ?? questionOf(WELCOME), { refused: fault.message }];
  }
}

function listen() {
  the("book").onchange = (event) => show({ ...empty(at.q.kind, event.target.value), simulated: at.q.simulated });
  the("form").onsubmit = (event) => event.preventDefault();
  the("stop").onclick = () => answers.stop();
  answers.onPart = (part) => { the("bar").value = part; };
  answers.onQuiet = (quiet) => say(quiet ? QUIET : "");
  addEventListener("hashchange", open);
  addEventListener("popstate", open);
  for (const listenTo of [listenLayout, listenShare, listenBelow, listenDropped, listenLast]) listenTo();
}

// What the page is made of, and browsers of 2023 have, unless it is switched off.
function checkBrowser() {
  for (const name of ["WebAssembly", "Worker", "DecompressionStream"])
    if (!globalThis[name]) throw new Error(`this browser has no ${name}, or it is switched off. Use a browser of 2023 or later`);
}

async function begin() {
  useLanguage(navigator.language);
  Object.assign(follow, { layOut, ask, say, refuse, whyNot });
  checkBrowser();
  useParts(await openPayload());
  answers.warm();
  listen();
  await open();
  const { text } = await side.ask(["--version"]);
  the("about").textContent = text.trim();
}

begin().catch((fault) => {
  // What is there already says why.
  if (!at.q && !the("message").textContent) showFault(`This page cannot run here: ${fault.message}.`, { name: "Load the page again", act: () => location.reload() });
});
