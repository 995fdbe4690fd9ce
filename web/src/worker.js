// SPDX-License-Identifier: GPL-3.0-or-later
// A worker with an engine of its own. The page ends it to stop an answer: the engine itself does not look up while it works.
import { openEngine } from "./engine.js";
import { reductions } from "./reduce.js";

let engine;

// Telling more often than a screen can show would only keep the page busy.
function teller() {
  let last = 0;
  return (part) => {
    const now = performance.now();
    if (now - last < 50) return;
    last = now;
    postMessage({ part });
  };
}

const held = (lock) => new Promise((done) => {
  const forever = () => {
    done(true);
    return new Promise(() => {});
  };
  if (navigator.locks) navigator.locks.request(lock, forever).catch(() => done(false));
  else done(false);
});

const tasks = {
  // Whether the worker holds the lock, which tells the page that it lives.
  open: async ({ module, files, lock }) => {
    // engine.js stands before this script in the worker.
    engine = await openEngine(self.salvoEngine, module, files, teller());
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

// What the page's own thread would be kept busy by is made smaller here.
const reduced = (reply, how) => (how && reply.status === 0 ? { ...reply, made: reductions[how](JSON.parse(reply.text)) } : reply);

// Which message it was is not known.
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
