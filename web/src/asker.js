// SPDX-License-Identifier: GPL-3.0-or-later
// Asks engines in workers. Every asker has one worker and one question at a time; a new question ends the one before. Every
// question ends, even if its worker fails: with an answer, or with the reason why there is none.

export class Stopped extends Error {}

/** The engine broke, or did not open. The message has the reason, as the end of a sentence. */
export class Broken extends Error {
  constructor(why, opened = true) {
    super(why.replace(/^(Uncaught )?(\w*Error: )?/, "").replace(/[.\s]+$/, ""));
    this.opened = opened;
  }
}

/**
 * What the program answers.
 * @typedef {{ status: number, text: string, complaint: string, picture?: string, made?: any }} Reply
 * picture: the SVG that --chart asked for
 * made: the answer, if the worker made it smaller (reduce.js)
 * @typedef {{ status: number, bytes: Uint8Array, complaint: string }} Part
 */

/** @type {{ module: WebAssembly.Module, files: Record<string, Uint8Array>, script: string }} a worker opens with them */
let parts;
const folders = new Map(); // the user's own rulebooks, by folder

export function useParts(given) {
  parts = given;
}

/** After this, no new engine gets that rulebook: it could not be read. */
export const forget = (folder) => folders.delete(folder);

// Seconds without a sign of the worker. They are counted one by one, so the time that a telephone sleeps does not count.
const QUIET = 20; // until the page informs the reader
const OPENED = 60; // the limit for an engine to open, on a slow telephone
const GONE = 600; // until a busy worker counts as lost: it may count states for long without a report

export class Asker {
  /** @type {Worker | null} */
  #worker = null;
  #open = false;
  #waiting = new Map();
  #next = 0;
  #silent = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  /** @type {(part: number) => void} */
  onPart = () => {};
  /**
   * Called with true when the worker has given no sign for a while, and with false at its next sign.
   * @type {(quiet: boolean) => void}
   */
  onQuiet = () => {};

  #start() {
    let worker;
    try {
      worker = new Worker(parts.script);
    } catch (fault) {
      throw new Broken(`the browser refuses to start a worker (${fault.message})`, false);
    }
    this.#worker = worker;
    this.#open = false;
    const failed = (why) => {
      if (this.#worker === worker) this.#break(why);
    };
    worker.onmessage = ({ data }) => {
      if (this.#worker === worker) this.#hear(data);
    };
    // If the browser's policy forbids the worker, the event has no message.
    worker.onerror = (event) => {
      event.preventDefault();
      failed(event.message || "the browser ended its worker, or did not let it start");
    };
    worker.onmessageerror = () => failed("its answer cannot be read");
    this.#clock ??= setInterval(() => this.#tick(), 1000);
    const lock = `salvo ${Date.now()} ${Math.random()}`;
    this.#post("open", { module: parts.module, files: parts.files, lock }).then(
      (holds) => {
        this.#open = true;
        // The worker holds the lock as long as it lives, whatever ends it. Without locks, the clock decides.
        if (holds) navigator.locks.request(lock, () => failed("the browser ended its worker")).catch(() => {});
      },
      () => {},
    );
    for (const [folder, files] of folders) this.#post("put", { folder, files }).catch(() => {});
  }

  #hear(data) {
    this.#sign();
    if (data.part !== undefined) return this.onPart(data.part);
    const { done, failed, task } = this.#waiting.get(data.id) ?? {};
    this.#waiting.delete(data.id);
    if (data.fault === undefined) {
      done?.(data.answer);
      // After an engine runs out of memory, it does not give the memory back.
      if (data.answer?.status === 1 && !this.#waiting.size) this.#end();
    } else if (task === "put") failed(new Error(data.fault));
    else {
      failed?.(new Broken(data.fault, this.#open));
      this.#break(data.fault); // a broken engine gets no more questions
    }
    return undefined;
  }

  #sign() {
    if (this.#silent >= QUIET) this.onQuiet(false);
    this.#silent = 0;
  }

  #tick() {
    if (!this.#waiting.size) return;
    this.#silent++;
    if (this.#open && this.#silent === QUIET) this.onQuiet(true);
    if (!this.#open && this.#silent >= OPENED) this.#break(`it has not answered for ${OPENED} seconds`);
    else if (this.#silent >= GONE) this.#break(`it has not answered for ${GONE / 60} minutes`);
  }

  #post(task, rest) {
    const id = this.#next++;
    if (!this.#waiting.size) this.#sign();
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed, task });
      try {
        this.#worker?.postMessage({ id, task, ...rest });
      } catch (fault) {
        this.#break(fault.message);
      }
    });
  }

  // A worker that cannot start also rejects the promise.
  async #send(task, rest) {
    if (!this.#worker) this.#start();
    return this.#post(task, rest);
  }

  // Opens the engine before there is a question. The question then reports why the engine does not open.
  warm() {
    if (this.#worker) return;
    try {
      this.#start();
    } catch {
      // As above.
    }
  }

  /**
   * The program's answer to a command line. reduce: how the worker makes it smaller (reduce.js).
   * @param {string[]} words
   * @param {string} [reduce]
   * @returns {Promise<Reply>}
   */
  ask(words, reduce) {
    return this.#send("ask", { words, reduce });
  }

  /**
   * Part k of n of a command's work.
   * @returns {Promise<Part>}
   */
  part(words, k, n) {
    return this.#send("part", { words, k, n });
  }

  /**
   * Like ask(), with the bytes of those parts.
   * @returns {Promise<Reply>}
   */
  merge(words, brought, reduce) {
    return this.#send("merge", { words, parts: brought, reduce });
  }

  /** Resolves when no question is running. A question that takes longer than `patience` is ended. */
  async free(patience, wanted = () => true) {
    const until = performance.now() + patience;
    while (this.busy && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
    if (this.busy && wanted()) this.stop();
  }

  put(folder, files) {
    folders.set(folder, files);
    return this.#worker ? this.#post("put", { folder, files }) : Promise.resolve();
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  stop() {
    this.#fail(new Stopped("stopped"));
  }

  #break(why) {
    this.#fail(new Broken(why, this.#open));
  }

  // Ends the worker, and rejects everything that waits for it.
  #fail(fault) {
    this.#end();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(fault);
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#sign();
  }
}
