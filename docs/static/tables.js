// Each cell of a table is told the head of its column, which tables.css puts before it on a phone.
document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll(".table-wrapper table.docutils")) {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.cells].forEach((cell, column) => {
        if (heads[column]) cell.dataset.column = heads[column];
        cell.classList.toggle("empty", !cell.textContent.trim());
      });
    }
  }
});
