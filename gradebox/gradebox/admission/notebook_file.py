"""The cells of a notebook file, of any format that nbformat knows, or why it has none."""

import json
from typing import Any

import nbformat

from gradebox.admission import Admission, Refused

NOT_A_NOTEBOOK = "the file is JSON, but not a notebook"


def read_notebook(content: bytes, limits: Admission) -> tuple[list[dict[str, Any]], object]:
    """Return the cells of a notebook file, with sources that are text, and its metadata.

    The cells are as in format 4, whatever the file's. Raises Refused.
    """
    if not content.strip():
        raise Refused("the file is empty")
    not_json = "the file is not JSON, so not a notebook (or only part of one)"
    try:
        notebook = json.loads(content.decode(json.detect_encoding(content)))
    except UnicodeDecodeError:
        raise Refused("the file is not text in UTF-8") from None
    except (ValueError, RecursionError):
        raise Refused(not_json) from None
    version = notebook.get("nbformat") if isinstance(notebook, dict) else None
    if type(version) is not int:
        raise Refused(NOT_A_NOTEBOOK)
    if version > 4:
        raise Refused(f"it is a notebook of format {version}, and the newest known here is 4")
    if version != 4:
        notebook = _lightened(notebook, limits)
        try:
            notebook = nbformat.reads(json.dumps(notebook), as_version=4)
        except Exception:  # nbformat raises whatever it stumbles over
            raise Refused(NOT_A_NOTEBOOK) from None
    cells = notebook.get("cells")
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise Refused(NOT_A_NOTEBOOK)
    _refuse_many(len(cells), limits)
    total = 0
    for cell in cells:
        source = cell.get("source", "")
        if isinstance(source, list) and all(isinstance(line, str) for line in source):
            source = "".join(source)
        if not isinstance(source, str) or not isinstance(cell.get("metadata", {}), dict):
            raise Refused(NOT_A_NOTEBOOK)
        total += len(source)
        # half a character (a lone surrogate) can be in JSON, but not in any file
        cell["source"] = source.encode("utf-8", "replace").decode()
    if total > limits.max_source:
        raise Refused(
            f"its cells hold {total:,} characters, and more than {limits.max_source:,} are not read"
        )
    return cells, notebook.get("metadata")


def _lightened(notebook: dict[str, Any], limits: Admission) -> dict[str, Any]:
    """Return a notebook of an older format with only what is graded: to convert more takes long."""
    sheets = notebook.get("worksheets")
    if not isinstance(sheets, list):
        raise Refused(NOT_A_NOTEBOOK)
    filled = [
        sheet["cells"]
        for sheet in sheets
        if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list) and sheet["cells"]
    ]
    _refuse_many(sum(map(len, filled)), limits)
    metadata = notebook.get("metadata")
    return {
        "nbformat": notebook["nbformat"],
        "nbformat_minor": 0,
        "metadata": _only(metadata, ("kernelspec", "language_info")),
        "worksheets": [
            {"metadata": {}, "cells": [_light_cell(cell) for cell in cells]} for cells in filled
        ],
    }


def _light_cell(cell: object) -> dict[str, Any]:
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        raise Refused(NOT_A_NOTEBOOK)
    light = _only(cell, ("cell_type", "input", "source"))
    light["metadata"] = _only(cell.get("metadata"), ("nbgrader",))
    if cell["cell_type"] == "code":
        light |= {"outputs": [], "language": "python", "collapsed": False}
    if cell["cell_type"] == "heading" and type(cell.get("level")) is int:
        light["level"] = min(max(cell["level"], 1), 6)
    return light


def _only(part: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a dict has of these names; nothing of what is no dict."""
    return {name: part[name] for name in names if name in part} if isinstance(part, dict) else {}


def _refuse_many(cells: int, limits: Admission) -> None:
    if cells > limits.max_cells:
        raise Refused(f"it has {cells:,} cells, and more than {limits.max_cells:,} are not read")
