// The things of a sheet: in the order that somebody has given them, and carried from one place to another.

import { $, $$, pressed, typing } from "./page.js";
import { keep, recall } from "./storage.js";

const THING = ".thing[data-thing]";

/** Whose things are in a place. */
export const ownerOf = (place) => place.closest(".slots").dataset.owner;

const orderKey = (zone) => `order:${document.body.dataset.table}:${ownerOf(zone)}:${zone.dataset.zone}`;

/** All things in their order; those without a place in it come after. */
export function order() {
  for (const zone of $$(".sheet .zone[data-zone]")) {
    const wanted = JSON.parse(recall("localStorage", orderKey(zone)) || "[]");
    const list = $(".things", zone);
    const things = new Map($$(THING, list).map((one) => [one.dataset.thing, one]));
    const now = [...things.keys()];
    const sorted = [...wanted.filter((id) => things.has(id)), ...now.filter((id) => !wanted.includes(id))];
    if (sorted.join() === now.join()) continue;
    const end = $(".thing:not([data-thing])", list);
    for (const id of sorted) list.insertBefore(things.get(id), end);
  }
}

const remember = (zone) =>
  keep("localStorage", orderKey(zone), JSON.stringify($$(THING, zone).map((one) => one.dataset.thing)));

/** Put a thing where another of the same zone is. */
export function putAt(thing, other) {
  const all = $$(THING, thing.closest(".zone"));
  if (all.indexOf(other) < all.indexOf(thing)) other.before(thing);
  else other.after(thing);
  remember(thing.closest(".zone"));
}

/**
 * Move a thing by one.
 * @param {Element} thing
 * @param {-1 | 1} by
 */
export function step(thing, by) {
  const all = $$(THING, thing.closest(".zone"));
  const to = all[all.indexOf(thing) + by];
  if (!to) return;
  putAt(thing, to);
  ($(`[data-order='${by}']`, thing) || $("summary", thing)).focus();
}

/** Carry a thing to a zone of this name, by the game's own action. */
export function carry(thing, to) {
  htmx.ajax("POST", "arrange", { source: $("form", thing), values: { to }, swap: "none" });
}

pressed("[data-order]", (button) => step(button.closest(".thing"), Number(button.dataset.order)));
document.addEventListener("keydown", (event) => {
  const thing = event.target.closest?.(THING);
  const ways = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
  if (!(event.altKey && thing && event.key in ways) || typing(event.target) || $("dialog[open]")) return;
  event.preventDefault();
  step(thing, ways[event.key]);
});
