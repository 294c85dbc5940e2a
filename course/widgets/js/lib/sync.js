// The model that Python and the page share: to listen to it, and to save what was set.

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

/**
 * Set traits and send them to Python, at once: what comes back of an earlier change in between would
 * undo what is set and not sent.
 * @template {object} Traits
 * @param {Model<Traits>} model
 * @param {Partial<Traits>} changes
 */
export function save(model, changes) {
  model.set(changes);
  model.save_changes();
}
