// SPDX-License-Identifier: GPL-3.0-or-later
// Zip files by Python, which shares no code with what the page reads them with.
import { spawnSync } from "node:child_process";

const PACK = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.stdout.buffer, "w", getattr(zipfile, "ZIP_" + sys.argv[1])) as to:
    for path, content in json.load(sys.stdin).items():
        to.writestr(path, base64.b64decode(content))
`;

/** @param how DEFLATED, STORED or another of Python's names */
export function zipped(files, how = "DEFLATED") {
  const coded = Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]);
  const made = spawnSync("python3", ["-c", PACK, how], {
    input: JSON.stringify(Object.fromEntries(coded)),
    maxBuffer: 2 ** 28,
  });
  if (made.status !== 0) throw new Error(made.stderr.toString());
  return made.stdout;
}
