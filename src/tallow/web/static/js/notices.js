// What was refused is said for a while, and not longer than until something else is done.

import { $ } from "./page.js";

const SAID_FOR = 8000;
let clearing = 0;

/** Say nothing any more. */
export const clear = () => $("#f-notice")?.replaceChildren();

function clearSoon() {
  clearTimeout(clearing);
  clearing = setTimeout(clear, SAID_FOR);
}

new MutationObserver(() => {
  if ($("#f-notice p")) clearSoon();
}).observe($("#f-notice")?.parentElement ?? document.body, { childList: true });
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.elt?.id === "f-notice" || event.detail.target?.id === "f-notice") clearSoon();
});
