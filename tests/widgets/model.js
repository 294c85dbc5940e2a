// The model that Python and the page share, without Python: what is sent to it is kept in `sent`.

export function fakeModel(traits = {}) {
  const state = { ...traits };
  const listeners = new Map();
  return {
    sent: [],
    get: (name) => state[name],
    set: (...given) => Object.assign(state, given.length > 1 ? { [given[0]]: given[1] } : given[0]),
    save_changes() {},
    send(content, _callbacks, buffers) {
      this.sent.push({ ...content, buffers });
    },
    on: (event, callback) => listeners.set(event, callback),
    off: (event) => listeners.delete(event),
    // What Python sends to the page.
    receive: (content, buffers = []) => listeners.get("msg:custom")?.(content, buffers),
  };
}
