// Heatmap: a matrix to look at, with a legend and a sentence.
import { createGrid, labelsOr } from "./lib/grid.js";
import { createLegend } from "./lib/legend.js";
import { decode } from "./lib/matrix.js";
import { precise } from "./lib/numbers.js";
import { root, statusLine } from "./lib/page.js";
import { watch } from "./lib/sync.js";

// What a matrix says at a glance, in one sentence.
export function summary(value, kind, rows, columns) {
  const finite = [...value.data.keys()].filter((k) => Number.isFinite(value.data[k]));
  if (!value.data.length) return "There are no numbers.";
  if (!finite.length) return "No entry is a finite number.";
  const of = (better) =>
    finite.reduce((best, k) => (better(value.data[k], value.data[best]) ? k : best));
  const at = (k) =>
    `${precise(value.data[k])} in row ${rows[Math.floor(k / value.columns)]}, ` +
    `column ${columns[k % value.columns]}`;
  const most = of((a, b) => a > b);
  if (kind === "weights") return `Largest: ${at(most)}.`;
  return `Largest: ${at(most)}; smallest: ${at(of((a, b) => a < b))}.`;
}

export default {
  render({ model, el }) {
    const status = statusLine();
    let [grid, legend] = [null, null];
    let labels = [];

    const point = () => {
      const [row, column] = model.get("pointed");
      if (row === undefined || row >= grid.value.rows || column >= grid.value.columns)
        return grid.mark({});
      grid.mark({ row, column, cell: [row, column] });
      const x = grid.value.data[row * grid.value.columns + column];
      status.say(`Row ${labels[0][row]}, column ${labels[1][column]}: ${precise(x)}.`);
    };
    const show = () => {
      const value = decode(model.get("value"));
      labels = [
        labelsOr(model.get("rows"), value.rows),
        labelsOr(model.get("columns"), value.columns),
      ];
      grid.set(value, ...labels);
      point();
      legend.set(value);
      status.say(summary(value, model.get("kind"), ...labels));
    };
    const build = () => {
      const [kind, label] = [model.get("kind"), model.get("label") || "Heatmap"];
      legend = createLegend(kind);
      grid = createGrid({
        name: label,
        label,
        kind,
        onpoint(row, column) {
          if (model.get("pointed").join() === `${row},${column}`) return point();
          model.set("pointed", [row, column]);
          model.save_changes();
        },
      });
      root(el, label, grid.element, legend.element, status.element);
      show();
    };
    build();
    const stops = [
      watch(model, ["value", "rows", "columns"], show),
      watch(model, ["pointed"], point),
      watch(model, ["kind", "label"], build),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};
