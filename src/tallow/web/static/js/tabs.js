// The four tabs of a phone, and how one comes from anywhere to a place in one of them.

import { follow } from "./log.js";
import { $, $$, pressed, root, wide } from "./page.js";
import { keep } from "./storage.js";

/** To the tab of this name. */
export function tab(name) {
  root.dataset.tab = name;
  keep("sessionStorage", "tab", name);
  for (const link of $$(".tabs a")) {
    if (link.dataset.tab === name) {
      link.setAttribute("aria-current", "page");
      link.classList.remove("news");
    } else {
      link.removeAttribute("aria-current");
    }
  }
  if (name === "log") {
    follow(true);
    $(".latest")?.replaceChildren();
  }
}

/** Give the focus to the first that a selector finds, and on a phone show the tab of this name first. */
export function jump(selector, name) {
  if (name && !wide()) tab(name);
  const to = $(selector);
  if (!to) return;
  if (!to.matches("a, button, input, summary, [tabindex]")) to.setAttribute("tabindex", "-1");
  to.focus();
}

pressed(".tabs a", (link, event) => {
  event.preventDefault();
  tab(link.dataset.tab);
});
pressed("[data-jump]", (link, event) => {
  const to = $(link.dataset.jump);
  event.preventDefault();
  jump(link.dataset.jump, to?.closest(".tab")?.id.slice("tab-".length));
  to?.scrollIntoView();
});
pressed(".skip", (_, event) => {
  event.preventDefault();
  jump("#f-question .ask button, #f-question");
});
document.addEventListener("click", (event) => {
  if (event.target.matches?.(".latest")) tab("log");
});

tab(root.dataset.tab);
