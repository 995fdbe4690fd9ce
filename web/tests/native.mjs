// SPDX-License-Identifier: GPL-3.0-or-later
// The native program, which every answer of the page is compared with.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project } from "../files.mjs";
import { PICTURE, withOptions } from "../src/command.js";

export const program = process.env.SALVO ?? join(project, "build/release/bin/salvo");
const data = join(project, "data");

// As the engine's ask: answers and complaints may name files of the data folder, which lies elsewhere there.
export function askNative(words) {
  const made = spawnSync(program, words, {
    env: { ...process.env, SALVO_DATA: data, HOME: "/home" },
    maxBuffer: 2 ** 28,
  });
  return {
    status: made.status,
    text: made.stdout.toString().replaceAll(data, "/data"),
    complaint: made.stderr.toString().replaceAll(data, "/data"),
  };
}

// The native program's picture of an answer, as wide as the page's.
export function drawnNative(words) {
  const folder = mkdtempSync(join(tmpdir(), "salvo-picture-")),
    file = join(folder, "answer.svg"),
    { status } = askNative(withOptions(words, ...PICTURE.map((word) => (word === "answer.svg" ? file : word))));
  const picture = status === 0 ? readFileSync(file, "utf8") : "";
  rmSync(folder, { recursive: true });
  return picture;
}

// Prices are fitted in floating point, through functions that each system's C library rounds in its own way: of those
// six digits are compared. Everything else is the same to the last byte.
export const comparable = (words, text) =>
  words[0] === "points" && words[1] !== "audit"
    ? text.replaceAll(/-?\d+\.\d+(e-?\d+)?/g, (n) => Number(n).toPrecision(6))
    : text;

// What differs of two answers, in words; "" for nothing. A remark may stand on standard error of an answer that is well.
export function difference(words, native, page) {
  if (native.status !== page.status)
    return `status ${native.status} and ${page.status}: ${native.complaint}${page.complaint}`;
  if (comparable(words, native.text) !== comparable(words, page.text)) return "the answers differ";
  if (native.status !== 0 && native.complaint !== page.complaint) return `${native.complaint}is not ${page.complaint}`;
  return "";
}
