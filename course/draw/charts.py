"""Bars, lines and histograms in the course's colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from course.draw.figure import Figure, Table, drawing_of
from course.draw.style import COLOURS, FONT, INK, NEUTRAL
from course.draw.values import Array, as_array, as_labels, decimals, number, precise

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as MatplotlibFigure

MOST_BARS = 40
MOST_SERIES = len(COLOURS)
_MOST_NUMBERS = 16  # at the ends of bars; more would run into each other
_MOST_TICKS = 12  # points of a logarithmic axis that can each have a mark
_MOST_LETTERS = 24  # of a label below a bar; tilted, more would leave the bars no room
_LARGEST = 1e150  # a number that matplotlib has axes for, and whose square is finite
_TABLE_ROWS = 12  # of a line or histogram; more would hide the shape they are there to show

# In this order two neighbours differ most; the dashes tell them apart without colour.
_SERIES_COLOURS = [COLOURS[name] for name in ("Q", "K", "V", "scores", "weights", "output")]
_DASHES: list[Any] = ["-", (0, (6, 2)), (0, (2, 2)), (0, (6, 2, 2, 2)), (0, (1, 1)), (0, (10, 3))]


def bars(
    values: ArrayLike,
    labels: Iterable[object] | None = None,
    *,
    title: str = "",
    caption: str = "",
    y_label: str = "",
    highlight: int | None = None,
    limits: tuple[float, float] | None = None,
    colour: str | None = None,
) -> Figure:
    """Draw one bar for each of `values` (n,), with its number at its end.

    `highlight` frames a bar, by index; `limits` are values that the axis shows at least; `colour`
    is a name of `COLOURS`, and without it the bars are grey. Raises ValueError for bad values,
    labels that do not fit, or an index out of range.
    """
    heights = _numbers(values, "The bars' values")
    count = len(heights)
    if count > MOST_BARS:
        raise ValueError(f"A bar chart shows at most {MOST_BARS} bars; here are {count}.")
    names = as_labels(labels, count, "labels")
    if highlight is not None and not 0 <= highlight < count:
        raise ValueError(f"highlight is {highlight}, but the bars count from 0 to {count - 1}.")
    if colour is not None and colour not in COLOURS:
        raise ValueError(f"colour must be one of {', '.join(COLOURS)}, not {colour!r}.")

    figure, axes = _axes(max(220, min(700, 70 + 52 * count)), 230)
    axes.bar(range(count), heights, width=0.7, color=COLOURS[colour] if colour else NEUTRAL)
    if highlight is not None:
        axes.patches[highlight].set(edgecolor=INK, linewidth=2.5)
    ends = [0.0] if limits is None else list(limits)
    low, high = min(*ends, float(heights.min())), max(*ends, float(heights.max()))
    if low == high:
        high = low + 1
    # Room for the numbers that stand at the ends of the bars.
    room = 0.1 * (high - low)
    axes.set_ylim(low - (room if heights.min() < 0 else 0), high + room)
    axes.axhline(0, color=INK, linewidth=1)
    places = decimals(heights)
    if count <= _MOST_NUMBERS:
        _write_numbers(axes, heights, places)
    shown = [n if len(n) <= _MOST_LETTERS else f"{n[: _MOST_LETTERS - 1]}…" for n in names]
    axes.set_xticks(range(count), shown, parse_math=False)
    if max(len(name) for name in shown) * count > 80:
        for tick in axes.get_xticklabels():
            tick.set(rotation=45, ha="right", rotation_mode="anchor")
    axes.set_ylabel(y_label, parse_math=False)

    best, worst = int(heights.argmax()), int(heights.argmin())
    alt = (
        f"Bar chart of {count} values. Largest: {_label(float(heights[best]), places)} at "
        f"'{names[best]}'; smallest: {_label(float(heights[worst]), places)} at '{names[worst]}'."
    )
    if highlight is not None:
        alt += (
            f" Highlighted: '{names[highlight]}' with {_label(float(heights[highlight]), places)}."
        )
    table = Table(y_label or "Values", names, ["value"], [[precise(float(v)) for v in heights]])
    return _finish(figure, alt, title, caption, [table])


def _write_numbers(axes: Axes, heights: Array, places: int) -> None:
    """Write each bar's number at its end."""
    for x, value in enumerate(heights):
        axes.annotate(
            _label(float(value), places),
            (x, value),
            xytext=(0, 4 if value >= 0 else -4),
            textcoords="offset points",
            ha="center",
            va="bottom" if value >= 0 else "top",
            color=INK,
            fontsize=FONT - 1,
        )


