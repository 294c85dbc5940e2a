// HeadExplorer: the heads of a layer as pictures to choose from, the chosen one in numbers. Where
// there are several layers, one is chosen first.
import { headsOf, weightInWords } from "./head_explorer/heads.js";
import { createPicker } from "./head_explorer/picker.js";
import { createStrip } from "./head_explorer/split.js";
import { sequential } from "./lib/colour_maps.js";
import { Grid } from "./lib/grid.js";
import { createLegend } from "./lib/legend.js";
import { fold, node, root, statusLine, tick } from "./lib/page.js";
import { paintPixels } from "./lib/pixels.js";
import { save, watch } from "./lib/sync.js";
import "./head_explorer.css";

/**
 * @import { Model } from "./lib/sync.js"
 */

/**
 * @typedef {object} Traits
 * @property {{tokens: string[], data: DataView}[]} sentences
 * @property {number} layer_count 0 where there is no layer to choose
 * @property {number} layer
 * @property {number} head
 * @property {number[]} shown the sentences that are shown
 * @property {string[]} said a sentence for each head of each layer
 */

const THUMBNAIL = 44; // px, about the longer side of a head's picture

/** One explorer on the page. */
class Explorer {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.status = statusLine();
    this.sentences = model
      .get("sentences")
      .map((sent) => ({ tokens: sent.tokens, heads: headsOf(sent) }));
    this.layerCount = model.get("layer_count");
    this.headCount = this.sentences[0].heads.length / (this.layerCount || 1);
    // canvases[head][sentence]
    this.canvases = Array.from({ length: this.headCount }, () =>
      this.sentences.map(() => node("canvas", { class: "cw-picture", "aria-hidden": "true" })),
    );
    const layerFaces = Array.from({ length: this.layerCount }, () => []);
    this.heads = createPicker("Head", this.canvases, (head) => this.#choose("head", head));
    this.strips = [createStrip("split", this.headCount), createStrip("merge", this.headCount)];
    this.layers = createPicker("Layer", layerFaces, (layer) => this.#choose("layer", layer));
    this.grids = this.sentences.map(
      ({ tokens }, k) =>
        new Grid({
          name: tokens.join(" "),
          label: tokens.join(" "),
          kind: "weights",
          onpoint: (row, column) => this.#point(k, row, column),
        }),
    );
    this.ticks = this.sentences.map(({ tokens }, k) =>
      tick(tokens.join(" "), (on) => this.#choose("shown", this.#shownWith(k, on))),
    );
    this.none = node("p", { class: "cw-help" }, "Tick a sentence to see its weights.");
    this.#layOut(el);
    this.#paintHeads();
    this.#show();
    this.#showSentences();
    const observer = new ResizeObserver(() => this.#drawStrips());
    observer.observe(this.heads.element);
    this.stops = [
      () => observer.disconnect(),
      watch(model, ["layer"], () => this.#paintHeads()),
      watch(model, ["layer", "head"], () => this.#show()),
      watch(model, ["shown"], () => this.#showSentences()),
    ];
  }

  close() {
    for (const stop of this.stops) stop();
  }

  /** @param {HTMLElement} el */
  #layOut(el) {
    const legend = createLegend("weights");
    legend.set(1);
    const label = node("span", { class: "cw-label", "aria-hidden": "true" }, "Layer");
    const [theLayers, aLayer] = this.layerCount ? ["layers, the ", "layer or a "] : ["", ""];
    root(
      el,
      "Heads",
      this.layerCount > 0 && node("div", { class: "cw-layers" }, label, this.layers.element),
      this.strips[0].element,
      this.heads.element,
      this.strips[1].element,
      this.status.element,
      node(
        "div",
        { role: "group", "aria-label": "Sentences", class: "cw-bar" },
        ...this.ticks.map(({ element }) => element),
      ),
      node(
        "div",
        { class: "cw-sentences" },
        this.none,
        ...this.grids.map(({ element }) => element),
      ),
      legend.element,
      fold(
        "How to use it with keys and mouse",
        `Tab goes to the ${theLayers}heads and to each table. Arrow keys choose a ${aLayer}head, or ` +
          "go from weight to weight. The row of the same token is framed in the other sentences, too.",
      ),
    );
  }

  /**
   * @template {"head" | "layer" | "shown"} Name
   * @param {Name} name
   * @param {Traits[Name]} value
   */
  #choose(name, value) {
    if (value === this.model.get(name)) return;
    /** @type {Partial<Traits>} */
    const change = {};
    change[name] = value;
    save(this.model, change);
  }

  /**
   * Return the sentences that are shown once one of them is ticked or not.
   * @param {number} k
   * @param {boolean} on
   */
  #shownWith(k, on) {
    const others = this.model.get("shown").filter((other) => other !== k);
    return on ? [...others, k].sort((a, b) => a - b) : others;
  }

  /**
   * Return the place of a head of the chosen layer among all.
   * @param {number} head
   */
  #placeOf(head) {
    return this.model.get("layer") * this.headCount + head;
  }

  #paintHeads() {
    for (const [k, { tokens, heads }] of this.sentences.entries()) {
      const size = Math.max(1, Math.round(THUMBNAIL / tokens.length));
      for (const [head, canvases] of this.canvases.entries())
        paintPixels(canvases[k], heads[this.#placeOf(head)], size, (x) => sequential(x).pixel);
    }
  }

  // Where the heads stand is known once they are on the page.
  #drawStrips() {
    const { buttons } = this.heads;
    for (const strip of this.strips) strip.draw(buttons, this.model.get("head"));
  }

  #show() {
    const head = this.model.get("head");
    this.#drawStrips();
    this.heads.set(head);
    this.layers.set(this.model.get("layer"));
    for (const [k, { tokens, heads }] of this.sentences.entries()) {
      this.grids[k].set(heads[this.#placeOf(head)], tokens, tokens);
      this.grids[k].mark({});
    }
    this.status.say(this.model.get("said")[this.#placeOf(head)]);
  }

  #showSentences() {
    const shown = this.model.get("shown");
    this.none.hidden = shown.length > 0;
    for (const [k, { element }] of this.grids.entries()) {
      element.hidden = !shown.includes(k);
      this.ticks[k].set(shown.includes(k));
      for (const canvases of this.canvases) canvases[k].hidden = !shown.includes(k);
    }
  }

  /**
   * @param {number} k of the sentence
   * @param {number} row
   * @param {number} column
   */
  #point(k, row, column) {
    const { tokens, heads } = this.sentences[k];
    for (const [other, grid] of this.grids.entries()) {
      const same = this.sentences[other].tokens.indexOf(tokens[row]);
      if (other === k) grid.mark({ row, column, cell: [row, column] });
      else grid.mark(same < 0 ? {} : { row: same });
    }
    const head = this.model.get("head");
    const name = this.layerCount
      ? `Layer ${this.model.get("layer")}, head ${head}`
      : `Head ${head}`;
    const words = weightInWords(tokens, heads[this.#placeOf(head)], row, column);
    this.status.say(`${name}: ${words}`);
  }
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.close();
  },
};
