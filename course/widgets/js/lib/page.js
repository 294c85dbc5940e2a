// Building blocks of a page: elements, buttons, sentences that are announced.
import "./widgets.css";
import { count } from "./count.js";
import { leftToRight } from "./direction.js";
import { isModified, keepKeys } from "./keep_keys.js";

/**
 * @typedef {{[Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => void}} Handlers
 */

/**
 * Attributes by name, and handlers ("onclick"). `true` stands for an attribute without a value; none
 * is set for `false`, `null` and `undefined`.
 * @typedef {Handlers & Record<string, unknown>} Attributes
 */

/** @typedef {Node | string | false | null | undefined} Child nothing is put in for what is not there */

/** @typedef {(sentence: string) => void} Say */

const WAYS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
});

let made = 0;

/**
 * Return an id that no other widget on the page has: each has a count of its own, in its own bundle.
 * @param {string} stem
 */
export function newId(stem) {
  made += 1;
  return `course-${stem}-${made}-${Math.random().toString(36).slice(2, 7)}`;
}

/**
 * node("button", {class: "x", onclick: f, "aria-label": "y"}, "text", child)
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

/**
 * The same for what is drawn: svg("path", {d: "M0 0"}).
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Do something once what has been written is painted.
 * @param {() => void} task
 */
export function afterPaint(task) {
  requestAnimationFrame(() => setTimeout(task));
}

/**
 * Do something once what has been written is painted and the browser has nothing more urgent to do.
 * @param {() => void} task
 */
export function whenAtRest(task) {
  // Safari has no idle callbacks.
  const wait = window.requestIdleCallback ?? ((then) => setTimeout(then));
  afterPaint(() => wait(task, { timeout: 500 }));
}

/**
 * Fill the widget's outermost element; it is filled anew when its labels change.
 * @param {HTMLElement} el
 * @param {string} label
 * @param {Child[]} children
 */
export function root(el, label, ...children) {
  if (!el.classList.contains("course-widget")) keepKeys(el);
  el.classList.add("course-widget");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", label);
  el.replaceChildren();
  for (const child of children) if (child) el.append(child);
}

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {Attributes} attributes
 */
export function button(text, onclick, attributes = {}) {
  return node("button", { type: "button", class: "cw-button", onclick, ...attributes }, text);
}

/**
 * Return by how many buttons or steps an arrow key moves, -1 or 1; 0 for any other key.
 * @param {KeyboardEvent} event
 */
export function arrowStep(event) {
  return isModified(event) ? 0 : (WAYS[event.key] ?? 0);
}

/**
 * Make buttons one stop in the tab order: arrow keys go from one to the next. Those that are disabled
 * or hidden are passed over. Returns a function to call when that changes.
 * @param {HTMLElement} group
 * @param {HTMLButtonElement[]} buttons
 */
