// Whoever comes back after a while is told what happened last; this browser remembers how far they had read.

import { $, $$, pressed } from "./page.js";
import { keep, recall } from "./storage.js";

const AWAY = 3 * 3_600_000; // so many milliseconds without the page make another evening
const { table } = document.body.dataset;
const key = `read-${table}`;

/** @returns {{began: number, line: number, at: number}} where the last evening began, how far it was read, and when */
function read() {
  try {
    return JSON.parse(recall("localStorage", key)) || { began: 0, line: 0, at: 0 };
  } catch {
    return { began: 0, line: 0, at: 0 };
  }
}

const newest = () => Number($$("#log-scroll .line").at(-1)?.id.slice("line-".length) ?? 0);

/** The page has been looked at until now. */
function note() {
  if (table && !document.hidden)
    keep("localStorage", key, JSON.stringify({ ...read(), line: newest(), at: Date.now() }));
}

if (table) {
  const { began, line, at } = read();
  if (line && Date.now() - at > AWAY) {
    // While they were away others may have gone on: that is told too.
    keep("localStorage", key, JSON.stringify({ began: line, line, at }));
    htmx.ajax("GET", `recap?after=${began}&until=${newest()}`, { target: "#recap-place", swap: "innerHTML" });
  }
  note();
  addEventListener("pagehide", note);
  document.addEventListener("visibilitychange", note);
  document.body.addEventListener("htmx:sseMessage", note);
}

pressed("[data-recap-read]", () => $("#recap-place").replaceChildren());
