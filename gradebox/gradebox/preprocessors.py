"""nbgrader preprocessors: two make the cells of a release, two look at results before scoring.

`ClearAnswers` and `ClearTests` take the places of `ClearSolutions` and `ClearHiddenTests` when an
assignment is generated; `CheckPoints` and `DropWarnings` run after `Execute` when a submission is
graded.
"""

import ast
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_solution
from traitlets import Dict

from gradebox.points import POINTS_ERROR, as_number, result_text

YOUR_TURN = 'raise NotImplementedError("your turn")'


class ClearAnswers(ClearSolutions):
    """nbgrader's `ClearSolutions`, with a stub that fits what is asked for.

    A solution region of plain assignments at the left margin asks for values, so each name
    becomes `name = None  # your answer` and the cell still runs. Any other region asks for code
    and becomes one line that raises NotImplementedError, at the region's indent. Lines outside
    the regions stay as they are, and markdown cells are left to nbgrader.
    """

    code_stub = Dict(
        {**ClearSolutions().code_stub, "python": YOUR_TURN}, help=ClearSolutions.code_stub.help
    ).tag(config=True)

    def _replace_solution_region(self, cell: NotebookNode, language: str) -> bool:
        if cell.cell_type != "code" or language != "python":
            return super()._replace_solution_region(cell, language)
        kept: list[str] = []
        region: list[str] | None = None  # the lines of the region we are in
        indent = ""
        replaced = False
        for line in cell.source.split("\n"):
            if self.begin_solution_delimeter in line:
                if region is not None:
                    raise RuntimeError(f"A solution region begins inside another:\n{cell.source}")
                region = []
                indent = line[: len(line) - len(line.lstrip())]
            elif self.end_solution_delimeter in line:
                if region is None:
                    raise RuntimeError(f"A solution region ends that never began:\n{cell.source}")
                kept += self._stub(region, indent)
                region, replaced = None, True
            elif region is not None:
                region.append(line)
            else:
                kept.append(line)
        if region is not None:
            raise RuntimeError(f"A solution region has no end:\n{cell.source}")
        cell.source = "\n".join(kept)
        return replaced

    def _stub(self, region: list[str], indent: str) -> list[str]:
        names = [] if indent else assigned_names("\n".join(region))
        if names:
            return [f"{name} = None  # your answer" for name in names]
        return [indent + line for line in self.code_stub["python"].split("\n")]


def assigned_names(code: str) -> list[str]:
    """Return the names that `code` gives a value to, in order, if it does nothing else.

    Anything but assignments to plain names (a call, a loop, `x[0] = 1`, a syntax error) gives [].
    """
    try:
        statements = ast.parse(code).body
    except SyntaxError:
        return []
    names: dict[str, None] = {}  # a dict keeps the order and drops repeats
    for statement in statements:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        else:
            return []
        for leaf in (leaf for target in targets for leaf in _leaves(target)):
            if not isinstance(leaf, ast.Name):
                return []
            names[leaf.id] = None
    return list(names)


def _leaves(target: ast.expr) -> Iterator[ast.expr]:
    """Yield what an assignment target unpacks into: `a, (b, *c)` gives a, b, c."""
    if isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _leaves(element)
    elif isinstance(target, ast.Starred):
        yield from _leaves(target.value)
    else:
        yield target


class ClearTests(ClearHiddenTests):
    """nbgrader's `ClearHiddenTests`, without the blank lines that a hidden test leaves behind."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], cell_index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Remove the hidden tests of one cell."""
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if is_grade(cell):
            cell.source = cell.source.rstrip("\n")
        return cell, resources


class CheckPoints(NbGraderPreprocessor):
    """Let a test cell's result count only if it is a number of points that the cell can give.

    nbgrader takes a result that is a number for the points. One below zero or NaN it finds strange
    and gives full marks, so an answer that is far enough off would earn them; one that is too high
    stops it. Here the cell fails. nbgrader does not read a number of numpy's either, so it is
    written as any other. Belongs after `Execute` and before `SaveAutoGrades`.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Add an error to one cell, if it is graded and its result is no number of its points."""
        if cell.cell_type == "code" and is_grade(cell) and not is_solution(cell):
            most = float(cell.metadata.nbgrader.points)
            points = 0.0
            for output in cell.outputs:
                number = as_number(output)
                if number is not None:
                    output.data["text/plain"] = result_text(output)
                points = points or number or 0.0
            if not 0 <= points <= most:
                text = f"The test came to {points:g} points, which is not from 0 to {most:g}."
                error = new_output("error", ename=POINTS_ERROR, evalue=text)
                cell.outputs.insert(0, error)  # before the result, or it would not count
        return cell, resources


class DropWarnings(NbGraderPreprocessor):
    """Take what graded cells wrote to stderr out of their outputs.

    nbgrader gives a test cell zero points as soon as it wrote to stderr, so a right answer that
    only warns (numpy's RuntimeWarning on overflow, say) would lose its marks. Errors are another
    kind of output and stay. Belongs after `Execute` and before `SaveAutoGrades`.
    """

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Drop the stderr streams of one cell, if it is graded."""
        if cell.cell_type == "code" and is_grade(cell):
            cell.outputs = [
                output
                for output in cell.outputs
                if not (output.output_type == "stream" and output.name == "stderr")
            ]
        return cell, resources
