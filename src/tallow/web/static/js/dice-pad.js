// Dice that are typed in: a pad of faces, and boxes that lead from one to the next.

import { $, $$, pressed } from "./page.js";

let lastBox = null;

/** A face was tapped: it goes to the box that one was at, the first that is empty, or the last. */
function face(button) {
  const boxes = $$(".box input", button.form);
  const empty = boxes.filter((one) => !one.value);
  const box = empty.find((one) => one === lastBox) || empty[0] || boxes.at(-1);
  box.value = button.dataset.face;
  next(box);
}

/** To the next empty box, or to the button that sends them. */
function next(box) {
  const empty = $$(".box input", box.form).find((one) => !one.value);
  if (empty) {
    lastBox = empty;
    empty.focus();
  } else {
    $(".send .primary", box.form)?.focus();
  }
}

/** Whether no further digit makes another face of what stands in a box. */
function full(box) {
  const most = Number(box.max);
  const value = Number(box.value);
  return (value * 10 > most || box.value.length >= String(most).length) && value >= 1 && value <= most;
}

pressed(".keypad button", face);
document.addEventListener("input", (event) => {
  if (event.target.matches(".box input") && full(event.target)) next(event.target);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches(".box input")) lastBox = event.target;
});
