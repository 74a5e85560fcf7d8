// The battle chart, played by tapping its squares or with the arrow keys.
// What can be chosen stands in the question as buttons; a square answers by pressing the button that stands for it.

import { $, $$ } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const STEPS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];
const fill = (template, facts) => template.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const square = (x, y) => document.getElementById(`sq-${x}-${y}`);
const where = (token) => [Number(token.dataset.x), Number(token.dataset.y)];
let cursor = null;
let held = false;
let asked = "";

// By square, the buttons that it stands for: those of all who stand there, or else the one of the ground.
function choices(figure) {
  const found = new Map();
  const active = $(".token.active", figure);
  const buttons = $$("#f-question .ask button[data-chart]");
  const pawns = buttons.filter((button) => button.dataset.chart.startsWith("pawn:"));
  for (const button of [...buttons.filter((one) => !pawns.includes(one)), ...pawns]) {
    const [kind, which] = button.dataset.chart.split(":");
    if (kind === "pawn") {
      const token = $$(".token", figure).find((one) => one.dataset.token === which);
      if (!token) continue;
      const at = where(token).join();
      const before = found.get(at) || [];
      found.set(at, [...before.filter((one) => pawns.includes(one)), button]);
    } else if (kind === "facing") {
      if (active)
        found.set(
          where(active)
            .map((at, axis) => at + STEPS[which][axis])
            .join(),
          [button],
        );
    } else if (!shared(figure, kind)) found.set(kind, [button]);
  }
  return found;
}

// Friends may share a square; whoever wants that takes it from the list, so that nobody taps a friend by mistake.
function shared(figure, at) {
  return $$(".token.party:not(.active, .down)", figure).some((one) => where(one).join() === at);
}

// The way to a square and what it costs, before it is paid.
function show(figure, one, button) {
  $(".way", figure)?.remove();
  for (const old of $$(".sq.chosen", figure)) old.classList.remove("chosen");
  const price = $(".price", figure);
  if (price)
    price.textContent = button
      ? [$(".said", button), $(".note", button)]
          .map((part) => part?.textContent)
          .filter(Boolean)
          .join(": ")
      : "";
  if (!button?.dataset.way) return;
  const line = document.createElementNS(SVG, "polyline");
  const points = button.dataset.way.split(" ").map((at) =>
    at
      .split(",")
      .map((part) => Number(part) + 0.5)
      .join(),
  );
  line.setAttribute("class", "way");
  line.setAttribute("points", points.join(" "));
  $("svg", figure).insertBefore(line, $(".token", figure));
  one.classList.add("chosen");
}

// Whatever takes more than a plain move is shown first, and done at the second tap.
const plain = (button) => !(button.dataset.way && button.dataset.dear);

// Whoever is asked for a square sees the chart.
export function draw() {
  const now = $("#f-question .ask:has(button[data-chart])")?.dataset.q ?? "";
  for (const figure of $$("figure.chart")) {
    figure.style.setProperty("--zoom", String(zoom));
    squares(figure);
    if (now && now !== asked) $("svg", figure).scrollIntoView({ block: "nearest" });
  }
  asked = now;
}

function squares(figure) {
  $(".squares", figure)?.remove();
  const svg = $("svg", figure);
  const { wide, high } = figure.dataset;
  const open = choices(figure);
  const from = $(".token.active", figure);
  show(figure, null, null);
  const all = document.createElementNS(SVG, "g");
  all.setAttribute("class", "squares");
  // The cursor begins with whoever's turn it is, or where one can go, and stays where somebody has put it.
  if (!held && (from || open.size)) cursor = from ? where(from) : [...open.keys()][0].split(",").map(Number);
  if (!(cursor && inside(cursor, wide, high))) cursor = [0, 0];
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) all.append(rectangle(figure, x, y, open.get(`${x},${y}`)?.[0]));
  }
  svg.append(all);
}

function rectangle(figure, x, y, can) {
  const one = document.createElementNS(SVG, "rect");
  const here = cursor[0] === x && cursor[1] === y;
  const given = {
    x,
    y,
    width: 1,
    height: 1,
    id: `sq-${x}-${y}`,
    class: can ? `sq legal${can.dataset.dear ? " dear" : ""}` : "sq",
    role: "button",
    tabindex: here ? 0 : -1,
    "aria-label": said(figure, x, y, can).join(", "),
    "data-at": `${x},${y}`,
  };
  if (!can) given["aria-disabled"] = "true";
  for (const [name, value] of Object.entries(given)) one.setAttribute(name, value);
  return one;
}

