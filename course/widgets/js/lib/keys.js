// Keys typed in a widget stay in it. Jupyter takes letters and arrows for its own shortcuts ("d d"
// deletes the cell, "x" cuts it, arrows go to another one). JupyterLab listens on its way up from
// the widget, where it is enough to stop the event; Notebook 7 listens on the way down, before the
// widget has seen the key, and leaves alone only what has this attribute, on the very element that
// has the focus.
const LEFT_ALONE = "data-lm-suppress-shortcuts";

// With Control or Command: what edits text, and what Jupyter would take for the cells (to undo a
// change of theirs, to merge, move or select them). All else is the page's: save, find, palette.
const EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;

function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}

export function keepKeys(el) {
  const before = (event) => {
    if (el.contains(event.target)) event.target.toggleAttribute(LEFT_ALONE, isKept(event));
    else if (!el.isConnected) rest();
  };
  const listen = () => window.addEventListener("keydown", before, true);
  const rest = () => window.removeEventListener("keydown", before, true);
  el.addEventListener("focusin", listen);
  el.addEventListener("focusout", rest);
  el.addEventListener("keydown", (event) => {
    if (!isKept(event)) return;
    event.stopPropagation();
    // Outside a field the browser would undo what was typed last, anywhere on the page.
    const undoes = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (undoes && !event.target.matches(":read-write")) event.preventDefault();
  });
  // Safari does not focus a button that is clicked: the next key would be the cell's.
  const focus = ({ target }) => {
    const control = target.closest("button, input, select, summary, textarea, [tabindex]");
    if (el.contains(control) && !control.contains(document.activeElement))
      control.focus({ preventScroll: true });
  };
  el.addEventListener("click", focus, true);
  // It may have the focus already.
  if (el.contains(document.activeElement)) listen();
}
