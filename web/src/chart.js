// SPDX-License-Identifier: GPL-3.0-or-later
// Charts as inline SVG. Widths are in units of a telephone's 340 pixels, so that text is readable there.
import { draw } from "./dom.js";
import { number, percent } from "./numbers.js";

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
export function bars(title, labels, values, unit = "") {
  const height = unit ? 184 : 170,
    bottom = unit ? 34 : 20;
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
    unit ? textOf(WIDTH / 2 + LEFT / 2, height - 3, unit, { "text-anchor": "middle" }) : "",
  );
}

// Horizontal bars with their names above them, for outcomes, which have long names.
export function rows(title, labels, values) {
  const most = topOf(values.flat());
  const room = WIDTH - 58,
    deep = 18 + 13 * values.length;
  const groups = labels.flatMap((label, i) => [
    textOf(0, i * deep + 12, label),
    ...values.flatMap((series, s) => {
      const y = i * deep + 16 + 13 * s,
        wide = Math.max(1, (room * series[i]) / most);
      return [
        draw("rect", { x: 0, y, width: wide, height: 11, fill: COLOURS[s % COLOURS.length] }),
        textOf(wide + 4, y + 10, percent(series[i], 1)),
      ];
    }),
  ]);
  return chart(labels.length * deep + 4, title, ...groups);
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

/**
 * Lines over an axis of numbers.
 * @param {string} title
 * @param {number[]} xs
 * @param {{ name: string, values: (number | null)[], colour?: string }[]} series colours are in COLOURS' order if none is given
 * @param {{ chances?: boolean, unit?: string, here?: number }} more chances: scaled to at most 100 %, unit: of the axis, here:
 * the value in the reader's question
 */
export function lines(title, xs, series, { chances = true, unit = "", here = NaN } = {}) {
  const height = 190,
    bottom = 34;
  const all = series.flatMap((s) => s.values).filter((v) => v !== null);
  const most = chances ? topOf(all) : Math.max(...all, 1e-9);
  const axis = chances ? percentAxis(height, bottom, most) : plainAxis(height, bottom, most);
  const low = Math.min(...xs),
    high = Math.max(...xs);
  const x = (value) => LEFT + (WIDTH - LEFT - RIGHT - 6) * (high > low ? (value - low) / (high - low) : 0.5);
  const drawn = series.flatMap(({ name, values, colour: own }, s) => {
    const there = values.flatMap((v, i) => (v === null ? [] : [i])),
      points = there.map((i) => [x(xs[i]), axis.y(values[i])]);
    const colour = own ?? COLOURS[s % COLOURS.length];
    return [
      draw("polyline", {
        points: points.map((p) => p.join(",")).join(" "),
        fill: "none",
        stroke: colour,
        "stroke-width": 2.5,
      }),
      ...points.map(([cx, cy], k) =>
        draw(
          "circle",
          { cx, cy, r: xs.length > 25 ? 1.5 : 3.5, fill: colour },
          draw(
            "title",
            {},
            `${name}, ${number(xs[there[k]])}: ${chances ? percent(values[there[k]], 2) : number(values[there[k]])}`,
          ),
        ),
      ),
    ];
  });
  const ticks = xTicks(xs, x).map((value) => textOf(x(value), height - 18, number(value), { "text-anchor": "middle" }));
  const mark =
    here >= low && here <= high
      ? [
          draw("line", {
            x1: x(here),
            x2: x(here),
            y1: TOP,
            y2: height - bottom,
            stroke: "currentColor",
            "stroke-dasharray": "3 3",
            "stroke-opacity": 0.7,
          }),
        ]
      : [];
  return chart(
    height,
    title,
    ...axis.marks,
    ...mark,
    ...drawn,
    ...ticks,
    textOf(WIDTH / 2 + LEFT / 2, height - 3, unit, { "text-anchor": "middle" }),
  );
}

function plainAxis(height, bottom, most) {
  const y = (v) => TOP + (height - TOP - bottom) * (1 - v / most);
  const marks = [0, most / 2, most].flatMap((v) => [
    draw("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(v), y2: y(v), stroke: "currentColor", "stroke-opacity": 0.2 }),
    textOf(LEFT - 4, y(v) + 4, number(v, most < 10 ? 1 : 0), { "text-anchor": "end" }),
  ]);
  return { y, marks };
}

// As many of the values as fit beside each other.
function xTicks(xs, x) {
  let last = -Infinity;
  return xs.filter((value) => {
    if (x(value) - last < 40) return false;
    last = x(value);
    return true;
  });
}
