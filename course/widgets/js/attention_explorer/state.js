// What the explorer shows: the matrices that are edited, every stage that follows, and their labels.
import { causalMask, paddingMask, stages } from "../lib/attention.js";
import { decode, encode, entry, indicesOf, map, same } from "../lib/matrix.js";
import { rowsFor } from "./tokens.js";

/**
 * @import { Stages, Switches } from "../lib/attention.js"
 * @import { Matrix, Sent } from "../lib/matrix.js"
 * @import { Model } from "../lib/sync.js"
 */

/**
 * @typedef {object} Preset
 * @property {string} name
 * @property {Record<string, number[][] | null>} matrices
 * @property {string[]} tokens
 * @property {string[]} memory_tokens
 * @property {boolean} scaled
 * @property {boolean} causal
 */

/**
 * @typedef {object} Traits
 * @property {"attention" | "scores" | "mask" | "cross"} mode
 * @property {string[]} tokens
 * @property {string[]} memory_tokens
 * @property {string[]} [features] not in the state that an earlier version has saved
 * @property {string[]} [memory_features]
 * @property {Sent} X
 * @property {Sent | null} X_memory
 * @property {Sent} W_Q
 * @property {Sent} W_K
 * @property {Sent} W_V
 * @property {Sent | null} mask
 * @property {string} mask_kind
 * @property {boolean} scaled
 * @property {"keys" | "queries"} axis
 * @property {number} step
 * @property {Preset[]} presets
 * @property {string} driven_by the name of the learner's function, or ""
 * @property {string[]} asks what it is called with
 */

/** @typedef {"X" | "X_memory" | "W_Q" | "W_K" | "W_V"} EditorName */
/** @typedef {"Q" | "K" | "V" | "scores" | "scaled" | "mask" | "weights" | "output"} StageName */
/** @typedef {{stage: EditorName | StageName, row: number, column: number}} Place */

/**
 * X and X_memory are the queries' and the keys' sequence; X_memory is null in self-attention.
 * @typedef {{X: Matrix, X_memory: Matrix | null, W_Q: Matrix, W_K: Matrix, W_V: Matrix, mask: Matrix | null}} Matrices
 */

/** Stages with a row for each query and a column for each key. */
export const PAIR_STAGES = /** @type {string[]} */ (["scores", "scaled", "mask", "weights"]);
export const MATRICES = /** @type {const} */ (["X", "X_memory", "W_Q", "W_K", "W_V", "mask"]);
// What a result follows from, besides the matrices.
export const SETTINGS = /** @type {const} */ ([
  ...["tokens", "memory_tokens", "features", "memory_features", "scaled", "axis", "mask_kind"],
]);

/** The state of one explorer, computed in the page and shared with Python through its model. */
export class State {
  /** @type {Partial<Matrices & {mask_kind: string}>} */
  #untold = {}; // changed here, and not in the model yet

  /** @param {Model<Traits>} model */
  constructor(model) {
    this.model = model;
    this.mode = model.get("mode");
    this.isCross = this.mode === "cross";
    this.upToScores = this.mode === "scores";
    this.matrices = this.inPython();
    /** @type {Stages} */
    this.shown = this.run();
  }

  /** The stages that an edit is told of. */
  get results() {
    return /** @type {("scores" | "weights" | "output")[]} */ (
      this.upToScores ? ["scores"] : ["weights", "output"]
    );
  }

  get canPaint() {
    return this.mode === "mask" || this.isCross;
  }

  get queries() {
    return this.model.get("tokens");
  }

  get keys() {
    return this.model.get(this.isCross ? "memory_tokens" : "tokens");
  }

  /** The sequence that keys and values come from. */
  get memory() {
    return this.matrices.X_memory ?? this.matrices.X;
  }

  /** @returns {"X" | "X_memory"} */
  get memoryName() {
    return this.isCross ? "X_memory" : "X";
  }

  /**
   * Return what a matrix or stage is called on the page: beside X_memory, X is X_query.
   * @param {string} stage
   */
  nameOf(stage) {
    return stage === "X" && this.isCross ? "X_query" : stage;
  }

  /** The mask, with a one in every place where none is set. */
  get openMask() {
    return this.matrices.mask ?? map(this.shown.scores, () => 1);
  }

  /** What the mask is called: "none", "causal", "padding" or "by hand". */
  get maskKind() {
    return this.#untold.mask_kind ?? this.model.get("mask_kind");
  }

  /** The settings as one text, to tell whether they have changed. */
  get settings() {
    return JSON.stringify(SETTINGS.map((name) => this.traitOf(name)));
  }

  /** @returns {Matrices} */
  inPython() {
    const { model } = this;
    return {
      X: decode(model.get("X")),
      X_memory: decode(model.get("X_memory")),
      W_Q: decode(model.get("W_Q")),
      W_K: decode(model.get("W_K")),
      W_V: decode(model.get("W_V")),
      mask: decode(model.get("mask")),
    };
  }

  /** Return true if Python has another matrix than the page. */
  differsFromPython() {
    const python = this.inPython();
    return MATRICES.some((name) => !isSame(python[name], this.matrices[name]));
  }

