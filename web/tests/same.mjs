// SPDX-License-Identifier: GPL-3.0-or-later
// The page built again has the same bytes, and its engine does not say in which folder it was built.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineFolder, project, web } from "../files.mjs";

for (const name of ["engine.wasm", "engine.js"])
  assert(!readFileSync(join(engineFolder, name)).includes(project), `${name} names the folder ${project}`);

const folder = mkdtempSync(join(tmpdir(), "salvo-page-"));
try {
  execFileSync(process.execPath, [join(web, "build.mjs"), join(folder, "again.html")]);
  const [first, again] = [join(project, "build/web/salvo.html"), join(folder, "again.html")].map((path) =>
    readFileSync(path),
  );
  assert(first.equals(again), "the page built again has other bytes");
} finally {
  rmSync(folder, { recursive: true });
}
