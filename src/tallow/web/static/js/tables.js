// The tables that this browser has sat at: the start page leads back to them.

import { $, root } from "./page.js";
import { keep, recall } from "./storage.js";

const MOST = 12;
const TABLE = /^\/t\/[^/]+$/;

/** @returns {{page: string, game: string, title: string, at: number}[]} the latest first */
function known() {
  try {
    return JSON.parse(recall("localStorage", "tables")) || [];
  } catch {
    return [];
  }
}

const keepTables = (tables) => keep("localStorage", "tables", JSON.stringify(tables.slice(0, MOST)));

/** Whoever is at a table has sat there; a link that opens nothing any more is forgotten. */
function sat() {
  const page = location.pathname;
  const { fault, game } = document.body.dataset;
  if (!TABLE.test(page)) return;
  const others = known().filter((one) => one.page !== page);
  if (fault === "no_entry") keepTables(others);
  else if (game) keepTables([{ page, game, title: $(".bar h1").textContent, at: Date.now() }, ...others]);
}

/** The list on the start page. */
function list() {
  const section = $(".yours");
  if (!section) return;
  const tables = known();
  section.hidden = tables.length === 0;
  $("ul", section).replaceChildren(...tables.map((one) => item(one, section.dataset.forget)));
}

function item(one, forgetting) {
  const line = document.createElement("li");
  const link = document.createElement("a");
  const by = document.createElement("span");
  const forget = document.createElement("button");
  const game = one.game === one.title ? "" : one.game;
  link.href = one.page;
  link.textContent = one.title;
  by.className = "by";
  by.textContent = [game, new Date(one.at).toLocaleDateString(root.lang)].filter(Boolean).join(" · ");
  forget.className = "quiet";
  forget.textContent = "×";
  forget.setAttribute("aria-label", forgetting.replace("{title}", one.title));
  forget.addEventListener("click", () => {
    keepTables(known().filter((other) => other.page !== one.page));
    list();
  });
  line.append(link, by, forget);
  return line;
}

sat();
list();
