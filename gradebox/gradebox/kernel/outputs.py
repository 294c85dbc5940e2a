"""The outputs of a kernel process: how many are kept, and whether a kernel could have sent them.

What they become is left to nbclient, so that a notebook has what it would have of a real kernel.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from nbclient import NotebookClient
from nbformat import NotebookNode

from gradebox.kernel.frames import LARGEST

SHOWN = {"display_data", "execute_result", "error"}
_DEEPEST = 50  # levels of lists and dicts in an output of JSON
_PARTS = {  # of an output, as they stand in a message
    "stream": ("name", "text"),
    "display_data": ("metadata", "data"),
    "execute_result": ("metadata", "data", "execution_count"),
    "error": ("ename", "evalue", "traceback"),
}


@dataclass(frozen=True)
class OutputLimits:
    """How much of what cells show is kept: of each cell, and of a notebook's cells together."""

    cell_bytes: int = LARGEST  # a library that draws in the browser brings some 4 MB with it
    notebook_bytes: int = 50_000_000
    lines: int = 10_000
    outputs: int = 500
    notebook_outputs: int = 5_000  # texts that follow one another on a stream are one of them


class _Client(NotebookClient):
    """nbclient's own, which does not ask a schema about an output that is sure to fit it.

    The schema was a quarter of a worker's time.
    """

    def output(
        self,
        outs: list[NotebookNode],
        msg: dict[str, Any],
        display_id: str | None,
        cell_index: int,
    ) -> NotebookNode | None:
        """Add an output to a cell's."""
        kind, content = msg["msg_type"], msg["content"]
        is_for_widget = self.output_hook_stack.get(msg["parent_header"]["msg_id"])
        if display_id or is_for_widget or self.clear_before_next_output or not _fits(content):
            return super().output(outs, msg, display_id, cell_index)
        output = NotebookNode(output_type=kind)
        output.update({part: content[part] for part in _PARTS[kind]})
        outs.append(output)
        return output


def output_client(notebook: NotebookNode, send: Callable[[dict[str, Any]], None]) -> NotebookClient:
    """Return a client of nbclient's that is only given messages."""
    client = _Client(notebook)
    client.reset_execution_trackers()

    def comm(message: dict[str, Any]) -> None:
        send({"type": "comm", "content": message["content"]})

    def message(kind: str, content: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {"msg_type": kind, "content": content}

    # What nbclient's own Output widget answers with.
    client.kc = SimpleNamespace(  # type: ignore[assignment]
        session=SimpleNamespace(msg=message), shell_channel=SimpleNamespace(send=comm)
    )
    return client


def is_well_formed(kind: str, content: dict[str, Any]) -> bool:
    """Return True if a kernel could have sent this, and the notebook is valid with it."""
    match kind, content:
        case "execute_result", {"execution_count": int(), "data": dict(data)}:
            return _is_bundle(data, content)
        case "display_data" | "update_display_data", {"data": dict(data)}:
            return _is_bundle(data, content)
        case "error", {"ename": str(), "evalue": str(), "traceback": [*lines]}:
            return all(isinstance(line, str) for line in lines)
        case "clear_output", {"wait": bool()}:
            return True
        case "comm_open", {"comm_id": str(), "target_name": str(), "data": dict(data)}:
            data.pop("buffer_paths", None)
            return True
        case "comm_msg" | "comm_close", {"comm_id": str(), "data": dict(data)}:
            data.pop("buffer_paths", None)
            return True
    return False


def _fits(content: Mapping[str, Any]) -> bool:
    """Return True if the schema has nothing more to say about what is well formed."""
    count = content.get("execution_count", 0)
    # under a name that is not quite that of a JSON, there may be text only
    is_text = all(map(_is_text, content.get("data", {}).values()))
    return is_text and type(count) is int and count >= 0


def _is_bundle(data: dict[str, Any], content: dict[str, Any]) -> bool:
    return (
        all(_is_json(mime) or _is_text(value) for mime, value in data.items())
        and isinstance(content.get("metadata"), dict)
        and isinstance(content.get("transient", {}), dict)
        and _is_shallow((data, content["metadata"]))
    )


def _is_json(mime: str) -> bool:
    return mime == "application/json" or mime.endswith("+json")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(line, str) for line in value)
    )


def _is_shallow(value: Any, levels: int = _DEEPEST) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return True
    return levels > 0 and all(_is_shallow(item, levels - 1) for item in value)
