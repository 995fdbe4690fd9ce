// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as inline SVG: the program's own, and small ones that it does not draw. Widths are in units of a telephone's 340
// pixels, so that text is readable there.
import { draw } from "./dom.js";
import { percent } from "./numbers.js";

// Okabe and Ito's colours: colour-blind readers can distinguish them, on white and on black.
export const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c"];
const WIDTH = 340,
  LEFT = 42,
  RIGHT = 16,
  TOP = 8;

const chart = (height, title, ...children) =>
  draw(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": title, class: "chart" },
    draw("title", {}, title),
    ...children,
  );

/**
 * The program's picture. As XML, it can contain no script of this page.
 * @param {string} svg
 */
export const drawn = (svg) =>
  /** @type {SVGElement} */ (
    /** @type {unknown} */ (
      document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true)
    )
  );

export const textOf = (x, y, words, more = {}) =>
  draw("text", { x, y, "font-size": 12, fill: "currentColor", ...more }, words);

function percentAxis(height, bottom, most) {
  const y = (p) => TOP + (height - TOP - bottom) * (1 - p / most);
  const ticks = [0, most / 2, most];
  const marks = ticks.flatMap((p) => [
    draw("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(p), y2: y(p), stroke: "currentColor", "stroke-opacity": 0.2 }),
    textOf(LEFT - 4, y(p) + 4, percent(p, most < 0.05 ? 1 : 0), { "text-anchor": "end" }),
  ]);
  return { y, marks };
}

// The greatest value, rounded up to a good axis end.
const topOf = (values) => {
  const most = Math.max(...values, 1e-9);
  return [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((top) => most <= top) ?? 1;
};

/** What the colours mean. They are in COLOURS' order unless others are given. */
export function legend(names, colours = COLOURS) {
  const list = document.createElement("ul");
  list.className = "legend";
  names.forEach((name, i) => {
    const item = document.createElement("li");
    const mark = draw(
      "svg",
      { viewBox: "0 0 10 10", width: 10, height: 10, "aria-hidden": "true" },
      draw("rect", {
        width: 10,
        height: 10,
        fill: colours[i % colours.length],
        stroke: "currentColor",
        "stroke-opacity": 0.4,
      }),
    );
    item.append(mark, ` ${name}`);
    list.append(item);
  });
  return list;
}

/** Groups of bars, a group for each label: values[series][i], 0 to 1; unit: the unit of the labels. */
export function bars(title, labels, values, unit) {
  const height = 184,
    bottom = 34;
  const { y, marks } = percentAxis(height, bottom, topOf(values.flat()));
  const step = (WIDTH - LEFT - RIGHT) / labels.length;
  const wide = Math.min(26, (step * 0.8) / values.length);
  const every = Math.ceil(labels.length / 12);
  const rects = values.flatMap((series, s) =>
    series.map((p, i) =>
      draw(
        "rect",
        {
          x: LEFT + step * (i + 0.5) + wide * (s - values.length / 2),
          y: y(p),
          width: wide * 0.92,
          height: Math.max(0, y(0) - y(p)),
          fill: COLOURS[s % COLOURS.length],
        },
        draw("title", {}, `${labels[i]}: ${percent(p, 2)}`),
      ),
    ),
  );
  const names = labels.map((label, i) =>
    i % every ? null : textOf(LEFT + step * (i + 0.5), height - bottom + 14, label, { "text-anchor": "middle" }),
  );
  return chart(
    height,
    title,
    ...marks,
    ...rects,
    ...names.filter(Boolean),
    textOf(WIDTH / 2 + LEFT / 2, height - 3, unit, { "text-anchor": "middle" }),
  );
}

/**
 * One bar, cut into shares.
 * @param {string} title
 * @param {{ name: string, p: number, colour: string }[]} parts
 * @param {number[]} [reach] the 95 % interval of the first share, which a line marks; undefined for an exact one
 */
export function shares(title, parts, reach) {
  let x = 0;
  const pieces = parts.map(({ name, p, colour }) => {
    const wide = p * WIDTH;
    const piece = draw(
      "g",
      {},
      draw("title", {}, `${name}: ${percent(p, 2)}`),
      draw("rect", { x, y: 0, width: wide, height: 30, fill: colour }),
      wide > 44
        ? textOf(x + wide / 2, 20, percent(p, 1), {
            "text-anchor": "middle",
            fill: inkOn(colour),
            "font-size": 13,
            "font-weight": 700,
          })
        : "",
    );
    x += wide;
    return piece;
  });
  const [low, high] = (reach ?? []).map((p) => p * WIDTH);
  const whisker = reach
    ? [
        ["#000", 5],
        ["#fff", 2],
      ].map(([stroke, wide]) =>
        draw("path", { d: `M${low},10v10m0,-5H${high}m0,-5v10`, fill: "none", stroke, "stroke-width": wide }),
      )
    : [];
  return chart(30, title, ...pieces, ...whisker);
}

// White or black, whichever has more contrast with the colour.
function inkOn(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#000" : "#fff";
}

/** Shows how something narrows step by step: lines one below the other. */
export function funnel(widths) {
  const most = Math.max(...widths, 1e-9),
    deep = 5 * widths.length + 3;
  return draw(
    "svg",
    { viewBox: `0 0 120 ${deep}`, class: "funnel", "aria-hidden": "true" },
    ...widths.map((w, i) =>
      draw("line", {
        x1: 60 - (58 * w) / most,
        x2: 60 + (58 * w) / most,
        y1: 5 * i + 4,
        y2: 5 * i + 4,
        stroke: COLOURS[0],
        "stroke-width": 3,
      }),
    ),
  );
}

/** A bar for a row of many: shares of one answer, 0 to 1, in the order of names and colours. */
export function miniShares(names, ps, colours) {
  let x = 0;
  return draw(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "mini", "aria-hidden": "true" },
    ...ps.map((p, i) => {
      const piece = draw(
        "rect",
        { x, y: 0, width: 100 * p, height: 10, fill: colours[i] },
        draw("title", {}, `${names[i]}: ${percent(p, 1)}`),
      );
      x += 100 * p;
      return piece;
    }),
  );
}
