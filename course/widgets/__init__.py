"""The widgets of the notebooks: matrices to edit, and what comes of them at once.

>>> widgets.MatrixEditor([[1, 0], [0, 1]], label="W_Q")
>>> widgets.Heatmap(weights, tokens, tokens, kind="weights")

Each is one Python class and one JavaScript module, bundled from those in `js/`. The page computes
and paints; the same state is in Python, for `observe` and `link`. Nothing of a widget takes part in
grading.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from course.widgets.attention_explorer import AttentionExplorer
    from course.widgets.block_explorer import BlockExplorer
    from course.widgets.grade_button import GradeButton
    from course.widgets.head_explorer import HeadExplorer
    from course.widgets.heatmap import Heatmap
    from course.widgets.matrix_editor import MatrixEditor
    from course.widgets.product_views import ProductViews
    from course.widgets.row_picker import RowPicker
    from course.widgets.scaling_explorer import ScalingExplorer
    from course.widgets.softmax_explorer import SoftmaxExplorer
    from course.widgets.training_explorer import TrainingExplorer

# Imported when first asked for: most of a class's notebooks are run to be graded, without a page.
_MODULES = {
    "AttentionExplorer": "attention_explorer",
    "BlockExplorer": "block_explorer",
    "GradeButton": "grade_button",
    "HeadExplorer": "head_explorer",
    "Heatmap": "heatmap",
    "MatrixEditor": "matrix_editor",
    "ProductViews": "product_views",
    "RowPicker": "row_picker",
    "ScalingExplorer": "scaling_explorer",
    "SoftmaxExplorer": "softmax_explorer",
    "TrainingExplorer": "training_explorer",
}

__all__ = [
    "AttentionExplorer",
    "BlockExplorer",
    "GradeButton",
    "HeadExplorer",
    "Heatmap",
    "MatrixEditor",
    "ProductViews",
    "RowPicker",
    "ScalingExplorer",
    "SoftmaxExplorer",
    "TrainingExplorer",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"there is no widget named {name!r}; dir(widgets) lists them")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
