// SPDX-License-Identifier: GPL-3.0-or-later
// Files of neighbouring folders, as the page's build and the tests read them.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const web = dirname(fileURLToPath(import.meta.url));
export const project = dirname(web);
export const engineFolder = join(project, "build/web/engine");

// Every file below a folder, by its relative path, in order of path, so that the page is the same every time.
export function filesBelow(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

export function engineParts() {
  return {
    factory: createRequire(import.meta.url)(join(engineFolder, "engine.js")),
    module: new WebAssembly.Module(readFileSync(join(engineFolder, "engine.wasm"))),
    data: filesBelow(join(project, "data")),
  };
}
