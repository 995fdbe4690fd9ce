// SPDX-License-Identifier: GPL-3.0-or-later
// The reader's last questions, stored on the device, and only if the reader allows it. A page without storage has none.
import { make, the } from "./dom.js";
import { questionOf } from "./question.js";

const KEY = "salvo",
  MOST = 30,
  LONGEST = 200; // letters of a headline

function read() {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return Array.isArray(list) ? list.filter(isKept).slice(0, MOST) : null;
  } catch {
    return null;
  }
}

// If a page is opened from disk, other pages may write there, too. So only a question's link is shown, and the page checks
// its question when the reader follows it.
function isKept(one) {
  try {
    return typeof one.title === "string" && one.title.length <= LONGEST && Boolean(questionOf(one.link));
  } catch {
    return false;
  }
}

function write(list) {
  try {
    if (list) localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
    else localStorage.removeItem(KEY);
  } catch {
    // The device stores nothing.
  }
  layOut();
}

/** Notes that the question in the address bar was answered with that headline. */
export function remembered(title) {
  const list = read();
  if (!list) return;
  const link = location.hash;
  if (link.length > 1) write([{ link, title: title.slice(0, LONGEST) }, ...list.filter((one) => one.link !== link)]);
}

function layOut() {
  const list = read();
  the("remember").checked = list !== null;
  the("forget").hidden = !list?.length;
  the("last").replaceChildren(
    ...(list ?? []).map(({ link, title }) => make("li", {}, make("a", { href: link }, title || link))),
  );
}

export function listenLast() {
  the("remember").onchange = (event) => {
    write(event.target.checked ? [] : null);
    if (event.target.checked) remembered(the("short").textContent);
  };
  the("forget").onclick = () => write([]);
  layOut();
}