def lines(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    title: str = "",
    caption: str = "",
    x_label: str = "x",
    y_label: str = "",
    x_log: bool = False,
    y_log: bool = False,
    width: int = 620,
) -> Figure:
    """Draw each of `series`, name: y (n,), over `x` (n,); six at most. `width` is in pixels.

    Raises ValueError for lengths that differ, NaN, no series or more than six, or a logarithmic
    axis with a value that is not positive.
    """
    xs = _numbers(x, "x")
    ys = _series(series)
    for name, y in ys.items():
        if len(y) != len(xs):
            raise ValueError(f"{name!r} has {len(y)} values for the {len(xs)} of x.")
    for log, what, arrays in ((x_log, "x", [xs]), (y_log, "y", list(ys.values()))):
        if log and min(float(a.min()) for a in arrays) <= 0:
            raise ValueError(f"A logarithmic {what} axis needs positive values only.")

    figure, axes = _axes(width, 300)
    for (name, y), colour, dashes in zip(ys.items(), _SERIES_COLOURS, _DASHES, strict=False):
        label = f" {name}"  # one that begins with "_" would not be in the legend
        axes.plot(xs, y, color=colour, linestyle=dashes, linewidth=2.2, label=label)
        if len(xs) <= 20:
            axes.plot(xs, y, "o", color=colour, markersize=5)
    if x_log:
        axes.set_xscale("log")
        if len(xs) <= _MOST_TICKS:  # a mark at each point says more than powers of ten
            axes.set_xticks(xs, [precise(float(number)) for number in xs])
            axes.set_xticks([], minor=True)
    if y_log:
        axes.set_yscale("log")
    axes.set_xlabel(x_label, parse_math=False)
    axes.set_ylabel(y_label, parse_math=False)
    _legend(axes, list(ys))

    each = [
        f"'{name}' goes from {precise(float(y[0]))} to {precise(float(y[-1]))}"
        + ("" if _monotonic(y) else f", largest {precise(float(y.max()))}")
        for name, y in ys.items()
    ]
    alt = (
        f"Line chart over {x_label} from {precise(float(xs[0]))} to {precise(float(xs[-1]))}: "
        f"{'; '.join(each)}."
    )
    some = np.unique(np.linspace(0, len(xs) - 1, min(len(xs), _TABLE_ROWS)).round().astype(int))
    table = Table(
        f"{len(some)} of {len(xs)} points" if len(some) < len(xs) else f"All {len(xs)} points",
        list(ys),
        [f"{x_label} = {precise(float(xs[i]))}" for i in some],
        [[precise(float(y[i])) for y in ys.values()] for i in some],
    )
    return _finish(figure, alt, title, caption, [table])


