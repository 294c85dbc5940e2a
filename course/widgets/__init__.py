"""The widgets of the notebooks: matrices to edit, and what comes of them at once.

>>> widgets.MatrixEditor([[1, 0], [0, 1]], label="W_Q")
>>> widgets.Heatmap(weights, tokens, tokens, kind="weights")

Each is one Python class and one plain JavaScript module. The page computes and paints; the same
state is in Python, for `observe` and `link`. Nothing of a widget takes part in grading.
"""

from course.widgets.attention_explorer import AttentionExplorer
from course.widgets.heatmap import Heatmap
from course.widgets.matrix_editor import MatrixEditor
from course.widgets.product_views import ProductViews
from course.widgets.row_picker import RowPicker, row_picker

__all__ = [
    "AttentionExplorer",
    "Heatmap",
    "MatrixEditor",
    "ProductViews",
    "RowPicker",
    "row_picker",
]
