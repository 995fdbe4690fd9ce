// SPDX-License-Identifier: GPL-3.0-or-later
// The answer's place on the page: filled, dimmed, or with a message in it.
import { answerParts } from "./answers.js";
import { funnel } from "./chart.js";
import { make, the } from "./dom.js";
import { number, percent } from "./numbers.js";
import { at } from "./page.js";

export function say(text) {
  the("message").textContent = text.replaceAll(/^salvo: /gm, "");
}

/**
 * Shows a reply of the engine. answer: its JSON, read; null for a complaint. last: no better one follows, so that it is
 * read out to who does not see it.
 */
export function showAnswer(kind, { text, complaint }, answer, last) {
  if (!answer) return showFault(complaint);
  say("");
  at.answer = { text, made: answer };
  the("below").hidden = false;
  the("answer").replaceChildren(...answerParts(kind, answer, at));
  for (const id of ["get-png", "get-svg"]) the(id).hidden = !the("answer").querySelector(".chart");
  the("answer-box").classList.remove("old");
  const headline = the("answer").querySelector(".headline")?.textContent ?? "";
  the("short").textContent = headline;
  document.title = `${headline} salvo`;
  if (last) the("spoken").textContent = headline;
}

/** A message in place of an answer. again: {name, act} of a button that goes on from there. */
export function showFault(text, again) {
  at.answer = null;
  say(text);
  the("below").hidden = true;
  the("short").textContent = /^.*?\.(?=\s|$)/s.exec(the("message").textContent)?.[0] ?? the("message").textContent; // a bar has room for a sentence
  document.title = "salvo";
  the("answer").replaceChildren(...again ? [make("button", { type: "button", onclick: again.act }, again.name)] : []);
  the("answer-box").classList.remove("old");
}

// The widest half of an interval of who wins, or of an outcome.
function halfWidth(answer) {
  const ends = [...Object.values(answer.ci95 ?? {}), ...(answer.outcomes ?? []).map((o) => o.ci95), ...(answer.units ?? []).slice(0, 1).map((u) => u.price?.ci95)];
  return Math.max(0, ...ends.filter((pair) => pair && pair[0] !== null && pair[1] !== null).map(([low, high]) => (high - low) / 2));
}

/** How the interval has narrowed so far, below an answer that is not the last. */
export function showSteps(widths, answer) {
  const half = halfWidth(answer);
  widths.push(half);
  const words = answer.units ? `±${number(half, 1)} points` : half ? `±${percent(half, 2)}` : "";
  the("answer").append(make("p", { class: "refining" }, `Still simulating, to make it more precise: ${words} so far.`, funnel(widths)));
}
