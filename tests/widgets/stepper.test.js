// Playing the steps of ProductViews, on a page of which only the buttons are there.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStepper } from "../../course/widgets/js/product_views/stepper.js";

class Element {
  children = [];
  classList = { add() {} };
  append(...children) {
    this.children.push(...children);
  }
  setAttribute() {}
  addEventListener(event, listener) {
    this[`on${event}`] = listener;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { createElement: () => new Element() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// The button that plays, and the steps that are gone to.
function stepper(count) {
  const gone = [0];
  const { element } = createStepper({
    count: () => count,
    current: () => gone.at(-1),
    go: (step) => gone.push(step),
    describe: String,
  });
  return { gone, play: element.children[2] };
}

// The steps that are gone to while all are played.
function played(count) {
  const { gone, play } = stepper(count);
  play.onclick();
  vi.advanceTimersByTime(10_000);
  return gone;
}

test("playing goes to the last step and no further", () => {
  expect(played(3)).toEqual([0, 1, 2]);
  expect(new Set(played(1))).toEqual(new Set([0]));
});

test("a step that is played can be read, playing can be paused, and at its end it begins anew", () => {
  const { gone, play } = stepper(4);
  play.onclick();
  expect(play.textContent).toBe("Pause");
  vi.advanceTimersByTime(1000);
  expect(gone).toEqual([0]);
  vi.advanceTimersByTime(1000);
  expect(gone).toEqual([0, 1]);
  play.onclick();
  expect(play.textContent).toBe("Play");
  vi.advanceTimersByTime(10_000);
  expect(gone).toEqual([0, 1]);
  play.onclick();
  vi.advanceTimersByTime(10_000);
  expect([gone, play.textContent]).toEqual([[0, 1, 2, 3], "Play"]);
  play.onclick();
  expect(gone.at(-1)).toBe(0);
});
