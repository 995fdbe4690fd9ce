// SPDX-License-Identifier: GPL-3.0-or-later
// A zip file, as small as the format allows: what the page reads is written here by the format's own description.
import { deflateRawSync } from "node:zlib";

export function zipped(files) {
  const bodies = [],
    entries = [];
  let at = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = Buffer.from(path),
      packed = deflateRawSync(bytes);
    const local = Buffer.alloc(30),
      entry = Buffer.alloc(46);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8); // deflated
    local.writeUInt16LE(name.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, name, packed);
    entries.push(entry, name);
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22),
    directory = Buffer.concat(entries);
  end.writeUInt32LE(0x06054b50, 0);
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(files).length, place);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}
