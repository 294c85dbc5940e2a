"""Figures for the notebooks: inline SVG with an alt sentence and a table of the same numbers.

Every function returns a `Figure`; let it be the last value of a cell, or pass it to `display`.

>>> draw.heatmap(weights, tokens, tokens, title="Attention weights")
>>> draw.product(A, B, view="rows", at=0)
>>> draw.bars(weights[2], tokens, colour="weights")
>>> draw.lines(d_k, {"measured": variance, "d_k": d_k}, x_label="d_k")
>>> draw.histograms({"d_k = 4": small, "d_k = 512": large})
>>> draw.machine(n=3, d_model=2, d_k=2, d_v=2)
>>> draw.beside(draw.heatmap(scores), draw.heatmap(scaled))

matplotlib draws the charts and is imported by the first of them, not by this package.
"""

from course.draw.charts import bars, histograms, lines
from course.draw.figure import Figure, beside
from course.draw.heatmap import heatmap
from course.draw.machine import machine
from course.draw.product import VIEWS, product
from course.draw.style import COLOURS

__all__ = [
    "COLOURS",
    "VIEWS",
    "Figure",
    "bars",
    "beside",
    "heatmap",
    "histograms",
    "lines",
    "machine",
    "product",
]
