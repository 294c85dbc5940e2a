// Mouse and finger in a field: a click selects its number, dragging sideways and the wheel change it.
import { same } from "../matrix.js";

/**
 * @import { EditedMatrix } from "./edited_matrix.js"
 * @import { Typing } from "./typing.js"
 */

const PIXELS_A_STEP = 6; // of dragging
const NOTCH = 50; // px of the wheel that make a step
const SLACK = 3; // px; less than that is a click
const TAP = 500; // ms from the end of a touch to the click that it makes, at most

/** The handlers of the fields' events. */
export class Pointing {
  #isPressed = false; // a mouse or finger is about to focus a field
  #wheeled = 0; // px since the last step

  /**
   * @param {EditedMatrix} edited
   * @param {Typing} typing
   * @param {object} on
   * @param {(row: number, column: number, steps: number) => void} on.step
   * @param {() => void} on.dragged called when a drag has ended
   */
  constructor(edited, typing, on) {
    this.edited = edited;
    this.typing = typing;
    this.on = on;
  }

  /**
   * Return true once a number is being edited: a click then goes to a place in it.
   * @param {number} row
   * @param {number} column
   */
  #isOpen(row, column) {
    return this.typing.isAt(row, column) && !this.typing.isTypedOver;
  }

  /**
   * Select a field that is focused by a key. One that is pressed is selected by the click: earlier,
   * Safari would undo it on release, and a finger would be taken to ask for the context menu.
   * @param {HTMLInputElement} input
   */
  focus(input) {
    if (!this.#isPressed) input.select();
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  press(event, input, row, column) {
    this.#isPressed = true;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => {
        this.#isPressed = false;
      }, TAP);
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, over);
    if (event.button === 0 && !this.typing.isAt(row, column))
      drag(event, input, row, column, this.edited, {
        // A finger that drags takes the focus afterwards: what is typed elsewhere would end too late.
        begin: () => this.typing.leaveOpen(),
        end: this.on.dragged,
      });
  }

  /**
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  click(input, row, column) {
    this.#isPressed = false;
    if (this.#isOpen(row, column)) return;
    this.typing.leave(row, column);
    input.select();
  }

  /**
   * Keep the number selected: Chromium undoes a selection that was pressed in, after the click.
   * @param {MouseEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  mousedown(event, input, row, column) {
    if (!this.#isOpen(row, column) && input.matches(":focus")) event.preventDefault();
  }

  /**
   * @param {WheelEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  wheel(event, input, row, column) {
    // Only in the field that has the focus: the page must still scroll.
    if (!input.matches(":focus") || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    // A mouse's notch is one event of some 100 px or 3 lines, a touchpad's movement many small ones.
    this.#wheeled += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(this.#wheeled) < NOTCH) return;
    this.on.step(row, column, this.#wheeled < 0 ? 1 : -1);
    this.#wheeled = 0;
  }
}

/**
 * Change a number while the pointer moves sideways; all of a drag is undone together.
 * @param {PointerEvent} event
 * @param {HTMLInputElement} input
 * @param {number} row
 * @param {number} column
 * @param {EditedMatrix} edited
 * @param {{begin: () => void, end: () => void}} on
 */
function drag({ clientX, pointerId }, input, row, column, edited, on) {
  let start = edited.at(row, column);
  let before = edited.value;
  const over = new AbortController();
  let isDragging = false;
  /** @param {PointerEvent} event */
  const move = (event) => {
    const way = event.clientX - clientX;
    if (!isDragging && Math.abs(way) < SLACK) return;
    if (!isDragging) {
      isDragging = true;
      input.setPointerCapture(pointerId);
      on.begin();
      [start, before] = [edited.at(row, column), edited.value];
      edited.undoStack.remember(before, "");
      input.classList.add("is-dragged");
    }
    event.preventDefault();
    const steps = Math.round(way / PIXELS_A_STEP) * (event.shiftKey ? 10 : 1);
    edited.put(row, column, edited.stepped(start, steps));
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    over.abort();
    input.classList.remove("is-dragged");
    if (!isDragging) return;
    if (event.type === "pointercancel") edited.become(before);
    if (same(before, edited.value)) edited.undoStack.forget();
    on.end();
    input.select();
  };
  input.addEventListener("pointermove", move, over);
  input.addEventListener("pointerup", end, over);
  input.addEventListener("pointercancel", end, over);
}
