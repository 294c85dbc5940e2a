// HeadExplorer: the heads of a layer as pictures to choose from, the chosen one in numbers. Where
// there are several layers, one is chosen first.
import { sequential } from "./lib/colours.js";
import { createGrid } from "./lib/grid.js";
import { createLegend } from "./lib/legend.js";
import { matrix } from "./lib/matrix.js";
import { number } from "./lib/numbers.js";
import { fold, node, root, statusLine, tick } from "./lib/page.js";
import { paintPixels } from "./lib/pixels.js";
import { watch } from "./lib/sync.js";
import "./head_explorer.css";

const THUMBNAIL = 40; // px, about the longer side of a head's picture

// The heads of one sentence, those of the first layer first: each a matrix (n, n).
export function headsOf({ tokens, data }) {
  const n = tokens.length;
  const { buffer, byteOffset, byteLength } = data;
  // A copy: the bytes may start where a Float64Array cannot.
  const all = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
  return Array.from({ length: all.length / (n * n) }, (_, h) =>
    matrix(n, n, all.slice(h * n * n, (h + 1) * n * n)),
  );
}

// What a weight says: who gives how much to whom, and who gets most.
export function sentence(tokens, weights, row, column) {
  const given = [...weights.data.subarray(row * weights.columns, (row + 1) * weights.columns)];
  const most = given.indexOf(Math.max(...given));
  const name = (k) => (k === row ? "itself" : `“${tokens[k]}”`);
  const best =
    most === column
      ? "its largest weight"
      : `most goes to ${name(most)}: ${number(given[most], 2)}`;
  return `“${tokens[row]}” gives ${number(given[column], 2)} to ${name(column)}; ${best}.`;
}

// Buttons in a row of which one is chosen; in the tab order they are one, arrow keys choose.
// `faces` holds what each button shows beside its number.
function createPicker(label, faces, onchoose) {
  const buttons = faces.map((face, number) =>
    node(
      "button",
      {
        type: "button",
        role: "radio",
        class: "cw-head",
        "aria-label": `${label} ${number}`,
        onclick: () => onchoose(number),
      },
      node("span", {}, String(number)),
      ...face,
    ),
  );
  const element = node(
    "div",
    { role: "radiogroup", "aria-label": label, class: "cw-heads" },
    ...buttons,
  );
  element.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(event.target.closest("button"));
    const last = buttons.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowDown: at === last ? 0 : at + 1,
      ArrowLeft: at ? at - 1 : last,
      ArrowUp: at ? at - 1 : last,
      Home: 0,
      End: last,
    }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    buttons[to].focus();
    onchoose(to);
  });
  return {
    element,
    set(chosen) {
      for (const [number, element] of buttons.entries()) {
        element.setAttribute("aria-checked", number === chosen);
        element.tabIndex = number === chosen ? 0 : -1;
      }
    },
  };
}

export default {
  render({ model, el }) {
    const status = statusLine();
    const sentences = model
      .get("sentences")
      .map((sent) => ({ tokens: sent.tokens, heads: headsOf(sent) }));
    const legend = createLegend("weights");
    legend.set(sentences[0].heads[0]);

    const layerCount = model.get("layer_count");
    const headCount = sentences[0].heads.length / (layerCount || 1);
    // The place of a head of the chosen layer among all.
    const place = (head) => model.get("layer") * headCount + head;
    const choose = (trait) => (number) => {
      if (number === model.get(trait)) return;
      model.set(trait, number);
      model.save_changes();
    };
    const canvases = Array.from({ length: headCount }, () =>
      sentences.map(() => node("canvas", { class: "cw-picture", "aria-hidden": "true" })),
    );
    const picker = createPicker("Head", canvases, choose("head"));
    const layers = createPicker("Layer", Array(layerCount).fill([]), choose("layer"));
    const paintHeads = () => {
      for (const [k, { tokens, heads }] of sentences.entries()) {
        const size = Math.max(1, Math.round(THUMBNAIL / tokens.length));
        for (const [head, of] of canvases.entries())
          paintPixels(of[k], heads[place(head)], size, (x) => sequential(x).pixel);
      }
    };

    const grids = sentences.map(({ tokens, heads }, k) =>
      createGrid({
        name: tokens.join(" "),
        label: tokens.join(" "),
        kind: "weights",
        onpoint: (row, column) => point(k, row, column, heads, tokens),
      }),
    );
    function point(k, row, column, heads, tokens) {
      for (const [other, grid] of grids.entries()) {
        const same = sentences[other].tokens.indexOf(tokens[row]);
        if (other === k) grid.mark({ row, column, cell: [row, column] });
        else grid.mark(same < 0 ? {} : { row: same });
      }
      const head = model.get("head");
      const name = layerCount ? `Layer ${model.get("layer")}, head ${head}` : `Head ${head}`;
      status.say(`${name}: ${sentence(tokens, heads[place(head)], row, column)}`);
    }

    const ticks = sentences.map(({ tokens }, k) =>
      tick(tokens.join(" "), (on) => {
        const others = model.get("shown").filter((other) => other !== k);
        model.set("shown", on ? [...others, k].sort((a, b) => a - b) : others);
        model.save_changes();
      }),
    );
    const showSentences = () => {
      const shown = model.get("shown");
      for (const [k, { element }] of grids.entries()) {
        element.hidden = !shown.includes(k);
        ticks[k].set(shown.includes(k));
      }
    };

    const show = () => {
      const head = model.get("head");
      picker.set(head);
      layers.set(model.get("layer"));
      for (const [k, { tokens, heads }] of sentences.entries()) {
        grids[k].set(heads[place(head)], tokens, tokens);
        grids[k].mark({});
      }
      status.say(model.get("said")[place(head)]);
    };
    root(
      el,
      "Heads",
      layerCount > 0 &&
        node(
          "div",
          { class: "cw-layers" },
          node("span", { class: "cw-label", "aria-hidden": "true" }, "Layer"),
          layers.element,
        ),
      picker.element,
      status.element,
      node(
        "div",
        { role: "group", "aria-label": "Sentences", class: "cw-bar" },
        ...ticks.map(({ element }) => element),
      ),
      node("div", { class: "cw-sentences" }, ...grids.map((grid) => grid.element)),
      legend.element,
      fold(
        "Keys",
        `Tab goes to the ${layerCount ? "layers, the " : ""}heads and to each table. Arrow keys ` +
          `choose a ${layerCount ? "layer or a " : ""}head, or go from weight to weight. The row of the same token ` +
          "is framed in the other sentences, too.",
      ),
    );
    paintHeads();
    show();
    showSentences();
    const stops = [
      watch(model, ["layer"], paintHeads),
      watch(model, ["layer", "head"], show),
      watch(model, ["shown"], showSentences),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};
