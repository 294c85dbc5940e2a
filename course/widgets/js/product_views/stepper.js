// Going from step to step: buttons, arrow keys, a slider, and playing.
import { arrowStep, button, node, slider } from "../lib/page.js";

const PACE = 1200; // ms a step while it plays: time to read the terms

/**
 * @typedef {object} Steps
 * @property {() => number} count
 * @property {() => number} current
 * @property {(step: number) => void} go
 * @property {(step: number) => string} describe for a screen reader
 */

/**
 * Returns {element, update(), pause()}.
 * @param {Steps} steps
 */
export function createStepper({ count, current, go, describe }) {
  /** @type {ReturnType<typeof setInterval> | null} */
  let timer = null;
  const playing = button("Play", () => (timer ? pause() : play()));
  playing.classList.add("pv-play");
  const places = slider("Step", { min: 0, max: 1, step: 1, text: describe }, (step) => {
    pause();
    go(step);
  });
  const element = node(
    "div",
    { class: "pv-stepper", role: "group", "aria-label": "Steps", onkeydown: keydown },
    button("Back", () => move(-1)),
    button("Next", () => move(1)),
    playing,
    places.element,
  );

  /**
   * Go some steps by hand: what plays stops, and the last step is followed by the first.
   * @param {number} by
   */
  function move(by) {
    pause();
    go((current() + by + count()) % count());
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    const by = event.target === places.input ? 0 : arrowStep(event);
    if (!by) return;
    event.preventDefault();
    move(by);
  }

  function pause() {
    if (timer) clearInterval(timer);
    timer = null;
    playing.textContent = "Play";
  }

  function play() {
    if (current() === count() - 1) go(0);
    timer = setInterval(() => {
      go(Math.min(current() + 1, count() - 1)); // with one step there is no next
      if (current() === count() - 1) pause();
    }, PACE);
    playing.textContent = "Pause";
  }

  return {
    element,
    pause,
    update() {
      places.input.max = String(count() - 1);
      places.set(current());
    },
  };
}
