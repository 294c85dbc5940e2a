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

/**
 * Run something on a page of elements that keep their attributes and handlers, and no more. A field
 * is typed in with `type`, which replaces all that stands there or goes on from it.
 */
export function withFakePage(run) {
  const before = globalThis.document;
  globalThis.document = { createElement: () => new FakeElement() };
  try {
    run();
  } finally {
    globalThis.document = before;
  }
}

class FakeElement {
  value = "";
  textContent = "";
  #attributes = new Map();
  #handlers = new Map();
  #isFocused = false;
  #isFresh = false; // all is selected

  get selectionStart() {
    return 0;
  }
  get selectionEnd() {
    return this.#isFresh ? this.value.length : 0;
  }
  append() {}
  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }
  hasAttribute(name) {
    return this.#attributes.has(name);
  }
  removeAttribute(name) {
    this.#attributes.delete(name);
  }
  matches(selector) {
    return selector === ":focus" && this.#isFocused;
  }
  addEventListener(name, handle) {
    this.#handlers.set(name, handle);
  }
  focus() {
    this.#isFocused = this.#isFresh = true;
  }
  blur() {
    this.#isFocused = false;
    this.#handlers.get("blur")();
  }
  press(key) {
    this.#handlers.get("keydown")({ key });
  }
  type(text) {
    this.#handlers.get("beforeinput")();
    this.#isFresh = false;
    this.value = text;
    this.#handlers.get("input")();
  }
}
