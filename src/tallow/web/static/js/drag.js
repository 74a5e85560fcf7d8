// Things dragged by the mouse, or by a finger that rests on one for a moment.

import { $, $$ } from "./page.js";
import { carry, ownerOf, putAt } from "./things.js";

const REST = 350;
const FAR = 6;
const STILL = 50;

let drag = null;

function start(event) {
  const thing = event.target.closest?.(".sheet .thing[data-thing]");
  if (!(thing && $("details", thing)) || event.button || event.target.closest("form")) return;
  drag = { thing, x: event.clientX, y: event.clientY, on: false, id: event.pointerId };
  if (event.pointerType !== "mouse") drag.timer = setTimeout(() => drag && lift(), REST);
}

function lift() {
  drag.on = true;
  drag.thing.classList.add("dragging");
  drag.ghost = document.createElement("div");
  drag.ghost.className = "thing ghost";
  drag.ghost.append($(".name", drag.thing).cloneNode(true));
  document.body.append(drag.ghost);
  ghostTo(drag.x, drag.y);
}

// Positions are set as properties of the element, which a strict policy allows.
function ghostTo(x, y) {
  drag.ghost.style.left = `${x}px`;
  drag.ghost.style.top = `${y}px`;
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.on) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= FAR) return;
    if (event.pointerType !== "mouse") {
      // A finger that moves before it has rested scrolls the page.
      clearTimeout(drag.timer);
      drag = null;
      return;
    }
    lift();
  }
  event.preventDefault();
  ghostTo(event.clientX, event.clientY);
  const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest(".zone");
  for (const one of $$(".zone.over")) if (one !== zone) one.classList.remove("over");
  if (zone && ownerOf(zone) === ownerOf(drag.thing)) zone.classList.add("over");
}

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  clearTimeout(drag.timer);
  const { thing, on, ghost } = drag;
  drag = null;
  if (!on) return;
  ghost.remove();
  thing.classList.remove("dragging");
  for (const one of $$(".zone.over")) one.classList.remove("over");
  noClick();
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const zone = under?.closest(".zone");
  if (!zone || ownerOf(zone) !== ownerOf(thing)) return;
  if (zone !== thing.closest(".zone")) {
    carry(thing, zone.dataset.zone);
    return;
  }
  const other = under.closest(".thing[data-thing]");
  if (other && other !== thing) putAt(thing, other);
}

/** Letting go of a thing is no click on what lies under it. */
function noClick() {
  const still = (click) => {
    if (!click.isTrusted) return;
    click.preventDefault();
    click.stopPropagation();
  };
  addEventListener("click", still, true);
  setTimeout(() => removeEventListener("click", still, true), STILL);
}

addEventListener("pointerdown", start);
addEventListener("pointermove", move, { passive: false });
addEventListener("pointerup", end);
addEventListener("pointercancel", end);
addEventListener(
  "touchmove",
  (event) => {
    if (drag?.on) event.preventDefault();
  },
  { passive: false },
);
addEventListener("dragstart", (event) => {
  if (drag) event.preventDefault();
});
