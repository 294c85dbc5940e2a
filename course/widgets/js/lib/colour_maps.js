// Colour maps, as course/draw/style.py defines them: the tests hold each step against it.
// Six hexadecimal digits a step.
import { clamp } from "./clamp.js";

const SEQUENTIAL =
  "fdfaf1fdf8ecfdf7e7fdf5e1fdf3dcfcf2d7fcf0d2fceecdfcedc8fcebc3fce9befbe7bafbe6b5fbe4b0fbe2acfae0a7" +
  "fadea2fadd9ef9db99f9d995f9d791f8d58cf8d388f8d184f7d07ff7ce7bf6cc77f6ca73f6c86ff5c66bf4c467f4c362" +
  "f3c15ef3bf5af2bd56f2bb52f1b94ef0b74af0b546efb442eeb23dedb039edae34ecac30ebaa2beaa826e9a720e8a51a" +
  "e7a313e6a109e69f00e59e00e49c00e39a00e19800e09700df9500de9300dd9100dc9000db8e00da8c00d88a00d78900" +
  "d68700d58500d38400d28200d18100cf7f00ce7d00cd7c00cb7a00ca7900c87700c77500c67400c47200c37100c16f00" +
  "c06e00be6d00bc6b00bb6a00b96800b86700b66500b46400b36300b16100af6000ae5f00ac5d00aa5c00a95b00a75900" +
  "a55800a35700a25600a054009e53009c52009a5100995000974e00954d00934c00914b008f4a008e49008c48008a4700" +
  "8846008645008443008242008041007e40007c3f007b3e00793d00773c00753b00733a00713a006f39006d3800";

const DIVERGING =
  "1460a11a62a21f65a32467a52869a62c6ca8306ea93470ab3873ac3c75ad3f77af437ab0467cb24a7eb34d81b55183b6" +
  "5485b75888b95b8aba5f8cbc628fbd6591be6993c06c96c16f98c2739ac4769dc57a9fc67da2c880a4c984a6ca87a9cc" +
  "8aabcd8eadcf91b0d094b2d198b4d29bb7d49fb9d5a2bbd6a5bed8a9c0d9acc3dab0c5dcb3c7ddb6cadebacce0bdcee1" +
  "c1d1e2c4d3e3c8d6e5cbd8e6cfdae7d2dde8d5dfead9e2ebdce4ece0e6ede3e9efe7ebf0eaeef1eef0f2f1f3f4f5f5f5" +
  "f4f2f1f2efeef1eceaf0e9e7eee6e3ede3e0ece0dceaddd8e9dad5e8d8d1e6d5cee5d2cae4cfc7e2ccc3e1c9c0dfc6bc" +
  "dec3b9ddc0b6dbbdb2dabbafd8b8abd7b5a8d6b2a4d4afa1d3ac9ed1a99ad0a797cea493cda190cb9e8dca9b89c89886" +
  "c79683c5937fc4907cc28d79c18a75bf8772bd856fbc826bba7f68b97c65b77961b5775eb4745bb27157b16e54af6b51" +
  "ad684dac664aaa6347a86043a75d40a55a3da35839a25536a052329e4f2f9c4c2b9b492799462397431f95401b";

/**
 * {fill, ink, pixel, className}: pixel is the fill as a canvas's image data holds it, opaque; the
 * class gives a cell both colours.
 * @param {string} name
 * @param {string} digits
 */
const steps = (name, digits) =>
  (digits.match(/.{6}/g) ?? []).map((rgb, k) => {
    const [red, green, blue] = [0, 2, 4].map((at) => parseInt(rgb.slice(at, at + 2), 16));
    const pixel = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
    return { fill: `#${rgb}`, ink: inkOn(`#${rgb}`), pixel, className: `cw-${name}-${k}` };
  });

/**
 * Black or white, whichever reads better on `fill`; its contrast is at least 4.5.
 * @param {string} fill
 */
export function inkOn(fill) {
  const light = luminance(fill);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
}

/** @param {string} fill */
function luminance(fill) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(fill.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const SEQUENTIAL_STEPS = steps("sequential", SEQUENTIAL);
const DIVERGING_STEPS = steps("diverging", DIVERGING);
const STYLE_ID = "course-colour-maps";

/**
 * Give the page the classes of all steps. A style of its own at each cell would be simpler, but
 * JupyterLab has rules for `[style*="width"]`, and with them Chromium takes eight times as long for
 * an element whose style attribute has changed.
 */
export function addColourClasses() {
  if (document.getElementById(STYLE_ID)) return;
  const element = document.createElement("style");
  element.id = STYLE_ID;
  element.textContent = [...SEQUENTIAL_STEPS, ...DIVERGING_STEPS]
    .map(
      ({ className, fill, ink }) =>
        `td.cw-cell.${className}{background-color:${fill};color:${ink}}`,
    )
    .join("\n");
  document.head.append(element);
}

/**
 * The colour of a weight, from 0 (near white) through amber to 1 (dark brown).
 * @param {number} value
 */
export function sequential(value) {
  return SEQUENTIAL_STEPS[Math.round(clamp(value, 0, 1) * (SEQUENTIAL_STEPS.length - 1))];
}

/**
 * The colour of a signed value, -1 (blue) through 0 (near white) to 1 (orange-red).
 * @param {number} value
 */
export function diverging(value) {
  const half = (DIVERGING_STEPS.length - 1) / 2;
  return DIVERGING_STEPS[half + Math.round(clamp(value, -1, 1) * half)];
}
