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
  $("ul", section).replaceChildren(...tables.map((one) => item(one, section.dataset)));
}

/** A table; it is forgotten by two taps, and comes back by one more. */
function item(one, words) {
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
  forget.setAttribute("aria-label", words.forget.replace("{title}", one.title));
  forget.addEventListener("click", () => {
    if (forget.dataset.sure) {
      keepTables(known().filter((other) => other.page !== one.page));
      line.replaceChildren(...forgotten(one, words));
    } else {
      forget.dataset.sure = "yes";
      forget.textContent = words.sure;
      forget.removeAttribute("aria-label");
    }
  });
  line.append(link, by, forget);
  return line;
}

/** What stands where a table was forgotten, until the page is left. */
function forgotten(one, words) {
  const said = document.createElement("span");
  const undo = document.createElement("button");
  said.className = "by";
  said.textContent = words.forgotten.replace("{title}", one.title);
  undo.className = "quiet";
  undo.textContent = words.undo;
  undo.addEventListener("click", () => {
    keepTables([...known(), one].sort((first, other) => other.at - first.at));
    list();
  });
  return [said, undo];
}

sat();
list();
