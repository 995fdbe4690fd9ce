// SPDX-License-Identifier: GPL-3.0-or-later
// Fills or dims the answer's place on the page, or shows a message there.
import { answerParts } from "./answers.js";
import { drawn, funnel } from "./chart.js";
import { make, the } from "./dom.js";
import { number, percent } from "./numbers.js";
import { at } from "./page.js";

export function say(text) {
  the("message").textContent = text.replaceAll(/^salvo: /gm, "");
}

/**
 * Shows a reply of the engine.
 * answer: its JSON as an object; null for a complaint. last: no better answer follows, so a screen reader reads it out.
 */
export function showAnswer(kind, { text, complaint, picture }, answer, last) {
  if (!answer) {
    showFault(complaint);
    return;
  }
  say("");
  at.answer = { text, made: answer };
  the("below").hidden = false;
  the("answer").replaceChildren(...answerParts(kind, answer, { ...at, drawn: picture && drawn(picture) }));
  for (const id of ["get-png", "get-svg"]) the(id).hidden = !the("answer").querySelector(".chart");
  the("answer-box").classList.remove("old");
  const headline = the("answer").querySelector(".headline")?.textContent ?? "";
  the("short").textContent = headline;
  document.title = `${headline} salvo`;
  if (last) the("spoken").textContent = headline;
}

/** Shows a message in place of an answer. again: {name, act} of a button that continues from there. */
export function showFault(text, again) {
  at.answer = null;
  say(text);
  the("below").hidden = true;
  the("short").textContent = /^.*?\.(?=\s|$)/s.exec(the("message").textContent)?.[0] ?? the("message").textContent; // a bar has room for a sentence
  document.title = "salvo";
  the("answer").replaceChildren(...(again ? [make("button", { type: "button", onclick: again.act }, again.name)] : []));
  the("answer-box").classList.remove("old");
}

// The widest half-width of the intervals: of who wins, or of an outcome.
function halfWidth(answer) {
  const ends = [
    ...Object.values(answer.ci95 ?? {}),
    ...(answer.outcomes ?? []).map((o) => o.ci95),
    ...(answer.units ?? []).slice(0, 1).map((u) => u.price?.ci95),
  ];
  return Math.max(
    0,
    ...ends.filter((pair) => pair && pair[0] !== null && pair[1] !== null).map(([low, high]) => (high - low) / 2),
  );
}

/** Shows how the interval has narrowed so far, below an answer that is not the last. */
export function showSteps(widths, answer) {
  const half = halfWidth(answer);
  widths.push(half);
  const words = answer.units ? `±${number(half, 1)} points` : half ? `±${percent(half, 2)}` : "";
  the("answer").append(
    make("p", { class: "refining" }, `Still simulating, to make it more precise: ${words} so far.`, funnel(widths)),
  );
}