def histograms(
    samples: Mapping[str, ArrayLike],
    *,
    bins: int = 40,
    title: str = "",
    caption: str = "",
    x_label: str = "value",
) -> Figure:
    """Draw the densities of `samples`, name: values (n,), over the same bins; six at most.

    Raises ValueError for NaN, no samples, more than six, or fewer than one bin.
    """
    if bins < 1:
        raise ValueError(f"bins must be at least 1, not {bins}.")
    arrays = _series(samples)
    low = min(float(a.min()) for a in arrays.values())
    high = max(float(a.max()) for a in arrays.values())
    size = max(abs(low), abs(high))
    if high - low <= 1e-12 * size:  # equal but for rounding: there is no room for bins
        half = max(0.5, 1e-3 * size)
        low, high = low - half, high + half
    edges = np.linspace(low, high, bins + 1)

    figure, axes = _axes(620, 300)
    for (name, values), colour, dashes in zip(
        arrays.items(), _SERIES_COLOURS, _DASHES, strict=False
    ):
        density, _ = np.histogram(values, edges, density=True)
        axes.stairs(density, edges, fill=True, color=colour, alpha=0.25)
        axes.stairs(density, edges, color=colour, linewidth=2, linestyle=dashes, label=f" {name}")
    axes.set_xlabel(x_label, parse_math=False)
    axes.set_ylabel(f"share per unit of {x_label}", parse_math=False)
    axes.set_ylim(bottom=0)
    _legend(axes, list(arrays))

    each = [
        f"'{name}' has mean {precise(float(v.mean()))} and "
        f"standard deviation {precise(float(v.std()))}"
        for name, v in arrays.items()
    ]
    alt = f"Histogram of {x_label} from {precise(low)} to {precise(high)}: {'; '.join(each)}."
    table = Table(
        "Samples",
        ["count", "mean", "standard deviation", "smallest", "largest"],
        list(arrays),
        [
            [str(len(v)), *(precise(float(s)) for s in (v.mean(), v.std(), v.min(), v.max()))]
            for v in arrays.values()
        ],
    )
    return _finish(figure, alt, title, caption, [table])


def _series(series: Mapping[str, ArrayLike]) -> dict[str, Array]:
    if not isinstance(series, Mapping) or not series:
        raise ValueError("Pass at least one series, as a dict of name: values.")
    if len(series) > MOST_SERIES:
        raise ValueError(f"One chart holds at most {MOST_SERIES} series; here are {len(series)}.")
    return {str(name): _numbers(y, repr(name)) for name, y in series.items()}


def _numbers(values: ArrayLike, name: str) -> Array:
    """Return `values` as a list of numbers of a size for which matplotlib has axes."""
    array = as_array(values, name, 1)
    largest = float(np.abs(array).max())
    if largest > _LARGEST:
        raise ValueError(f"{name}: {precise(largest)} is too far from 0 to be drawn.")
    return array


def _label(value: float, places: int) -> str:
    """Return a bar's number; with more decimals where these would leave little of it."""
    is_lost = abs(value) >= 1e-3 and abs(round(value, places) - value) > 0.02 * abs(value)
    return precise(float(f"{value:.3g}")) if is_lost else number(value, places)


def _monotonic(y: Array) -> bool:
    steps = np.diff(y)
    return bool((steps >= 0).all() or (steps <= 0).all())


def _axes(width: float, height: float) -> tuple[MatplotlibFigure, Axes]:
    """Return a figure of `width` by `height` pixels with one frame, drawn in ink on nothing."""
    from matplotlib.figure import Figure as MatplotlibFigure

    figure = MatplotlibFigure(figsize=(width / 72, height / 72), dpi=72, layout="constrained")
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    axes.spines[["top", "right"]].set_visible(False)
    for spine in axes.spines.values():
        spine.set(color=INK, linewidth=1)
    axes.tick_params(which="both", color=INK, labelcolor=INK, labelsize=FONT - 1)
    axes.grid(axis="y", color=INK, alpha=0.15, linewidth=1)
    axes.set_axisbelow(True)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set(color=INK, fontsize=FONT)
    return figure, axes


def _legend(axes: Axes, names: list[str]) -> None:
    """Draw a legend if there are two series or more; no name is read as mathtext."""
    if len(names) < 2:
        return
    legend = axes.legend(frameon=False, labelcolor=INK, fontsize=FONT - 1, handlelength=3)
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set(parse_math=False, text=name)


def _finish(
    figure: MatplotlibFigure, alt: str, title: str, caption: str, tables: list[Table]
) -> Figure:
    width, height = (72 * side for side in figure.get_size_inches())
    return Figure(drawing_of(figure), width, height, alt, title, caption, tables)
