// Light or dark: what the system prefers, until somebody chooses.

import { pressed, root } from "./page.js";
import { keep } from "./storage.js";

function light() {
  if (root.dataset.theme) return root.dataset.theme === "light";
  return matchMedia("(prefers-color-scheme: light)").matches;
}

pressed("[data-theme-switch]", () => {
  root.dataset.theme = light() ? "dark" : "light";
  keep("localStorage", "theme", root.dataset.theme);
});
