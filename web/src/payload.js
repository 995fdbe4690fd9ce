// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the page: the engine, the worker's script and the data folder, unpacked from the payload element.
import { the } from "./dom.js";

const PORTION = 1 << 18; // letters of base64, a multiple of four; all at once would stop a slow device from drawing for too long

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i); // a callback for each took four times as long
  return bytes;
}

async function unpacked(base64) {
  let at = 0;
  const portions = new ReadableStream({
    async pull(to) {
      await new Promise((done) => {
        setTimeout(done);
      });
      to.enqueue(bytesOf(base64.slice(at, (at += PORTION))));
      if (at >= base64.length) to.close();
    },
  });
  return new Uint8Array(await new Response(portions.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// {module, files, script} for workers. build.mjs packs them.
export async function openPayload() {
  const element = the("payload");
  try {
    return await partsOf(element.textContent.trim());
  } catch (fault) {
    throw new Error(
      `its engine cannot be unpacked (${fault.message}). The download may be damaged, or a policy of the server forbids it`,
    );
  } finally {
    element.remove();
  }
}

async function partsOf(base64) {
  const bytes = await unpacked(base64);
  const size = new DataView(bytes.buffer).getUint32(0, true);
  let at = 4 + size;
  const files = {};
  let engine, worker;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    const part = bytes.subarray(at, at + length);
    at += length;
    if (name === "engine.wasm") engine = part;
    else if (name === "worker.js") worker = part;
    else files[name.slice("data/".length)] = part.slice();
  }
  const module = await WebAssembly.compile(engine);
  return { module, files, script: URL.createObjectURL(new Blob([worker], { type: "text/javascript" })) };
}
