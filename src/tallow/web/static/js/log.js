// The log: it follows what is new, keeps what is old, strikes through what was undone.

import { $, $$, root } from "./page.js";

const NEAR = 60; // so many pixels from its end the log still follows
const SAID_FOR = 7000;

const scroller = $("#log-scroll");
let follows = true;
let lastLine = "";
let saying = 0;

/**
 * Show the newest line, if that is where somebody was looking.
 * @param {boolean} now wherever they were looking
 */
export function follow(now = false) {
  if (!(scroller && (now || follows))) return;
  scroller.scrollTop = scroller.scrollHeight;
  follows = true;
}

/** Only new lines are sent: of those before one that undoes actions, the undone are struck through here. */
export function strike() {
  let standing = 0;
  const done = [];
  for (const line of $$("#log-scroll .line")) {
    const action = Number(line.dataset.action);
    const undo = Number(line.dataset.undo || 0);
    if (undo) {
      standing -= undo;
      for (const one of done) if (Number(one.dataset.action) > standing) one.classList.add("undone");
    } else if (action) {
      standing = action;
      done.push(line);
    }
  }
}

/**
 * Mark the log's tab, if there are lines that its reader has not seen.
 * @param {boolean} first whether the page has just been opened
 */
export function news(first) {
  const now = $("#f-log .line:last-child")?.id || "";
  if (now !== lastLine && !first && root.dataset.tab !== "log") {
    $(".tabs a[data-tab=log]")?.classList.add("news");
    latest();
  }
  lastLine = now;
}

/** On a phone, where the log is a tab of its own, what has just happened is said over the others for a while. */
function latest() {
  const to = $(".latest");
  const told = $$("#f-log .line:last-child .told:not(.bare) .words");
  if (!(to && told.length > 0)) return;
  const words = told.map((one) => one.textContent.trim());
  to.textContent = words.slice(-3).join(" ");
  clearTimeout(saying);
  saying = setTimeout(() => to.replaceChildren(), SAID_FOR);
}

/**
 * Lines that fall out of the newest ones stay, above them.
 * @param {string} html what is about to be drawn
 */
export function keepLines(html) {
  if (!html?.includes('id="f-log"')) return;
  const log = $("#f-log");
  const older = $("#log-older");
  const fresh = $("#f-log", new DOMParser().parseFromString(html, "text/html"));
  if (!(log && older && fresh)) return;
  const stays = new Set($$(".line", fresh).map((line) => line.id));
  const first = Number(fresh.dataset.first);
  for (const line of $$(".line", log)) {
    if (!stays.has(line.id) && number(line) < first) older.append(line);
  }
}

const number = (line) => Number(line.id.slice("line-".length));

/** The way to lines from before the page was opened, if there are any. */
function earlier() {
  const link = $("#log-older .earlier a");
  const first = $("#log-scroll .line");
  if (!(link && first) || number(first) <= 1) return;
  link.hidden = false;
  link.href = `log?before=${number(first)}`;
  link.setAttribute("hx-get", `log?before=${number(first)}`);
}

scroller?.addEventListener("scroll", () => {
  follows = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
});
earlier();
