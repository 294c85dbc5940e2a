// How large the cells are: as large as lets each line of the machine stand in one row on the page.

const [WIDEST, NARROWEST] = [52, 36]; // px, the width of a cell
const [HIGH, LOW] = [32, 28]; // px, the height of a cell
const MOST_HIGH_ROWS = 10; // in all lines together, to be on one screen
const NARROW_PAGE = 560; // px

/** @param {number} width */
export function isNarrow(width) {
  return width < NARROW_PAGE;
}

/**
 * @param {HTMLElement} machine
 * @param {HTMLElement[]} lines
 */
export function resize(machine, lines) {
  const width = machine.clientWidth;
  const shown = lines.filter((line) => line.offsetWidth > 0);
  if (!width || !shown.length) return;
  machine.classList.toggle("is-narrow", isNarrow(width));
  machine.classList.remove("is-tight");
  if (isNarrow(width)) {
    set(machine, NARROWEST);
    machine.style.setProperty("--cw-height", `${LOW}px`);
    keepInSight(machine, width);
    return;
  }
  let cell = widest(machine, shown, width);
  if (cell < NARROWEST) {
    machine.classList.add("is-tight"); // labels that are there twice make room
    cell = widest(machine, shown, width);
  }
  if (cell < NARROWEST) set(machine, widestForSome(shown, width)); // some are broken anyway
  const rows = shown.reduce((sum, line) => sum + rowsOf(line), 0);
  machine.style.setProperty("--cw-height", `${rows > MOST_HIGH_ROWS ? LOW : HIGH}px`);
}

/**
 * Let the output stay where it is while its line is moved sideways, unless it would hide the rest.
 * @param {HTMLElement} machine
 * @param {number} width that there is
 */
function keepInSight(machine, width) {
  const result = /** @type {HTMLElement | null} */ (machine.querySelector(".ax-result"));
  if (!result) return;
  const isSmall = result.offsetWidth < width / 2;
  result.classList.toggle("is-kept", isSmall);
  // A cell that gets the focus is not to be behind it.
  const line = /** @type {HTMLElement} */ (result.parentElement);
  line.style.scrollPaddingRight = isSmall ? `${result.offsetWidth}px` : "";
}

/**
 * Return the width of a cell with which all lines fit, and set it if it is wide enough.
 * @param {HTMLElement} machine
 * @param {HTMLElement[]} lines
 * @param {number} width that there is
 */
function widest(machine, lines, width) {
  let cell = WIDEST;
  set(machine, cell);
  // The width of a heading does not follow that of the cells: the second time it is found out.
  for (let pass = 0; pass < 2; pass++) {
    const now = Math.max(cell, NARROWEST);
    cell = Math.min(...lines.map((line) => widestIn(line, now, width)));
    set(machine, Math.max(cell, NARROWEST));
  }
  return cell;
}

/**
 * Return the width of a cell with which all lines fit that fit with the narrowest, which is set. Of
 * a line that does not, the groups are such lines.
 * @param {HTMLElement[]} lines
 * @param {number} width that there is
 * @returns {number}
 */
function widestForSome(lines, width) {
  const widths = lines.map((line) => {
    const cell = widestIn(line, NARROWEST, width);
    if (cell >= NARROWEST) return cell;
    const groups = /** @type {HTMLElement[]} */ ([...line.querySelectorAll(".cw-group")]);
    return widestForSome(groups, width);
  });
  return Math.min(WIDEST, ...widths);
}

/**
 * @param {HTMLElement} machine
 * @param {number} cell
 */
function set(machine, cell) {
  machine.style.setProperty("--cw-cell", `${cell}px`);
  // So that −12.34 and the label of its column stay within the cell.
  machine.style.setProperty("--cw-label", cell >= 44 ? "11px" : "9.5px");
  machine.style.setProperty("--cw-number", cell >= 46 ? "14px" : cell >= 40 ? "13px" : "12px");
}

/**
 * Return the width of a cell with which a line fits.
 * @param {HTMLElement} line
 * @param {number} cell its width now
 * @param {number} width that there is
 */
function widestIn(line, cell, width) {
  const parts = [...line.children].map((part) => part.getBoundingClientRect().width);
  const seen = parts.filter((part) => part > 0);
  const gap = parseFloat(getComputedStyle(line).columnGap) || 0;
  const natural = seen.reduce((sum, part) => sum + part + gap, -gap);
  const columns = line.querySelectorAll("thead th").length;
  return Math.min(WIDEST, cell + Math.floor((width - natural) / columns));
}

/** @param {HTMLElement} line */
function rowsOf(line) {
  return Math.max(...[...line.querySelectorAll("tbody")].map((body) => body.rows.length));
}
