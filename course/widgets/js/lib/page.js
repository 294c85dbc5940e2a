// Building blocks of a page: elements, buttons, sentences that are announced.
import "./widgets.css";
import { keepKeys } from "./keys.js";

let made = 0;

export function newId(stem) {
  made += 1;
  return `course-${stem}-${made}-${Math.random().toString(36).slice(2, 7)}`;
}

// node("button", {class: "x", onclick: f, "aria-label": "y"}, "text", child)
export function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value);
  }
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

// The same for what is drawn: svg("path", {d: "M0 0"}).
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The widget's outermost element; it is filled anew when its labels change.
export function root(el, label, ...children) {
  if (!el.classList.contains("course-widget")) keepKeys(el);
  el.classList.add("course-widget");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", label);
  el.replaceChildren(...children);
  return el;
}

export function button(text, onclick, attributes = {}) {
  return node("button", { type: "button", class: "cw-button", onclick, ...attributes }, text);
}

// Make buttons one stop in the tab order: arrow keys go from one to the next. Those that are disabled
// or hidden are passed over.
export function roving(group, buttons) {
  const works = (element) => !element.disabled && !element.hidden;
  let last = null; // the one that had the focus last
  const choose = () => {
    const stop = last && works(last) ? last : buttons.find(works);
    for (const element of buttons) {
      const index = element === stop ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
    // One that has done its work and is disabled would lose the focus.
    if (last && last !== stop && last === document.activeElement) stop?.focus();
  };
  group.addEventListener("focusin", ({ target }) => {
    if (buttons.includes(target)) last = target;
    choose();
  });
  group.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const working = buttons.filter(works);
    const at = working.indexOf(event.target);
    working.at((at + by) % working.length)?.focus();
  });
  choose();
  return choose;
}

// A line that screen readers announce when it changes; while something is dragged, only the last. A
// sentence may be a function: it is called when its time has come.
export function statusLine(attributes = {}) {
  const element = node("p", { role: "status", class: "cw-status", ...attributes });
  let timer = null;
  return {
    element,
    say(sentence, wait = 250) {
      clearTimeout(timer);
      const show = () => {
        const words = typeof sentence === "function" ? sentence() : sentence;
        if (element.textContent !== words) element.textContent = words;
      };
      if (wait) timer = setTimeout(show, wait);
      else show();
    },
  };
}

// One of several: buttons of which one is pressed. Returns {element, set(value)}.
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
    set(value) {
      for (const [own, element] of buttons) element.setAttribute("aria-pressed", own === value);
    },
  };
}

// A line that folds open: for what is read once. `id` names the text, for aria-describedby.
export function fold(title, text, id = null) {
  return node("details", { class: "cw-help" }, node("summary", {}, title), node("p", { id }, text));
}

// A labelled check box. Returns {element, set(on)}.
export function tick(text, onchange) {
  const box = node("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  return {
    element: node("label", { class: "cw-tick" }, box, text),
    set(on) {
      box.checked = on;
    },
  };
}

// A labelled slider with its value written beside it. Returns {element, set(value)}.
export function slider(label, { min, max, step, text = String }, onchange) {
  // Not an <output>: that would be announced, and the slider says its value itself.
  const shown = node("span", { class: "cw-slider-value", "aria-hidden": "true" });
  const input = node("input", { type: "range", min, max, step, "aria-label": label });
  const write = (value) => {
    shown.textContent = text(value);
    input.setAttribute("aria-valuetext", text(value));
  };
  input.addEventListener("input", () => {
    write(Number(input.value));
    onchange(Number(input.value));
  });
  return {
    element: node(
      "label",
      { class: "cw-slider" },
      node("span", { class: "cw-label" }, label),
      input,
      shown,
    ),
    set(value) {
      if (Number(input.value) !== value) input.value = value;
      write(value);
    },
  };
}

// Put text on the clipboard; where the browser refuses, show it in a field to copy from.
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
