"use strict";
// Sorts a table by the column whose head is pressed, and draws the declaration of the row that is pressed.
(() => {
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const whole = /^-?\d+$/;
  const compare = (a, b) => {
    if (whole.test(a) && whole.test(b)) {
      const [x, y] = [BigInt(a), BigInt(b)]; // counts may be larger than what Number tells apart
      return x < y ? -1 : Number(x > y);
    }
    return a.localeCompare(b, "en", { numeric: true });
  };
  const sort = (head) => {
    const row = head.parentElement;
    const body = head.closest("table").tBodies[0];
    const column = Array.prototype.indexOf.call(row.cells, head);
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of row.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = Array.from(body.rows, (one, place) => [value(one, column), place, one]);
    rows.sort((a, b) => (down ? compare(b[0], a[0]) : compare(a[0], b[0])) || a[1] - b[1]);
    body.append(...rows.map((one) => one[2]));
  };
  const draw = (row) => {
    const shown = new Set(row.dataset.arrows.split(" "));
    for (const arrow of document.querySelectorAll(".mg-arrow")) {
      arrow.classList.toggle("mg-off", !shown.has(arrow.dataset.arrow));
    }
    for (const board of document.querySelectorAll("svg.mg-board desc")) board.textContent = row.dataset.said;
    for (const said of document.querySelectorAll("#drawn")) said.textContent = row.dataset.said;
    for (const other of document.querySelectorAll("tr[data-arrows]")) {
      other.classList.toggle("chosen", other === row);
      other.querySelector("button").setAttribute("aria-pressed", String(other === row));
    }
    document.querySelector("figure").scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const head = button.closest("th");
    if (head) sort(head);
    else draw(button.closest("tr"));
  });
})();