  /** @returns {Switches} */
  get switches() {
    const { model } = this;
    return { isScaled: model.get("scaled"), overQueries: model.get("axis") === "queries" };
  }

  /** @param {Switches} how */
  run(how = this.switches) {
    const { X, W_Q, W_K, W_V, mask } = this.matrices;
    return stages({ X_query: X, X_memory: this.memory, W_Q, W_K, W_V, mask }, how);
  }

  compute() {
    this.shown = this.run();
  }

  /**
   * @param {EditorName | StageName} stage
   * @returns {Matrix | null}
   */
  matrixOf(stage) {
    return stage in this.matrices
      ? this.matrices[/** @type {keyof Matrices} */ (stage)]
      : this.shown[/** @type {keyof Stages} */ (stage)];
  }

  /** The names of the columns of X; null if they have none. */
  get features() {
    return orNull(this.model.get("features"));
  }

  /** Those of the sequence that keys and values come from. */
  get memoryFeatures() {
    return orNull(this.model.get(this.isCross ? "memory_features" : "features"));
  }

  /**
   * Return the labels of a stage's rows; null where these have no names.
   * @param {EditorName | StageName} stage
   */
  rowLabels(stage) {
    if (stage.startsWith("W_")) return stage === "W_Q" ? this.features : this.memoryFeatures;
    return ["K", "V", "X_memory"].includes(stage) ? this.keys : this.queries;
  }

  /** @param {EditorName | StageName} stage */
  columnLabels(stage) {
    if (PAIR_STAGES.includes(stage)) return this.keys;
    if (stage === "X") return this.features;
    return stage === "X_memory" ? this.memoryFeatures : null;
  }

  /**
   * Set matrices here; the model gets them with `tell`, or with the next that are `set`.
   * @param {Partial<Matrices>} changes
   */
  change(changes) {
    Object.assign(this.matrices, changes);
    Object.assign(this.#untold, changes);
  }

  /**
   * Call the mask otherwise here; the model gets it with the matrices that have changed. In the model
   * before it is sent, what comes back of an earlier change would undo it.
   * @param {string} kind
   */
  changeMaskKind(kind) {
    this.#untold.mask_kind = kind;
  }

  /** True if matrices have changed that the model does not have yet. */
  get isUntold() {
    return Object.keys(this.#untold).length > 0;
  }

  /**
   * Return a trait as the model has it, or will have it when Python is told.
   * @param {string} name
   */
  traitOf(name) {
    const changed = /** @type {Record<string, Matrix | string | null>} */ (this.#untold);
    return name in changed
      ? asTrait(changed[name])
      : this.model.get(/** @type {keyof Traits} */ (name));
  }

  /** Send to Python what has changed, if anything has. */
  tell() {
    if (!this.isUntold) return;
    this.set({});
    this.model.save_changes();
  }

  /**
   * Set matrices here and in the model, which is not sent yet.
   * @param {Partial<Matrices>} changes
   */
  set(changes) {
    this.change(changes);
    const untold = Object.entries(this.#untold);
    this.#untold = {};
    this.model.set(Object.fromEntries(untold.map(([name, value]) => [name, asTrait(value)])));
  }

  /**
   * Return a mask for the tokens there are; null for none.
   * @param {string} kind
   */
  maskOf(kind) {
    const [rows, columns] = [this.matrices.X.rows, this.memory.rows];
    if (kind === "none") return null;
    if (kind === "causal") return causalMask(rows, columns);
    if (kind === "padding") return paddingMask(rows, columns, Math.max(1, columns - 2));
    const open = paddingMask(rows, columns, columns);
    const { mask } = this.matrices;
    return mask ? withPart(open, mask) : open;
  }

  /**
   * Take other words for a sequence; its matrix gets a row for each, and so does the mask.
   * @param {"tokens" | "memory_tokens"} name
   * @param {"X" | "X_memory"} matrixName
   * @param {string[]} words
   */
  setTokens(name, matrixName, words) {
    const before = this.model.get(name);
    const X = rowsFor(words, before, this.matrices[matrixName] ?? this.matrices.X);
    this.model.set(name, words);
    this.set({ [matrixName]: X });
    if (X.rows === before.length || !this.matrices.mask) return;
    this.set({ mask: this.maskOf(this.maskKind) });
  }
}

/**
 * Return a matrix with the entries of another one where that has any.
 * @param {Matrix} whole
 * @param {Matrix} part
 */
function withPart(whole, part) {
  return map(whole, (x, k) => {
    const [i, j] = indicesOf(whole, k);
    return i < part.rows && j < part.columns ? entry(part, i, j) : x;
  });
}

/**
 * @param {Matrix | null} a
 * @param {Matrix | null} b
 */
export function isSame(a, b) {
  return a === b || (a !== null && b !== null && same(a, b));
}

/** @param {Matrix | string | null} value */
function asTrait(value) {
  return value === null || typeof value === "string" ? value : encode(value);
}

/** @param {string[] | undefined} names */
function orNull(names) {
  return names?.length ? names : null;
}
