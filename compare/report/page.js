"use strict";
const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
const make = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });

// Sort: up, down, as it was.
for (const table of all("table")) {
  const body = table.tBodies[0];
  const original = Array.from(body.rows);
  const heads = Array.from(table.tHead.rows[0].cells);
  for (const head of heads) {
    const column = head.cellIndex;
    const numeric = head.className !== "";
    const button = make("button", head.textContent || "row");
    button.type = "button";
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      const next = was === null ? "ascending" : was === "ascending" ? "descending" : null;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      const order = original.slice();
      if (next !== null) {
        head.setAttribute("aria-sort", next);
        const sign = next === "ascending" ? 1 : -1;
        const key = (row) => (numeric ? parseFloat(row.cells[column].dataset.v || row.cells[column].textContent) : row.cells[column].textContent);
        order.sort((a, b) => {
          const x = key(a), y = key(b);
          if (numeric && (Number.isNaN(x) || Number.isNaN(y))) {
            return Number.isNaN(x) - Number.isNaN(y);
          }
          return sign * (numeric ? x - y : x.localeCompare(y, "en"));
        });
      }
      body.append(...order);
    });
  }
}

// Filter: words, and what the rows say of themselves.
const rows = all("table.rows tbody tr");
if (rows.length > 0) {
  const tools = make("div");
  tools.className = "tools";
  const fields = [];
  const add = (label, field) => {
    const around = make("label", label + " ");
    around.append(field);
    tools.append(around);
    field.addEventListener("input", filter);
    fields.push(field);
  };
  const search = Object.assign(make("input"), { type: "search", id: "filter", autocomplete: "off", spellcheck: false });
  add("Filter rows", search);
  for (const [name, label] of [["kind", "kind"], ["state", "first library is"], ["flags", "flag"], ["suites", "suite"]]) {
    const values = new Set(rows.flatMap((row) => row.dataset[name].split(" ")).filter(Boolean));
    if (values.size === 0) {
      continue;
    }
    const select = Object.assign(make("select"), { id: name });
    select.append(new Option("any", ""), ...Array.from(values, (value) => new Option(value)));
    add(label, select);
  }
  const count = make("output");
  count.setAttribute("aria-live", "polite");
  tools.append(count);
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const row of rows) {
      const name = row.dataset.name.toLowerCase();
      row.hidden = !words.every((word) => name.includes(word)) ||
        !fields.slice(1).every((field) => field.value === "" || row.dataset[field.id].split(" ").includes(field.value));
      left += row.hidden ? 0 : 1;
    }
    for (const section of all("section:has(table.rows)")) {
      section.hidden = all("tbody tr", section).every((row) => row.hidden);
    }
    count.textContent = left + " of " + rows.length + " rows";
  }
  document.querySelector("section:has(table.rows)").before(tools);
  filter();
}

// Charts of a sweep are small, and one at a time large.
for (const figure of all(".charts:not(.wide) figure")) {
  const button = make("button", "enlarge");
  button.type = "button";
  figure.querySelector("figcaption").append(" ", button);
  button.addEventListener("click", () => {
    button.textContent = figure.classList.toggle("large") ? "shrink" : "enlarge";
  });
}

// Print shows what is folded.
let opened = [];
addEventListener("beforeprint", () => {
  opened = all("details:not([open])");
  opened.forEach((details) => { details.open = true; });
});
addEventListener("afterprint", () => opened.forEach((details) => { details.open = false; }));
