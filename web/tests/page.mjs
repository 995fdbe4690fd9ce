// SPDX-License-Identifier: GPL-3.0-or-later
// The page in a browser: its answers beside the native program's, its links, its manners. Silent but for a summary.
//     node web/tests/page.mjs [QUESTIONS [SEED [FOLDER FOR PICTURES]]]
// ONLY=words runs the tests whose names have these words in them.
import { answers } from "./page-answers.mjs";
import { run, summary } from "./browser.mjs";
import { failures } from "./page-failures.mjs";
import { manners } from "./page-manners.mjs";
import { views } from "./page-views.mjs";

const [questions = "60", seed = "1", pictures] = process.argv.slice(2);
const failed = await run(
  { ...answers(Number(questions), Number(seed)), ...views, ...manners(pictures), ...failures(pictures) },
  process.env.ONLY,
);
console.log(summary.join("\n"));
process.exitCode = failed ? 1 : 0;
