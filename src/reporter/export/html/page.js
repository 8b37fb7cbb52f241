"use strict";
// Makes the headings of columns buttons that sort. The cells have the numbers
// to sort by; texts are compared as a reader would.
(() => {
  const collator = new Intl.Collator("en", { numeric: true });
  const said = document.getElementById("sorted");

  const key = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return null;
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    const text = cell.textContent.trim();
    return text === "" || text === "–" ? null : text;
  };

  // What has no value comes last, in both directions.
  const compare = (a, b, direction) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === "number" && typeof b === "number") return direction * (a - b);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return direction * collator.compare(a, b);
  };

  const turned = { ascending: "descending", descending: "ascending" };

  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    const headings = [...table.tHead.rows[0].cells];
    for (const [column, heading] of headings.entries()) {
      if (heading.dataset.sorts === undefined) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const order = turned[heading.ariaSort] || heading.dataset.sorts;
        for (const other of headings) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", order);
        const rows = [...body.rows].map((row) => [key(row, column), row]);
        rows.sort((a, b) => compare(a[0], b[0], order === "ascending" ? 1 : -1));
        body.append(...rows.map(([, row]) => row));
        said.textContent = `Sorted by ${button.textContent}, ${order}`;
      });
    }
    table.classList.add("sorts");
  }

  // Some browsers forget what a table is where the style sheet shows it as cards.
  const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  for (const it of document.querySelectorAll("table, thead, tbody, tr, td")) {
    it.setAttribute("role", roles[it.tagName]);
  }
  for (const it of document.querySelectorAll("th")) {
    it.setAttribute("role", it.scope === "col" ? "columnheader" : "rowheader");
  }
})();
