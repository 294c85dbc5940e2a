// The part of RowPicker that nobody sees: its controls are ipywidgets' own, and keep their keys, too.
import { keepKeys } from "./lib/keep_keys.js";
import "./lib/widgets.css";
import "./row_picker.css";

export default {
  /** @param {{el: HTMLElement}} widget */
  render({ el }) {
    el.hidden = true;
    let frame = 0;
    // It is rendered before it is put in its place.
    const attach = () => {
      const picker = /** @type {HTMLElement | null} */ (el.closest(".course-row-picker"));
      if (picker) keepKeys(picker);
      else frame = requestAnimationFrame(attach);
    };
    attach();
    return () => cancelAnimationFrame(frame);
  },
};
