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
    } else found.set(kind, [button]);
  }
  return found;
}

// Whoever is asked for a square sees the chart.
export function draw() {
  const now = $("#f-question .ask:has(button[data-chart])")?.dataset.q ?? "";
  for (const figure of $$("figure.chart")) {
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
  const all = document.createElementNS(SVG, "g");
  all.setAttribute("class", "squares");
  // The cursor begins with whoever's turn it is, or where one can go, and stays where somebody has put it.
  if (!held && (from || open.size)) cursor = from ? where(from) : [...open.keys()][0].split(",").map(Number);
  if (!(cursor && inside(cursor, wide, high))) cursor = [0, 0];
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) all.append(rectangle(figure, x, y, open.has(`${x},${y}`)));
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
    class: can ? "sq legal" : "sq",
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
  const buttons = choices(one.closest("figure")).get(one.dataset.at) || [];
  if (buttons.length > 1) buttons[0].focus();
  else buttons[0]?.click();
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
