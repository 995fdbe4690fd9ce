// SPDX-License-Identifier: GPL-3.0-or-later
// A rulebook that the reader drops on the page or selects.
import { forget } from "./asker.js";
import { OWN } from "./command.js";
import { the } from "./dom.js";
import { filesOfDrop, filesOfList, filesOfZip } from "./own.js";
import { answers, aside, catalogue, follow, show, side } from "./page.js";
import { empty } from "./question.js";

async function bring(reading) {
  let folder;
  try {
    const { name, files } = await reading;
    folder = `${OWN}${Date.now()}/${name}`;
    await Promise.all([side, answers, aside].map((asker) => asker.put(folder, files)));
    const id = await catalogue.add(folder);
    await show(empty((await catalogue.book(id)).sides.length ? "duel" : "odds", id));
  } catch (fault) {
    if (folder) forget(folder);
    follow.say(fault.message);
  }
}

export function listenDropped() {
  const dropping = (on) => document.body.classList.toggle("drop", on);
  the("folder").onchange = (event) => bring(filesOfList(event.target.files));
  the("zip").onchange = (event) => {
    if (event.target.files[0]) bring(filesOfZip(event.target.files[0]));
  };
  addEventListener("dragover", (event) => {
    event.preventDefault();
    dropping(true);
  });
  addEventListener("dragleave", () => dropping(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    dropping(false);
    bring(filesOfDrop(event.dataTransfer));
  });
}
