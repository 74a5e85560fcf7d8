// What opens over the page: the search of the rules, one rule to read, the keys.

import { $, pressed } from "./page.js";

/** Open the dialog of this id, if the page has it. */
export function open(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
  return dialog;
}

/** Open the search of the rules, ready to type. */
export function search() {
  const dialog = open("palette");
  if (!dialog) return;
  const field = $("input", dialog);
  field.focus();
  field.select();
}

/** Show a rule where one is, to read, not to search: a phone brings up no keys. */
function read(link, event) {
  if (event.ctrlKey || event.metaKey || !$("#palette") || !document.body.classList.contains("table")) return;
  event.preventDefault();
  open("palette")?.focus();
  htmx.ajax("GET", link.getAttribute("href"), { target: "#palette-found", select: "#entry", swap: "innerHTML" });
}

pressed("[data-help]", () => open("help"));
pressed("[data-palette]", search);
pressed("a.why[data-rule], #results .entry a", read);
document.addEventListener("click", (event) => {
  if (event.target.matches?.("dialog")) event.target.close();
});
