// The buttons that change a whole matrix. One toolbar can serve several: it acts on the one that had
// the focus last, or that was chosen in its list.
import { asCode } from "../as_code.js";
import { identity, map, same, toRows, transpose } from "../matrix.js";
import { button, copyText, node, roving } from "../page.js";

/**
 * @import { Matrix } from "../matrix.js"
 * @import { EditedMatrix } from "./edited_matrix.js"
 */

/**
 * What a toolbar acts on.
 * @typedef {object} Target
 * @property {string} name stands in the list
 * @property {string} colour
 * @property {EditedMatrix} edited
 * @property {Matrix | null} initial where Reset goes back to
 * @property {() => void} undo
 * @property {() => void} reset
 * @property {(next: Matrix, sentence: string) => void} replace
 */

/** The buttons, and the list of the matrices where there are several. */
export class Toolbar {
  /** @type {Target[]} */
  #targets = [];
  /** @type {Target | null} */
  #target = null;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #bar = node("div", { class: "cw-tools", role: "group" });
  #list = node("select", {
    class: "cw-select cw-target",
    "aria-label": "Matrix that the tools change",
    hidden: true,
    onchange: () => this.use(this.#targets[this.#list.selectedIndex]),
  });

  /** @param {(sentence: string) => void} say */
  constructor(say) {
    this.say = say;
    this.#add("Undo", ({ undo }) => undo());
    this.#add("Reset", ({ reset }) => reset());
    this.#add("Identity", ({ edited, replace }) => replace(...asIdentity(edited)));
    this.#add("Random", ({ edited, replace }) => {
      const entry = () => randomEntry(edited);
      replace(clamped(edited, map(edited.value, entry)), `${edited.label} is random`);
    });
    this.#add("Transpose", ({ edited, replace }) =>
      replace(transpose(edited.value), `${edited.label} is transposed`),
    );
    this.#add(
      "Copy as code",
      ({ name, edited }) =>
        copyText(asCode(codeName(name), toRows(edited.value)), this.element, this.say),
      "Copy",
    );
    this.element = node("div", { class: "cw-toolbar" }, this.#list, this.#bar);
    this.chooseStop = roving(this.#bar, [...this.#buttons.values()]);
  }

  /**
   * @param {string} tool
   * @param {(target: Target) => void} act
   */
  #add(tool, act, text = tool) {
    const element = button(text, () => this.#target && act(this.#target));
    this.#buttons.set(tool, element);
    this.#bar.append(element);
  }

  /**
   * Serve a further matrix.
   * @param {Target} target
   */
  add(target) {
    this.#targets.push(target);
    this.#list.append(node("option", {}, target.name));
    this.#list.hidden = this.#targets.length < 2;
    if (!this.#target) this.use(target);
  }

  /**
   * Act on a matrix from now on.
   * @param {Target} target
   */
  use(target) {
    if (target === this.#target) return;
    this.#target = target;
    const { label } = target.edited;
    this.#list.selectedIndex = this.#targets.indexOf(target);
    this.#list.style.borderLeftColor = target.colour;
    this.#bar.setAttribute("aria-label", `Tools for ${label}`);
    for (const [tool, element] of this.#buttons)
      element.setAttribute("aria-label", `${tool}: ${label}`);
    this.update(target);
  }

  /**
   * Show what can be done to a matrix now, if it is the one that the tools change.
   * @param {Target} target
   */
  update(target) {
    if (target !== this.#target) return;
    const { edited, initial } = target;
    this.#set("Undo", "disabled", edited.undoStack.isEmpty);
    this.#set("Reset", "disabled", initial === null || same(initial, edited.value));
    // The shape is fixed.
    this.#set("Transpose", "hidden", edited.value.rows !== edited.value.columns);
    this.chooseStop();
  }

  /**
   * @param {string} tool
   * @param {"disabled" | "hidden"} state
   * @param {boolean} isOn
   */
  #set(tool, state, isOn) {
    const element = this.#buttons.get(tool);
    if (element && element[state] !== isOn) element[state] = isOn;
  }
}

/**
 * @param {EditedMatrix} edited
 * @param {Matrix} next
 */
function clamped(edited, next) {
  return map(next, (x) => edited.clamp(x));
}

/**
 * Return the identity, as far as the limits allow it, and a sentence on it.
 * @param {EditedMatrix} edited
 * @returns {[next: Matrix, sentence: string]}
 */
export function asIdentity(edited) {
  const whole = identity(edited.value.rows, edited.value.columns);
  const next = clamped(edited, whole);
  const how = same(next, whole) ? "the identity" : "as near to the identity as its limits allow";
  return [next, `${edited.label} is ${how}`];
}

/**
 * Return a number within 1 of 0, or of the number next to 0 that is allowed.
 * @param {EditedMatrix} edited
 */
export function randomEntry(edited) {
  const middle = edited.clamp(0);
  const [from, to] = [edited.clamp(middle - 1), edited.clamp(middle + 1)];
  return Number((from + (to - from) * Math.random()).toFixed(1));
}

/**
 * Return the name if Python can take it for a variable.
 * @param {string} name
 */
function codeName(name) {
  return /^[A-Za-z_]\w*$/.test(name) ? name : "value";
}
