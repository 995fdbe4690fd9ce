// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the reader's language writes them; typed numbers as the program reads them.

let language;

/** Some systems give their browsers a language that is none, as "C": then it is the browser's own. */
export function useLanguage(tag) {
  try {
    language = Intl.NumberFormat.supportedLocalesOf(tag)[0];
  } catch {
    language = undefined;
  }
}

const formats = new Map();

function format(value, options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, options));
  return formats.get(key).format(value);
}

export const number = (value, digits = 2) => format(value, { maximumFractionDigits: digits });

export const percent = (p, digits = 1) =>
  format(p, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });

// "63 times of 100"; where hundredths would hide it, of 1000 or 10 000.
export function times(p) {
  if (p <= 0) return "never";
  if (p >= 1) return "always";
  const of = [100, 1000, 10000].find((n) => Math.round(p * n) > 0 && Math.round(p * n) < n);
  if (!of) return p < 0.5 ? "almost never" : "almost always";
  const count = Math.round(p * of);
  return count === 1 ? `once in ${number(of)}` : `${number(count)} times in ${number(of)}`;
}

// The program has a decimal point. "1.500" stays what it is: whether a point groups is anybody's guess.
export const typed = (text) => (/^\s*-?\d+,\d+\s*$/.test(text) ? text.replace(",", ".").trim() : text.trim());

export const shown = (text) =>
  /^-?\d+\.\d+$/.test(text) && format(1.5, {}).includes(",") ? text.replace(".", ",") : text;
