"""Interactive parts of the notebooks, made of plain ipywidgets.

>>> widgets.row_picker(weights, tokens)
>>> widgets.product_views(A, B)
"""

from course.widgets.product_views import ProductViews, product_views
from course.widgets.row_picker import RowPicker, row_picker

__all__ = ["ProductViews", "RowPicker", "product_views", "row_picker"]
