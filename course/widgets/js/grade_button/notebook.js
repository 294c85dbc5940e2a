// The notebook that a widget stands in, where the front end tells: JupyterLab does.
import { node } from "../lib/page.js";

/**
 * @typedef {object} Notebook
 * @property {string} path
 * @property {() => Promise<void>} save
 * @property {{toJSON: () => {cells: {id?: string, cell_type: string, source: string | string[], metadata?: {nbgrader?: {grade_id?: string}}}[]}}} model
 */

/**
 * Return the notebook; null where the front end does not tell.
 * @param {object} model the widget's
 * @returns {Notebook | null}
 */
export function notebookOf(model) {
  const context = /** @type {any} */ (model).widget_manager?.context;
  return context?.model?.toJSON && context.path ? context : null;
}

/**
 * Return the code cells on the page, [name, source] each; null where the front end does not tell.
 * @param {Notebook | null} notebook
 */
export function codeCells(notebook) {
  if (!notebook) return null;
  return notebook.model
    .toJSON()
    .cells.filter((cell) => cell.cell_type === "code")
    .map((cell) => [cell.metadata?.nbgrader?.grade_id ?? "", [cell.source].flat().join("")]);
}

/**
 * Return a link to a cell of this notebook, or to another notebook by its way from this one; plain
 * text where the front end follows no links, or there is no such cell.
 * @param {object} model the widget's
 * @param {string} text
 * @param {{cell?: string, way?: string}} target
 */
export function linkTo(model, text, { cell = "", way = "" }) {
  const notebook = notebookOf(model);
  const links = /** @type {any} */ (model).widget_manager?.rendermime?.linkHandler;
  const isThere = way || notebook?.model.toJSON().cells.some(({ id }) => id && id === cell);
  if (!notebook || !links?.handleLink || !isThere) return document.createTextNode(text);
  const hash = cell && `#cell-id=${cell}`;
  const link = node("a", { href: hash || way, class: "gb-link" }, text);
  links.handleLink(link, way ? resolved(notebook.path, way) : notebook.path, hash);
  return link;
}

/**
 * Return the path that a way leads to from a notebook.
 * @param {string} path of the notebook
 * @param {string} way with "../"
 */
export function resolved(path, way) {
  const parts = path.split("/").slice(0, -1);
  for (const part of way.split("/")) {
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
