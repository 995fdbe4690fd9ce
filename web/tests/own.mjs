// SPDX-License-Identifier: GPL-3.0-or-later
// Zip files of rulebooks, whole and damaged: what is in them, or why they cannot be read.
import assert from "node:assert/strict";
import { join } from "node:path";
import { filesBelow, project } from "../files.mjs";
import { filesOfZip } from "../src/own.js";
import { dice } from "./questions.mjs";
import { zipped } from "./zip.mjs";

const read = (bytes) => filesOfZip(new Blob([bytes]));
const below = (folder, files) => Object.fromEntries(Object.entries(files).map(([path, b]) => [`${folder}/${path}`, b]));
const plain = (files) => Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes)]));

// Every byte of a rulebook, deflated and stored, in a folder of that name and in none.
const tiny = filesBelow(join(project, "examples/rulebooks/tiny"));
for (const how of ["DEFLATED", "STORED"])
  for (const [folder, name] of [
    ["mine", "mine"],
    ["outer/Größe 漢", "Größe 漢"],
    ["Größe", "Größe"],
    ["50%", "50%"],
  ]) {
    const found = await read(zipped({ ...below(folder, tiny), "readme.txt": "of no use" }, how));
    assert.deepEqual({ ...found, files: plain(found.files) }, { name, files: tiny });
  }
assert.equal((await read(zipped(tiny))).name, "rulebook");

// As some programs write it: names in UTF-8 without the flag for it, which is bit 11.
const unflagged = zipped(below("Größe", tiny));
for (const [sign, place] of [
  ["PK\x03\x04", 7],
  ["PK\x01\x02", 9],
])
  for (let at = unflagged.indexOf(sign); at >= 0; at = unflagged.indexOf(sign, at + 1))
    unflagged[at + Number(place)] &= ~8;
assert.equal((await read(unflagged)).name, "Größe");

const whole = zipped(below("mine", tiny)),
  large = Buffer.alloc(11e6);
for (const [bytes, message] of /** @type {[Buffer, RegExp][]} */ ([
  [Buffer.from("no zip at all"), /not a zip file, or it is damaged/],
  [Buffer.alloc(0), /not a zip file, or it is damaged/],
  [zipped({ "a.txt": "a" }), /contains no ruleset\.yaml/],
  [zipped({}), /contains no ruleset\.yaml/],
  [zipped(tiny, "BZIP2"), /pack it with deflate/],
  [zipped({ ...tiny, a: large, b: large }), /more than 20 megabytes/],
  [zipped({ ...tiny, a: "", "a/b": "" }), /"a" is both a file and a folder/],
]))
  await assert.rejects(read(bytes), message);
for (let end = 0; end < whole.length; end += 7) await assert.rejects(read(whole.subarray(0, end)), /damaged/);

// A file that is longer than the directory says: no more of it is unpacked.
const lying = zipped({ ...tiny, "z.csv": large }),
  entry = lying.lastIndexOf("PK\x01\x02");
assert.equal(lying.readUInt32LE(entry + 24), large.length);
lying.writeUInt32LE(100000, entry + 24);
assert.equal((await read(lying)).files["z.csv"].length, 100000);

// Bytes changed at random: there are files, or there is a reason, and soon.
const die = dice(5),
  ROUNDS = 3000;
let opened = 0,
  slowest = 0;
for (let i = 0; i < ROUNDS; i++) {
  const changed = Buffer.from(whole);
  for (let k = 1 + die.below(4); k > 0; k--) changed[die.below(changed.length)] = die.below(256);
  const begun = performance.now();
  try {
    await read(changed);
    opened++;
  } catch (fault) {
    assert.match(fault.message, /damaged|deflate|ruleset\.yaml|megabytes/);
  }
  slowest = Math.max(slowest, performance.now() - begun);
}
assert.ok(slowest < 2000);
console.log(`${ROUNDS} zip files changed at random, ${opened} of them opened, the slowest ${slowest.toFixed(1)} ms`);
