"use strict";
document.documentElement.classList.add("script");

const bodies = () => Array.from(document.querySelectorAll("table.rows > tbody"));

for (const body of bodies()) {
  const row = body.querySelector("tr.row");
  row.tabIndex = 0;
  const toggle = () => body.classList.toggle("open");
  row.addEventListener("click", (event) => {
    if (!event.target.closest("a") && String(getSelection()) === "") {
      toggle();
    }
  });
  row.addEventListener("keydown", (event) => {
    if (event.target === row && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      toggle();
    }
  });
}

const unfold = document.getElementById("unfold");
unfold.addEventListener("click", () => {
  const open = unfold.textContent === "Unfold all";
  bodies().forEach((body) => body.classList.toggle("open", open));
  unfold.textContent = open ? "Fold all" : "Unfold all";
});

document.getElementById("filter").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const body of bodies()) {
    const name = body.dataset.name.toLowerCase();
    body.hidden = !words.every((word) => name.includes(word));
  }
});

for (const table of document.querySelectorAll("table.rows")) {
  const original = Array.from(table.tBodies);
  for (const head of table.tHead.rows[0].cells) {
    if (head.classList.contains("chart")) {
      continue;
    }
    const numeric = head.classList.contains("number") || head.classList.contains("gap");
    const column = head.cellIndex;
    const key = (body) => {
      const value = body.rows[0].cells[column].dataset.v;
      return numeric ? parseFloat(value) : value;
    };
    const sort = () => {
      const was = head.getAttribute("aria-sort");
      const next = was === null ? "ascending" : was === "ascending" ? "descending" : null;
      for (const other of table.tHead.rows[0].cells) {
        other.removeAttribute("aria-sort");
      }
      const order = original.slice();
      if (next !== null) {
        head.setAttribute("aria-sort", next);
        const sign = next === "ascending" ? 1 : -1;
        order.sort((a, b) => {
          const x = key(a), y = key(b);
          if (numeric && (Number.isNaN(x) || Number.isNaN(y))) {
            return Number.isNaN(x) - Number.isNaN(y);
          }
          return sign * (numeric ? x - y : x.localeCompare(y, "en"));
        });
      }
      table.append(...order);
    };
    head.classList.add("sortable");
    head.tabIndex = 0;
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        sort();
      }
    });
  }
}
