// When the page is scrolled or laid out anew, a cell can come to lie under a resting mouse: that is no pointing.

/**
 * Returns {isResting(), stop()}.
 * @param {HTMLElement} el
 */
export function watchMouse(el) {
  let [place, isResting] = ["", false];
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  /** @param {PointerEvent} event */
  const placeOf = (event) => `${event.clientX},${event.clientY}`;
  const moved = (/** @type {PointerEvent} */ event) => {
    place = placeOf(event);
  };
  const entered = (/** @type {PointerEvent} */ event) => {
    isResting = placeOf(event) === place;
  };
  window.addEventListener("pointermove", moved, options);
  el.addEventListener("pointerover", entered, options);
  return { isResting: () => isResting, stop: () => over.abort() };
}
