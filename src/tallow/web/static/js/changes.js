// Numbers that have changed are marked for a while.

import { $$ } from "./page.js";

const MARKED_FOR = 4000;
const noted = new Map();

/** Mark what has another value than when it was last looked at. */
export function mark() {
  for (const one of $$("[data-v]")) {
    if (!one.id) continue;
    const value = one.dataset.v;
    if (noted.has(one.id) && noted.get(one.id) !== value) {
      one.classList.remove("changed");
      one.getBoundingClientRect(); // so that the animation begins again
      one.classList.add("changed");
      setTimeout(() => one.classList.remove("changed"), MARKED_FOR);
    }
    noted.set(one.id, value);
  }
}
