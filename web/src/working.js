// SPDX-License-Identifier: GPL-3.0-or-later
// How the answer is computed, in the program's own words: the paragraph before the table of its print.
import { make, the } from "./dom.js";
import { aside, at } from "./page.js";
import { title } from "./parts.js";

export async function showWorking(live, asked) {
  const box = the("working");
  if (at.q.kind !== "duel") {
    box.replaceChildren();
    return;
  }
  const { status, text } = await aside.ask([...asked, "--precision", "0.02"]);
  if (!live()) return;
  const parts = text.split(/\n\s*\n/);
  const table = parts.findIndex((part) => /^winner\b/.test(part));
  const words = status === 0 && table > 0 ? parts[table - 1] : "";
  box.replaceChildren(...(words ? [title("To hit and to damage"), make("p", { class: "note working" }, words)] : []));
}
