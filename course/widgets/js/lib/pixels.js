// A matrix as a picture: one pixel an entry, enlarged by the style, which is quick to paint.

/**
 * @import { Matrix } from "./matrix.js"
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Matrix} value
 * @param {number} size of an entry on the page, in px
 * @param {(x: number) => number} pixelOf an entry's colour as image data holds it
 */
export function paintPixels(canvas, value, size, pixelOf) {
  if (canvas.width !== value.columns || canvas.height !== value.rows) {
    [canvas.width, canvas.height] = [value.columns, value.rows];
    canvas.style.width = `${value.columns * size}px`;
    canvas.style.height = `${value.rows * size}px`;
  }
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const image = pen.createImageData(value.columns, value.rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < pixels.length; k++) pixels[k] = pixelOf(value.data[k]);
  pen.putImageData(image, 0, 0);
}
