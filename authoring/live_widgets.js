// The widgets of a page to read, without a kernel: each gets its saved state and computes in the page.

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** What a widget knows of a kernel's model; nobody listens at the other end. */
class SavedModel {
  #traits;
  #listeners = new Map();

  constructor({ traits, buffers }) {
    this.#traits = traits;
    for (const { path, data } of buffers) {
      const last = path.pop();
      const place = path.reduce((inner, name) => inner[name], traits);
      place[last] = new DataView(bytes(data).buffer);
    }
  }

  get(name) {
    return this.#traits[name];
  }

  set(changes, value) {
    const all = typeof changes === "string" ? { [changes]: value } : changes;
    const changed = Object.keys(all).filter((name) => this.#traits[name] !== all[name]);
    Object.assign(this.#traits, all);
    for (const name of changed) this.#tell(`change:${name}`);
    if (changed.length) this.#tell("change");
  }

  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  off(event, listener) {
    const left = (this.#listeners.get(event) ?? []).filter((other) => other !== listener);
    this.#listeners.set(event, left);
  }

  save_changes() {}

  send() {}

  #tell(event) {
    for (const listener of this.#listeners.get(event) ?? []) listener(this);
  }
}

const loaded = new Map(); // the stylesheets, by widget

function load(name) {
  if (loaded.has(name)) return loaded.get(name);
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(`${name}.css`, import.meta.url).href;
  const ready = new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", reject);
  });
  document.head.append(sheet);
  loaded.set(name, ready);
  return ready;
}

async function draw(place) {
  const { name, ...saved } = JSON.parse(place.querySelector("script").textContent);
  const [{ default: widget }] = await Promise.all([import(`./${name}.js`), load(name)]);
  const el = document.createElement("div");
  widget.render({ model: new SavedModel(saved), el });
  place.replaceChildren(el);
  // As in JupyterLab: the looks of tables in HTML are not for those of a widget.
  place.closest(".jp-RenderedHTMLCommon")?.classList.remove("jp-RenderedHTMLCommon");
}

// What stands there without this script stays where a widget cannot be drawn.
for (const place of document.querySelectorAll(".live-widget")) draw(place).catch(console.error);
