// Buttons that copy a link.

import { pressed } from "./page.js";

const SAID_FOR = 2000;

async function copy(button) {
  const said = button.textContent;
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https there is no clipboard but this one.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = said;
  }, SAID_FOR);
}

pressed("[data-copy]", copy);
