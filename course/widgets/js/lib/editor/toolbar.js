// The buttons below an editor.
import { identity, map, same, toRows, transpose } from "../matrix.js";
import { asCode } from "../numbers.js";
import { button, copyText, node, roving } from "../page.js";

/**
 * @import { Matrix } from "../matrix.js"
 * @import { EditedMatrix } from "./edited_matrix.js"
 */

/**
 * @param {EditedMatrix} edited
 * @param {string} name
 * @param {object} on
 * @param {() => void} on.undo
 * @param {(next: Matrix, sentence: string) => void} on.replace
 * @param {(sentence: string) => void} on.say
 */
export function createToolbar(edited, name, on) {
  const { label } = edited;
  /** @type {Matrix | null} */
  let initial = null;
  const bar = node("div", { class: "cw-tools", role: "group", "aria-label": `Tools for ${label}` });

  /**
   * @param {string} tool
   * @param {() => void} onclick
   */
  function add(tool, onclick, text = tool) {
    const element = button(text, onclick, { "aria-label": `${tool}: ${label}` });
    bar.append(element);
    return element;
  }

  /** @param {Matrix} next */
  const clamped = (next) => map(next, (x) => edited.clamp(x));
  const randomEntry = () => {
    const [from, to] = [Math.max(edited.low, -1), Math.min(edited.high, 1)];
    return Number((from + (to - from) * Math.random()).toFixed(1));
  };
  const undo = add("Undo", on.undo);
  const reset = add("Reset", () => {
    if (initial) on.replace(initial, `${label} is as it was at the start`);
  });
  const toIdentity = add("Identity", () => {
    const { rows, columns } = edited.value;
    on.replace(clamped(identity(rows, columns)), `${label} is the identity`);
  });
  const random = add("Random", () =>
    on.replace(clamped(map(edited.value, randomEntry)), `${label} is random`),
  );
  const toTranspose = add("Transpose", () =>
    on.replace(transpose(edited.value), `${label} is transposed`),
  );
  const copy = add(
    "Copy as code",
    () => copyText(asCode(codeName(name), toRows(edited.value)), bar.parentElement ?? bar, on.say),
    "Copy",
  );
  const chooseStop = roving(bar, [undo, reset, toIdentity, random, toTranspose, copy]);

  return {
    element: bar,
    /**
     * Let Reset go back to a value.
     * @param {Matrix} value
     */
    startFrom(value) {
      initial = value;
    },
    update() {
      undo.disabled = edited.undoStack.isEmpty;
      reset.disabled = initial === null || same(initial, edited.value);
      // The shape is fixed.
      toTranspose.hidden = edited.value.rows !== edited.value.columns;
      chooseStop();
    },
  };
}

/**
 * Return the name if Python can take it for a variable.
 * @param {string} name
 */
function codeName(name) {
  return /^[A-Za-z_]\w*$/.test(name) ? name : "value";
}
