// A party and rooms put together by taps: who is there as buttons, others found by a few letters of their name.
// What is tapped is written into the text fields of the form, which are all that there is without scripts.

import { $, $$ } from "./page.js";

const COUNT = /\s+x(\d+)$/i;
const NOBODY = "-";
const MOST_FOUND = 8;
const MOST_OF_A_KIND = 20;

const form = $("form.rehearse");

/**
 * Some of a kind.
 * @typedef {{name: string, n: number}} Kind
 */

/** @returns {Kind[]} */
function read(line) {
  if (line.trim() === NOBODY) return [];
  return line
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ name: part.replace(COUNT, ""), n: Number(COUNT.exec(part)?.[1] ?? 1) }));
}

/** @param {Kind[]} kinds */
const written = (kinds) => kinds.map(({ name, n }) => (n > 1 ? `${name} x${n}` : name)).join("; ");

const options = (id) => $$(`#${id} option`).map((one) => ({ name: one.value, said: one.textContent || one.value }));

/** A name as it is shown: in the reader's language, without what only the program needs. */
function said(name) {
  const known = options("creatures").find((one) => one.name.toLowerCase() === name.toLowerCase());
  const plain = (known?.said ?? name).replace(":", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function made(tag, text = "", kind = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

function pushed(text, label, act, kind = "") {
  const button = made("button", text, kind);
  button.type = "button";
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", act);
  return button;
}

const filled = (words, facts) => words.replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);

/** The rows of one text field: one for the party, one for each room. */
class Roster {
  constructor(place) {
    this.place = place;
    this.field = $(`textarea[name=${place.dataset.for}]`, form);
    this.rooms = place.dataset.for === "rooms";
    this.field.addEventListener("input", () => this.read());
  }

  read() {
    const lines = this.rooms ? this.field.value.split("\n").filter((line) => line.trim()) : [this.field.value];
    this.rows = lines.map(read);
    this.draw();
  }

  /** Write down what the rows have become, and have it worked out. */
  changed(focus) {
    this.field.value = this.rows.map((kinds) => written(kinds) || (this.rooms ? NOBODY : "")).join("\n");
    this.draw();
    $(focus, this.place)?.focus();
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  draw() {
    const rows = this.rows.map((kinds, at) => this.row(kinds, at));
    const { most } = this.place.dataset;
    if (this.rooms && this.rows.length < Number(most)) {
      rows.push(
        pushed(`+ ${form.dataset.another}`, "", () => {
          this.rows.push([]);
          this.changed(`[data-row="${this.rows.length - 1}"] .adding`);
        }),
      );
    }
    this.place.replaceChildren(...rows);
  }

  row(kinds, at) {
    const title = this.rooms ? filled(form.dataset.room, { n: at + 1 }) : this.place.dataset.title;
    const row = made("section", "", "row-of");
    row.dataset.row = at;
    row.setAttribute("aria-label", title);
    const chips = made("div", "", "kinds");
    chips.append(...kinds.map((kind) => this.chip(kinds, kind, at)));
    if (kinds.length === 0) chips.append(made("span", form.dataset.nobody, "nobody"));
    chips.append(this.adding(row, kinds, at));
    const head = made("h2", title);
    row.append(head, chips);
    if (this.rooms && this.rows.length > 1) {
      const drop = filled(form.dataset.drop, { n: at + 1 });
      row.append(
        pushed(
          "×",
          drop,
          () => {
            this.rows.splice(at, 1);
            this.changed(`[data-row="${Math.max(0, at - 1)}"] .adding`);
          },
          "drop",
        ),
      );
    }
    return row;
  }

  /** @param {Kind[]} kinds @param {Kind} kind */
  chip(kinds, kind, at) {
    const chip = made("span", "", "kind");
    const name = said(kind.name);
    const mark = kinds.indexOf(kind);
    const less = pushed("−", filled(form.dataset.less, { name }), () => {
      kind.n -= 1;
      if (kind.n < 1) kinds.splice(mark, 1);
      this.changed(`[data-row="${at}"] ${kind.n < 1 ? ".adding" : `[data-less="${mark}"]`}`);
    });
    const more = pushed("+", filled(form.dataset.more, { name }), () => {
      kind.n = Math.min(kind.n + 1, MOST_OF_A_KIND);
      this.changed(`[data-row="${at}"] [data-more="${mark}"]`);
    });
    less.dataset.less = mark;
    more.dataset.more = mark;
    chip.append(less, made("b", kind.n > 1 ? `${name} ×${kind.n}` : name), more);
    return chip;
  }

  /** The button that opens the search, in its place. */
  adding(row, kinds, at) {
    const button = pushed(
      `+ ${form.dataset.add}`,
      "",
      () => {
        const old = $(".finding", row);
        if (old) old.remove();
        else row.append(this.finding(kinds, at));
        button.setAttribute("aria-expanded", String(!old));
        $(".finding input", row)?.focus();
      },
      "adding",
    );
    button.setAttribute("aria-expanded", "false");
    return button;
  }

  finding(kinds, at) {
    const place = made("div", "", "finding");
    const field = document.createElement("input");
    const list = made("ul");
    const all = [...(this.rooms ? [] : options("heroes")), ...options("creatures")];
    field.type = "search";
    field.autocomplete = "off";
    field.placeholder = form.dataset.find;
    field.setAttribute("aria-label", form.dataset.find);
    const add = (name) => {
      const known = kinds.find((one) => one.name === name);
      if (known) known.n += 1;
      else kinds.push({ name, n: 1 });
      this.changed(`[data-row="${at}"] .adding`);
    };
    const show = () => {
      const asked = field.value.trim().toLowerCase();
      const fit = all.filter((one) => `${one.said} ${one.name}`.toLowerCase().includes(asked)).slice(0, MOST_FOUND);
      list.replaceChildren(
        ...fit.map((one) => {
          const item = made("li");
          item.append(pushed(said(one.said), "", () => add(one.name)));
          return item;
        }),
      );
    };
    field.addEventListener("input", (event) => {
      event.stopPropagation();
      show();
    });
    field.addEventListener("change", (event) => event.stopPropagation());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      $("button", list)?.click();
    });
    show();
    place.append(field, list);
    return place;
  }
}

if (form) {
  for (const place of $$(".roster", form)) {
    const roster = new Roster(place);
    roster.read();
  }
  for (const text of $$("[data-as-text]", form)) text.hidden = true;
  $("[data-show-text]", form)?.addEventListener("click", ({ target }) => {
    for (const text of $$("[data-as-text]", form)) text.hidden = !text.hidden;
    target.setAttribute("aria-expanded", String(!$("[data-as-text]", form).hidden));
  });
}
