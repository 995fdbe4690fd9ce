// SPDX-License-Identifier: GPL-3.0-or-later
// A worker with its own engine. The page ends it to stop an answer, because the engine does not check for messages while it
// works.
import { openEngine } from "./engine.js";
import { reductions } from "./reduce.js";

let engine;

// More reports than a screen can show would only slow the page down.
function teller() {
  let last = 0;
  return (part) => {
    const now = performance.now();
    if (now - last < 50) return;
    last = now;
    postMessage({ part });
  };
}

const held = (lock) =>
  new Promise((done) => {
    const forever = () => {
      done(true);
      return new Promise(() => {});
    };
    if (navigator.locks) navigator.locks.request(lock, forever).catch(() => done(false));
    else done(false);
  });

const tasks = {
  // Whether the worker holds the lock, which shows the page that the worker lives.
  open: async ({ module, files, lock }) => {
    // engine.js precedes this script in the worker.
    engine = await openEngine(/** @type {any} */ (self).salvoEngine, module, files, teller());
    return held(lock);
  },
  put: ({ folder, files }) => {
    engine.remove(folder);
    engine.put(folder, files);
  },
  ask: ({ words }) => engine.ask(words),
  part: ({ words, k, n }) => engine.part(words, k, n),
  merge: ({ words, parts }) => engine.merge(words, parts),
};

// Makes answers smaller here that would slow down the page's own thread.
const reduced = (reply, how) =>
  how && reply.status === 0 ? { ...reply, made: reductions[how](JSON.parse(reply.text)) } : reply;

// It is unknown which message it was.
onmessageerror = () => postMessage({ fault: "its worker cannot read the message" });

let before = Promise.resolve();

onmessage = ({ data }) => {
  before = before.then(async () => {
    try {
      postMessage({ id: data.id, answer: reduced(await tasks[data.task](data), data.reduce) });
    } catch (fault) {
      postMessage({ id: data.id, fault: String(fault) });
    }
  });
};
