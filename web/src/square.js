// SPDX-License-Identifier: GPL-3.0-or-later
// The square of a matrix: a colour for the chance of each pair. On the page it is a canvas, because 11,000 elements would
// slow the page down. A saved square is SVG, with the names of its rows and columns.
import { textOf } from "./chart.js";
import { draw } from "./dom.js";

// From orange over white to blue, by the chance of the row's unit. Both lightness and hue show it, so that it is readable
// for colour-blind readers and in grey prints.
/** @type {[number, number[]][]} */
const STOPS = [
  [0, [179, 66, 0]],
  [0.25, [240, 160, 100]],
  [0.5, [247, 247, 247]],
  [0.75, [103, 169, 214]],
  [1, [0, 82, 138]],
];
const NONE = "#9a9a9a"; // neither side can win

function colourOf(p) {
  const i = Math.min(
    STOPS.length - 2,
    STOPS.findIndex((_, k) => k + 1 === STOPS.length || p <= STOPS[k + 1][0]),
  );
  const [low, from] = STOPS[i],
    [high, to] = STOPS[i + 1];
  return `rgb(${from.map((c, k) => Math.round(c + ((to[k] - c) * (p - low)) / (high - low))).join(",")})`;
}

// The share of wins among the decided results, so that pairs that cannot harm each other differ from even ones.
const scoreOf = ({ p, decided }, at) => (decided[at] > 0.01 ? p[at] / decided[at] : NaN);

export function paint(canvas, answer, cell, row, column) {
  const n = answer.ranking.length,
    pen = canvas.getContext("2d");
  canvas.width = canvas.height = n * cell;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const score = scoreOf(answer, i * n + j);
      pen.fillStyle = Number.isNaN(score) ? NONE : colourOf(score);
      pen.fillRect(j * cell, i * cell, cell, cell);
    }
  pen.lineWidth = 2;
  pen.strokeStyle = "#000";
  pen.strokeRect(0, row * cell, n * cell, cell);
  pen.strokeRect(column * cell, 0, cell, n * cell);
}

/** What the colours mean: {names, colours}. */
export const KEY = {
  names: [
    "the row wins",
    "wins more often",
    "even",
    "loses more often",
    "the row loses",
    "they cannot damage each other",
  ],
  colours: [...STOPS.map(([p]) => colourOf(p)).reverse(), NONE],
};

const SHADES = 64; // colours of a saved square: all cells of one colour are one path

/** The square for a saved picture. */
export function squarePicture(answer) {
  const { ranking } = answer,
    n = ranking.length,
    cell = n <= 16 ? 22 : n <= 50 ? 14 : 8,
    size = Math.min(12, cell);
  const room = 8 + 0.56 * size * Math.max(...ranking.map(({ unit }) => unit.length));
  const shades = new Map();
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const score = scoreOf(answer, i * n + j),
        colour = Number.isNaN(score) ? NONE : colourOf(Math.round(score * SHADES) / SHADES);
      shades.set(colour, `${shades.get(colour) ?? ""}M${j} ${i}h1v1h-1z`);
    }
  const cells = draw(
    "g",
    { transform: `translate(${room} ${room}) scale(${cell})` },
    ...[...shades].map(([fill, d]) => draw("path", { d, fill })),
  );
  const names = ranking.flatMap(({ unit }, i) => {
    const middle = room + cell * (i + 0.5) + 0.35 * size;
    return [
      textOf(room - 4, middle, unit, { "text-anchor": "end", "font-size": size }),
      textOf(0, 0, unit, { "font-size": size, transform: `translate(${middle} ${room - 4}) rotate(-90)` }),
    ];
  });
  const whole = Math.ceil(room + n * cell);
  return draw(
    "svg",
    { viewBox: `0 0 ${whole} ${whole}`, "aria-label": "Each row is a unit, each column an opponent" },
    cells,
    ...names,
  );
}
