// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of strangers.

// Characters that are not printed: control characters, which a terminal obeys, and those that turn the text around them
// round, so that it reads otherwise than it is.
const UNPRINTED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;

export const isPrinted = (text) => !UNPRINTED.test(text);

const LONGEST = 60;

/** As a message shows it: in quotation marks, short, and without what is not printed. */
export function quoted(text) {
  const letters = [...text].map((c) => (isPrinted(c) ? c : "\ufffd"));
  return `"${letters.slice(0, LONGEST).join("")}${letters.length > LONGEST ? "…" : ""}"`;
}
