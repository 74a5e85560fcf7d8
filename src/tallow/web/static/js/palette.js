// The search over everything that the page has: what can be done, people, things, pages; the rules come from the server.

import { $, $$, pressed } from "./page.js";
import { jump } from "./tabs.js";

const SPACES = /\s+/;
const MOST = 8; // so many of a kind are shown while something is searched

const dialog = $("#palette");
const list = $("#palette-here");

/**
 * What can be found: its kind, what it is called, a note, and what is done when it is chosen.
 * @typedef {{kind: string, said: string, note: string, go: () => void}} Found
 */

const text = (element) => element?.textContent.trim().replace(SPACES, " ") ?? "";

/** What comes first, what is in the room, all that one may do, and last what the referee may do for others. */
const ACTIONS = [
  "#f-question .now-place .firsts button",
  "#f-scene .spot button",
  "#f-actions button.verb[name=name]",
  "#f-question .now-others .firsts button",
  "#f-sheet .verbs button",
];

/** What a button does: the same action is found once, by what comes first of it. */
function deed(button) {
  const given = new FormData(button.form, button);
  return ["name", "who", "answers"].map((one) => given.get(one) ?? "").join("|");
}

/** The actions of the page that can be done: each button once. */
function actions() {
  if ($(".question.bars")) return [];
  const seen = new Set();
  return ACTIONS.flatMap((one) => $$(one))
    .map((button) => {
      const said = text($(".said", button)) || text(button.firstChild);
      const whose = button.closest("#f-sheet .more, .now-others details");
      const note =
        text($(".note, .cost", button)) || text($("summary, h3", button.closest(".group") ?? button)?.firstChild);
      const name = whose ? `${text($("summary", whose))}: ${said}` : said;
      return { kind: "actions", said: name, note, deed: deed(button), go: () => button.click() };
    })
    .filter((one) => !(seen.has(one.said) || seen.has(one.deed)) && seen.add(one.said) && seen.add(one.deed));
}

/** Everybody and everything that has a place on the page. */
function places(kind, selector, within) {
  const seen = new Set();
  return $$(selector)
    .filter((element) => !seen.has(text(element)) && seen.add(text(element)))
    .map((element) => ({ kind, said: text(element), note: "", go: () => show(element.closest(within)) }));
}

/** Links to other pages. */
function pages() {
  const seen = new Set();
  return $$("#palette .pages a, .desk a, .foot a")
    .filter((link) => !seen.has(link.href) && seen.add(link.href))
    .map((link) => ({ kind: "pages", said: text(link), note: "", go: () => link.click() }));
}

/** Lead to a place of the page, wherever it is folded away. */
function show(element) {
  for (let one = element; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  jump(`#${CSS.escape(element.id)}`, element.closest(".tab")?.id.slice("tab-".length));
  element.scrollIntoView({ block: "center" });
}

function all() {
  return [
    ...actions(),
    ...places("people", "#f-sheet article > header h2, #f-party .card > header h3, .foe > h3", "[id]"),
    ...places("things", "#f-sheet .thing[data-thing] .name", "[id]"),
    ...pages(),
  ];
}

function rank(said, whole) {
  if (said.startsWith(whole)) return 0;
  return said.includes(whole) ? 1 : 2;
}

/** Those that have all words that are searched, those first that begin with them. */
function found(query) {
  const words = query.toLowerCase().split(SPACES).filter(Boolean);
  const whole = words.join(" ");
  const fitting = all()
    .map((one) => ({ ...one, low: one.said.toLowerCase() }))
    .filter((one) => words.every((word) => `${one.low} ${one.note.toLowerCase()}`.includes(word)));
  return words.length > 0 ? fitting.sort((one, other) => rank(one.low, whole) - rank(other.low, whole)) : fitting;
}

/** Draw what is found, kind by kind. */
function draw() {
  const query = $("input", dialog).value;
  const groups = Object.groupBy(found(query), (one) => one.kind);
  list.replaceChildren(
    ...Object.entries(groups).map(([kind, ones]) => section(kind, query ? ones.slice(0, MOST) : ones)),
  );
  $("#palette-found").hidden = !query && list.childElementCount > 0;
}

/** @param {Found[]} ones */
function section(kind, ones) {
  const made = document.createElement("section");
  const title = document.createElement("h2");
  title.textContent = list.dataset[kind];
  const rows = document.createElement("ul");
  rows.append(...ones.map(row));
  made.append(title, rows);
  return made;
}

/** @param {Found} one */
function row(one) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const said = document.createElement("span");
  const note = document.createElement("span");
  button.type = "button";
  said.className = "said";
  note.className = "note";
  said.textContent = one.said;
  note.textContent = one.note;
  button.append(said, note);
  button.addEventListener("click", () => {
    dialog.close();
    one.go();
  });
  item.append(button);
  return item;
}

/** Open the search with all that can be done; a phone brings up its keys only when the field is tapped. */
export function search() {
  if (!dialog) return;
  const field = $("input", dialog);
  if (!dialog.open) dialog.showModal();
  field.value = "";
  if (list) draw();
  if (matchMedia("(pointer: coarse)").matches) dialog.focus();
  else field.focus();
}

/** Up and down go through what was found; Enter in the field takes the first. */
function keys(event) {
  if (!["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) return;
  const rows = $$("#palette-here button, #palette-found a, #palette-found summary", dialog);
  const at = rows.indexOf(document.activeElement);
  if (event.key === "Enter") {
    if (!event.target.matches("input") || rows.length === 0) return;
    event.preventDefault();
    rows[0].click();
    return;
  }
  event.preventDefault();
  const next = event.key === "ArrowDown" ? rows[at + 1] : rows[at - 1];
  (next ?? $("input", dialog)).focus();
}

if (list) {
  $("input", dialog).addEventListener("input", draw);
  dialog.addEventListener("keydown", keys);
}
pressed("[data-palette]", search);
