// Showing the steps one after the other.

const LENGTH = 6000; // ms for all steps
const STILLS = 8; // pictures of a replay, where motion is not wanted
const STILL = 1000; // ms that each of these stays

export function hasMotion() {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A replay that can be stopped; one at a time runs. */
export class Replay {
  /** @type {(() => void) | null} */
  #cancel = null;

  get isRunning() {
    return this.#cancel !== null;
  }

  /**
   * Call `onshow(step)` for steps from `from` to `last`, and `onend()` after the last.
   * @param {number} from
   * @param {number} last
   * @param {(step: number) => void} onshow
   * @param {() => void} onend
   */
  start(from, last, onshow, onend) {
    const began = performance.now();
    const isSmooth = hasMotion();
    const next = () => {
      const passed = performance.now() - began;
      const share = isSmooth ? passed / LENGTH : Math.round(passed / STILL) / STILLS;
      const step = Math.min(Math.round(from + share * last), last);
      onshow(step);
      if (step < last) this.#schedule(next, isSmooth);
      else onend();
    };
    this.#cancel = () => {};
    next();
  }

  /**
   * @param {() => void} next
   * @param {boolean} isSmooth
   */
  #schedule(next, isSmooth) {
    if (isSmooth) {
      const frame = requestAnimationFrame(next);
      this.#cancel = () => cancelAnimationFrame(frame);
    } else {
      const timer = setTimeout(next, STILL);
      this.#cancel = () => clearTimeout(timer);
    }
  }

  stop() {
    this.#cancel?.();
    this.#cancel = null;
  }
}
