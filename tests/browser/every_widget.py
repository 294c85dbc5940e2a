"""A notebook with one cell for every widget, for the tests in Notebook 7 and in other browsers."""

from browser import lab as jupyter
from playwright.sync_api import Page

# A cell's id, and its code.
CELLS = {
    "picker": """\
import numpy as np
from course import examples, widgets
widgets.RowPicker([[.6, .4], [.1, .9]], ["the", "cat"])""",
    "editor": """\
editor = widgets.MatrixEditor([[1, 0], [0, 1]], label="W_Q")
editor""",
    "heatmap": "widgets.Heatmap([[1, 0], [0, 1]], label='scores')",
    "explorer": "widgets.AttentionExplorer.of(examples.I_LOVE_AI)",
    "views": "widgets.ProductViews([[1, 0], [0, 2]], [[3, 4], [5, 6]])",
    "softmax": "widgets.SoftmaxExplorer([1, 2])",
    "scaling": "widgets.ScalingExplorer(d_k=4)",
    "heads": "widgets.HeadExplorer([np.eye(3)[None].repeat(2, 0)], [['a', 'b', 'c']])",
    "blocks": "widgets.BlockExplorer([1, 2], [3, 4])",
    "training": """\
widgets.TrainingExplorer(
    np.eye(2), np.eye(2), step=lambda W_Q, W_K: (W_Q / 2, W_K / 2), X=np.eye(2), W_V=[[0], [1]],
    wanted=[[4], [4]], features=["one", "two"], queries=["a", "b"], keys=["c", "d"])""",
    "grade": """\
from course.widgets.grader import grader
grader.start = lambda: None  # nobody presses the button: no process need wait for that
widgets.GradeButton('00-start-here')""",
}
# In each of them something that takes keys.
CONTROLS = {
    "picker": "[data-value='cat']",
    "editor": "[role='spinbutton']",
    "heatmap": "td.cw-cell",
    "explorer": "[role='grid'][aria-label^='output'] td.cw-cell",
    "views": "button:nth-of-type(2)",
    "softmax": "[type='range'][aria-label^='Temperature']",
    "scaling": "[type='range']",
    "heads": "[role='radio']",
    "blocks": "button:nth-of-type(2)",
    "training": "[type='range']",
    "grade": "button",
}
# What the notebook would cut, delete, merge, move, add, change, undo or run to.
KEYS = [
    *("x", "d", "d", "a", "b", "m", "r", "1", "z", "c", "v", "j", "k", "Shift+m", "Shift+z"),
    *("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Shift+ArrowDown", "Home", "End"),
    *("Control+Backspace", "Control+Shift+M", "Control+Shift+ArrowDown", "Control+z", "Control+a"),
]


def whole(page: Page) -> object:
    """Return the cells with their code, and which one is active."""
    return jupyter.call(
        page,
        """
        const cells = panel.content.widgets.map(cell => [cell.model.id, cell.model.type,
            cell.model.sharedModel.getSource()]);
        return [cells, panel.content.activeCell.model.id, panel.content.selectedCells.length];
        """,
    )
