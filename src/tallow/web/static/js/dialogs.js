// What opens over the page: one rule to read, the keys.

import { $, pressed } from "./page.js";

/** Open the dialog of this id, if the page has it. */
export function open(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
  return dialog;
}

/** Show a rule where one is, to read, not to search: a phone brings up no keys. */
function read(link, event) {
  if (event.ctrlKey || event.metaKey || !$("#palette") || !document.body.classList.contains("table")) return;
  event.preventDefault();
  open("palette")?.focus();
  $("#palette-here")?.replaceChildren();
  $("#palette-found").hidden = false;
  htmx.ajax("GET", link.getAttribute("href"), { target: "#palette-found", select: "#entry", swap: "innerHTML" });
}

pressed("[data-help]", () => open("help"));
pressed("a.why[data-rule], #results .entry a", read);
document.addEventListener("click", (event) => {
  if (event.target.matches?.("dialog")) event.target.close();
});
