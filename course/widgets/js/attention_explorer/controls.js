// The bar above the explorer: worked examples, tokens, the scale, the mask, the softmax's axis.
import { asCode } from "../lib/as_code.js";
import { count } from "../lib/count.js";
import { fromRows, toRows } from "../lib/matrix.js";
import { button, choice, copyText, labelled, newId, node, tick } from "../lib/page.js";
import { save } from "../lib/sync.js";
import { builtIn } from "./presets.js";
import { hasSpaces, inOneLine, wordsIn } from "./tokens.js";

/**
 * @import { Matrices, Preset, State } from "./state.js"
 */

/**
 * @typedef {object} Handlers
 * @property {() => void} onload everything may be another: shapes, labels, mask
 * @property {() => void} onswitch a stage is computed otherwise
 * @property {(event: KeyboardEvent) => void} onmaskkey a key on the buttons of the mask
 * @property {(sentence: string) => void} announce with what came of it
 * @property {(sentence: string) => void} say
 */

/** @type {Record<string, string[] | undefined>} */
const MASKS = {
  attention: ["none", "causal"],
  mask: ["none", "causal", "padding", "by hand"],
  cross: ["none", "padding", "by hand"],
};
const MOST_WORDS = 64;
const NO_NAMES = { features: [], memory_features: [] }; // the columns of X are others

/**
 * Returns {element, copyButton, update(), focusOnMask()}.
 * @param {State} state
 * @param {Handlers} on
 */
export function createControls(state, on) {
  const { model, isCross, upToScores } = state;
  const masks = MASKS[state.mode];
  const words = [createWordsField(state, isCross ? "Query tokens" : "Tokens", "tokens", "X", on)];
  if (isCross)
    words.push(createWordsField(state, "Memory tokens", "memory_tokens", "X_memory", on));
  const scaled = tick("÷ √d_k", (isOn) => flip({ scaled: isOn }));
  const mask = choice("Mask", (masks ?? []).map(twice), (kind) => {
    state.set({ mask: state.maskOf(kind) });
    save(model, { mask_kind: kind });
    on.onload();
    on.announce(`Mask: ${kind}`);
  });
  mask.element.addEventListener("keydown", on.onmaskkey);
  const axis = choice(
    "Softmax over",
    [
      ["keys", "keys"],
      ["queries", "queries"],
    ],
    (over) => flip({ axis: over }),
  );

  /** @param {Partial<import("./state.js").Traits>} change */
  function flip(change) {
    save(model, change);
    on.onswitch();
  }

  return {
    element: node(
      "div",
      { class: "cw-bar ax-bar" },
      createPresetPicker(state, on),
      ...words.map(({ element }) => element),
      !upToScores && scaled.element,
      masks && mask.element,
      !upToScores && axis.element,
    ),
    copyButton: createCopyButton(state, on),
    update() {
      for (const field of words) field.update();
      scaled.set(model.get("scaled"));
      mask.set(state.matrices.mask ? state.maskKind : "none");
      axis.set(model.get("axis"));
    },
    /** Give the focus to the button of the mask that is in force. */
    focusOnMask() {
      /** @type {HTMLElement | null} */
      const pressed = mask.element.querySelector('[aria-pressed="true"]');
      pressed?.focus();
    },
  };
}

/**
 * @param {State} state
 * @param {Handlers} on
 */
function createPresetPicker(state, on) {
  const presets = state.model.get("presets");
  const names = presets.map(({ name }) => name);
  if (!state.upToScores && !state.isCross) names.push(...Object.keys(builtIn(2)));
  if (!names.length) return null;
  // Arrow keys on the list go from option to option: it only chooses, and the button loads.
  const picker = node(
    "select",
    { class: "cw-select", "aria-label": "Start from" },
    ...names.map((name) => node("option", { value: name }, name)),
  );
  const loads = { "aria-label": "Load the chosen start" };

  /** @param {string} name */
  function load(name) {
    const listed = presets.find((preset) => preset.name === name);
    if (listed) loadExample(state, listed);
    else {
      const weights = /** @type {Record<string, Partial<Matrices>>} */ (
        builtIn(state.matrices.X.rows)
      );
      state.set({ ...weights[name], mask: null });
      state.model.set({ mask_kind: "none", scaled: true, ...NO_NAMES });
    }
    state.model.save_changes();
    on.onload();
    on.announce(`Loaded: ${name}`);
  }

  return node(
    "div",
    { class: "cw-field" },
    labelled("Start from", picker),
    button("Load", () => load(picker.value), loads),
  );
}

/**
 * @param {State} state
 * @param {Preset} example
 */
function loadExample(state, { matrices, tokens, memory_tokens, scaled, causal }) {
  const given = Object.entries(matrices).map(([name, rows]) => [name, rows && fromRows(rows)]);
  state.set(Object.fromEntries(given));
  const kind = causal ? "causal" : "by hand";
  const mask_kind = matrices.mask ? kind : "none";
  state.model.set({ mask_kind, tokens, memory_tokens, scaled, ...NO_NAMES });
}

/**
 * @param {State} state
 * @param {string} label
 * @param {"tokens" | "memory_tokens"} name
 * @param {"X" | "X_memory"} matrixName
 * @param {Handlers} on
 */
function createWordsField(state, label, name, matrixName, on) {
  const { model } = state;
  const id = newId("rule");
  const rule = node("span", { class: "cw-help ax-rule", id });
  const attributes = { type: "text", class: "cw-words", "aria-label": label, onchange: take };
  const field = node("input", { ...attributes, "aria-describedby": id });

  function take() {
    const words = model.get(name);
    const [next, before] = [wordsIn(field.value, words), inOneLine(words)];
    if (!next.length || next.length > MOST_WORDS) {
      on.say(`${label}: from 1 to ${MOST_WORDS} words. The words stay as they were.`);
      field.value = before;
      return;
    }
    if (inOneLine(next) === before) return;
    state.setTokens(name, matrixName, next);
    model.save_changes();
    on.onload();
    const isPainted = state.matrices.mask && state.maskKind === "by hand";
    const open = next.length > words.length ? "; a new token is open in it" : "";
    const mask = isPainted ? `. The mask keeps what was painted${open}` : "";
    on.say(`${count(next.length, "token")}${mask}`);
  }

  return {
    element: node("div", { class: "cw-field ax-words" }, labelled(label, field), rule),
    update() {
      const words = model.get(name);
      rule.textContent = hasSpaces(words) ? "apart by commas" : "apart by spaces";
      if (document.activeElement !== field) field.value = inOneLine(words);
    },
  };
}

/**
 * @param {State} state
 * @param {Handlers} on
 */
function createCopyButton(state, on) {
  const copy = button("Copy all as code", () => {
    const { mask, ...inputs } = state.matrices;
    const blocks = Object.entries(inputs).flatMap(([name, value]) =>
      value ? [asCode(state.nameOf(name), toRows(value))] : [],
    );
    if (mask) blocks.push(`${asCode("mask", toRows(mask))}.astype(bool)`);
    const widget = /** @type {HTMLElement} */ (copy.closest(".course-widget"));
    copyText(blocks.join("\n"), widget, on.say);
  });
  return copy;
}

/**
 * @param {string} text
 * @returns {[value: string, text: string]}
 */
function twice(text) {
  return [text, text];
}
