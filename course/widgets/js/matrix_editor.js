// MatrixEditor: one matrix to edit, in step with `value` in Python.
import { EDITING_HELP, Editor } from "./lib/editor.js";
import { decode, encode, same } from "./lib/matrix.js";
import { newId, node, root, statusLine } from "./lib/page.js";
import { save, watch } from "./lib/sync.js";

/**
 * @import { Sent } from "./lib/matrix.js"
 * @import { Model } from "./lib/sync.js"
 */

/**
 * @typedef {object} Traits
 * @property {Sent} value
 * @property {string[] | null} rows
 * @property {string[] | null} columns
 * @property {string} label
 * @property {number} step
 * @property {number | null} min
 * @property {number | null} max
 */

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const status = statusLine();
    const helpId = newId("help");
    let editor = build();

    function build() {
      const label = model.get("label") || "Matrix";
      const editor = new Editor({
        name: label,
        label,
        helpId,
        step: model.get("step"),
        min: model.get("min"),
        max: model.get("max"),
        say: (sentence) => status.say(sentence),
        onchange: (value) => save(model, { value: encode(value) }),
      });
      const help = node("p", { class: "cw-help", id: helpId }, EDITING_HELP);
      root(el, `${label}, a matrix to edit`, editor.element, help, status.element);
      const value = decode(model.get("value"));
      editor.set(value, model.get("rows"), model.get("columns"), { first: true });
      return editor;
    }

    function show() {
      const value = decode(model.get("value"));
      if (!same(value, editor.value)) status.say("Changed from Python, or in another view.");
      editor.set(value, model.get("rows"), model.get("columns"));
    }

    const stops = [
      watch(model, ["value", "rows", "columns"], show),
      watch(model, ["label", "step", "min", "max"], () => {
        editor = build();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};
