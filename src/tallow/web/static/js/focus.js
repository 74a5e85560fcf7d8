// Where the focus is: whoever works by the keyboard keeps their place when what they were at is drawn anew or gone.

import { $, typing } from "./page.js";

/** @type {{id: string, within: string | undefined} | null} where the focus was last */
let place = null;
let began = "";

/** Give the focus to where it was, or else to what is nearest. */
export function refocus() {
  if (!place) return;
  const same = place.id && document.getElementById(place.id);
  if (same) {
    if (!typing(same)) same.focus({ preventScroll: true });
  } else if (place.within === "f-question" && $("#f-question .ask")) {
    toCard($("#f-question .ask"));
  } else if (["f-question", "f-actions", "f-sheet"].includes(place.within)) {
    back()?.focus({ preventScroll: true });
  }
}

/** After the last answer one is back at what one began with, or, where that is gone, at the first that can be done. */
function back() {
  const same = document.getElementById(began);
  return same?.checkVisibility() ? same : $("#f-question .firsts button") || $("#f-actions .verb, #f-actions summary");
}

/** Give the focus to what answers a question; a phone brings up no keys for that. */
export function toCard(card) {
  const field = $(".find, .box input, textarea, .range [type=number]", card);
  const to = field || $(".options button, .send button", card);
  const coarse = matchMedia("(pointer: coarse)").matches;
  if (to && !(coarse && typing(to))) to.focus({ preventScroll: true });
  else $("h2", card)?.focus({ preventScroll: true });
}

document.addEventListener("focusin", (event) => {
  place = { id: event.target.id, within: event.target.closest("[id^=f-]")?.id };
  if (place.id && event.target.matches("button") && !event.target.closest(".ask")) began = place.id;
});
