// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the program's description of a parameter.

export const choicesOf = (p) => (p.choices ? p.choices.split(" ") : []);
export const required = (p) => p.default.startsWith("required");
export const label = (p) => p.name ?? p.parameter.replaceAll("-", " ");

/** "" if the parameter applies now, else the reason in words. */
export function unused(p, values, schema) {
  const valueOf = (key) => values[key] || schema.find((other) => other.parameter === key)?.preset || "";
  if (p.only) {
    const [key, wanted] = p.only.split("=");
    if (!(wanted ?? "yes").split("|").includes(valueOf(key))) return `only with ${p.only.replaceAll("|", " or ")}`;
  }
  if (p.unless && valueOf(p.unless) === "yes") return `not with ${p.unless}=yes`;
  return "";
}