// What is said of a square: where it is, who and what is there, how far away, whether one can go there.
function said(figure, x, y, can) {
  const { at, away, legal } = figure.dataset;
  const from = $(".token.active", figure);
  const words = [fill(at, { x: x + 1, y: y + 1 })];
  for (const token of $$(".token", figure)) if (where(token).join() === `${x},${y}`) words.push(token.dataset.said);
  for (const mark of $$(".ground", figure)) {
    if (Number(mark.getAttribute("x")) === x && Number(mark.getAttribute("y")) === y) words.push(mark.dataset.said);
  }
  if (from) {
    const [ax, ay] = where(from);
    const far = Math.max(Math.abs(ax - x), Math.abs(ay - y));
    if (far) words.push(fill(away, { n: far }));
  }
  if (can) words.push(legal);
  const note = can && $(".note", can)?.textContent;
  if (note) words.push(note);
  return words;
}

const inside = ([x, y], wide, high) => x >= 0 && y >= 0 && x < wide && y < high;

// Around somebody who is looked at: the squares beside, and those behind.
function surround(one) {
  for (const old of $$(".sq.near, .sq.behind")) old.classList.remove("near", "behind");
  if (!one) return;
  const [x, y] = one.dataset.at.split(",").map(Number);
  const token = $$(".token", one.closest("figure")).find((who) => where(who).join() === one.dataset.at);
  if (!token) return;
  const facing = token.dataset.facing === undefined ? null : Number(token.dataset.facing);
  STEPS.forEach(([dx, dy], way) => {
    const beside = square(x + dx, y + dy);
    if (!beside) return;
    const back = facing !== null && [3, 4, 5].includes((way - facing + 8) % 8);
    beside.classList.add(back ? "behind" : "near");
  });
}

// Where several who share a square can be chosen, one chooses among their names.
function press(one) {
  const figure = one.closest("figure");
  const buttons = choices(figure).get(one.dataset.at) || [];
  const chosen = one.classList.contains("chosen");
  show(figure, one, buttons.length === 1 ? buttons[0] : null);
  if (buttons.length > 1) buttons[0].focus();
  else if (buttons[0] && (chosen || plain(buttons[0]))) buttons[0].click();
}

function go(one, x, y) {
  const { wide, high } = one.closest("figure").dataset;
  cursor = [Math.min(wide - 1, Math.max(0, x)), Math.min(high - 1, Math.max(0, y))];
  one.setAttribute("tabindex", "-1");
  const to = square(...cursor);
  to.setAttribute("tabindex", "0");
  to.focus();
  to.scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener(
  "keydown",
  (event) => {
    const one = event.target.closest?.(".sq");
    if (!one || event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = one.dataset.at.split(",").map(Number);
    const steps = {
      ArrowUp: [0, -1],
      ArrowRight: [1, 0],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      Home: [-x, 0],
      End: [99, 0],
      PageUp: [0, -y],
      PageDown: [0, 99],
    };
    if (event.key in steps) go(one, x + steps[event.key][0], y + steps[event.key][1]);
    else if (event.key === "Enter" || event.key === " ") press(one);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("click", (event) => {
  const one = event.target.closest?.(".sq");
  if (!one) return;
  const [x, y] = one.dataset.at.split(",").map(Number);
  go(one, x, y);
  press(one);
});
document.addEventListener("focusin", (event) => {
  const one = event.target.closest?.(".sq");
  held = Boolean(one);
  surround(one);
});
document.addEventListener("keydown", (event) => {
  const free = !(event.target.closest?.("input, textarea, select, dialog[open]") || $("dialog[open]"));
  if (event.key === "c" && free && !event.ctrlKey && !event.metaKey && !event.altKey) $(".sq[tabindex='0']")?.focus();
});

// Nearer and farther: by buttons, + and - on the chart, and two fingers.
const NEAREST = 3;
let zoom = 1;

function near(figure, factor) {
  zoom = Math.min(NEAREST, Math.max(1, zoom * factor));
  figure.style.setProperty("--zoom", String(zoom));
  $(".sq[tabindex='0']", figure)?.scrollIntoView({ block: "nearest", inline: "center" });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom]");
  if (button) near(button.closest("figure"), Number(button.dataset.zoom));
});
document.addEventListener("keydown", (event) => {
  const figure = event.target.closest?.("figure.chart");
  if (!figure || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") near(figure, 1.25);
  else if (event.key === "-") near(figure, 0.8);
});

const fingers = new Map();
let apart = 0;
const spread = () => {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
};
document.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "touch" || !event.target.closest?.(".chart svg")) return;
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) apart = spread();
});
document.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  if (fingers.size !== 2 || !apart) return;
  const now = spread();
  const figure = event.target.closest?.("figure.chart");
  if (figure) near(figure, now / apart);
  apart = now;
});
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    apart = 0;
  });
