// SPDX-License-Identifier: GPL-3.0-or-later
// Texts from strangers.

// Characters that are not printed: control characters, which a terminal obeys, and characters that reverse the direction of
// the text around them.
const UNPRINTED = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;

export const isPrinted = (text) => !UNPRINTED.test(text);

const LONGEST = 60;

/** Text for a message: in quotation marks, short, and without unprintable characters. */
export function quoted(text) {
  const letters = [...text].map((c) => (isPrinted(c) ? c : "\ufffd"));
  return `"${letters.slice(0, LONGEST).join("")}${letters.length > LONGEST ? "…" : ""}"`;
}
