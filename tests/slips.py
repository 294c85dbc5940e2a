"""The mistakes in the notes, each beside what is right; see `test_examples`."""

from __future__ import annotations

from dataclasses import dataclass

from course.examples import Array, fixed


@dataclass(frozen=True, eq=False, repr=False)
class Slip:
    """A mistake in the notes: what is `printed`, what is `right`, `why` it is worth a look.

    Numbers are arrays (of no dimension, for a single number); a formula, a shape or a number that
    float64 cannot hold is a str. `where` counts rows and columns from 1, as the notes do.
    """

    name: str
    notes: str
    where: str
    printed: Array | str
    right: Array | str
    why: str


_ALL = (
    Slip(
        "scale-after-softmax",
        "000",
        "the formula of attention",
        "softmax(Q K^T) V / sqrt(d_k)",
        "softmax(Q K^T / sqrt(d_k)) V",
        "scaling after the softmax shrinks the output and leaves the saturation",
    ),
    Slip(
        "exponent-of-a-sum",
        "000",
        "an entry of the softmax",
        "q1.k1 / e^(sum_j q1.kj)",
        "e^(q1.k1) / sum_j e^(q1.kj)",
        "the exponential of a sum is not a sum of exponentials",
    ),
    Slip(
        "values-too-narrow",
        "000",
        "the shape of V",
        "(5, 12)",
        "(5, 512)",
        "V = X W_V with X (5, 512) and W_V (512, 512): shapes catch it",
    ),
    Slip(
        "keys-among-the-values",
        "000",
        "row i of A V",
        "v_i + sum_j k_j^T v_j",
        "sum_j a_ij v_j",
        "the keys did their work in the scores; shapes catch it",
    ),
    Slip(
        "value-of-love",
        "001",
        'the row of V for "love"',
        fixed([2, 1]),
        fixed([0, 1]),
        "0*1 + 1*0 = 0; the final output in the notes used the right one",
    ),
    Slip(
        "scaled-row-2",
        "001",
        "row 2 of the scaled scores",
        fixed([0.71, 0.71, 0.71]),
        fixed([0.71, 0.71, 1.41]),
        "2 / sqrt(2) is 1.41; the final output in the notes used the right one",
    ),
    Slip(
        "score-row-1",
        "001",
        "row 1 of Q K^T, worked out",
        fixed([0, 1, 2]),
        fixed([0, 1, 1]),
        "(3, 2) times (2, 3): each entry is a dot product over the inner dimension",
    ),
    Slip(
        "score-row-2",
        "001",
        "row 2 of Q K^T, worked out",
        fixed([1, 1]),
        fixed([1, 1, 2]),
        "(3, 2) times (2, 3): there is one score for each of the three keys",
    ),
    Slip(
        "one-wrong-score",
        "004 self",
        "E[2, 3]",
        fixed(18),
        fixed(12),
        "one wrong score moves the attention from token 2 to token 3",
    ),
    Slip(
        "weights-of-a-wrong-score",
        "004 self",
        "row 2 of A",
        fixed([0.000007, 0.119, 0.88]),
        fixed([0.000006, 0.982, 0.018]),
        "it follows from the wrong score: token 2 attends to itself, not to token 3",
    ),
    Slip(
        "output-below-its-values",
        "004 self",
        "rows 1 and 3 of the output, first column",
        fixed([1.0932, 1.099]),
        fixed([1.9366, 1.9997]),
        "a convex combination of 1, 2, 2 that is over 0.9 on the 2s cannot be 1.09",
    ),
    Slip(
        "row-sum",
        "004 self",
        "row 1 of A",
        fixed([0.06, 0.468, 0.468]),
        fixed([0.0634, 0.4683, 0.4683]),
        "it sums to 0.996: rounding; a row of weights must sum to one",
    ),
    Slip(
        "never-scaled",
        "004 self",
        "step 3",
        "softmax(E)",
        "softmax(E / sqrt(3))",
        "without the division by sqrt(d_k) the weights are close to one-hot",
    ),
    Slip(
        "lost-comma",
        "004 masked",
        "row 1 of Q",
        fixed([3.15, 3.4]),
        fixed([3, 1.5, 3.4]),
        "Q has three columns: 3 and 1.5 were run together",
    ),
    Slip(
        "query-copied-wrong",
        "004 masked",
        "Q[2, 1] in step 2",
        fixed(6.4),
        fixed(6.6),
        "E[2, 1] = 45.38 needs 6.6",
    ),
    Slip(
        "weight-above-one",
        "004 masked",
        "A[4, 1]",
        "1.27e592",
        "1.27e-198",
        "a weight can never pass 1, and float64 cannot hold 1.27e592 at all",
    ),
    Slip(
        "key-copied-wrong",
        "004 cross",
        "K^T[3, 3] in step 2",
        fixed(8.1),
        fixed(8),
        "E[1, 3] = 178.6 needs 8",
    ),
)

SLIPS = {slip.name: slip for slip in _ALL}
