import { expect, test } from "vitest";
import { diverging, sequential } from "../../course/widgets/js/lib/colour_maps.js";
import { cases } from "./cases.js";

const channels = (fill) => [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16));

function luminance(fill) {
  const [red, green, blue] = channels(fill).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const [name, colour] of Object.entries({ sequential, diverging })) {
  const { at, fills, between, colours: wanted } = cases.colours[name];

  test(`${name}: each step is that of course.draw`, () => {
    expect(at.map((value) => colour(value).fill)).toEqual(fills);
    expect(new Set(between.map((value) => colour(value).fill)).size).toBe(fills.length);
  });

  test(`${name}: between the steps it is the nearest`, () => {
    between.forEach((value, k) => {
      const off = channels(colour(value).fill).map((channel, i) =>
        Math.abs(channel - wanted[k][i]),
      );
      expect(Math.max(...off), `${name}(${value})`).toBeLessThan(6);
    });
  });

  test(`${name}: text is readable on every colour`, () => {
    for (const value of between) {
      const { fill, ink } = colour(value);
      expect(contrast(fill, ink), fill).toBeGreaterThanOrEqual(4.5);
    }
  });

  test(`${name}: outside its range it stays at its ends`, () => {
    expect(colour(7)).toBe(colour(1));
    expect(colour(-7)).toBe(colour(-1));
  });
}

test("a canvas gets the same colour", () => {
  const { fill, pixel } = sequential(0.3);
  const bytes = new Uint8Array(Uint32Array.of(pixel).buffer);
  expect([...bytes]).toEqual([...channels(fill), 255]);
});
