// How a field whose number is refused says so to a screen reader.

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} reason which says why, and has an id
 */
export function markRefused(input, reason) {
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", reason.id);
}

/** @param {HTMLInputElement} input */
export function unmarkRefused(input) {
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-describedby");
}
