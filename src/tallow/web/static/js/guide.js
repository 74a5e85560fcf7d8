// The first table in this browser: a few hints, each with a ring around what it speaks of. Skipped or read, they are
// not shown again. The ring lies over the page and takes no taps; the hints stand in the page and cover nothing.

import { $, $$, pressed } from "./page.js";
import { keep, recall } from "./storage.js";

const READ = "read";
const EDGE = 3; // pixels between the ring and what it is around

const guide = $("#guide");
const key = `guide-${guide?.dataset.who}`;
const ring = document.createElement("div");
ring.className = "guide-ring";
let at = 0;

const seen = (element) => element.getClientRects().length > 0;
const steps = () => $$("li", guide);

/** What a step speaks of: the first that is to be seen. */
const target = (step) =>
  step.dataset.pointsTo
    .split(", ")
    .flatMap((one) => $$(one))
    .find(seen);

/** Lay the ring around it, as far as it is on the screen. */
function around() {
  const to = guide.hidden ? null : target(steps()[at]);
  ring.hidden = !to;
  if (!to) return;
  const { left, top, right, bottom } = to.getBoundingClientRect();
  const [x, y] = [Math.max(left - EDGE, 0), Math.max(top - EDGE, 0)];
  const [width, height] = [Math.min(right + EDGE, innerWidth) - x, Math.min(bottom + EDGE, innerHeight) - y];
  ring.hidden = height < 0;
  ring.style.cssText = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${Math.max(height, 0)}px`;
}

function show() {
  for (const [number, step] of steps().entries()) step.hidden = number !== at;
  const next = $("[data-guide-next]", guide);
  if (at === steps().length - 1) next.textContent = next.dataset.last;
  target(steps()[at])?.scrollIntoView({ block: "nearest" });
  if (at > 0) $("[aria-live]", guide).textContent = steps()[at].textContent.trim();
  around();
}

function end() {
  keep("localStorage", key, READ);
  guide.hidden = true;
  ring.remove();
}

if (guide && recall("localStorage", key) !== READ) {
  guide.hidden = false;
  document.body.append(ring);
  show();
  pressed("[data-guide-next]", () => {
    at += 1;
    if (at < steps().length) show();
    else end();
  });
  pressed("[data-guide-skip]", end);
  guide.addEventListener("keydown", ({ key: pushed }) => {
    if (pushed === "Escape") end();
  });
  addEventListener("resize", around);
  document.addEventListener("scroll", around, true);
  document.addEventListener("animationend", around, true);
  document.addEventListener("click", () => requestAnimationFrame(around));
  document.body.addEventListener("htmx:sseMessage", () => requestAnimationFrame(around));
}
