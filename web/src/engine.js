// The engine as the page and the tests see it: words of a command line in, an answer out.
// `factory` is what emscripten's engine.js defines, `module` its compiled WebAssembly; `files` maps paths of the data
// folder to their bytes. onPart is told how far a long answer is, 0 to 1.

const DATA = "/data";

export async function openEngine(factory, module, files, onPart) {
  const engine = await factory({
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    onPart,
    print: () => {},
    printErr: () => {},
    preRun: [(module) => {
      module.ENV.SALVO_DATA = DATA;
      // Rulebooks of the user's own are looked for there, and there are none: a dropped folder is asked for by --data.
      module.ENV.HOME = "/home";
    }],
  });
  putFiles(engine, DATA, files);
  return {
    ask: (words) => ask(engine, words),
    put: (folder, more) => putFiles(engine, folder, more),
    remove: (folder) => removeFolder(engine, folder),
  };
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

// A zero byte would end a word early, and a command line can hold none.
function packed(words) {
  return encoder.encode(words.map((word) => `${word.replaceAll("\0", "")}\0`).join(""));
}

// {status, text, complaint}: as the program's exit status, standard output and standard error.
function ask(engine, words) {
  const bytes = packed(words);
  const at = engine._malloc(bytes.length);
  engine.HEAPU8.set(bytes, at);
  const reply = engine._web_ask(at, words.length);
  engine._free(at);
  if (!reply) return { status: 1, text: "", complaint: "salvo: out of memory\n" };
  // Only now: answering may have grown the memory, and moved the views of it.
  const [status, text, length, complaint] = new Int32Array(engine.HEAPU8.buffer, reply, 4);
  const answer = {
    status,
    text: text ? decoder.decode(engine.HEAPU8.subarray(text, text + length)) : "",
    complaint: complaint ? engine.UTF8ToString(complaint) : "",
  };
  engine._web_free(reply);
  return answer;
}
