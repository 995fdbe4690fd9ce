// SPDX-License-Identifier: GPL-3.0-or-later
// Engines that answer together: each computes a part of a question's trials, and one of them adds up the results. Tallies
// are whole numbers, so the answer has the same bytes for any number of engines.
import { Asker, Broken, Stopped } from "./asker.js";

const MOST = 4; // more engines could take more memory than a telephone has

/** The number of this device's processors, up to a limit. */
export const crewSize = () => Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 1));

export class Crew extends Asker {
  #helpers = [];

  /** Like ask(), with the trials shared among n engines. The command must be one that simulates. */
  async share(words, reduce, n = crewSize()) {
    while (this.#helpers.length < n - 1) this.#helpers.push(this.#helper());
    const crew = [this, ...this.#helpers.slice(0, n - 1)];
    try {
      const parts = await Promise.all(crew.map((asker, i) => asker.part(words, i + 1, n)));
      const failed = parts.find(({ status }) => status !== 0);
      if (failed?.status === 1) throw new Broken(failed.complaint);
      return failed
        ? { ...failed, text: "" }
        : await this.merge(
            words,
            parts.map(({ bytes }) => bytes),
            reduce,
          );
    } catch (fault) {
      if (fault instanceof Stopped) throw fault;
      this.stop(); // this device may not have enough memory for n engines
      return this.ask(words, reduce);
    }
  }

  #helper() {
    const helper = new Asker();
    helper.onQuiet = (quiet) => this.onQuiet(quiet);
    return helper;
  }

  put(folder, files) {
    return Promise.all([super.put(folder, files), ...this.#helpers.map((helper) => helper.put(folder, files))]);
  }

  get busy() {
    return super.busy || this.#helpers.some((helper) => helper.busy);
  }

  stop() {
    super.stop();
    for (const helper of this.#helpers) helper.stop();
  }
}
