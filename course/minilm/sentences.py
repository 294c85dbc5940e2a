"""Sentences and the vectors that PyTorch computed for them with all-MiniLM-L6-v2."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from course.examples import Array, fixed

SENTENCES = Path(__file__).parent / "sentences.npz"


@dataclass(frozen=True, eq=False, repr=False)
class Sentences:
    """Sentences with their vectors: `vectors` (s, 384), each of length one, computed in float32."""

    sentences: tuple[str, ...]
    vectors: Array

    def __repr__(self) -> str:
        """Return the number of sentences and the first of them."""
        return f"<{len(self.sentences)} sentences, vectors {self.vectors.shape}>"


def load_sentences(odd: bool = False) -> Sentences:
    """Return six plain sentences with their vectors, two on each of three subjects.

    With `odd`, return others: no words at all, a rare word, accents, numbers, capital letters,
    more words than the model reads. Arrays are float64 and cannot be written to.
    """
    with np.load(SENTENCES, allow_pickle=False) as stored:
        shown = int(stored["shown"])
        chosen = slice(shown, None) if odd else slice(shown)
        return Sentences(
            tuple(stored["sentences"][chosen].tolist()), fixed(stored["vectors"][chosen])
        )
