// What a narrow screen has no room for at first: it is there, folded, and a wide screen shows it open.

import { $$ } from "./page.js";

const NARROW = matchMedia("(width < 56rem)");

/** Fold what has come new to the page; what somebody has opened stays open when it is drawn again. */
function fold(from) {
  if (NARROW.matches) for (const one of $$("details[data-folded-narrow]", from)) one.open = false;
}

fold(document);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.matches("#outcome, #rehearsed")) fold(document);
});
