// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in the reader's language; typed numbers in the program's form.

let language;

/** Some systems report "C" or another language that does not exist. Then the page uses the browser's own. */
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

// "63 times of 100". If hundredths would hide the chance, of 1000 or 10 000.
export function times(p) {
  if (p <= 0) return "never";
  if (p >= 1) return "always";
  const of = [100, 1000, 10000].find((n) => Math.round(p * n) > 0 && Math.round(p * n) < n);
  if (!of) return p < 0.5 ? "almost never" : "almost always";
  const count = Math.round(p * of);
  return count === 1 ? `once in ${number(of)}` : `${number(count)} times in ${number(of)}`;
}

// The program has a decimal point. "1.500" stays unchanged, because its point may group thousands.
export const typed = (text) => (/^\s*-?\d+,\d+\s*$/.test(text) ? text.replace(",", ".").trim() : text.trim());

export const shown = (text) =>
  /^-?\d+\.\d+$/.test(text) && format(1.5, {}).includes(",") ? text.replace(".", ",") : text;
