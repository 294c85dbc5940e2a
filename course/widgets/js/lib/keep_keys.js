// Keys typed in a widget stay in it. Jupyter takes letters and arrows for its own shortcuts ("d d"
// deletes the cell, "x" cuts it, arrows go to another one). JupyterLab listens on its way up from
// the widget, where it is enough to stop the event; Notebook 7 listens on the way down, before the
// widget has seen the key, and leaves alone only what has this attribute, on the very element that
// has the focus.
const LEFT_ALONE = "data-lm-suppress-shortcuts";

// With Control or Command: what edits text, and what Jupyter would take for the cells (to undo a
// change of theirs, to merge, move or select them). All else is the page's: save, find, palette.
const EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;
const UNDOES = /^[zy]$/i; // with Control or Command, again
const CONTROLS = "button, input, select, summary, textarea, [tabindex]";

/** @param {KeyboardEvent} event */
function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}

/**
 * Return true if an arrow key or another key is pressed with a key that gives it another meaning.
 * @param {KeyboardEvent} event
 */
export function isModified({ altKey, ctrlKey, metaKey }) {
  return altKey || ctrlKey || metaKey;
}

/** @param {HTMLElement} el */
export function keepKeys(el) {
  /** @param {KeyboardEvent} event */
  const before = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (el.contains(target)) target.toggleAttribute(LEFT_ALONE, isKept(event));
    else if (!el.isConnected) rest();
  };
  const listen = () => window.addEventListener("keydown", before, true);
  const rest = () => window.removeEventListener("keydown", before, true);
  el.addEventListener("focusin", listen);
  el.addEventListener("focusin", (event) => dropCaret(el, event));
  el.addEventListener("focusout", rest);
  el.addEventListener("keydown", keep);
  el.addEventListener("click", (event) => focusControl(el, event), true);
  // It may have the focus already.
  if (el.contains(document.activeElement)) listen();
}

/** @param {KeyboardEvent} event */
function keep(event) {
  if (!isKept(event)) return;
  event.stopPropagation();
  // Outside a field the browser would undo what was typed last, anywhere on the page.
  const undoes = (event.ctrlKey || event.metaKey) && UNDOES.test(event.key);
  const target = /** @type {Element} */ (event.target);
  if (undoes && !target.matches(":read-write")) event.preventDefault();
}

/**
 * Take the caret out of the code cell that was edited before. After a click on a button Safari leaves
 * it there, and what is typed at the button would go into the code.
 * @param {HTMLElement} el
 * @param {FocusEvent} event
 */
function dropCaret(el, { target }) {
  const selection = document.getSelection();
  const place = selection?.anchorNode;
  const isForeign = place?.parentElement?.isContentEditable && !el.contains(place);
  if (isForeign && !(/** @type {Element} */ (target).matches(":read-write")))
    selection?.removeAllRanges();
}

/**
 * Focus the control that was clicked. Safari does not: the next key would be the cell's.
 * @param {HTMLElement} el
 * @param {MouseEvent} event
 */
function focusControl(el, { target }) {
  const clicked = /** @type {Element} */ (target);
  const control = /** @type {HTMLElement | null} */ (clicked.closest(CONTROLS));
  if (control && el.contains(control) && !control.contains(document.activeElement))
    control.focus({ preventScroll: true });
}
