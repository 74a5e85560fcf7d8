// The log of one person, of dice or of harm alone.

import { follow } from "./log.js";
import { $, $$ } from "./page.js";

/** Hide the lines that are not asked for. */
export function filter() {
  const who = $("#filter-who")?.value;
  const dice = $("#filter-dice")?.checked;
  const harm = $("#filter-harm")?.checked;
  for (const told of $$("#log-scroll .told")) {
    const other = who && !told.dataset.who.split("|").includes(who);
    const out = other || (dice && !$(".roll", told)) || (harm && !told.classList.contains("harm"));
    told.classList.toggle("filtered", Boolean(out));
  }
  for (const line of $$("#log-scroll .line")) {
    const none = $$(".told", line).every((told) => told.classList.contains("filtered"));
    line.classList.toggle("filtered", none);
  }
}

/** Those who are told of can be chosen. */
export function people() {
  const select = $("#filter-who");
  if (!select) return;
  const known = new Set($$("option", select).map((option) => option.value));
  for (const told of $$("#log-scroll .told[data-who]")) {
    for (const name of told.dataset.who.split("|")) {
      if (!name || known.has(name)) continue;
      known.add(name);
      select.append(new Option(name, name));
    }
  }
}

document.addEventListener("input", (event) => {
  if (!event.target.matches("#filter-who, #filter-dice, #filter-harm")) return;
  filter();
  follow(true);
});
