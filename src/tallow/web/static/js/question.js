// The question that waits: whoever is asked is led there, and finds an option among many by typing.

import { refocus, toCard } from "./focus.js";
import { $, $$, typing, wide } from "./page.js";

const SPACES = /\s+/;
let asked = "";

/**
 * Lead to a question that is new.
 * @param {boolean} first whether the page has just been opened
 */
export function question(first) {
  const card = $("#f-question .ask");
  const now = card ? card.dataset.q : "";
  const fresh = now && now !== asked;
  asked = now;
  if (first) return;
  const at = document.activeElement;
  if (!fresh) {
    if (!at || at === document.body) refocus();
    return;
  }
  if (typing(at) && !at.closest("#f-question") && at.value) return;
  // What one began from a list below would leave an empty page above the question.
  if (!wide() && $(".question.bars")) $("#tab-table").scrollTop = 0;
  toCard(card);
  card.scrollIntoView({ block: "nearest" });
  if ($("[data-chart*=',']", card)) showChart();
}

/** On a phone the chart on which a square is tapped is brought above the question. */
function showChart() {
  const page = $("#tab-table");
  const chart = $(".chart", page);
  if (chart && !wide()) page.scrollTop += chart.getBoundingClientRect().top - page.getBoundingClientRect().top - 8;
}

/** Show the options that have all words of a field, those first that begin with them. */
function find(field) {
  const words = field.value.toLowerCase().split(SPACES).filter(Boolean);
  const list = $(".options.many", field.form);
  const whole = words.join(" ");
  const ranked = $$("li", list).map((option, at) => {
    const text = option.textContent.toLowerCase();
    option.hidden = !words.every((word) => text.includes(word));
    option.dataset.at ??= at;
    return [rank($(".said", option).textContent.toLowerCase(), whole), Number(option.dataset.at), option];
  });
  ranked.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  list.append(...ranked.map((one) => one[2]));
  list.scrollTop = 0;
}

function rank(said, whole) {
  if (said.startsWith(whole)) return 0;
  return said.includes(whole) ? 1 : 2;
}

document.addEventListener("input", (event) => {
  if (event.target.matches(".find")) find(event.target);
});
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!(field.matches?.(".find") && ["Enter", "ArrowDown"].includes(event.key))) return;
  event.preventDefault();
  const found = $(".options.many li:not([hidden]) button", field.form);
  if (event.key === "Enter" && found && field.value) found.click();
  else found?.focus();
});
