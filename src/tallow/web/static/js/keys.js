// Keys. The dialog `help` lists them.

import { open } from "./dialogs.js";
import { $, $$, typing } from "./page.js";
import { search } from "./palette.js";
import { jump } from "./tabs.js";

const JUMPS = {
  q: ["#f-question .ask .options button, #f-question .ask button, #f-question"],
  a: ["#f-question .firsts button, body:not(:has(.firsts)) #f-actions :is(.verb, summary)", "table"],
  s: ["#f-sheet", "sheet"],
  l: ["#log-scroll", "log"],
};
const DIGIT = /^[1-9]$/;
const STEPS = { ArrowLeft: ".steps a[rel=prev]", ArrowRight: ".steps a[rel=next]" };

function keys(event) {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key?.toLowerCase(); // none, where the browser fills in a field;
  const over = $("dialog[open]");
  if (command && key === "k") {
    event.preventDefault();
    search();
  } else if (event.key === "Escape" && over) {
    event.preventDefault();
    over.close();
  } else if (typing(event.target) || over) {
    // letters, or not for the page
  } else if (command && key === "z" && !event.shiftKey) {
    undo(event);
  } else if (!(command || event.altKey)) {
    plain(event);
  }
}

/** Take back what one is being asked for, or else undo. */
function undo(event) {
  const back = $("#f-question .ask footer button, #f-question .for-other form[action='take-back'] button");
  const mine = $("#undo-button");
  const form = back ? back.form : $("#undo");
  if (form) event.preventDefault();
  if (!back && mine) mine.click();
  else form?.requestSubmit();
}

function plain(event) {
  if (event.key === "?") {
    event.preventDefault();
    open("help");
  } else if (event.key in STEPS) {
    $(STEPS[event.key])?.click();
  } else if (DIGIT.test(event.key)) {
    const asked = $("#f-question .ask") ? ".ask .options li:not([hidden])" : ".now-place .firsts";
    const option = $$(`#f-question ${asked} button`)[Number(event.key) - 1];
    if (!option) return;
    event.preventDefault();
    option.click();
  } else if (Object.hasOwn(JUMPS, event.key)) {
    jump(...JUMPS[event.key]);
  }
}

document.addEventListener("keydown", keys);
