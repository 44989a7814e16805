"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const word = (n) => data.words[n];
const height = 26; // of a row, as in the style

// el makes an element; texts are always set as text.
function el(tag, { text, className, ...rest } = {}, ...children) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  Object.assign(e, rest);
  e.append(...children);
  return e;
}

const ms = (tenths) => (tenths / 10).toFixed(1) + " ms";
const clock = (e) => new Date(data.start + e.t / 10).toISOString().slice(11, 23);

const search = el("input", { type: "search", placeholder: "event, tool, hook, session or decision" });
search.setAttribute("aria-label", "show only");
const count = el("span", { className: "note" });
const space = el("div", { id: "space" });
const list = el("main", {}, space);
const detail = el("aside");
document.body.append(el("header", {}, el("h1", { text: "Grapnel trace" }), search, count), list, detail);

let shown = data.events;
let current = null;
let longest = 1;

function describe(e) {
  return [e.e, e.o, e.s, e.v].map(word).concat((e.h || []).map((h) => word(h.n)), e.i).join(" ").toLowerCase();
}

function bars(e) {
  const box = el("span", { className: "bars" });
  const scale = 100 / longest, lanes = Math.min(4, (e.h || []).length); // hooks that ran at the same time are seen side by side
  for (const [i, h] of (e.h || []).entries()) {
    const bar = el("i", { className: word(h.s), title: `${word(h.n)}: ${word(h.s)}, ${ms(h.d)}` });
    bar.style.left = Math.min(99.5, h.t * scale) + "%";
    bar.style.width = Math.min(100, h.d * scale) + "%";
    bar.style.top = ((i % lanes) * 100) / lanes + "%";
    bar.style.height = 100 / lanes - 4 + "%";
    box.append(bar);
  }
  return box;
}

function row(e, i) {
  const r = el("button", { className: "row", type: "button" },
    el("span", { className: "time", text: clock(e) }), el("span", { text: word(e.e) }), el("span", { text: word(e.o) }),
    el("span", { className: word(e.v), text: word(e.v) }), el("span", { className: "ms", text: ms(e.d) }), bars(e));
  r.style.top = i * height + "px";
  r.setAttribute("aria-current", String(e === current));
  r.onclick = () => { current = e; history.replaceState(null, "", "#" + e.i); show(e); draw(); };
  return r;
}

// draw makes only the rows that are in sight: there may be very many.
function draw() {
  const first = Math.max(0, Math.floor(list.scrollTop / height) - 5);
  const last = Math.min(shown.length, first + Math.ceil(list.clientHeight / height) + 10);
  space.replaceChildren(...shown.slice(first, last).map((e, i) => row(e, first + i)));
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  shown = words.length ? data.events.filter((e) => { const d = describe(e); return words.every((w) => d.includes(w)); }) : data.events;
  longest = shown.reduce((max, e) => Math.max(max, e.d), 1);
  space.style.height = shown.length * height + "px";
  list.scrollTop = 0;
  count.textContent = `${shown.length} of ${data.events.length} events` + (data.leftOut ? `; ${data.leftOut} old ones without their texts` : "");
  summary();
  draw();
}

// summary shows how long each hook took in the events that are shown.
function summary() {
  const hooks = new Map();
  for (const e of shown) for (const h of e.h || []) {
    if (word(h.s) === "skipped") continue;
    if (!hooks.has(h.n)) hooks.set(h.n, []);
    hooks.get(h.n).push(h.d);
  }
  const rows = [...hooks].map(([name, times]) => {
    times.sort((a, b) => a - b);
    const at = (q) => ms(times[Math.min(times.length - 1, Math.floor(times.length * q))]);
    return el("tr", {}, ...[word(name), times.length, at(.5), at(.95), at(1)].map((text) => el("td", { text, title: text })));
  });
  const head = el("tr", {}, ...["hook", "runs", "p50", "p95", "max"].map((text) => el("th", { text })));
  detail.replaceChildren(el("h2", { text: "Time per hook" }), rows.length ? el("table", {}, head, ...rows) : el("p", { className: "note", text: "No hook ran." }));
}

// difference compares two texts line by line: what both begin and end with is
// the same, the lines between are removed and added.
function difference(before, after) {
  const a = before.split("\n"), b = after.split("\n");
  let top = 0, end = 0;
  while (top < a.length && top < b.length && a[top] === b[top]) top++;
  while (end < a.length - top && end < b.length - top && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const line = (className, mark) => (text) => el("span", { className, text: mark + text });
  return el("pre", {}, ...a.slice(0, top).map(line("", "  ")), ...a.slice(top, a.length - end).map(line("del", "- ")),
    ...b.slice(top, b.length - end).map(line("add", "+ ")), ...a.slice(a.length - end).map(line("", "  ")));
}

function show(e) {
  const parts = [el("h2", { text: `${word(e.e)} ${word(e.o)}` }), el("p", { className: word(e.v), text: `${word(e.v)}, ${ms(e.d)}` }),
    el("p", { className: "note", text: `${e.i}, session ${word(e.s)}, ${word(e.c)}` })];
  const x = e.x || {};
  const section = (title, texts) => { if (texts && texts.length) parts.push(el("h2", { text: title }), ...texts.map((text) => el("pre", { text }))); };
  section("Reason", [x.reason, x.stop].filter(Boolean));
  for (const c of x.changes || []) parts.push(el("h2", { text: "Rewritten: " + c.what }), difference(c.before, c.after));
  section("Context", x.context);
  section("Messages", x.messages);
  section("Errors", x.errors);
  section("Diagnostics", x.diagnostics);
  if (e.h) {
    const head = el("tr", {}, ...["hook", "status", "start", "time"].map((text) => el("th", { text })));
    parts.push(el("h2", { text: "Hooks" }), el("table", {}, head, ...e.h.map((h) => el("tr", {},
      ...[word(h.n), word(h.s), ms(h.t), ms(h.d)].map((text) => el("td", { text, title: text }))))));
  }
  const back = el("button", { text: "Time per hook", type: "button" });
  back.onclick = () => { current = null; summary(); draw(); };
  detail.replaceChildren(back, ...parts);
}

// A link such as trace.html#1k090pmfb29axr opens an event.
function open() {
  const at = data.events.findIndex((e) => e.i === location.hash.slice(1));
  if (at < 0) return;
  search.value = "";
  filter();
  list.scrollTop = at * height - list.clientHeight / 2;
  current = data.events[at];
  show(current);
  draw();
}

search.oninput = filter;
addEventListener("hashchange", open);
list.onscroll = draw;
addEventListener("resize", draw);
filter();
open();
document.body.dataset.ready = "true";
