// HeadExplorer: the heads of a layer as pictures to choose from, the chosen one in numbers.
import { sequential } from "./colours.js";
import { createGrid } from "./grid.js";
import { createLegend } from "./legend.js";
import { matrix } from "./matrix.js";
import { number } from "./numbers.js";
import { fold, node, root, statusLine, tick } from "./page.js";
import { paintPixels } from "./pixels.js";
import { watch } from "./sync.js";

const THUMBNAIL = 40; // px, about the longer side of a head's picture

// The heads of one sentence: each a matrix (n, n).
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
    most === column ? "its largest weight" : `most goes to ${name(most)}: ${number(given[most], 2)}`;
  return `“${tokens[row]}” gives ${number(given[column], 2)} to ${name(column)}; ${best}.`;
}

// Buttons in a row of which one is chosen; in the tab order they are one, arrow keys choose.
function createPicker(pictures, onchoose) {
  const buttons = pictures.map((canvases, head) =>
    node(
      "button",
      {
        type: "button",
        role: "radio",
        class: "cw-head",
        "aria-label": `Head ${head}`,
        onclick: () => onchoose(head),
      },
      node("span", {}, String(head)),
      ...canvases,
    ),
  );
  const element = node(
    "div",
    { role: "radiogroup", "aria-label": "Head", class: "cw-heads" },
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
    set(head) {
      for (const [h, element] of buttons.entries()) {
        element.setAttribute("aria-checked", h === head);
        element.tabIndex = h === head ? 0 : -1;
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

    const picker = createPicker(
      sentences[0].heads.map((_, head) =>
        sentences.map(({ tokens, heads }) => {
          const canvas = node("canvas", { class: "cw-picture", "aria-hidden": "true" });
          const size = Math.max(1, Math.round(THUMBNAIL / tokens.length));
          paintPixels(canvas, heads[head], size, (x) => sequential(x).pixel);
          return canvas;
        }),
      ),
      (head) => {
        if (head === model.get("head")) return;
        model.set("head", head);
        model.save_changes();
      },
    );

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
      status.say(`Head ${head}: ${sentence(tokens, heads[head], row, column)}`);
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
      for (const [k, { tokens, heads }] of sentences.entries()) {
        grids[k].set(heads[head], tokens, tokens);
        grids[k].mark({});
      }
      status.say(model.get("said")[head]);
    };
    root(
      el,
      "Heads",
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
        "Tab goes to the heads and to each table. Arrow keys choose a head, or go from weight to " +
          "weight. The row of the same token is framed in the other sentences, too.",
      ),
    );
    show();
    showSentences();
    const stops = [watch(model, ["head"], show), watch(model, ["shown"], showSentences)];
    return () => stops.forEach((stop) => stop());
  },
};
