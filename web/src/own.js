// SPDX-License-Identifier: GPL-3.0-or-later
// A rulebook that the reader drops on the page: a folder, or a zip file of one. The page reads it and sends it nowhere.
import { FlateErrorCode, unzipSync } from "fflate";
import { isPrinted, quoted } from "./text.js";

const MOST = 20e6; // bytes; rulebooks have some hundred thousand
const TOO_LARGE = "It has more than 20 megabytes, which is too large for a rulebook.";

export async function filesOfList(list) {
  return checked(
    await Promise.all([...list].map(async (file) => [file.webkitRelativePath || file.name, await bytesOf(file)])),
  );
}

/** The dropped files. Call it during the drop event, because the items are gone afterwards. */
export async function filesOfDrop(transfer) {
  const [only, ...others] = transfer.files;
  if (only && !others.length && /\.zip$/i.test(only.name)) return filesOfZip(only);
  const items = [...transfer.items];
  // In Chromium, a page from disk may read handles but not entries. Other browsers have no handles.
  const handles = items.map((item) => item.getAsFileSystemHandle?.()),
    entries = items.map((item) => item.webkitGetAsEntry?.());
  const found = [];
  try {
    if (handles[0]) for (const handle of await Promise.all(handles)) await walkHandle(handle, "", found);
    else for (const entry of entries.filter(Boolean)) await walk(entry, found);
  } catch {
    throw new Error(
      'This browser does not let the page read a dropped folder. Choose it under "A rulebook of your own", or drop a zip of it.',
    );
  }
  return checked(found);
}

async function walkHandle(handle, path, found) {
  const whole = path ? `${path}/${handle.name}` : handle.name;
  if (handle.kind === "file") found.push([whole, await bytesOf(await handle.getFile())]);
  else for await (const inner of handle.values()) await walkHandle(inner, whole, found);
}

export const filesOfZip = async (file) => checked(unzipped(await bytesOf(file)));

const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

async function walk(entry, found) {
  if (entry.isFile) {
    found.push([entry.fullPath.slice(1), await bytesOf(await new Promise((done, failed) => entry.file(done, failed)))]);
    return;
  }
  const reader = entry.createReader();
  // A reader returns its entries in portions; the last portion is empty.
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return;
    for (const inner of some) await walk(inner, found);
  }
}

// {name, files}: the folder with the ruleset.yaml, and the files below it by their relative paths.
function checked(all) {
  const place = all
    .map(([path]) => path)
    .filter((path) => /(^|\/)ruleset\.yaml$/.test(path))
    .sort((a, b) => a.length - b.length)[0];
  if (place === undefined)
    throw new Error("It contains no ruleset.yaml, which every rulebook needs; docs/data.md describes it.");
  const root = place.slice(0, -"ruleset.yaml".length);
  const kept = all.filter(([path]) => path.startsWith(root) && !path.split("/").includes(".."));
  const paths = new Set(kept.map(([path]) => path));
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      if (paths.has(path.slice(0, end)))
        throw new Error(`${quoted(path.slice(root.length, end))} is both a file and a folder in it, so it is damaged.`);
  if (kept.reduce((sum, [, bytes]) => sum + bytes.length, 0) > MOST) throw new Error(TOO_LARGE);
  const name = root.split("/").at(-2) ?? "";
  return {
    name: name && isPrinted(name) ? name : "rulebook",
    files: Object.fromEntries(kept.map(([path, bytes]) => [path.slice(root.length), bytes])),
  };
}

// Some programs write names in UTF-8 without saying so.
function nameOf(name) {
  try {
    return decodeURIComponent(escape(name));
  } catch {
    return name;
  }
}

// The sizes in the directory may be wrong, but no more than they say is unpacked.
function unzipped(zip) {
  let total = 0;
  const filter = ({ name, size, originalSize }) => {
    if ((total += Math.max(size, originalSize)) > MOST) throw new Error(TOO_LARGE);
    return !name.endsWith("/");
  };
  try {
    return Object.entries(unzipSync(zip, { filter })).map(([name, bytes]) => [nameOf(name), bytes]);
  } catch (fault) {
    if (fault.message === TOO_LARGE) throw fault;
    throw new Error(
      fault.code === FlateErrorCode.UnknownCompressionMethod
        ? "This zip file is packed in a way that the page cannot read; pack it with deflate."
        : "This is not a zip file, or it is damaged.",
    );
  }
}
