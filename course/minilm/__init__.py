"""all-MiniLM-L6-v2, a pretrained transformer: its weights, and what it did.

Attention layer 0 alone, for notebook 08:

>>> layer = minilm.load()
>>> layer.tokens[1], layer.X[1].shape

The vectors of some sentences, and all six layers if they are installed, for notebook 11:

>>> known = minilm.load_sentences()
>>> model = minilm.transformer()

Data only; README.md beside this file says where it comes from. Running the layers is the course.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from course.examples import Array, fixed
from course.minilm.sentences import Sentences, load_sentences
from course.minilm.transformer import Batch, Transformer, WeightsMissing, transformer

__all__ = [
    "DATA",
    "Batch",
    "Layer",
    "Sentences",
    "Transformer",
    "WeightsMissing",
    "load",
    "load_sentences",
    "transformer",
]

DATA = Path(__file__).parent / "layer0.npz"


@dataclass(frozen=True, eq=False, repr=False)
class Layer:
    """The layer's matrices, and some sentences on their way through it.

    The sentences are padded to one length n; `lengths` (s,) says how many tokens each one has, and
    `tokens` (s of n) shows the padding as "[PAD]". `X` (s, n, d) is what goes into the layer:
    embeddings of words and places, after their LayerNorm. For rows, the queries are
    X @ W_Q + b_Q, and so on; W_O and b_O make the output.

    PyTorch's own results, with the padding masked: `output` (s, n, d), before the residual
    connection and LayerNorm; `weights` (s, n_heads, n, n). PyTorch computed them in float32.
    """

    tokens: tuple[tuple[str, ...], ...]
    lengths: tuple[int, ...]
    X: Array
    W_Q: Array
    b_Q: Array
    W_K: Array
    b_K: Array
    W_V: Array
    b_V: Array
    W_O: Array
    b_O: Array
    output: Array
    weights: Array

    @property
    def n_heads(self) -> int:
        """How many heads the layer has."""
        return int(self.weights.shape[1])

    def __repr__(self) -> str:
        """Return the sentences and the sizes."""
        said = "; ".join(
            " ".join(tokens[1 : length - 1])
            for tokens, length in zip(self.tokens, self.lengths, strict=True)
        )
        return f"<Layer with {self.n_heads} heads, X {self.X.shape}: {said}>"


def load(file: str | Path = DATA) -> Layer:
    """Return the course's sentences, or those in a file that `scripts/extract_minilm.py` wrote.

    Arrays are float64 and cannot be written to. Raises FileNotFoundError where there is no such
    file, ValueError with a sentence where it holds something else.
    """
    try:
        with np.load(file, allow_pickle=False) as stored:
            arrays: dict[str, NDArray] = dict(stored)
    except (ValueError, EOFError, TypeError, RuntimeError, zipfile.BadZipFile, zlib.error):
        arrays = {}
    names = set(Layer.__annotations__)
    if missing := names - arrays.keys():
        raise ValueError(
            f"{file} is no file of scripts/extract_minilm.py: {', '.join(sorted(missing))} "
            f"{'is' if len(missing) == 1 else 'are'} not in it."
        )
    return Layer(
        tokens=tuple(tuple(row) for row in arrays["tokens"].tolist()),
        lengths=tuple(arrays["lengths"].tolist()),
        **{name: fixed(arrays[name]) for name in names - {"tokens", "lengths"}},
    )
