// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the question and shows its answer. A simulation runs in steps, each more precise than the last, up to the program's
// own precision. So the reader sees a result at once. An exact answer is one step. The intervals are valid although the
// reader watches them, because a run to a precision has confidence sequences.
import { showAnswer, showFault, showSteps } from "./answer.js";
import { Broken, Stopped } from "./asker.js";
import { PICTURE, typeable, withOptions } from "./command.js";
import { the } from "./dom.js";
import { below } from "./below.js";
import { crewSize } from "./crew.js";
import { answers, at, follow, words } from "./page.js";
import { linkOf } from "./question.js";
import { Refused } from "./gate.js";
import { reductionOf } from "./reduce.js";

const PATIENCE = 150; // milliseconds that a running answer gets before a newer question ends it
const SHOWN_AFTER = 300; // milliseconds before the page shows progress
const SHARED_AFTER = 80; // if a step takes more milliseconds, engines share the next one, which takes longer

const precisely = (list) => list.map((h) => ["--precision", String(h)]);
const STEPS = {
  duel: precisely([0.02, 0.01, 0.005, 0.002]),
  odds: precisely([0.02, 0.01, 0.005, 0.002]),
  battle: precisely([0.02, 0.01, 0.005, 0.002]),
  compare: precisely([0.02, 0.005]),
  tipping: precisely([0.05, 0.02, 0.01]),
  curve: precisely([0.02, 0.005]),
  price: [
    ["--pairs", "20"],
    ["--pairs", "100"],
  ],
  matrix: [],
};

let pushed = 0;

// Adds a step to the history for each question that stayed for a while.
function remember(typing) {
  const link = linkOf(at.q);
  if (link === location.hash) return;
  const now = performance.now();
  history[typing || now - pushed < 400 ? "replaceState" : "pushState"](null, "", link);
  pushed = now;
}

/** Why a question was not answered, in words for the reader. */
export function whyNot(fault) {
  if (fault instanceof Stopped) return "Stopped.";
  if (fault instanceof Refused) return fault.message;
  if (!(fault instanceof Broken))
    return fault.message.startsWith("salvo: ") ? fault.message : `Something failed: ${fault.message}`;
  return fault.opened
    ? `The engine failed: ${fault.message}. Ask again, or ask for something smaller.`
    : `The engine did not open: ${fault.message}. Try again. If that does not help, close other pages, or use another browser.`;
}

/** A message in place of an answer, whatever was asked before. again: as in showFault(). */
export function refuse(text, again) {
  at.turn++;
  rest();
  the("command").textContent = "";
  showFault(text, again);
}

function rest() {
  the("progress").hidden = true;
  the("answer-box").ariaBusy = "false";
}

const again = { name: "Ask again", act: () => follow.ask() };

export async function ask(typing = false) {
  const mine = ++at.turn;
  const live = () => mine === at.turn;
  remember(typing);
  const kind = at.q.kind;
  let asked;
  try {
    asked = words();
  } catch (fault) {
    return refuse(whyNot(fault));
  }
  the("command").textContent = typeable(asked);
  the("answer-box").classList.add("old");
  the("answer-box").ariaBusy = "true";
  const progress = setTimeout(() => {
    if (live()) the("progress").hidden = false;
  }, SHOWN_AFTER);
  try {
    await answers.free(PATIENCE, live);
    if (live()) await steps(asked, kind, live);
  } catch (fault) {
    if (live()) stopped(fault);
  } finally {
    clearTimeout(progress);
    if (live()) rest();
  }
  if (live() && at.answer) await below(asked, live);
  return undefined;
}

async function steps(asked, kind, live) {
  at.partial = false;
  const widths = [];
  let simulated = [],
    took = 0;
  for (const rough of [...STEPS[kind], null]) {
    if (rough && isReached(rough, widths.at(-1))) continue;
    the("bar").removeAttribute("value");
    const drawn = kind === "matrix" ? [] : PICTURE; // the page has a square of its own, whose pairs can be chosen
    const line = withOptions(asked, ...(rough ? [...rough, ...simulated] : []), "--format", "json", ...drawn);
    const begun = performance.now();
    const reply = await (took > SHARED_AFTER && kind !== "price" && crewSize() > 1
      ? answers.share(line)
      : answers.ask(line, reductionOf(kind)));
    if (!live()) return;
    took = performance.now() - begun;
    const answer = reply.status === 0 ? (reply.made ?? JSON.parse(reply.text)) : null;
    const last = !rough || !answer || !isRough(answer);
    at.partial = !last;
    showAnswer(kind, reply, answer, last);
    if (last) return;
    // The next step need not try again whether an exact answer is possible.
    if (answer.method === "monte-carlo" && !asked.includes("--method")) simulated = ["--method", "mc"];
    showSteps(widths, answer);
  }
}

// Whether the answer before already had the precision of this step.
const isReached = ([option, wanted], half) => option === "--precision" && half > 0 && half <= Number(wanted);

// Whether more work would make it more precise: whether anything in it was simulated.
function isRough(answer) {
  const parts = Array.isArray(answer.battles) ? answer.battles : answer.points;
  return (
    answer.stopped_by !== undefined ||
    typeof answer.battles === "number" ||
    (Array.isArray(parts) && parts.some((part) => part.stopped_by !== undefined || part.method === "monte-carlo"))
  );
}

function stopped(fault) {
  if (fault instanceof Stopped && at.partial) {
    the("answer-box").classList.remove("old");
    follow.say("Stopped. The answer is as precise as its interval says.");
  } else showFault(whyNot(fault), again);
}
