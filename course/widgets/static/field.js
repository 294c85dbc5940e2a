// A number field that keeps the last good value, and the line that says why.
import { number, parseNumber, shortest } from "./numbers.js";
import { newId, node } from "./page.js";

// The place for refusals: {element, complain(input, sentence), quiet(input)}.
export function refusals() {
  const element = node("p", { role: "alert", class: "cw-refused", id: newId("refused") });
  return {
    element,
    complain(input, sentence) {
      element.textContent = sentence;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", element.id);
    },
    quiet(input) {
      if (!input.hasAttribute("aria-invalid")) return;
      element.textContent = "";
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    },
  };
}

// Returns {element, set(value)}. `onchange(value)` is called for each good number that is typed.
export function numberField(label, { min, max, isWhole = false, refused }, onchange) {
  let value = 0;
  const input = node("input", {
    type: "number",
    class: "cw-entry",
    step: isWhole ? 1 : "any",
    min,
    max,
    "aria-label": label,
    autocomplete: "off",
    oninput: typed,
    onblur: restore,
    onkeydown: (event) => ["Enter", "Escape"].includes(event.key) && restore(),
  });

  function problem(x) {
    if (Number.isNaN(x)) return "it must be a number";
    if (isWhole && !Number.isInteger(x)) return "it must be a whole number";
    if (x < min) return `the least that goes here is ${number(min, decimalsOf(min))}`;
    if (x > max) return `the most that goes here is ${max.toLocaleString("en")}`;
    return null;
  }

  function typed() {
    const x = input.validity.badInput ? NaN : parseNumber(input.value);
    const why = problem(x);
    if (why) return refused.complain(input, `${label} stays ${shortest(value)}: ${why}.`);
    refused.quiet(input);
    value = x;
    onchange(x);
  }

  function restore() {
    refused.quiet(input);
    input.value = shortest(value);
  }

  return {
    element: input,
    set(next) {
      value = next;
      // What is being typed is not overwritten by its own echo ("1." is 1, and not done).
      if (parseNumber(input.value) !== next || !input.matches(":focus")) {
        refused.quiet(input);
        input.value = shortest(next);
      }
    },
  };
}

const decimalsOf = (x) => (String(x).split(".")[1] ?? "").length;
