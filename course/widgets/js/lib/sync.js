// Listening to the model that Python and the page share.
import { afterPaint } from "./page.js";

/**
 * The traits of a widget, as anywidget hands them to the page.
 * @template {object} Traits {name: value}
 * @typedef {object} Model
 * @property {<Name extends keyof Traits>(name: Name) => Traits[Name]} get
 * @property {((changes: Partial<Traits>) => void) & (<Name extends keyof Traits>(name: Name, value: Traits[Name]) => void)} set
 * @property {() => void} save_changes send to Python what was set
 * @property {(content: object, callbacks?: object, buffers?: DataView[]) => void} send
 * @property {(event: string, callback: (...given: any[]) => void) => void} on
 * @property {(event: string, callback: (...given: any[]) => void) => void} off
 */

/**
 * Call `show` when one of the traits changes; returns the function that stops it.
 * @template {object} Traits
 * @param {Model<Traits>} model
 * @param {(keyof Traits & string)[]} names
 * @param {() => void} show
 */
export function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

/** @type {WeakSet<object>} */
const unsaved = new WeakSet();
const LATEST = 100; // ms; a page in the background is not painted

/**
 * Send to Python what was set, once the page has been painted: what is seen does not wait for it.
 * @param {{save_changes: () => void}} model
 */
export function saveSoon(model) {
  if (unsaved.has(model)) return;
  unsaved.add(model);
  const send = () => {
    if (unsaved.delete(model)) model.save_changes();
  };
  afterPaint(send);
  setTimeout(send, LATEST);
}

/**
 * Set traits and send them to Python.
 * @template {object} Traits
 * @param {Model<Traits>} model
 * @param {Partial<Traits>} changes
 */
export function save(model, changes) {
  model.set(changes);
  saveSoon(model);
}
