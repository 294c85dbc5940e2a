"""Messages between a widget and its page, as the front end and the kernel send them."""

import numpy as np
from ipywidgets.widgets.widget import _remove_buffers


def send(widget, kind=memoryview, **values):
    """Let a page set traits of `widget`, matrices as shape and bytes; returns the widget."""
    state, paths, buffers = {}, [], []
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            state[name] = {"shape": list(value.shape)}
            paths.append([name, "data"])
            buffers.append(kind(np.asarray(value).tobytes()))
        else:
            state[name] = value
    data = {"method": "update", "state": state, "buffer_paths": paths}
    widget._handle_msg({"content": {"data": data}, "buffers": buffers})
    return widget


def state_as_sent(widget):
    """The state of `widget` as a page gets it: plain values, and buffers with their places."""
    return _remove_buffers(widget.get_state())