export function roving(group, buttons) {
  /** @param {HTMLButtonElement} element */
  const works = (element) => !element.disabled && !element.hidden;
  /** @type {HTMLButtonElement | undefined} */
  let last; // the one that had the focus last
  const choose = () => {
    const stop = last && works(last) ? last : buttons.find(works);
    // One that has done its work and is disabled loses the focus as soon as it is no stop.
    if (last && last !== stop && last === document.activeElement) stop?.focus();
    for (const element of buttons) {
      const index = element === stop ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
  };
  group.addEventListener("focusin", ({ target }) => {
    last = buttons.find((element) => element === target) ?? last;
    choose();
  });
  group.addEventListener("keydown", (event) => {
    const by = arrowStep(event);
    if (!by) return;
    event.preventDefault();
    const working = buttons.filter(works);
    const at = working.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    working.at((at + by) % working.length)?.focus();
  });
  choose();
  return choose;
}

/**
 * A line that screen readers announce when it changes; while something is dragged, only the last. A
 * sentence may be a function: it is called when its time has come.
 * @param {Attributes} attributes
 */
export function statusLine(attributes = {}) {
  const element = node("p", { role: "status", class: "cw-status", ...attributes });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return {
    element,
    /**
     * @param {string | (() => string)} sentence
     * @param {number} wait in ms
     */
    say(sentence, wait = 250) {
      clearTimeout(timer);
      const show = () => {
        const words = leftToRight(typeof sentence === "function" ? sentence() : sentence);
        if (element.textContent !== words) element.textContent = words;
      };
      if (wait) timer = setTimeout(show, wait);
      else show();
    },
  };
}

/**
 * A judgement that screen readers announce when it changes. While an answer is awaited, the seconds
 * are counted beside it, to be seen only: announced each second, they would drown all else.
 */
export function verdictLine() {
  const words = node("span", { role: "status" });
  const clock = node("span", { "aria-hidden": "true" });
  return {
    element: node("p", { class: "cw-verdict" }, words, clock),
    /** @param {string} sentence */
    say(sentence, seconds = 0) {
      // The same words put there again would be read out again.
      if (words.textContent !== sentence) words.textContent = sentence;
      clock.textContent = seconds ? ` (${count(seconds, "second")})` : "";
    },
  };
}

/**
 * One of several: buttons of which one is pressed. Returns {element, set(value)}.
 * @template {string} Value
 * @param {string} label
 * @param {[value: Value, text: string][]} options
 * @param {(value: Value) => void} onchange
 */
export function choice(label, options, onchange) {
  const buttons = new Map(
    options.map(([value, text]) => [value, button(text, () => onchange(value))]),
  );
  const element = node(
    "div",
    { role: "group", "aria-label": label, class: "cw-choice" },
    node("span", { class: "cw-label", "aria-hidden": "true" }, label),
    ...buttons.values(),
  );
  roving(element, [...buttons.values()]);
  return {
    element,
    /** @param {string} value */
    set(value) {
      for (const [own, element] of buttons)
        element.setAttribute("aria-pressed", String(own === value));
    },
  };
}

/**
 * A line that folds open: for what is read once. `id` names the text, for aria-describedby.
 * @param {string} title
 * @param {string} text
 * @param {string | null} id
 */
export function fold(title, text, id = null) {
  return node("details", { class: "cw-help" }, node("summary", {}, title), node("p", { id }, text));
}

/**
 * A label with its control.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function labelled(label, control) {
  const text = node("span", { class: "cw-label" }, label);
  return node("label", { class: "cw-field" }, text, control);
}

/**
 * A labelled check box. Returns {element, set(on)}.
 * @param {string} text
 * @param {(on: boolean) => void} onchange
 */
export function tick(text, onchange) {
  const box = node("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  return {
    element: node("label", { class: "cw-tick" }, box, text),
    /** @param {boolean} on */
    set(on) {
      box.checked = on;
    },
  };
}

/**
 * A labelled slider with its value written beside it. Returns {element, input, set(value)}.
 * @param {string} label
 * @param {object} range
 * @param {number} range.min
 * @param {number} range.max
 * @param {number | "any"} range.step
 * @param {(value: number) => string} [range.text] how the value is written
 * @param {boolean} [range.isWritten] false where the value stands in a field beside it
 * @param {(value: number) => void} onchange
 */
export function slider(label, { min, max, step, text = String, isWritten = true }, onchange) {
  // Not an <output>: that would be announced, and the slider says its value itself.
  const shown = node("span", { class: "cw-slider-value", "aria-hidden": "true" });
  const input = node("input", { type: "range", min, max, step, "aria-label": label });
  /** @param {number} value */
  const write = (value) => {
    shown.textContent = text(value);
    input.setAttribute("aria-valuetext", text(value));
  };
  input.addEventListener("input", () => {
    write(Number(input.value));
    onchange(Number(input.value));
  });
  const name = node("span", { class: "cw-label" }, label);
  return {
    element: node("label", { class: "cw-slider" }, name, input, isWritten && shown),
    input,
    /** @param {number} value */
    set(value) {
      if (Number(input.value) !== value) input.value = String(value);
      write(value);
    },
  };
}

/**
 * Table rows with a heading each: headedRow("loss", [cell, cell]).
 * @param {Child} name
 * @param {Child[]} cells
 */
export function headedRow(name, cells) {
  return node("tr", {}, node("th", { scope: "row" }, name), ...cells);
}

/** @param {Child[]} names */
export function headRow(...names) {
  return node("tr", {}, ...names.map((name) => node("th", { scope: "col" }, name)));
}

/**
 * Put text on the clipboard; where the browser refuses, show it in a field to copy from.
 * @param {string} text
 * @param {HTMLElement} beside
 * @param {Say} say
 */
export async function copyText(text, beside, say) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied. Paste it into a code cell.");
  } catch {
    const field = node("textarea", {
      class: "cw-copy",
      readonly: true,
      rows: Math.min(text.split("\n").length, 12),
      "aria-label": "Code to copy",
    });
    field.value = text;
    beside.querySelector(".cw-copy")?.remove();
    beside.append(field);
    field.focus();
    field.select();
    say("The browser does not let this page use the clipboard: copy the selected text.");
  }
}
