"""The course's colours, chosen once: names, two colour maps, and readable text on any cell.

Colours are (red, green, blue) tuples of floats from 0 to 1, or "#rrggbb".
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RGB: TypeAlias = tuple[float, float, float]

# Okabe and Ito's set: told apart with any of the common forms of colour blindness.
COLOURS: dict[str, str] = {
    "Q": "#0072B2",
    "K": "#D55E00",
    "V": "#009E73",
    "scores": "#CC79A7",
    "weights": "#E69F00",
    "output": "#56B4E9",
}

# Stands for the page's own text colour until the SVG is written, where it becomes currentColor.
# Any colour that nothing else uses will do.
INK = "#0a0b0c"

# Of what is none of those matrices; it stands out from a light page and a dark one alike.
NEUTRAL = "#7a7f87"

BLACK, WHITE = "#000000", "#ffffff"

TINT = 0.38  # opacity of a highlighted cell: the page's own text colour stays readable on it

CELL = 44  # px, the side of a cell of any matrix
SMALL_CELL = 22  # px, of a matrix too wide for the page at the other size
FONT = 13  # px, the numbers in cells and the labels

# The diverging map: straight lines in OKLab from a blue through near-white to an orange-red of the
# same lightness and chroma, so equal steps in value look like equal steps on both sides.
_NEUTRAL = np.array([0.97, 0.0, 0.0])
_END_LIGHTNESS, _END_CHROMA = 0.48, 0.125
_NEGATIVE_HUE, _POSITIVE_HUE = np.deg2rad(250.0), np.deg2rad(42.0)

# The map of the weights: from near white down to a dark brown, in OKLab, where equal steps in
# weight are equal steps in lightness. A weight of 0 has the least ink.
_LIGHTEST, _DARKEST = 0.985, 0.40

_OKLAB_TO_LMS = np.array(
    [
        [1.0, 0.3963377774, 0.2158037573],
        [1.0, -0.1055613458, -0.0638541728],
        [1.0, -0.0894841775, -1.2914855480],
    ]
)
_LMS_TO_LINEAR = np.array(
    [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
)


def rgb(colour: str | RGB) -> RGB:
    """Return `colour` as a tuple; "#rrggbb" is understood."""
    if not isinstance(colour, str):
        return colour
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def diverging(value: float) -> RGB:
    """Colour of a signed value from -1 (blue) through 0 (near white) to 1 (orange-red)."""
    value = float(np.clip(value, -1, 1))
    hue = _NEGATIVE_HUE if value < 0 else _POSITIVE_HUE
    end = np.array([_END_LIGHTNESS, _END_CHROMA * np.cos(hue), _END_CHROMA * np.sin(hue)])
    return _from_oklab(_NEUTRAL + abs(value) * (end - _NEUTRAL))


def sequential(value: float) -> RGB:
    """Colour of a weight from 0 (near white) through amber to 1 (dark brown)."""
    value = float(np.clip(value, 0, 1))
    lightness = _LIGHTEST + value * (_DARKEST - _LIGHTEST)
    # The colour is strongest where the weights' own amber lies, and pale at 0.
    chroma = 0.012 + 0.085 * value + 0.57 * value * (1 - value) * (1 - 0.45 * value)
    hue = np.deg2rad(90 - 32 * value)
    return _from_oklab(np.array([lightness, chroma * np.cos(hue), chroma * np.sin(hue)]))


def _from_oklab(oklab: NDArray[np.float64]) -> RGB:
    linear = np.clip(_LMS_TO_LINEAR @ (_OKLAB_TO_LMS @ oklab) ** 3, 0, 1)
    red, green, blue = np.where(
        linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055
    )
    return float(red), float(green), float(blue)


def contrast(one: str | RGB, other: str | RGB) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""

    def luminance(colour: str | RGB) -> float:
        channels = np.array(rgb(colour))
        linear = np.where(
            channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
        )
        return float(linear @ [0.2126, 0.7152, 0.0722])

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def text_on(fill: str | RGB) -> str:
    """Return black or white, whichever reads better on `fill`: a contrast of at least 4.5."""
    return BLACK if contrast(BLACK, fill) >= contrast(WHITE, fill) else WHITE


def colour_of(name: str, fallback: str) -> str:
    """Return the colour of a matrix by its name ("Q", "W_Q", "K^T", "V", "weights" ...)."""
    stem = name.strip().removesuffix("ᵀ").removesuffix(".T").removesuffix("^T").removeprefix("W_")
    return COLOURS.get(stem, COLOURS[fallback])
