"""Write the cases that the widgets' JavaScript is held against: random inputs, numpy's results.

    python tests/widgets/make_cases.py FILE [SEED]

The oracle stands here and nowhere else: what students get holds no implementation of attention.
Floats are written so that JSON.parse reads back the same 64 bits; what JSON has no number for is a
string ("NaN", "Infinity", "-Infinity").
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from course.draw import style
from course.draw.values import decimals, number, precise

Array = NDArray[np.float64]
SEED = 20170612
STAGES = ("Q", "K", "V", "scores", "scaled", "weights", "output")


# The oracle ------------------------------------------------------------------------------------


def softmax(scores: Array, may: NDArray[np.bool_] | None) -> Array:
    """Weights (n, m) of each row of scores; zeros where a row has nothing to attend to.

    A score that the mask hides takes no part, whatever it is.
    """
    may = np.ones(scores.shape, dtype=bool) if may is None else may
    weights = np.zeros(scores.shape)
    for row, (line, allowed) in enumerate(zip(scores, may, strict=True)):
        seen = line[allowed]
        if seen.size == 0 or (seen == -np.inf).all():
            continue
        exponentials = np.exp(seen - seen.max())
        weights[row, allowed] = exponentials / exponentials.sum()
        weights[row, ~allowed] = 0 / exponentials.sum()
    return weights


def attention(inputs: dict[str, Any], *, is_scaled: bool, over_queries: bool) -> dict[str, Array]:
    """All stages, from the matrices to the output."""
    Q = inputs["X_query"] @ inputs["W_Q"]
    K = inputs["X_memory"] @ inputs["W_K"]
    V = inputs["X_memory"] @ inputs["W_V"]
    scores = Q @ K.T
    scaled = scores / math.sqrt(Q.shape[1]) if is_scaled else scores
    mask = inputs["mask"]
    if over_queries:
        weights = softmax(scaled.T, None if mask is None else mask.T).T
    else:
        weights = softmax(scaled, mask)
    found = (Q, K, V, scores, scaled, weights, weights @ V)
    return dict(zip(STAGES, found, strict=True))


def entropy(weights: Array) -> float:
    """In nats."""
    seen = weights[weights > 0]
    return float(-(seen * np.log(seen)).sum())


def rise_of_first(weights: Array, nudge: float) -> float:
    """By how much the first weight rises when its score rises by `nudge`."""
    grown = weights[0] * np.exp(nudge)
    return float(grown / (1 - weights[0] + grown) - weights[0])


# Random inputs ---------------------------------------------------------------------------------


def matrices(rng: np.random.Generator, rows: int, columns: int, kind: str) -> Array:
    """A matrix of one of the kinds that people and masks make."""
    normal = rng.normal(size=(rows, columns))
    match kind:
        case "whole":
            return rng.integers(-4, 5, size=(rows, columns)).astype(float)
        case "large":
            return normal * 300
        case "tiny":
            return normal * 1e-8
        case "equal":
            return np.full((rows, columns), normal[0, 0])
        case "holes":
            return np.where(rng.random((rows, columns)) < 0.4, -np.inf, normal)
        case "broken":
            special = rng.choice([np.nan, np.inf, -np.inf], size=(rows, columns))
            return np.where(rng.random((rows, columns)) < 0.1, special, normal)
    return normal


def masks(rng: np.random.Generator, rows: int, columns: int) -> NDArray[np.bool_] | None:
    """No mask, causal, padding, random, or with a row and a column that hide everything."""
    match rng.integers(6):
        case 0 | 1:
            return None
        case 2:
            return np.tri(rows, columns, dtype=bool)
        case 3:
            return np.tile(np.arange(columns) < rng.integers(0, columns + 1), (rows, 1))
    mask = rng.random((rows, columns)) < 0.6
    mask[rng.integers(rows)] = False
    mask[:, rng.integers(columns)] = False
    return mask


def size(rng: np.random.Generator) -> int:
    """Small mostly, often 1, sometimes as large as the explorers take."""
    return int(rng.choice([1, 1, 2, 3, 4, 5, 8, 13, 64]))


def stages_case(rng: np.random.Generator) -> dict[str, Any]:
    """The inputs and all stages of one attention."""
    n, m, d, d_k, d_v = (size(rng) for _ in range(5))
    kind = str(rng.choice(["normal", "whole", "tiny", "equal"]))
    inputs: dict[str, Any] = {
        "X_query": matrices(rng, n, d, kind),
        "X_memory": matrices(rng, m, d, kind),
        "W_Q": matrices(rng, d, d_k, "normal") / math.sqrt(d),
        "W_K": matrices(rng, d, d_k, "normal") / math.sqrt(d),
        "W_V": matrices(rng, d, d_v, "normal"),
        "mask": masks(rng, n, m),
    }
    options = {"is_scaled": bool(rng.integers(2)), "over_queries": bool(rng.integers(2))}
    return {"inputs": inputs, "options": options, "stages": attention(inputs, **options)}


def softmax_case(rng: np.random.Generator) -> dict[str, Any]:
    """Scores of every kind, with a mask or without."""
    rows, columns = size(rng), size(rng)
    kind = str(rng.choice(["normal", "whole", "large", "tiny", "equal", "holes", "broken"]))
    scores, mask = matrices(rng, rows, columns, kind), masks(rng, rows, columns)
    return {"scores": scores, "mask": mask, "weights": softmax(scores, mask)}


def product_case(rng: np.random.Generator) -> dict[str, Any]:
    """A product and what it is made of."""
    rows, middle, columns = size(rng), size(rng), size(rng)
    kind = str(rng.choice(["normal", "whole", "large", "tiny", "broken"]))
    A, B = matrices(rng, rows, middle, kind), matrices(rng, middle, columns, "normal")
    return {"A": A, "B": B, "product": A @ B, "A_transposed": A.T}


def row_case(rng: np.random.Generator) -> dict[str, Any]:
    """One row of weights, some of them zero, with its entropy and its answer to a nudge."""
    scores = matrices(rng, 1, size(rng), str(rng.choice(["normal", "large", "holes", "equal"])))
    weights = softmax(scores, None)[0]
    return {"weights": weights, "entropy": entropy(weights), "rise": rise_of_first(weights, 0.1)}


def mask_case(rng: np.random.Generator) -> dict[str, Any]:
    """A causal mask and a padding mask of some size."""
    rows, columns = size(rng), size(rng)
    length = int(rng.integers(0, columns + 1))
    padding = np.tile(np.arange(columns) < length, (rows, 1))
    return {
        "rows": rows,
        "columns": columns,
        "length": length,
        "causal": np.tri(rows, columns, dtype=bool),
        "padding": padding,
    }


# How numbers are written -----------------------------------------------------------------------


def written_case(rng: np.random.Generator) -> dict[str, Any]:
    """Numbers of one size, and how course.draw writes them."""
    values = rng.normal(size=5) * 10.0 ** rng.integers(-9, 12)
    return as_written([float(v) for v in np.round(values, int(rng.integers(0, 12)))])


# The numbers at which the ways of writing change, and some that tell one or two decimals apart.
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, 0.05, 0.005, 0.0049, -0.004, 0.1 + 0.2, 1 / 3, 2.5, 1e5, -1e5,
         99999.4, 99999.6, 2.5, -0.125, 0.375, 0.015625, 1000.5, 12345.5, 125000.0, 135000.0, 4.35,
         1000.04, 1234.25, 1234.75, -1234.35, 999999.96, 1234567.8, 0.0001, 1e-4 / 3,
         1e9, 1e16, 1e-5, 9.9999e-6, 1e-9, 12345.6, 123456.0, 0.00012345, 1e300,
         5e-324, np.inf, -np.inf, np.nan]  # fmt: skip


def as_written(values: list[float]) -> dict[str, Any]:
    """Numbers, and how course.draw writes them."""
    return {
        "values": values,
        "decimals": decimals(values),
        "number": [[number(v, places) for v in values] for places in range(7)],
        "precise": [precise(v) for v in values],
    }


def block_case(rng: np.random.Generator) -> dict[str, Any]:
    """A matrix, and texts that people paste for it."""
    kind = str(rng.choice(["normal", "whole", "tiny"]))
    array = matrices(rng, int(rng.integers(1, 6)), int(rng.integers(1, 6)), kind)
    rows = array.tolist()
    with np.printoptions(precision=17, floatmode="unique", linewidth=10_000, threshold=10_000):
        texts = {"str": str(array), "repr": repr(array), "array2string": np.array2string(array)}
    texts |= {
        "list": repr(rows),
        "tuple": repr(tuple(map(tuple, rows))),
        "call": f"np.array({rows!r})",
        "typed": f"np.array({rows!r}, dtype=np.float64)",
        "tabs": "\n".join("\t".join(map(repr, row)) for row in rows),
        "windows": "\r\n".join("\t".join(map(repr, row)) for row in rows) + "\r\n",
        "csv": "\n".join(",".join(map(repr, row)) for row in rows),
        "semicolons": "; ".join(" ".join(map(repr, row)) for row in rows),
        "minus": "\n".join("\t".join(map(repr, row)) for row in rows).replace("-", "−"),
    }
    return {"array": array, "texts": texts}


def colours() -> dict[str, Any]:
    """Each step of the two colour maps as "#rrggbb", and colours between the steps."""
    found: dict[str, Any] = {}
    for name, low, steps in (("sequential", 0.0, 127), ("diverging", -1.0, 127)):
        at, between = np.linspace(low, 1, steps), np.linspace(low, 1, 1999)
        colour = getattr(style, name)
        fills = [[round(255 * channel) for channel in colour(value)] for value in at]
        found[name] = {
            "at": at,
            "fills": ["#{:02x}{:02x}{:02x}".format(*fill) for fill in fills],
            "between": between,
            "colours": [[255 * float(channel) for channel in colour(x)] for x in between],
        }
    return found


# The file --------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """`value` as JSON has it; an array as {rows, columns, data}."""
    if isinstance(value, dict):
        return {name: plain(entry) for name, entry in value.items()}
    if isinstance(value, np.ndarray) and value.ndim == 2:
        data = plain([float(x) for x in value.ravel()])
        return {"rows": value.shape[0], "columns": value.shape[1], "data": data}
    if isinstance(value, np.ndarray | list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, float):
        value = float(value)
        if math.isfinite(value):
            return value
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def make(seed: int = SEED) -> dict[str, Any]:
    """All cases; the same for the same seed."""
    rng = np.random.default_rng(seed)

    def some(make_case: Any, count: int) -> list[Any]:
        return [make_case(rng) for _ in range(count)]

    with np.errstate(all="ignore"):
        return {
            "seed": seed,
            "stages": some(stages_case, 150),
            "softmax": some(softmax_case, 300),
            "products": some(product_case, 120),
            "rows": some(row_case, 150),
            "masks": some(mask_case, 40),
            "written": [as_written(EDGES), as_written([5e-5, 1.3]), *some(written_case, 400)],
            "blocks": some(block_case, 60),
            "colours": colours(),
        }


def write(file: Path, seed: int = SEED) -> None:
    """Write the cases of a seed to `file`."""
    file.write_text(json.dumps(plain(make(seed)), allow_nan=False), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:]))
