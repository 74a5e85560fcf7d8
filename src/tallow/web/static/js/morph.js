// How what is on the page becomes what was sent: by the extension Idiomorph, with regard to people at work.

if (globalThis.Idiomorph) {
  // What somebody is typing is left alone; a button that has the focus is drawn like any other.
  Object.defineProperty(Idiomorph.defaults, "ignoreActiveValue", {
    enumerable: true,
    get: () => Boolean(document.activeElement?.matches("input, textarea, select")),
  });
  // What somebody has folded out stays so, and the mark of a number that has changed stays its while.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !((name === "open" && node.tagName === "DETAILS") || (name === "class" && node.classList.contains("changed")));
  // What was fetched into a receipt stays.
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old) =>
    !(old.classList?.contains("receipt") && old.querySelector(".entry"));
}

// New ones of a list come in a list of their own, which the extension takes for one of them.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { fragment } = event.detail;
  const list = fragment.firstElementChild;
  if (list?.hasAttribute("data-more")) fragment.replaceChildren(...list.childNodes);
});
