// SPDX-License-Identifier: GPL-3.0-or-later
// Builds build/web/salvo.html, or the named file: one file with the engine, the data, the style and the script. The same
// input produces the same bytes.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { engineFolder, filesBelow, project, web } from "./files.mjs";

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [join(web, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
  });
  return outputFiles[0].text.trim();
}

const minified = async (text, loader, more = {}) =>
  (await transform(text, { loader, minify: true, charset: "utf8", ...more })).code.trim();
const inScript = (text) => text.replaceAll("</script", "<\\/script"); // this text would end the element early

// A record of the payload: its name, its length in bytes, its bytes. One gzip stream for all of them compresses better.
function packed(records) {
  const names = Object.entries(records).map(([name, bytes]) => [name, bytes.length]);
  const head = Buffer.from(JSON.stringify(names));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const all = gzipSync(Buffer.concat([size, head, ...Object.values(records)]), { level: 9 });
  all[9] = 255; // hides which system compressed it
  return all.toString("base64");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const workerScript = `${await minified(readFileSync(join(engineFolder, "engine.js"), "utf8"), "js")}\n${await bundled("worker.js")}`;
const data = filesBelow(join(project, "data"));
const payload = packed({
  "engine.wasm": readFileSync(join(engineFolder, "engine.wasm")),
  "worker.js": Buffer.from(workerScript),
  ...Object.fromEntries(Object.entries(data).map(([path, bytes]) => [`data/${path}`, bytes])),
});
const style = await minified(readFileSync(join(web, "src/page.css"), "utf8"), "css");
// What the page has of others carries their notice.
const notice = readFileSync(join(web, "node_modules/fflate/LICENSE"), "utf8").trim();
const script = inScript(`/* fflate: ${notice} */\n${await bundled("main.js")}`);
// This script is also for browsers that are too old for the other one.
const start = inScript(await minified(readFileSync(join(web, "src/start.js"), "utf8"), "js", { target: "es5" }));
const policy = [
  "default-src 'none'",
  `script-src ${hash(start)} ${hash(script)} 'wasm-unsafe-eval' blob:`,
  `style-src ${hash(style)}`,
  "worker-src blob:",
  "img-src blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts = { CSP: policy, STYLE: style, START: start, PAYLOAD: payload, SCRIPT: script };
const page = readFileSync(join(web, "src/page.html"), "utf8").replace(
  /@([A-Z]+)@/g,
  (whole, name) => parts[name] ?? whole,
);
writeFileSync(process.argv[2] ?? join(project, "build/web/salvo.html"), page);
