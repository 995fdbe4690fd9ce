// Asks engines in workers. Every asker has one worker and one question at a time; a new question ends the one before.

export class Stopped extends Error {}

let parts; // {module, files, script}: what a worker is opened with
const folders = new Map(); // rulebooks that the user brought, by folder

export function useParts(given) {
  parts = given;
}

export class Asker {
  #worker = null;
  #waiting = new Map();
  #next = 0;
  onPart = () => {};

  #start() {
    this.#worker = new Worker(parts.script);
    this.#worker.onmessage = ({ data }) => {
      if (data.part !== undefined) return this.onPart(data.part);
      const { done, failed } = this.#waiting.get(data.id) ?? {};
      this.#waiting.delete(data.id);
      if (data.fault !== undefined) {
        failed?.(new Error(data.fault));
        this.stop(); // an engine that broke is not asked again
      } else done?.(data.answer);
    };
    // What keeps it from opening, every question says.
    this.#send("open", { module: parts.module, files: parts.files }).catch(() => {});
    for (const [folder, files] of folders) this.#send("put", { folder, files }).catch(() => {});
  }

  #send(task, rest) {
    const id = this.#next++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#worker.postMessage({ id, task, ...rest });
    });
  }

  // Opens the engine before there is a question.
  warm() {
    if (!this.#worker) this.#start();
  }

  /** The program's answer to a command line: {status, text, complaint}. reduce: what a worker makes of it (reduce.js). */
  ask(words, reduce) {
    if (!this.#worker) this.#start();
    return this.#send("ask", { words, reduce });
  }

  /** The k-th of n parts of a command's work: {status, bytes, complaint}. */
  part(words, k, n) {
    if (!this.#worker) this.#start();
    return this.#send("part", { words, k, n });
  }

  /** As ask(), with the bytes of those parts. */
  merge(words, parts, reduce) {
    return this.#send("merge", { words, parts, reduce });
  }

  /** When no question is under way any more, which is ended if it takes longer than that. */
  async free(patience, wanted = () => true) {
    const until = performance.now() + patience;
    while (this.busy && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
    if (this.busy && wanted()) this.stop();
  }

  put(folder, files) {
    folders.set(folder, files);
    return this.#worker ? this.#send("put", { folder, files }) : Promise.resolve();
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(new Stopped("stopped"));
  }
}
