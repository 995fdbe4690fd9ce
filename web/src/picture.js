// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of an answer as one picture to save: on white paper, with the headline, the legend and the command.
import { textOf } from "./chart.js";
import { draw, the } from "./dom.js";
import { at } from "./page.js";
import { squarePicture } from "./square.js";

const EDGE = 10,
  LEAST = 360; // in units of a chart, which is 340 units wide
const LETTER = 0.55; // average width of a letter, relative to its size

/**
 * The charts on the page.
 * @returns {{ svg: SVGElement, legend: { name: string, colour: string }[] }[]}
 */
function charts() {
  const all = [...document.querySelectorAll("#answer .chart, #changes > .chart")].filter((e) =>
    e.matches("svg, .square"),
  );
  return all.map((e) => {
    const next = (e.closest(".scroll") ?? e).nextElementSibling;
    const items = next?.matches(".legend") ? [...next.children] : [];
    return {
      svg: /** @type {SVGElement} */ (e.matches("svg") ? e : squarePicture(at.answer.made)),
      legend: items.map((item) => ({
        name: item.textContent?.trim() ?? "",
        colour: item.querySelector("rect")?.getAttribute("fill") ?? "",
      })),
    };
  });
}

const boxOf = (svg) => svg.getAttribute("viewBox").split(" ").map(Number);

// Splits a text into lines of whole words that fit.
function wrapped(text, size, width) {
  const most = Math.floor(width / (LETTER * size)),
    lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last}${last ? " " : ""}${word}`;
  }
  return lines;
}

/** {text, width, height}: an SVG document. */
export function picture() {
  const all = charts(),
    width = Math.max(LEAST, ...all.map(({ svg }) => 2 * EDGE + boxOf(svg)[2]));
  const drawn = [];
  let y = EDGE;
  const write = (text, size, more = {}) => {
    for (const line of wrapped(text, size, width - 2 * EDGE))
      drawn.push(textOf(EDGE, (y += 1.3 * size), line, { "font-size": size, ...more }));
  };
  const explain = (legend) => {
    let x = EDGE;
    y += 14;
    for (const { name, colour } of legend) {
      const wide = 30 + 12 * 1.1 * LETTER * name.length;
      if (x > EDGE && x + wide > width - EDGE) [x, y] = [EDGE, y + 16];
      drawn.push(draw("rect", { x, y: y - 9, width: 10, height: 10, fill: colour }), textOf(x + 14, y, name));
      x += wide;
    }
  };
  write(the("short").textContent, 16, { "font-weight": 700 });
  for (const { svg, legend } of all) {
    const [, , wide, height] = boxOf(svg),
      copy = /** @type {SVGElement} */ (svg.cloneNode(true));
    y += 8;
    if (svg.hasAttribute("aria-label")) write(svg.getAttribute("aria-label"), 11, { fill: "#555" }); // others have their title
    for (const [key, value] of Object.entries({ x: EDGE, y: (y += 6), width: wide, height }))
      copy.setAttribute(key, String(value));
    drawn.push(copy);
    y += height;
    if (legend.length) explain(legend);
  }
  y += 10;
  write(the("command").textContent, 9, { fill: "#555" });
  const size = { width, height: Math.ceil(y + EDGE) };
  const whole = draw(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${size.width} ${size.height}`,
      ...size,
      color: "#222",
      fill: "#222",
      "font-family": "sans-serif",
    },
    draw("rect", { ...size, fill: "#fff" }),
    ...drawn,
  );
  return { text: new XMLSerializer().serializeToString(whole), ...size };
}
