// MatrixEditor: one matrix to edit, in step with `value` in Python.
import { createEditor, EDITING_HELP } from "./lib/editor.js";
import { decode, encode, same } from "./lib/matrix.js";
import { newId, node, root, statusLine } from "./lib/page.js";
import { watch } from "./lib/sync.js";

export default {
  render({ model, el }) {
    const status = statusLine();
    const helpId = newId("help");
    const labels = () => [model.get("rows"), model.get("columns")];
    let editor = null;
    const build = () => {
      const label = model.get("label") || "Matrix";
      editor = createEditor({
        name: label,
        label,
        helpId,
        step: model.get("step"),
        min: model.get("min"),
        max: model.get("max"),
        say: (sentence) => status.say(sentence),
        onchange(value) {
          model.set("value", encode(value));
          model.save_changes();
        },
      });
      root(
        el,
        `${label}, a matrix to edit`,
        editor.element,
        node("p", { class: "cw-help", id: helpId }, EDITING_HELP),
        status.element,
      );
      editor.set(decode(model.get("value")), ...labels(), { first: true });
    };
    const show = () => {
      const value = decode(model.get("value"));
      if (!same(value, editor.value)) status.say("Changed from Python.");
      editor.set(value, ...labels());
    };
    build();
    const stops = [
      watch(model, ["value", "rows", "columns"], show),
      watch(model, ["label", "step", "min", "max"], build),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};
