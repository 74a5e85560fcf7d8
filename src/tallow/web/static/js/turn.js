// Whose turn it is.

import { $, $$, root } from "./page.js";

let scene = null;

/**
 * Show whose turn it is.
 * @param {boolean} first whether the page has just been opened
 */
export function turn(first) {
  const due = ($(".bar .turn")?.dataset.due || "").split(" ");
  const mine = due.includes(document.body.dataset.seat);
  const begins = mine && !first && root.dataset.turn !== "mine";
  root.dataset.turn = mine ? "mine" : "";
  if (begins && root.dataset.tab !== "table") news("table");
  // Whose seat is free, the referee plays.
  for (const one of $$("[data-free]")) one.classList.toggle("due", due.includes(one.dataset.free));
  if (!mine && root.dataset.tab !== "sheet" && $("[data-free].due")) news("sheet");
  // Elsewhere, in a fight, or with something new to read, there is something else than where one was looking.
  const told = $("#f-scene .so-far");
  const now = ($("#f-scene article h2")?.textContent || "") + (told?.offsetParent ? told.textContent : "");
  if (scene !== null && now !== scene) $("#tab-table").scrollTop = 0;
  scene = now;
}

const news = (tab) => $(`.tabs a[data-tab=${tab}]`)?.classList.add("news");
