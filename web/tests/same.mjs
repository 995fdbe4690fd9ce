// The page built again has the same bytes.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project, web } from "../files.mjs";

const folder = mkdtempSync(join(tmpdir(), "salvo-page-"));
try {
  execFileSync(process.execPath, [join(web, "build.mjs"), join(folder, "again.html")]);
  const [first, again] = [join(project, "build/web/salvo.html"), join(folder, "again.html")].map((path) => readFileSync(path));
  assert(first.equals(again), "the page built again has other bytes");
} finally {
  rmSync(folder, { recursive: true });
}
