// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/keep_keys.js
var LEFT_ALONE = "data-lm-suppress-shortcuts";
var EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;
var UNDOES = /^[zy]$/i;
var CONTROLS = "button, input, select, summary, textarea, [tabindex]";
function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}
function keepKeys(el) {
  const before = (event) => {
    const target = (
      /** @type {Element} */
      event.target
    );
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
  if (el.contains(document.activeElement)) listen();
}
function keep(event) {
  if (!isKept(event)) return;
  event.stopPropagation();
  const undoes = (event.ctrlKey || event.metaKey) && UNDOES.test(event.key);
  const target = (
    /** @type {Element} */
    event.target
  );
  if (undoes && !target.matches(":read-write")) event.preventDefault();
}
function dropCaret(el, { target }) {
  const selection = document.getSelection();
  const place = selection?.anchorNode;
  const isForeign = place?.parentElement?.isContentEditable && !el.contains(place);
  if (isForeign && !/** @type {Element} */
  target.matches(":read-write"))
    selection?.removeAllRanges();
}
function focusControl(el, { target }) {
  const clicked = (
    /** @type {Element} */
    target
  );
  const control = (
    /** @type {HTMLElement | null} */
    clicked.closest(CONTROLS)
  );
  if (control && el.contains(control) && !control.contains(document.activeElement))
    control.focus({ preventScroll: true });
}

// course/widgets/js/row_picker.js
var row_picker_default = {
  /** @param {{el: HTMLElement}} widget */
  render({ el }) {
    el.hidden = true;
    let frame = 0;
    const attach = () => {
      const picker = (
        /** @type {HTMLElement | null} */
        el.closest(".course-row-picker")
      );
      if (picker) keepKeys(picker);
      else frame = requestAnimationFrame(attach);
    };
    attach();
    return () => cancelAnimationFrame(frame);
  }
};
export {
  row_picker_default as default
};
