// SPDX-License-Identifier: GPL-3.0-or-later
// Shows below a complete answer: the effect of one change, the cells behind the answer, and the program's print.
import { Broken } from "./asker.js";
import { showCells } from "./cells.js";
import { showChanges } from "./changes.js";
import { the } from "./dom.js";
import { aside, at, follow, words } from "./page.js";
import { showPrice } from "./price.js";
import { showWorking } from "./working.js";
import { remembered } from "./last.js";

const PATIENCE = 300;
const INCOMPLETE = "The answer is complete, but the part below it is not";

/** live(): whether the answer is still shown. Results for another answer are discarded. */
export async function below(asked, live) {
  remembered(the("short").textContent);
  await aside.free(PATIENCE, live);
  for (const part of [print, showPrice, showWorking, showChanges, showCells]) {
    if (!live()) return;
    try {
      await part(live, asked);
    } catch (fault) {
      // A newer question stopped it, or it has no result for this question.
      if (!live() || !(fault instanceof Broken)) continue;
      follow.say(`${INCOMPLETE}: the engine failed (${fault.message}).`);
      return;
    }
  }
}

async function print(live, asked = words()) {
  the("print-box").hidden = at.q.kind === "price";
  if (!the("print-box").open) return;
  const { text, complaint } = await aside.ask(asked);
  if (live()) the("print").textContent = text || complaint;
}

/** Fills boxes when the reader opens them. */
export function listenBelow() {
  const still = () => {
    const mine = at.turn;
    return () => mine === at.turn;
  };
  for (const [id, fill] of Object.entries({ "print-box": print, "cells-box": showCells }))
    the(id).ontoggle = async (event) => {
      if (!event.target.open || !at.answer) return;
      const live = still();
      try {
        await fill(live);
      } catch (fault) {
        if (live() && fault instanceof Broken) follow.say(`${INCOMPLETE}: the engine failed (${fault.message}).`);
      }
    };
}
