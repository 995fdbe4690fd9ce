// SPDX-License-Identifier: GPL-3.0-or-later
// Exports an answer: copied as a link, as text or as a command, or saved as a file.
import { withOptions } from "./command.js";
import { make, the } from "./dom.js";
import { at, follow, side, words } from "./page.js";
import { picture } from "./picture.js";

function save(bytes, name, type) {
  const link = make("a", {
    href: URL.createObjectURL(bytes instanceof Blob ? bytes : new Blob([bytes], { type })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function copied(button, text) {
  const name = (button.dataset.name ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // A page from disk may have no clipboard, but the user can copy selected text.
    const box = make("textarea", { rows: 6, "aria-label": "To be copied" }, text);
    the("copied").replaceChildren(box);
    box.select();
  }
  setTimeout(() => {
    button.textContent = name;
  }, 1500);
}

async function png() {
  const { text, width, height } = picture();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done));
}

/** The answer for a forum: the headline, the tables, the method, the command and the link. */
export function asText() {
  const box = the("answer"),
    tables = [...box.querySelectorAll("table")].map((t) => {
      const rows = [...t.querySelectorAll("tr")]
        .slice(0, 25)
        .map((tr) => [...tr.children].map((cell) => cell.textContent));
      const widths = rows.reduce((wide, row) => row.map((cell, i) => Math.max(wide[i] ?? 0, cell.length)), []);
      return rows
        .map((row) =>
          row
            .map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
            .join("  ")
            .trimEnd(),
        )
        .join("\n");
    });
  const changed = [...document.querySelectorAll(".changed li span")].map((e) => `(${e.textContent})`);
  return [
    the("short").textContent,
    ...changed,
    ...tables,
    ...[...box.querySelectorAll(".note")].map((e) => e.textContent),
    the("command").textContent,
    location.href,
  ].join("\n\n");
}

export function listenShare() {
  const on = (id, act) => {
    the(id).onclick = async (event) => {
      try {
        await act(event.target);
      } catch (fault) {
        follow.say(`Nothing was saved: ${fault.message}.`);
      }
    };
  };
  on("copy-link", (button) => copied(button, location.href));
  on("copy-text", (button) => copied(button, asText()));
  on("copy-command", (button) => copied(button, the("command").textContent));
  on("get-json", () => save(at.answer.text, "salvo.json", "application/json"));
  on("get-csv", async () => {
    const { status, text, complaint } = await side.ask(withOptions(words(), "--format", "csv"));
    if (status !== 0) throw new Error(complaint);
    save(text, "salvo.csv", "text/csv");
  });
  on("get-svg", () => save(picture().text, "salvo.svg", "image/svg+xml"));
  on("get-png", async () => save(await png(), "salvo.png"));
}
