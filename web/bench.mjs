// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the speed of the page's simulations with the native program. It measures the processor time of one more trial, in
// one worker and with `--isa portable --threads 1`. Each command runs with few trials and with many. Only the difference
// counts, which excludes the work done once before the trials. All commands run in turn, so that other work on the machine
// affects all alike. The result is the median of the rounds.
//     node web/bench.mjs [--rounds N] [WORDS OF A ROW]
import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import { engineParts, project } from "./files.mjs";
import { openEngine } from "./src/engine.js";
import { program } from "./tests/native.mjs";

const ROWS = [
  ["M.A.D. duel, Tiger I against Sherman Firefly", 5e6, 105e6, "duel|Tiger I|Sherman Firefly|-r|mad|--range|500"],
  ["M.A.D. odds, direct fire", 2e7, 42e7, "odds|mad.direct-fire|weapon=cannon-b|range=500"],
  ["M.A.D. battle, 3 against 5", 2e5, 15e5, "battle|--a|3 Tiger I|--b|5 Sherman M4A1|-r|mad|--range|1000"],
  ["Ten Rounds Rapid battle, 2 against 4", 3e5, 33e5, "battle|--a|2 Tiger I|--b|4 Sherman M4A1|-r|trr|--range|30"],
  ["Skank battle, 4 against 6", 3e5, 33e5, "battle|--a|4 Elite|--b|6 Trained|-r|skank|--range|30"],
  ["MBT 2030 battle, 3 against 3", 1e5, 9e5, "battle|--a|3 MBT+|--b|3 MBTn|-r|mbt2030|--range|3"],
  [
    "Rookie Rules battle, 3 against 3",
    1e5,
    9e5,
    "battle|--a|3 American Squad|--b|3 Russian Squad|-r|rookie|--range|20",
  ],
];

const given = process.argv.slice(2);
const rounds = given[0] === "--rounds" ? Number(given.splice(0, 2)[1]) : 7;
const rows = ROWS.filter(([name]) => name.toLowerCase().includes(given.join(" ").toLowerCase()));

const { factory, module, data } = engineParts();
const engine = await openEngine(factory, module, data, () => {});
const asked = (line, trials) => [...line.split("|"), "--method", "mc", "--trials", String(trials), "--format", "json"];

function page(words) {
  const begun = process.cpuUsage();
  const { status, complaint } = engine.ask(words);
  const { user, system } = process.cpuUsage(begun);
  if (status !== 0) throw new Error(complaint);
  return (user + system) / 1e6;
}

// A shell reports the times of its child.
function native(words) {
  const made = spawnSync(
    "bash",
    [
      "-c",
      'TIMEFORMAT="%U %S"; time "$@" >/dev/null',
      "bash",
      program,
      ...words,
      "--isa",
      "portable",
      "--threads",
      "1",
    ],
    { env: { ...process.env, SALVO_DATA: join(project, "data"), LC_ALL: "C" } },
  );
  const told = made.stderr.toString();
  if (made.status !== 0) throw new Error(told);
  return told
    .trim()
    .split(/\s/)
    .reduce((sum, s) => sum + Number(s), 0);
}

const middle = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
const of = (seconds) =>
  seconds < 1e-3 ? `${(1e6 * seconds).toPrecision(3)} us` : `${(1e3 * seconds).toPrecision(3)} ms`;

console.log(
  `node ${process.version}, load ${loadavg()
    .map((n) => n.toFixed(1))
    .join(" ")}, ${rounds} rounds\n`,
);
console.log("| simulated | page, a thousand trials | native | page's rate | page, before the trials | native |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const [name, few, many, line] of rows) {
  page(asked(line, many)); // V8 compiles code better after it has run for a while
  const slopes = { page: [], native: [] },
    before = { page: [], native: [] };
  for (let i = 0; i < rounds; i++)
    for (const [who, run] of [
      ["page", page],
      ["native", native],
    ]) {
      const short = run(asked(line, few)),
        slope = (run(asked(line, many)) - short) / (many - few);
      slopes[who].push(slope);
      before[who].push(short - slope * few);
    }
  const rate = middle(slopes.page.map((s, i) => slopes.native[i] / s));
  console.log(
    `| ${name} | ${of(1e3 * middle(slopes.page))} | ${of(1e3 * middle(slopes.native))} | ${(100 * rate).toFixed(0)} % | ${of(middle(before.page))} | ${of(middle(before.native))} |`,
  );
}
