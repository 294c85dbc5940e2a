// Heatmap: a matrix to look at, with a legend and a sentence.
import { limitOf } from "./lib/grid/look.js";
import { Grid, labelsOr } from "./lib/grid.js";
import { createLegend } from "./lib/legend.js";
import { decode, entry } from "./lib/matrix.js";
import { root, statusLine } from "./lib/page.js";
import { save, watch } from "./lib/sync.js";
import { precise } from "./lib/write_numbers.js";

/**
 * @import { Matrix, Sent } from "./lib/matrix.js"
 * @import { Model } from "./lib/sync.js"
 */

/**
 * @typedef {object} Traits
 * @property {Sent} value
 * @property {string[] | null} rows
 * @property {string[] | null} columns
 * @property {"signed" | "weights"} kind
 * @property {string} label
 * @property {number[]} pointed [row, column], or [] for none
 */

/**
 * Say what a matrix holds at a glance, in one sentence.
 * @param {Matrix} value
 * @param {string} kind
 * @param {string[]} rows
 * @param {string[]} columns
 */
function summary(value, kind, rows, columns) {
  const finite = [...value.data.keys()].filter((k) => Number.isFinite(value.data[k]));
  if (!value.data.length) return "There are no numbers.";
  if (!finite.length) return "No entry is a finite number.";
  /** @param {(a: number, b: number) => boolean} better */
  const best = (better) =>
    finite.reduce((best, k) => (better(value.data[k], value.data[best]) ? k : best));
  /** @param {number} k */
  const at = (k) =>
    `${precise(value.data[k])} in row ${rows[Math.floor(k / value.columns)]}, ` +
    `column ${columns[k % value.columns]}`;
  const largest = at(best((a, b) => a > b));
  if (kind === "weights") return `Largest: ${largest}.`;
  return `Largest: ${largest}; smallest: ${at(best((a, b) => a < b))}.`;
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const status = statusLine();
    let { grid, legend } = build();
    /** @type {[rows: string[], columns: string[]]} */
    let labels = [[], []];

    function point() {
      const { value } = grid;
      const [row, column] = model.get("pointed");
      if (row === undefined || row >= value.rows || column >= value.columns) return grid.mark({});
      grid.mark({ row, column, cell: [row, column] });
      const x = precise(entry(value, row, column));
      status.say(`Row ${labels[0][row]}, column ${labels[1][column]}: ${x}.`);
    }

    function show() {
      const value = decode(model.get("value"));
      const { rows, columns } = value;
      labels = [labelsOr(model.get("rows"), rows), labelsOr(model.get("columns"), columns)];
      grid.set(value, ...labels);
      point();
      legend.set(limitOf(grid.kind, value) || 1);
      status.say(summary(value, model.get("kind"), ...labels));
    }

    function build() {
      const [kind, label] = [model.get("kind"), model.get("label") || "Heatmap"];
      const legend = createLegend(kind);
      const grid = new Grid({
        name: label,
        label,
        kind,
        onpoint(row, column) {
          if (model.get("pointed").join() === `${row},${column}`) point();
          else save(model, { pointed: [row, column] });
        },
      });
      root(el, label, grid.element, legend.element, status.element);
      return { grid, legend };
    }

    show();
    const stops = [
      watch(model, ["value", "rows", "columns"], show),
      watch(model, ["pointed"], point),
      watch(model, ["kind", "label"], () => {
        ({ grid, legend } = build());
        show();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};
