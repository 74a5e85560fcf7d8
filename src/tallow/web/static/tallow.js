// The one script of our own: tabs, keys, typed dice, things moved by hand, the log that follows, the connection.
// Everything essential works without it, by forms and links.
"use strict";
(() => {
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const kept = (store, key, value) => {
    try {
      if (value === undefined) return store.getItem(key);
      store.setItem(key, value);
    } catch { /* no storage: nothing is remembered */ }
    return null;
  };
  const theme = kept(localStorage, "theme");
  if (theme) root.dataset.theme = theme;
  root.classList.add("js");
  root.dataset.tab = kept(sessionStorage, "tab") || "table";

  const typing = (at) => at && (at.matches("input:not([type=checkbox], [type=radio]), textarea, select") || at.isContentEditable);
  const wide = () => matchMedia("(min-width: 64rem)").matches;

  // ------------------------------------------------------------ tabs and theme
  function tab(name) {
    root.dataset.tab = name;
    kept(sessionStorage, "tab", name);
    for (const link of $$(".tabs a")) {
      if (link.dataset.tab === name) { link.setAttribute("aria-current", "page"); link.classList.remove("news"); }
      else link.removeAttribute("aria-current");
    }
    if (name === "log") { follow(true); $(".latest")?.replaceChildren(); }
  }

  function switchTheme() {
    const light = root.dataset.theme ? root.dataset.theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;
    root.dataset.theme = light ? "dark" : "light";
    kept(localStorage, "theme", root.dataset.theme);
  }

  // ------------------------------------------------------------ the tables that this browser has sat at
  const MOST = 12;
  const tables = () => { try { return JSON.parse(kept(localStorage, "tables")) || []; } catch { return []; } };
  const keepTables = (list) => kept(localStorage, "tables", JSON.stringify(list.slice(0, MOST)));
  function sat() {
    const page = location.pathname, { fault, game } = document.body.dataset;
    if (!/^\/t\/[^/]+$/.test(page)) return;
    const others = tables().filter((one) => one.page !== page);
    if (fault === "no_entry") keepTables(others);
    else if (game) keepTables([{ page, game, title: $(".bar h1").textContent, at: Date.now() }, ...others]);
  }
  function yours() {
    const section = $(".yours"), known = tables();
    if (!section) return;
    section.hidden = !known.length;
    $("ul", section).replaceChildren(...known.map((one) => {
      const item = document.createElement("li"), link = document.createElement("a"), by = document.createElement("span");
      const forget = document.createElement("button");
      link.href = one.page;
      link.textContent = one.title;
      by.className = "by";
      by.textContent = [one.game === one.title ? "" : one.game, new Date(one.at).toLocaleDateString(root.lang)].filter(Boolean).join(" · ");
      forget.className = "quiet";
      forget.textContent = "×";
      forget.setAttribute("aria-label", section.dataset.forget.replace("{title}", one.title));
      forget.addEventListener("click", () => { keepTables(tables().filter((other) => other.page !== one.page)); yours(); });
      item.append(link, by, forget);
      return item;
    }));
  }

  async function copy(button) {
    const said = button.textContent, text = button.dataset.copy;
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
    setTimeout(() => { button.textContent = said; }, 2000);
  }

  // ------------------------------------------------------------ whose turn it is
  let scene = null;
  function turn(first) {
    const due = ($(".bar .turn")?.dataset.due || "").split(" "), mine = due.includes(document.body.dataset.seat);
    const begins = mine && !first && root.dataset.turn !== "mine";
    root.dataset.turn = mine ? "mine" : "";
    if (begins && root.dataset.tab !== "table") $(".tabs a[data-tab=table]")?.classList.add("news");
    // Whose seat is free, the referee plays.
    for (const one of $$("[data-free]")) one.classList.toggle("due", due.includes(one.dataset.free));
    if (!mine && root.dataset.tab !== "sheet" && $("[data-free].due")) $(".tabs a[data-tab=sheet]")?.classList.add("news");
    // Elsewhere, or in a fight, there is something else to do than where one was looking.
    const now = $("#f-scene h2")?.textContent || "";
    if (scene !== null && now !== scene) $("#tab-table").scrollTop = 0;
    scene = now;
  }

  // ------------------------------------------------------------ the connection
  let hiddenAt = 0, seen = 0;
  const connected = (on) => { root.dataset.connection = on ? "on" : "off"; };

  function reconnect() {
    const live = $("#live");
    if (!live) return;
    const fresh = live.cloneNode(false);
    htmx.remove(live);
    document.body.append(fresh);
    htmx.process(fresh);
  }

  // ------------------------------------------------------------ the log
  const scroller = () => $("#log-scroll");
  let follows = true;
  function follow(now) {
    const log = scroller();
    if (log && (now || follows)) { log.scrollTop = log.scrollHeight; follows = true; }
  }

  // Only new lines are sent: of those before one that undoes actions, the undone are struck through here.
  function strike() {
    let standing = 0;
    const done = [];
    for (const line of $$("#log-scroll .line")) {
      const action = Number(line.dataset.action), undo = Number(line.dataset.undo || 0);
      if (undo) {
        standing -= undo;
        for (const one of done) if (Number(one.dataset.action) > standing) one.classList.add("undone");
      } else if (action) {
        standing = action;
        done.push(line);
      }
    }
  }

  let lastLine = "";
  function news(first) {
    const now = $("#f-log .line:last-child")?.id || "";
    if (now !== lastLine && !first && root.dataset.tab !== "log") {
      $(".tabs a[data-tab=log]")?.classList.add("news");
      latest();
    }
    lastLine = now;
  }

  // On a phone, where the log is a tab of its own, what has just happened is said over the others for a while.
  let saying = 0;
  function latest() {
    const to = $(".latest"), told = $$("#f-log .line:last-child .told:not(.bare) .words");
    if (!to || !told.length) return;
    const words = told.map((one) => one.textContent.trim());
    to.textContent = words.slice(-3).join(" ");
    clearTimeout(saying);
    saying = setTimeout(() => to.replaceChildren(), 7000);
  }

  // Lines that fall out of the newest ones stay, above them.
  function keepLines(fragment) {
    const log = $("#f-log"), older = $("#log-older");
    const fresh = fragment.querySelector ? fragment.querySelector("#f-log") : null;
    if (!log || !older || !fresh) return;
    const stays = new Set($$(".line", fresh).map((line) => line.id));
    const first = Number(fresh.dataset.first);
    for (const line of $$(".line", log)) {
      const number = Number(line.id.slice(5));
      if (!stays.has(line.id) && number < first) older.append(line);
    }
  }

  function filter() {
    const who = $("#filter-who")?.value, dice = $("#filter-dice")?.checked, harm = $("#filter-harm")?.checked;
    for (const told of $$("#log-scroll .told")) {
      const out = (who && !told.dataset.who.split("|").includes(who)) || (dice && !$(".roll", told)) || (harm && !told.classList.contains("harm"));
      told.classList.toggle("filtered", Boolean(out));
    }
    for (const line of $$("#log-scroll .line")) line.classList.toggle("filtered", $$(".told", line).every((told) => told.classList.contains("filtered")));
  }

  function people() {
    const select = $("#filter-who");
    if (!select) return;
    const known = new Set($$("option", select).map((option) => option.value));
    for (const told of $$("#log-scroll .told[data-who]")) {
      for (const name of told.dataset.who.split("|")) {
        if (name && !known.has(name)) { known.add(name); select.append(new Option(name, name)); }
      }
    }
  }

  // ------------------------------------------------------------ the question
  let asked = "";
  function question(first) {
    const card = $("#f-question .ask");
    const now = card ? card.dataset.q : "";
    const fresh = now && now !== asked;
    asked = now;
    if (first) return;
    const at = document.activeElement;
    if (!fresh) { if (!at || at === document.body) refocus(); return; }
    if (typing(at) && !at.closest("#f-question") && at.value) return;
    toCard(card);
    card.scrollIntoView({ block: "nearest" });
  }
  function toCard(card) {
    const to = $(".find, .box input, textarea, .range [type=number]", card) || $(".options button, .send button", card);
    const coarse = matchMedia("(pointer: coarse)").matches;
    if (to && !(coarse && typing(to))) to.focus({ preventScroll: true });
    else $("h2", card)?.focus({ preventScroll: true });
  }

  // Whoever works by the keyboard keeps their place when what they were at is drawn anew or gone.
  let place = null, began = "";
  function refocus() {
    if (!place) return;
    const same = place.id && document.getElementById(place.id);
    if (same) { if (!typing(same)) same.focus({ preventScroll: true }); }
    else if (place.within === "f-question" && $("#f-question .ask")) toCard($("#f-question .ask"));
    else if (["f-question", "f-actions", "f-sheet"].includes(place.within)) back()?.focus({ preventScroll: true });
  }
  // After the last answer one is back at what one began with, or, where that is gone, at the first that can be done.
  function back() {
    const same = document.getElementById(began);
    return same?.checkVisibility() ? same : $("#f-actions .verb");
  }

  function find(field) {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const list = $(".options.many", field.form), whole = words.join(" ");
    const ranked = $$("li", list).map((option, at) => {
      const text = option.textContent.toLowerCase(), said = $(".said", option).textContent.toLowerCase();
      option.hidden = !words.every((word) => text.includes(word));
      option.dataset.at ??= at;
      const rank = !whole ? 0 : said.startsWith(whole) ? 0 : said.includes(whole) ? 1 : 2;
      return [rank, Number(option.dataset.at), option];
    });
    ranked.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    list.append(...ranked.map((one) => one[2]));
    list.scrollTop = 0;
  }

  function face(button) {
    const boxes = $$(".box input", button.form);
    const box = boxes.find((one) => one === lastBox && !one.value) || boxes.find((one) => !one.value) || boxes[boxes.length - 1];
    box.value = button.dataset.face;
    next(box);
  }
  let lastBox = null;
  function next(box) {
    const empty = $$(".box input", box.form).find((one) => !one.value);
    if (empty) { lastBox = empty; empty.focus(); } else $(".send .primary", box.form)?.focus();
  }

  // ------------------------------------------------------------ what changed
  const noted = new Map();
  const values = () => new Map($$("[data-v]").filter((one) => one.id).map((one) => [one.id, one.dataset.v]));
  function mark() {
    for (const [id, value] of values()) {
      if (noted.has(id) && noted.get(id) !== value) {
        const one = document.getElementById(id);
        one.classList.remove("changed");
        void one.offsetWidth;
        one.classList.add("changed");
        setTimeout(() => one.classList.remove("changed"), 4000);
      }
      noted.set(id, value);
    }
  }

  // ------------------------------------------------------------ things, moved by hand
  const ownerOf = (place) => place.closest(".slots").dataset.owner;
  const orderKey = (zone) => `order:${document.body.dataset.table}:${ownerOf(zone)}:${zone.dataset.zone}`;
  function order() {
    for (const zone of $$(".sheet .zone[data-zone]")) {
      const wanted = JSON.parse(kept(localStorage, orderKey(zone)) || "[]");
      const list = $(".things", zone);
      const things = new Map($$(".thing[data-thing]", list).map((one) => [one.dataset.thing, one]));
      const sorted = [...wanted.filter((id) => things.has(id)), ...[...things.keys()].filter((id) => !wanted.includes(id))];
      const now = [...things.keys()];
      if (sorted.join() !== now.join()) {
        const end = $(".thing:not([data-thing])", list);
        for (const id of sorted) list.insertBefore(things.get(id), end);
      }
    }
  }
  function remember(zone) {
    kept(localStorage, orderKey(zone), JSON.stringify($$(".thing[data-thing]", zone).map((one) => one.dataset.thing)));
  }
  function step(thing, by) {
    const zone = thing.closest(".zone"), all = $$(".thing[data-thing]", zone), at = all.indexOf(thing), to = all[at + by];
    if (!to) return;
    if (by < 0) to.before(thing); else to.after(thing);
    remember(zone);
    ($("[data-order='" + by + "']", thing) || $("summary", thing)).focus();
  }
  function carry(thing, to) {
    const form = $("form", thing);
    htmx.ajax("POST", "arrange", { source: form, values: { to }, swap: "none" });
  }

  let drag = null;
  function dragStart(event) {
    const thing = event.target.closest?.(".sheet .thing[data-thing]");
    if (!thing || !$("details", thing) || event.button || event.target.closest("form")) return;
    drag = { thing, x: event.clientX, y: event.clientY, on: false, id: event.pointerId };
    if (event.pointerType !== "mouse") drag.timer = setTimeout(() => drag && lift(), 350);
  }
  function lift() {
    drag.on = true;
    drag.thing.classList.add("dragging");
    drag.ghost = document.createElement("div");
    drag.ghost.className = "thing ghost";
    drag.ghost.append($(".name", drag.thing).cloneNode(true));
    document.body.append(drag.ghost);
    ghostTo(drag.x, drag.y);
  }
  // Positions are set as properties of the element, which a strict policy allows.
  function ghostTo(x, y) { drag.ghost.style.left = `${x}px`; drag.ghost.style.top = `${y}px`; }
  function dragMove(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6;
    if (!drag.on) {
      if (!far) return;
      if (event.pointerType === "mouse") lift(); else { clearTimeout(drag.timer); drag = null; return; }
    }
    event.preventDefault();
    ghostTo(event.clientX, event.clientY);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const zone = under?.closest(".zone");
    for (const one of $$(".zone.over")) if (one !== zone) one.classList.remove("over");
    if (zone && ownerOf(zone) === ownerOf(drag.thing)) zone.classList.add("over");
  }
  function dragEnd(event) {
    if (!drag || event.pointerId !== drag.id) return;
    clearTimeout(drag.timer);
    const { thing, on, ghost } = drag;
    drag = null;
    if (!on) return;
    ghost.remove();
    thing.classList.remove("dragging");
    for (const one of $$(".zone.over")) one.classList.remove("over");
    const still = (click) => { if (click.isTrusted) { click.preventDefault(); click.stopPropagation(); } };
    addEventListener("click", still, true);
    setTimeout(() => removeEventListener("click", still, true), 50);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const zone = under?.closest(".zone");
    if (!zone || ownerOf(zone) !== ownerOf(thing)) return;
    if (zone !== thing.closest(".zone")) { carry(thing, zone.dataset.zone); return; }
    const on_ = under.closest(".thing[data-thing]");
    if (on_ && on_ !== thing) {
      const all = $$(".thing[data-thing]", zone);
      if (all.indexOf(on_) < all.indexOf(thing)) on_.before(thing); else on_.after(thing);
      remember(zone);
    }
  }

  // ------------------------------------------------------------ keys
  const open = (id) => { const dialog = document.getElementById(id); if (dialog && !dialog.open) dialog.showModal(); return dialog; };
  const palette = () => { const dialog = open("palette"); if (dialog) { const field = $("input", dialog); field.focus(); field.select(); } };
  function jump(selector, name) {
    if (name && !wide()) tab(name);
    const to = $(selector);
    if (!to) return;
    if (!to.matches("a, button, input, summary, [tabindex]")) to.setAttribute("tabindex", "-1");
    to.focus();
  }
  function keys(event) {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "k") { event.preventDefault(); palette(); return; }
    if (event.key === "Escape" && $("dialog[open]")) { event.preventDefault(); $("dialog[open]").close(); return; }
    if (typing(event.target) || $("dialog[open]")) return;
    if (command && event.key.toLowerCase() === "z" && !event.shiftKey) {
      const back = $("#f-question .ask footer button, #f-question .for-other form[action='take-back'] button");
      const mine = $("#undo-button"), form = back ? back.form : $("#undo");
      if (form) event.preventDefault();
      if (!back && mine) mine.click();
      else if (form) form.requestSubmit();
      return;
    }
    if (command || event.altKey) {
      const thing = event.target.closest?.(".thing[data-thing]");
      if (event.altKey && thing && ["ArrowUp", "ArrowLeft"].includes(event.key)) { event.preventDefault(); step(thing, -1); }
      if (event.altKey && thing && ["ArrowDown", "ArrowRight"].includes(event.key)) { event.preventDefault(); step(thing, 1); }
      return;
    }
    if (event.key === "?") { event.preventDefault(); open("help"); }
    else if (event.key === "ArrowLeft" && $(".steps a[rel=prev]")) $(".steps a[rel=prev]").click();
    else if (event.key === "ArrowRight" && $(".steps a[rel=next]")) $(".steps a[rel=next]").click();
    else if (/^[1-9]$/.test(event.key)) {
      const option = $$("#f-question .ask .options li:not([hidden]) button")[Number(event.key) - 1];
      if (option) { event.preventDefault(); option.click(); }
    }
    else if (event.key === "q") jump("#f-question .ask .options button, #f-question .ask button, #f-question");
    else if (event.key === "a") jump("#f-actions .verb", "table");
    else if (event.key === "s") jump("#f-sheet", "sheet");
    else if (event.key === "l") jump("#log-scroll", "log");
  }

  // ------------------------------------------------------------ all together
  function settled(first) {
    document.dispatchEvent(new Event("tallow:settled"));
    order();
    people();
    filter();
    question(first === true);
    turn(first === true);
    mark();
    strike();
    news(first === true);
    follow();
  }

  document.addEventListener("DOMContentLoaded", () => {
    tab(root.dataset.tab);
    sat();
    yours();
    if (window.Idiomorph) {
      // What somebody is typing is left alone; a button that has the focus is drawn like any other.
      const typing = () => Boolean(document.activeElement?.matches("input, textarea, select"));
      Object.defineProperty(Idiomorph.defaults, "ignoreActiveValue", { enumerable: true, get: typing });
      Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => {
        if (name === "open" && node.tagName === "DETAILS") return false;
        if (name === "class" && node.classList.contains("changed")) return false;
        return true;
      };
      // What was fetched into a receipt stays.
      Idiomorph.defaults.callbacks.beforeNodeMorphed = (old) => !(old.classList?.contains("receipt") && old.querySelector(".entry"));
    }
    const log = scroller();
    log?.addEventListener("scroll", () => { follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60; });
    const earlier = $("#log-older .earlier a");
    if (earlier) {
      const first = $("#log-scroll .line");
      const number = first ? Number(first.id.slice(5)) : 0;
      if (number > 1) { earlier.hidden = false; earlier.setAttribute("hx-get", `log?before=${number}`); earlier.href = `log?before=${number}`; }
    }
    settled(true);
    follow(true);

    document.body.addEventListener("htmx:sseOpen", () => { seen = 0; connected(true); });
    document.body.addEventListener("htmx:sseError", () => connected(false));
    document.body.addEventListener("htmx:sseClose", () => connected(false));
    addEventListener("offline", () => connected(false));
    addEventListener("online", reconnect);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > 20000) reconnect();
    });
    addEventListener("pageshow", (event) => { if (event.persisted) reconnect(); });

    document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
      const data = event.detail.data;
      seen = Math.max(seen, Number(event.detail.lastEventId) || 0);
      if (!data || !data.includes('id="f-log"')) return;
      keepLines(new DOMParser().parseFromString(data, "text/html"));
    });
    document.body.addEventListener("htmx:beforeSwap", (event) => {
      // An answer that was overtaken by a newer change is not shown any more.
      const version = Number(event.detail.xhr?.getResponseHeader("X-Version") || 0);
      if (version && version < seen) { event.detail.shouldSwap = false; return; }
      const text = event.detail.serverResponse;
      if (typeof text === "string" && text.includes('id="f-log"')) keepLines(new DOMParser().parseFromString(text, "text/html"));
    });
    document.body.addEventListener("htmx:sseMessage", () => { settled(); root.dataset.seen = seen; });
    // A page that is connected hears of what it did as all others do; if it does not soon, the connection is dead.
    document.body.addEventListener("htmx:configRequest", (event) => {
      if (root.dataset.connection === "on") event.detail.headers["X-Live"] = "1";
    });
    document.body.addEventListener("htmx:afterRequest", (event) => {
      const version = Number(event.detail.xhr?.getResponseHeader("X-Version") || 0);
      if (version) {
        root.dataset.done = version;
        if (event.detail.xhr.status === 204) setTimeout(() => { if (seen < version) reconnect(); }, 3000);
        else root.dataset.seen = Math.max(seen, version);
      }
      const done = event.detail.xhr?.status < 400;
      if (done && event.detail.requestConfig?.verb === "post") $("#f-notice")?.replaceChildren();
      if (event.detail.elt.hasAttribute?.("data-clear") && done) event.detail.elt.reset();
      if (event.detail.elt.matches?.(".edit") && !done) event.detail.elt.reset();
      settled();
    });
    document.body.addEventListener("htmx:sendError", () => connected(false));
    let clearing = 0;
    new MutationObserver(() => {
      if (!$("#f-notice p")) return;
      clearTimeout(clearing);
      clearing = setTimeout(() => { $("#f-notice")?.replaceChildren(); }, 8000);
    }).observe(document.body, { childList: true, subtree: false });
    // New ones of a list come in a list of their own, which the morphing extension takes for one of them.
    document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
      const fragment = event.detail.fragment, list = fragment.firstElementChild;
      if (list?.hasAttribute("data-more")) fragment.replaceChildren(...list.childNodes);
    });
    document.body.addEventListener("htmx:oobAfterSwap", (event) => {
      if (event.detail.elt?.id !== "f-notice" && event.detail.target?.id !== "f-notice") return;
      clearTimeout(clearing);
      clearing = setTimeout(() => { $("#f-notice")?.replaceChildren(); }, 8000);
    });
  });

  document.addEventListener("click", (event) => {
    const at = event.target.closest?.("a, button, summary");
    if (!at) return;
    if (at.matches(".tabs a")) { event.preventDefault(); tab(at.dataset.tab); }
    else if (at.matches("[data-theme-switch]")) switchTheme();
    else if (at.matches("[data-help]")) open("help");
    else if (at.matches("[data-palette]")) palette();
    else if (at.matches(".keypad button")) face(at);
    else if (at.matches("[data-order]")) step(at.closest(".thing"), Number(at.dataset.order));
    else if (at.matches("[data-jump]")) {
      const to = $(at.dataset.jump);
      event.preventDefault();
      jump(at.dataset.jump, to?.closest(".tab")?.id.slice("tab-".length));
      to?.scrollIntoView();
    }
    else if (at.matches("[data-copy]")) copy(at);
    else if (at.matches(".skip")) { event.preventDefault(); jump("#f-question .ask button, #f-question"); }
    else if (at.matches("a.why[data-rule], #results a") && !event.ctrlKey && !event.metaKey && $("#palette") && document.body.classList.contains("table")) {
      event.preventDefault();
      // To read, not to search: a phone brings up no keys.
      open("palette")?.focus();
      htmx.ajax("GET", at.getAttribute("href"), { target: "#palette-found", select: "#entry", swap: "innerHTML" });
    }
  });
  document.addEventListener("input", (event) => {
    const at = event.target;
    if (at.matches(".find")) find(at);
    else if (at.matches("#filter-who, #filter-dice, #filter-harm")) { filter(); follow(true); }
    else if (at.matches(".box input")) {
      const most = Number(at.max);
      if (Number(at.value) * 10 > most || at.value.length >= String(most).length) if (Number(at.value) >= 1 && Number(at.value) <= most) next(at);
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".edit input") && event.target.value !== event.target.defaultValue) event.target.form.requestSubmit();
  });
  document.addEventListener("focusin", (event) => {
    place = { id: event.target.id, within: event.target.closest("[id^=f-]")?.id };
    if (place.id && event.target.matches("button") && place.within !== "f-question") began = place.id;
    if (event.target.matches(".box input")) lastBox = event.target;
    if (event.target.matches(".edit input")) event.target.select();
  });
  document.addEventListener("keydown", keys);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches?.(".edit input")) { event.preventDefault(); event.target.blur(); }
    if (event.key === "Escape" && event.target.matches?.(".edit input")) { event.target.value = event.target.defaultValue; event.target.blur(); }
    if (event.key === "Enter" && event.target.matches?.(".find")) {
      event.preventDefault();
      const found = $(".options.many li:not([hidden]) button", event.target.form);
      if (found && event.target.value) found.click(); else found?.focus();
    }
    if (event.key === "ArrowDown" && event.target.matches?.(".find")) { event.preventDefault(); $(".options.many li:not([hidden]) button", event.target.form)?.focus(); }
  });
  document.addEventListener("click", (event) => {
    if (event.target.matches?.("dialog")) event.target.close();
    if (event.target.matches?.(".latest")) tab("log");
  });
  addEventListener("pointerdown", dragStart);
  addEventListener("pointermove", dragMove, { passive: false });
  addEventListener("touchmove", (event) => { if (drag?.on) event.preventDefault(); }, { passive: false });
  addEventListener("dragstart", (event) => { if (drag) event.preventDefault(); });
  addEventListener("pointerup", dragEnd);
  addEventListener("pointercancel", dragEnd);
})();
