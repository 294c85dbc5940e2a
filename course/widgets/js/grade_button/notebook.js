// The notebook that a widget stands in, where the front end tells: JupyterLab does.

/**
 * @typedef {object} Notebook
 * @property {string} path
 * @property {() => Promise<void>} save
 * @property {{toJSON: () => {cells: {cell_type: string, source: string | string[], metadata?: {nbgrader?: {grade_id?: string}}}[]}}} model
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
