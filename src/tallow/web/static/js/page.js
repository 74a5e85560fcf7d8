// What most scripts need: to find elements, and to hear that one was pressed.

export const root = document.documentElement;

/**
 * The first element that a selector finds.
 * @param {string} selector
 * @param {ParentNode} from where it is looked for
 * @returns {any} an element, or null
 */
export const $ = (selector, from = document) => from.querySelector(selector);

/**
 * All elements that a selector finds.
 * @param {string} selector
 * @param {ParentNode} from where they are looked for
 * @returns {any[]}
 */
export const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

/** Whether the page is wide enough for three columns; `table.css` has the same measure. */
export const wide = () => matchMedia("(min-width: 64rem)").matches;

/** Whether keys that are pressed at an element are letters to it. */
export const typing = (at) =>
  Boolean(at) && (at.matches("input:not([type=checkbox], [type=radio]), textarea, select") || at.isContentEditable);

/**
 * Do something whenever a link, button or summary is pressed that a selector finds, now or later on the page.
 * @param {string} selector
 * @param {(at: any, event: MouseEvent) => void} act takes the element and the event
 */
export function pressed(selector, act) {
  document.addEventListener("click", (event) => {
    const at = event.target.closest?.("a, button, summary");
    if (at?.matches(selector)) act(at, event);
  });
}
