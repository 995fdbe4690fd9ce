// SPDX-License-Identifier: GPL-3.0-or-later
// The engine for the page and the tests: words of a command line in, an answer out. `factory` is what emscripten's engine.js
// defines, `module` its compiled WebAssembly. `files` maps paths of the data folder to their bytes. onPart gets the progress
// of a long answer, 0 to 1.

const DATA = "/data";

export async function openEngine(factory, module, files, onPart) {
  const engine = await opened(factory, module, onPart);
  putFiles(engine, DATA, files);
  return {
    ask: (words) => ask(engine, words),
    // Several workers share a command with --trials. Each returns the bytes of its part, k of n. One of them then answers
    // with the bytes of all parts, in any order, with the same bytes as a single worker.
    part: (words, k, n) => part(engine, words, k, n),
    merge: (words, parts) => merge(engine, words, parts),
    put: (folder, more) => putFiles(engine, folder, more),
    remove: (folder) => removeFolder(engine, folder),
  };
}

// If there is no instance, the factory's promise stays pending, so this function reports the reason.
function opened(factory, module, onPart) {
  return new Promise((done, failed) => {
    factory({
      instantiateWasm: (imports, received) => {
        WebAssembly.instantiate(module, imports)
          .then((instance) => received(instance, module))
          .catch(failed);
        return {};
      },
      onAbort: (why) => failed(new Error(`the engine ended: ${why}`)),
      onPart,
      print: () => {},
      printErr: () => {},
      preRun: [
        ({ ENV }) => {
          ENV.SALVO_DATA = DATA;
          // The engine looks for the user's own rulebooks there and finds none: a dropped folder comes with --data.
          ENV.HOME = "/home";
        },
      ],
    }).then(done, failed);
  });
}

function putFiles(engine, root, files) {
  for (const [path, bytes] of Object.entries(files)) {
    const whole = `${root}/${path}`;
    engine.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    engine.FS.writeFile(whole, bytes);
  }
}

function removeFolder(engine, folder) {
  if (!engine.FS.analyzePath(folder).exists) return;
  for (const name of engine.FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    if (engine.FS.isDir(engine.FS.stat(path).mode)) removeFolder(engine, path);
    else engine.FS.unlink(path);
  }
  engine.FS.rmdir(folder);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// A zero byte would end a word early, and a command line cannot contain one.
function packed(words) {
  return encoder.encode(words.map((word) => `${word.replaceAll("\0", "")}\0`).join(""));
}

// {status, text, picture, complaint}: the program's exit status, standard output, the SVG of --chart, standard error.
const ask = (engine, words) => told(call(engine, words, (at) => engine._web_ask(at, words.length)));

// {status, bytes, picture, complaint}
const part = (engine, words, k, n) => call(engine, words, (at) => engine._web_part(at, words.length, k, n));

function merge(engine, words, parts) {
  const length = parts.reduce((sum, bytes) => sum + bytes.length, 0);
  const brought = taken(engine, length + 1);
  let end = brought;
  for (const bytes of parts) {
    engine.HEAPU8.set(bytes, end);
    end += bytes.length;
  }
  const answer = call(engine, words, (at) => engine._web_merge(at, words.length, brought, length));
  engine._free(brought);
  return told(answer);
}

function taken(engine, bytes) {
  const at = engine._malloc(bytes);
  if (!at) throw new Error("out of memory");
  return at;
}

const told = ({ status, bytes, complaint, picture }) => ({ status, text: decoder.decode(bytes), complaint, picture });

function call(engine, words, asked) {
  const bytes = packed(words);
  const at = taken(engine, bytes.length);
  engine.HEAPU8.set(bytes, at);
  const reply = asked(at);
  engine._free(at);
  if (!reply) return { status: 1, bytes: new Uint8Array(), complaint: "salvo: out of memory\n", picture: "" };
  // Not earlier: the call may have grown the memory and moved its views.
  const [status, first, length, complaint, picture] = new Int32Array(engine.HEAPU8.buffer, reply, 5);
  const answer = {
    status,
    bytes: engine.HEAPU8.slice(first, first + (first ? length : 0)),
    complaint: complaint ? engine.UTF8ToString(complaint) : "",
    picture: picture ? engine.UTF8ToString(picture) : "",
  };
  engine._web_free(reply);
  return answer;
}
