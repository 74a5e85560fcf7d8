// The live connection: a page hears of what is done at the table, of its own doings too, and says when it does not.

import { keepLines } from "./log.js";
import { clear } from "./notices.js";
import { $, root } from "./page.js";
import { settled } from "./settled.js";

const PATIENCE = 3000;
const ASLEEP = 20_000;

let hiddenAt = 0;
let seen = 0; // the latest version of the table that this page shows

const connected = (is) => {
  root.dataset.connection = is ? "on" : "off";
};

function reconnect() {
  const live = $("#live");
  if (!live) return;
  const fresh = live.cloneNode(false);
  htmx.remove(live);
  document.body.append(fresh);
  htmx.process(fresh);
}

/** Whose link opens nothing any more, because their seat was freed, is told so: the page says it when it is loaded. */
async function leaveIfGone() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.status === 404) location.reload();
  } catch {
    // No connection: tried again with the next event stream.
  }
}

/** The version of the table that an answer tells of, or 0. */
const versionOf = (event) => Number(event.detail.xhr?.getResponseHeader("X-Version") || 0);

const on = (name, act) => document.body.addEventListener(name, act);

on("htmx:sseOpen", () => {
  seen = 0;
  connected(true);
});
on("htmx:sseError", (event) => {
  connected(false);
  if (event.detail.source?.readyState === EventSource.CLOSED) leaveIfGone();
});
on("htmx:sseClose", () => connected(false));
on("htmx:sendError", () => connected(false));
addEventListener("offline", () => connected(false));
addEventListener("online", reconnect);
addEventListener("pageshow", (event) => {
  if (event.persisted) reconnect();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > ASLEEP) reconnect();
});

on("htmx:sseBeforeMessage", (event) => {
  seen = Math.max(seen, Number(event.detail.lastEventId) || 0);
  keepLines(event.detail.data);
});
on("htmx:sseMessage", () => {
  settled();
  root.dataset.seen = seen;
});
on("htmx:beforeSwap", (event) => {
  // An answer that was overtaken by a newer change is not shown any more.
  const version = versionOf(event);
  if (version && version < seen) event.detail.shouldSwap = false;
  else if (typeof event.detail.serverResponse === "string") keepLines(event.detail.serverResponse);
});
// A page that is connected hears of what it did as all others do; if it does not soon, the connection is dead.
on("htmx:configRequest", (event) => {
  if (root.dataset.connection === "on") event.detail.headers["X-Live"] = "1";
});
on("htmx:afterRequest", (event) => {
  const { xhr, elt, requestConfig } = event.detail;
  const version = versionOf(event);
  if (version) {
    root.dataset.done = version;
    if (xhr.status === 204) {
      setTimeout(() => {
        if (seen < version) reconnect();
      }, PATIENCE);
    } else {
      root.dataset.seen = Math.max(seen, version);
    }
  }
  const done = xhr?.status < 400;
  if (done && requestConfig?.verb === "post") clear();
  if (done && elt.hasAttribute?.("data-clear")) elt.reset();
  if (!done && elt.matches?.(".edit")) elt.reset();
  settled();
});
