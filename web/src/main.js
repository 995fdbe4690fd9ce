// SPDX-License-Identifier: GPL-3.0-or-later
// The page: it connects its parts and opens the question of the address bar. start.js watches until there is an answer or a
// message.
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

// For scripts and tests: any command line, answered as the program answers it. Several engines can share one that simulates.
globalThis.salvo = {
  ask: (line, engines = 1) => (engines > 1 ? side.share(line, undefined, engines) : side.ask(line)),
  answer: () => at.answer?.text ?? null,
};

const QUIET =
  "The engine has not answered for a while. It may be working on something large, or the browser may have ended it. Press Stop to end the wait.";

let opened;

// Opens the address bar's question.
async function open() {
  const link = location.hash;
  if (link === opened) return;
  opened = link;
  await show(...linked(link.length > 1 ? link : WELCOME));
  if (opened === link) opened = null;
}

/**
 * The question of a link. If the link is not valid, it is the question of the form.
 * @returns {Parameters<typeof show>}
 */
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
  answers.onPart = (part) => {
    the("bar").value = part;
  };
  answers.onQuiet = (quiet) => say(quiet ? QUIET : "");
  addEventListener("hashchange", open);
  addEventListener("popstate", open);
  for (const listenTo of [listenLayout, listenShare, listenBelow, listenDropped, listenLast]) listenTo();
}

// Checks features that the page needs. Browsers of 2023 have them, unless the user has switched them off.
function checkBrowser() {
  for (const name of ["WebAssembly", "Worker", "DecompressionStream"])
    if (!globalThis[name])
      throw new Error(`this browser has no ${name}, or it is switched off. Use a browser of 2023 or later`);
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
  // An existing message already has the reason.
  if (!at.q && !the("message").textContent)
    showFault(`This page cannot run here: ${fault.message}.`, {
      name: "Load the page again",
      act: () => location.reload(),
    });
});
