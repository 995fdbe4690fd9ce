// An answer taken along: copied as a link, as text or as a command, or saved as a file.
import { make, the } from "./dom.js";
import { at, side, words } from "./page.js";

function save(bytes, name, type) {
  const link = make("a", { href: URL.createObjectURL(bytes instanceof Blob ? bytes : new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function copied(button, text) {
  const name = button.dataset.name ??= button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // A page from disk may have no clipboard; what is selected can be copied by hand.
    const box = make("textarea", { rows: 6, "aria-label": "To be copied" }, text);
    the("copied").replaceChildren(box);
    box.select();
  }
  setTimeout(() => { button.textContent = name; }, 1500);
}

// The charts of the answer, one above the other, on white paper.
function picture() {
  const charts = [...document.querySelectorAll("#answer svg.chart, #changes > svg.chart")];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const words = (y, size, text) => {
    const line = document.createElementNS(svg.namespaceURI, "text");
    for (const [key, value] of Object.entries({ x: 10, y, "font-size": size, fill: "#222" })) line.setAttribute(key, value);
    line.textContent = text;
    svg.append(line);
  };
  let y = 24;
  words(y, 15, the("short").textContent);
  y += 12;
  for (const chart of charts) {
    const [, , width, height] = chart.getAttribute("viewBox").split(" ").map(Number);
    words(y + 12, 11, chart.getAttribute("aria-label"));
    const copy = chart.cloneNode(true);
    for (const [key, value] of Object.entries({ x: 10, y: y + 18, width, height })) copy.setAttribute(key, value);
    svg.append(copy);
    y += height + 30;
  }
  words(y + 8, 9, the("command").textContent);
  const size = { width: Math.max(360, 20 + 5 * the("command").textContent.length), height: y + 20 };
  svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  for (const [key, value] of Object.entries({ xmlns: svg.namespaceURI, ...size, color: "#222", "font-family": "sans-serif" })) svg.setAttribute(key, value);
  const paper = document.createElementNS(svg.namespaceURI, "rect");
  for (const [key, value] of Object.entries({ ...size, fill: "#fff" })) paper.setAttribute(key, value);
  svg.prepend(paper);
  return { text: new XMLSerializer().serializeToString(svg), ...size };
}

async function png() {
  const square = document.querySelector("#answer canvas.square");
  if (square) return new Promise((done) => square.toBlob(done));
  const { text, width, height } = picture();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done));
}

/** The answer for a forum: the headline, the tables, how it was found, the command and the link. */
export function asText() {
  const box = the("answer"), tables = [...box.querySelectorAll("table")].map((t) => {
    const rows = [...t.querySelectorAll("tr")].slice(0, 25).map((tr) => [...tr.children].map((cell) => cell.textContent));
    const widths = rows.reduce((wide, row) => row.map((cell, i) => Math.max(wide[i] ?? 0, cell.length)), []);
    return rows.map((row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  ").trimEnd()).join("\n");
  });
  const changed = [...document.querySelectorAll(".changed li span")].map((e) => `(${e.textContent})`);
  return [the("short").textContent, ...changed, ...tables, ...[...box.querySelectorAll(".note")].map((e) => e.textContent), the("command").textContent, location.href].join("\n\n");
}

export function listenShare() {
  const on = (id, act) => { the(id).onclick = (event) => act(event.target); };
  on("copy-link", (button) => copied(button, location.href));
  on("copy-text", (button) => copied(button, asText()));
  on("copy-command", (button) => copied(button, the("command").textContent));
  on("get-json", () => save(at.answer.text, "salvo.json", "application/json"));
  on("get-csv", async () => save((await side.ask([...words(), "--format", "csv"])).text, "salvo.csv", "text/csv"));
  on("get-svg", () => save(picture().text, "salvo.svg", "image/svg+xml"));
  on("get-png", async () => save(await png(), "salvo.png"));
}
