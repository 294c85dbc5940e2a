"""The heads of one attention layer or of several, on sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike, NDArray

from course.draw.figure import Table
from course.draw.values import as_labels
from course.widgets.page import Widget, picture

MOST_TOKENS = 64
MOST_HEADS = 64
MOST_LAYERS = 24


class HeadExplorer(Widget):
    """Choose a head by its picture, and see its weights on every sentence.

    `tokens` is a list of sentences, each a list of its tokens; `weights` holds for each sentence an
    array (n_heads, n, n): in each head, what token i gives to token j. With (n_layers, n_heads, n,
    n) there are buttons for the layers, too. Weights that a function of yours returned can be
    passed as they are; cut padding off first.

    Point at a weight and it is said in words; the row of the same token is framed in the other
    sentences, too. `layer` and `head` are the numbers of the chosen layer and head, from 0, and
    `shown` lists the numbers of the sentences whose weights are in view; setting them changes the
    page.

    Raises ValueError, in a sentence, for weights or tokens that do not fit.
    """

    _module = "head_explorer"

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    layer_count = traitlets.Int(0).tag(sync=True)  # 0: the weights are of one layer, unnamed
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    shown = traitlets.List(traitlets.Int()).tag(sync=True)
    said = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(
        self,
        weights: Sequence[ArrayLike],
        tokens: Sequence[Iterable[object]],
        head: int = 0,
        shown: Iterable[int] | None = None,
        layer: int = 0,
        **kwargs: Any,
    ) -> None:
        if len(weights) != len(tokens) or not len(tokens):
            raise ValueError(
                "weights and tokens need one entry for each sentence; "
                f"there are {len(weights)} and {len(tokens)}."
            )
        if any(isinstance(sentence, str) for sentence in tokens):
            raise ValueError("tokens is a list of sentences, each a list of tokens.")
        if shown is not None and not isinstance(shown, Iterable):
            raise ValueError(f"shown must be a list of numbers of sentences, not {shown!r}.")
        arrays = [_checked(array, k) for k, array in enumerate(weights)]
        counts = {array.shape[:-2] for array in arrays}
        if len(counts) > 1:
            found = [count[0] if len(count) == 1 else count for count in sorted(counts)]
            raise ValueError(f"Each sentence needs as many heads, and layers; here are {found}.")
        (count,) = counts
        n_layers, self.n_heads = (1, *count)[-2:]
        # (n_layers, n_heads, n, n) each
        self._weights = [
            array.reshape(n_layers, self.n_heads, *array.shape[-2:]) for array in arrays
        ]
        labels = [
            as_labels(sentence, array.shape[-1], f"tokens of sentence {k}")
            for k, (sentence, array) in enumerate(zip(tokens, self._weights, strict=True))
        ]
        super().__init__(
            sentences=[
                {"tokens": names, "data": memoryview(np.asarray(array, "<f8").tobytes())}
                for names, array in zip(labels, self._weights, strict=True)
            ],
            layer_count=n_layers if len(count) > 1 else 0,
            **kwargs,
        )
        self.said = [self._say(k, h) for k in range(n_layers) for h in range(self.n_heads)]
        try:
            self.layer, self.head = layer, head
            self.shown = list(range(len(labels))[:2] if shown is None else shown)
        except traitlets.TraitError as error:
            raise ValueError(str(error)) from None

    @traitlets.validate("layer", "head")
    def _is_there(self, proposal: Any) -> int:
        name, number = proposal["trait"].name, int(proposal["value"])
        count = self.n_heads if name == "head" else max(1, self.layer_count)
        if not 0 <= number < count:
            raise traitlets.TraitError(
                f"{name} is {number}; the {name}s count from 0 to {count - 1}."
            )
        return number

    @traitlets.validate("shown")
    def _are_there(self, proposal: Any) -> list[int]:
        shown = sorted(set(proposal["value"]))
        if shown and not (shown[0] >= 0 and shown[-1] < len(self.sentences)):
            raise traitlets.TraitError(
                f"shown is {shown}; the sentences count from 0 to {len(self.sentences) - 1}."
            )
        return shown

    def name(self, layer: int, head: int) -> str:
        """Return "Head 2", or "Layer 1, head 2" where there are layers to choose from."""
        return f"Layer {layer}, head {head}" if self.layer_count else f"Head {head}"

    def _say(self, layer: int, head: int) -> str:
        """Return what a token of the sentences gives to some places, on average over all of them.

        Over the tokens from the third to the last but one: for these the token itself, the one
        before, the first and the last are four places.
        """
        places = []
        for array in self._weights:
            n = array.shape[-1]
            i = np.arange(2, n - 1)
            places += [array[layer, head][[i, i, i, i], [i, i - 1, 0 * i, 0 * i + n - 1]]]
        shares = np.concatenate(places, axis=1)
        if not shares.size:
            return f"{self.name(layer, head)}."
        itself, before, first, last = shares.mean(axis=1)
        everywhere = f" (all {len(self.sentences)} sentences)" if len(self.sentences) > 1 else ""
        return (
            f"{self.name(layer, head)}. A token between the first and the last gives on average "
            f"{itself:.2f} to itself, {before:.2f} to the token before, {first:.2f} to the first "
            f"and {last:.2f} to the last token{everywhere}."
        )

    def _pictures(self) -> list[Table]:
        name = self.name(self.layer, self.head)
        name = name[0].lower() + name[1:]
        return [
            picture(name, array[self.layer, self.head], sentence["tokens"], sentence["tokens"])
            for sentence, array in zip(self.sentences, self._weights, strict=True)
        ]

    def __repr__(self) -> str:
        """Return the sentences, and what is said of the chosen head."""
        sentences = "; ".join(" ".join(sentence["tokens"]) for sentence in self.sentences)
        said = self.said[self.layer * self.n_heads + self.head]
        layers = f"{self.layer_count} layers of " if self.layer_count else ""
        return f"<HeadExplorer of {layers}{self.n_heads} heads on '{sentences}': {said}>"


def _checked(weights: ArrayLike, sentence: int) -> NDArray[np.float64]:
    """Return a float64 copy of the weights; ValueError for what is no table of weights."""
    name = f"The weights of sentence {sentence}"
    try:
        array = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} are not an array of numbers.") from None
    if array.ndim not in (3, 4) or array.shape[-2] != array.shape[-1] or not array.size:
        raise ValueError(
            f"{name} have the shape {array.shape}; it should be (n_heads, n, n), or "
            "(n_layers, n_heads, n, n)."
        )
    *layers, heads, n, _ = array.shape
    if max(layers, default=0) > MOST_LAYERS or heads > MOST_HEADS or n > MOST_TOKENS:
        raise ValueError(
            f"At most {MOST_HEADS} heads and {MOST_TOKENS} tokens are shown, "
            f"in {MOST_LAYERS} layers; "
            f"{name[0].lower()}{name[1:]} are {array.shape}."
        )
    if not (np.isfinite(array) & (array >= -1e-9) & (array <= 1 + 1e-9)).all():
        raise ValueError(f"{name} must lie between 0 and 1.")
    return array
