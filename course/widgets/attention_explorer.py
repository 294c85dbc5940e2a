"""Attention with every stage in view, for weights that can be edited."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import traitlets
from numpy.typing import ArrayLike, NDArray

from course.draw.figure import Table
from course.draw.values import as_array, as_labels
from course.examples import Example
from course.widgets.learners_function import (
    WrongResult,
    as_numbers,
    as_result,
    in_a_moment,
    kind_of,
    reply_to_page,
)
from course.widgets.matrix import Mask, Matrix
from course.widgets.page import TURN, Widget, picture
from course.widgets.ranges import as_number

Mode = Literal["attention", "scores", "mask", "cross"]

# What each of the learner's functions is called with; a mask comes besides where one is set.
_INPUTS = {
    "scores": ("Q", "K"),
    "attention": ("Q", "K", "V"),
    "self_attention": ("X", "W_Q", "W_K", "W_V"),
    "cross_attention": ("X", "X_memory", "W_Q", "W_K", "W_V"),
}
STAGES = ("Q", "K", "V", "scores", "scaled_scores", "weights", "output")
SCORES = ("Q", "K", "scores")
MOST_TOKENS = 64
_FIT_TOGETHER = ("tokens", "memory_tokens", "X", "X_memory", "W_Q", "W_K", "W_V", "mask")


class AttentionExplorer(Widget):
    """Editors for X and the W matrices, and Q, K, V, scores, weights and output as heatmaps.

    `X` (n, d) holds the `tokens`, one in each row; `W_Q` and `W_K` are (d, d_k), `W_V` is (d, d_v).
    The page computes; each matrix here is the one in its editor, and assigning to it shows the new
    numbers. `mask` is None or an array of bool (n_q, n_k), True where a query may attend to a key;
    `scaled` and `axis` ("keys" or "queries") say how scores become weights.

    `mode` is "attention" (every stage), "scores" (only up to the scores), "mask" (with a mask to
    paint) or "cross": then `X` and `tokens` are the queries' sequence, `X_memory` and
    `memory_tokens` the one that keys and values come from.

    Pass a function of yours and it runs in the kernel at each change; what it returns is drawn
    beside the page's own result, with the difference. It is `attention(Q, K, V)`,
    `self_attention(X, W_Q, W_K, W_V)` or, in the mode "cross", `cross_attention(X_query, X_memory,
    W_Q, W_K, W_V)`, with `mask=` where a mask is set, and returns (output, weights); in the mode
    "scores" it is `scores(Q, K)`. If it raises, returns something else or takes long, the widget
    says so in place.

    `features` (d) name the columns of `X`, and with them the rows of the W that it meets;
    `memory_features` those of `X_memory`. Without them the indices stand there.

    `presets` are worked examples to start from: the page lists them, and a button loads the one
    that is chosen.

    Raises ValueError, in a sentence, for shapes or labels that do not fit.
    """

    _module = "attention_explorer"

    mode = traitlets.Enum(("attention", "scores", "mask", "cross"), "attention").tag(sync=True)
    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    memory_tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    features = traitlets.List(traitlets.Unicode()).tag(sync=True)
    memory_features = traitlets.List(traitlets.Unicode()).tag(sync=True)
    X = Matrix("X")
    X_memory = Matrix("X_memory")
    W_Q = Matrix("W_Q")
    W_K = Matrix("W_K")
    W_V = Matrix("W_V")
    mask = Mask("mask")
    mask_kind = traitlets.Unicode("none").tag(sync=True)
    scaled = traitlets.Bool(True).tag(sync=True)
    axis = traitlets.Enum(("keys", "queries"), "keys").tag(sync=True)
    step = traitlets.Float(0.1).tag(sync=True)
    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    driven_by = traitlets.Unicode().tag(sync=True)
    asks = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(
        self,
        tokens: Sequence[str],
        X: ArrayLike,
        W_Q: ArrayLike,
        W_K: ArrayLike,
        W_V: ArrayLike,
        *,
        mode: Mode = "attention",
        memory_tokens: Sequence[str] | None = None,
        X_memory: ArrayLike | None = None,
        features: Sequence[str] | None = None,
        memory_features: Sequence[str] | None = None,
        mask: ArrayLike | None = None,
        scaled: bool = True,
        attention: Callable[..., Any] | None = None,
        self_attention: Callable[..., Any] | None = None,
        cross_attention: Callable[..., Any] | None = None,
        scores: Callable[..., Any] | None = None,
        presets: Iterable[Example] = (),
        step: float = 0.1,
        **kwargs: Any,
    ) -> None:
        _check_mode(mode, X_memory is not None, memory_features is not None)
        passed = {
            "attention": attention,
            "self_attention": self_attention,
            "cross_attention": cross_attention,
            "scores": scores,
        }
        self._kind, self._function = _the_one(passed, mode)
        X = as_array(X, "X", 2)
        memory = X if X_memory is None else as_array(X_memory, "X_memory", 2)
        names, memory_names = _names(tokens, memory_tokens, len(X), len(memory), mode)
        try:
            super().__init__(
                mode=mode,
                tokens=names,
                memory_tokens=memory_names,
                features=_features(features, X, "features"),
                memory_features=_features(memory_features, memory, "memory features"),
                X=X,
                X_memory=None if X_memory is None else memory,
                W_Q=as_array(W_Q, "W_Q", 2),
                W_K=as_array(W_K, "W_K", 2),
                W_V=as_array(W_V, "W_V", 2),
                mask=mask,
                mask_kind="none" if mask is None else "by hand",
                scaled=bool(scaled) if isinstance(scaled, np.bool_) else scaled,
                step=as_number("step", step),
                presets=[_preset(each) for each in _examples(presets) if _fits(each, mode)],
                driven_by=_name_of(self._function),
                asks=list(_INPUTS.get(self._kind, ())),
                **kwargs,
            )
        except traitlets.TraitError as error:
            raise ValueError(str(error)) from None
        self.mask_kind = self._kind_of_mask()
        self.on_msg(self._answer)
        self._example: Example | None = None  # what it shows, until something is edited
        self.observe(self._forget, [*_FIT_TOGETHER, "scaled", "axis"])

    @classmethod
    def of(cls, example: Example, **options: Any) -> AttentionExplorer:
        """Return an explorer of a worked example; `options` as for the class."""
        options.setdefault("scaled", example.scaled)
        options.setdefault("presets", [example])
        if example.causal:
            options.setdefault("mask", np.tri(len(example.tokens), dtype=bool))
        X = example.X
        if example.X_query is not None:
            options |= {"mode": "cross", "X_memory": X, "memory_tokens": example.tokens}
            X = example.X_query
        tokens = example.query_tokens or example.tokens
        explorer = cls(tokens, X, example.W_Q, example.W_K, example.W_V, **options)
        if explorer.scaled == example.scaled and (explorer.mask is not None) == example.causal:
            explorer._keep(example)
        return explorer

    @traitlets.validate(*_FIT_TOGETHER)
    def _fit(self, proposal: Any) -> Any:
        """Refuse matrices that do not fit each other; several set at once are seen together."""
        now = {name: getattr(self, name) for name in _FIT_TOGETHER}
        now[proposal["trait"].name] = proposal["value"]
        misfit = _misfit(**now) or _out_of_place(self.mode, now["X_memory"] is not None)
        if misfit:
            raise traitlets.TraitError(misfit)
        return proposal["value"]

    @traitlets.observe("mask")
    def _name_mask(self, _: Any) -> None:
        """Give a mask that Python has set its name; the page names its own, a little later."""
        if not self._takes_from_page and not _is_called(self.mask, self.mask_kind):
            self.mask_kind = self._kind_of_mask()

    def _kind_of_mask(self) -> str:
        """Return what the mask is called. Between two sequences the page has none by "causal"."""
        kinds = ("none",) if self.mode == "cross" else ("none", "causal")
        return next((kind for kind in kinds if _is_called(self.mask, kind)), "by hand")

    def show(self, example: Example) -> None:
        """Load a worked example: its tokens, matrices, mask and scaling."""
        _check_example(example)
        if not _fits(example, self.mode):
            raise ValueError(f"{example.name} does not fit the mode {self.mode!r}.")
        n = len(example.tokens)
        # In one message: the page would compute what it has so far of several.
        with TURN, self.hold_sync(), self.hold_trait_notifications():
            queries = example.query_tokens or example.tokens
            self.tokens, self.memory_tokens = list(queries), list(example.tokens)
            self.features = self.memory_features = []
            if self.mode == "cross":
                self.X, self.X_memory = example.X_query, example.X
            else:
                self.X = example.X
            self.W_Q, self.W_K, self.W_V = example.W_Q, example.W_K, example.W_V
            self.mask = np.tri(n, dtype=bool) if example.causal else None
            self.mask_kind = "causal" if example.causal else "none"
            self.scaled = example.scaled
        self._keep(example)

    def _keep(self, example: Example) -> None:
        """Keep the example that is shown: its results hold for a softmax over the keys."""
        self._example = example if self.axis == "keys" else None

    def _forget(self, _: Any) -> None:
        self._example = None

    def _answer(self, _: Any, request: dict[str, Any], buffers: list[Any]) -> None:
        """Run the learner's function on what the page sent, and send back what came of it."""
        reply_to_page(self, request, buffers, self._run)

    def _run(self, given: dict[str, NDArray[np.float64]]) -> dict[str, NDArray[np.float64]]:
        """Return the function's arrays by name. Raises WrongResult for anything else."""
        assert self._function is not None
        inputs = [given[name].copy() for name in _INPUTS[self._kind]]
        options: dict[str, Any] = {}
        if "mask" in given:
            if not _takes_mask(self._function):
                raise WrongResult("Your function takes no mask: set the mask to none to compare.")
            options["mask"] = given["mask"].astype(bool)
        returned = self._function(*inputs, **options)
        for name, after in zip(_INPUTS[self._kind], inputs, strict=True):
            if not np.array_equal(given[name], after, equal_nan=True):
                raise WrongResult(f"Your function changed its input {name}: work on a copy.")
        # Of what was sent: the traits may be ahead of it, or behind.
        n_q, n_k = _sizes(given)
        if self._kind == "scores":
            return {"scores": as_result(returned, "scores", (n_q, n_k))}
        if returned is None:
            raise WrongResult("Your function returned None: is there a `return` at its end?")
        if not isinstance(returned, tuple | list) or len(returned) != 2:
            raise WrongResult(
                "Your function should return two arrays, (output, weights); "
                f"it returned {kind_of(returned)}."
            )
        weights, output = as_numbers(returned[1], "weights"), as_numbers(returned[0], "output")
        square = (n_q, n_k)
        mixed = (n_q, given["V" if "V" in given else "W_V"].shape[1])
        if (output.shape, weights.shape) == (square, mixed) and square != mixed:
            raise WrongResult("Your function should return (output, weights), in this order.")
        return {
            "weights": as_result(weights, "weights", square),
            "output": as_result(output, "output", mixed),
        }

    def _pictures(self) -> list[Table]:
        features = self.features
        of_memory = features if self.X_memory is None else self.memory_features
        tables = [picture("X", self.X, self.tokens, features)]
        if self.X_memory is not None:
            tables.append(picture("X_memory", self.X_memory, self.memory_tokens, of_memory))
        rows = {"W_Q": features, "W_K": of_memory, "W_V": of_memory}
        tables += [picture(name, getattr(self, name), rows[name], None) for name in rows]
        if self.mask is not None:
            keys = self.tokens if self.X_memory is None else self.memory_tokens
            tables.append(picture("mask", self.mask, self.tokens, keys))
        return tables + self._results()

    def _results(self) -> list[Table]:
        """Return the stages that are known: the example's, or those of the function's call.

        Nothing in Python computes the others but the page, and the learner.
        """
        if self._example is not None:
            return self._stages(self._example.expected)
        if self._function is not None and not os.environ.get("NBGRADER_EXECUTION"):
            return in_a_moment(self._stages_of_the_function, otherwise=[])
        return []

    def _stages_of_the_function(self) -> list[Table]:
        given = self._inputs()
        return self._stages(given) + self._stages(self._run(given), f"{self.driven_by}: ")

    def _stages(self, found: Mapping[str, NDArray[np.float64]], whose: str = "") -> list[Table]:
        """Return the tables of the stages that are found, in the order of their computation."""
        keys = self.tokens if self.X_memory is None else self.memory_tokens
        features = {"Q": self.tokens, "K": keys, "V": keys, "output": self.tokens}
        return [
            picture(f"{whose}{name}", found[name], features[name], None)
            if name in features
            else picture(f"{whose}{name}", found[name], self.tokens, keys)
            for name in (SCORES if self.mode == "scores" else STAGES)
            if name in found
        ]

    def _inputs(self) -> dict[str, NDArray[np.float64]]:
        """Return what the page would send for the learner's function."""
        memory = self.X if self.X_memory is None else self.X_memory
        made = {"Q": (self.X, self.W_Q), "K": (memory, self.W_K), "V": (memory, self.W_V)}
        given = {
            name: np.matmul(*map(np.asarray, made[name]))
            if name in made
            else np.array(getattr(self, name))
            for name in _INPUTS[self._kind]
        }
        return given if self.mask is None else given | {"mask": np.array(self.mask, np.float64)}

    def _described(self) -> str:
        return f"AttentionExplorer of '{' '.join(self.tokens)}'"

    def __repr__(self) -> str:
        """Return the mode, the tokens and the shapes."""
        names = ("X", "X_memory", "W_Q", "W_K", "W_V", "mask")
        values = {name: getattr(self, name) for name in names}
        shapes = ", ".join(f"{name} {v.shape}" for name, v in values.items() if v is not None)
        return f"<AttentionExplorer ({self.mode}) of '{' '.join(self.tokens)}': {shapes}>"


def _check_mode(mode: str, has_memory: bool, has_memory_features: bool) -> None:
    """Raise ValueError for a mode that there is not, or that the other arguments do not fit."""
    if mode not in ("attention", "scores", "mask", "cross"):
        raise ValueError(f"mode must be 'attention', 'scores', 'mask' or 'cross', not {mode!r}.")
    if misplaced := _out_of_place(mode, has_memory):
        raise ValueError(misplaced)
    if has_memory_features and mode != "cross":
        raise ValueError("memory_features go with X_memory; those of X are features.")


def _out_of_place(mode: str, has_memory: bool) -> str:
    """Return what is wrong with an X_memory in another mode than cross, or with none in that."""
    fits = (mode == "cross") == has_memory
    return "" if fits else "X_memory goes with mode='cross', and only with that."


def _names(
    tokens: Sequence[str], memory_tokens: Sequence[str] | None, n_q: int, n_k: int, mode: Mode
) -> tuple[list[str], list[str]]:
    """Return a label for each query and for each key. Raises ValueError."""
    names = as_labels(tokens, n_q, "tokens")
    own = memory_tokens is None and mode != "cross"
    memory_names = names if own else as_labels(memory_tokens, n_k, "memory tokens")
    if max(n_q, n_k) > MOST_TOKENS:
        raise ValueError(f"The explorer shows at most {MOST_TOKENS} tokens.")
    return names, memory_names


def _features(names: Sequence[str] | None, X: ArrayLike, what: str) -> list[str]:
    """Return names of the columns of X; none where none are given. Raises ValueError."""
    return [] if names is None else as_labels(names, np.shape(X)[1], what)


def _the_one(
    passed: dict[str, Callable[..., Any] | None], mode: Mode
) -> tuple[str, Callable[..., Any] | None]:
    """Return the function that was passed, and its kind; ValueError where these do not fit."""
    kinds = [kind for kind, function in passed.items() if function is not None]
    if not kinds:
        return "", None
    if len(kinds) > 1:
        raise ValueError(f"Pass one function; here are {' and '.join(kinds)}.")
    (kind,) = kinds
    fitting = {
        "scores": ("scores",),
        "cross": ("attention", "cross_attention"),
        "attention": ("attention", "self_attention"),
        "mask": ("attention", "self_attention"),
    }[mode]
    if kind not in fitting:
        raise ValueError(f"In the mode {mode!r} pass {' or '.join(fitting)}, not {kind}.")
    function = passed[kind]
    if not callable(function):
        raise ValueError(
            f"{kind} must be a function, and {function!r:.60} is none: "
            "pass its name without brackets."
        )
    return kind, function


def _sizes(given: dict[str, NDArray[np.float64]]) -> tuple[int, int]:
    """Return how many queries and how many keys."""
    if "Q" in given:
        return len(given["Q"]), len(given["K"])
    return len(given["X"]), len(given.get("X_memory", given["X"]))


def _name_of(function: Callable[..., Any] | None) -> str:
    return "" if function is None else getattr(function, "__name__", "function")


def _takes_mask(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(p.name == "mask" or p.kind is p.VAR_KEYWORD for p in parameters)


def _misfit(
    *,
    tokens: list[str],
    memory_tokens: list[str],
    X: Any,
    X_memory: Any,
    W_Q: Any,
    W_K: Any,
    W_V: Any,
    mask: Any,
) -> str:
    """Return what does not fit, in a sentence; "" where all does, or not all is there yet."""
    if X is None or any(W is None for W in (W_Q, W_K, W_V)):
        return ""
    if len(tokens) != len(X):
        return f"X has {len(X)} rows for {len(tokens)} tokens."
    if X_memory is not None and len(memory_tokens) != len(X_memory):
        return f"X_memory has {len(X_memory)} rows for {len(memory_tokens)} memory tokens."
    memory = X if X_memory is None else X_memory
    sources = {
        "W_Q": ("X", X, W_Q),
        "W_K": ("X_memory", memory, W_K),
        "W_V": ("X_memory", memory, W_V),
    }
    for name, (source, matrix, W) in sources.items():
        if X_memory is None:
            source = "X"
        if W.shape[0] != matrix.shape[1]:
            return (
                f"{name} {W.shape} must have as many rows as {source} {matrix.shape} has columns."
            )
    if W_Q.shape[1] != W_K.shape[1]:
        return f"W_Q {W_Q.shape} and W_K {W_K.shape} must have as many columns as each other."
    if mask is not None and mask.shape != (len(X), len(memory)):
        return f"The mask must have the shape {(len(X), len(memory))}; its shape is {mask.shape}."
    return ""


def _is_called(mask: Any, kind: str) -> bool:
    """Return True if a mask is what it is called: by its name it is made anew for other tokens."""
    if mask is None or kind == "none":
        return mask is None and kind == "none"
    n, m = mask.shape
    made = {"causal": np.tri(n, m), "padding": np.arange(m) < np.full((n, 1), max(1, m - 2))}
    return kind not in made or np.array_equal(mask, made[kind])


def _check_example(example: Any) -> None:
    if not hasattr(example, "X_query"):
        raise ValueError(f"{example!r:.60} is no worked example, as examples.I_LOVE_AI is one.")


def _examples(presets: Any) -> list[Example]:
    """Return the presets as a list. Raises ValueError where one of them is no example."""
    if isinstance(presets, Example | str) or not isinstance(presets, Iterable):
        raise ValueError(f"presets must be a list of worked examples, not {presets!r:.60}.")
    examples = list(presets)
    for example in examples:
        _check_example(example)
    return examples


def _fits(example: Example, mode: str) -> bool:
    return (example.X_query is not None) == (mode == "cross")


def _preset(example: Example) -> dict[str, Any]:
    """Return an example as the page loads it."""
    n = len(example.tokens)
    matrices = {name: getattr(example, name).tolist() for name in ("W_Q", "W_K", "W_V")}
    if example.X_query is None:
        matrices["X"] = example.X.tolist()
    else:
        matrices |= {"X": example.X_query.tolist(), "X_memory": example.X.tolist()}
    matrices["mask"] = np.tri(n).tolist() if example.causal else None
    return {
        "name": example.name,
        "tokens": list(example.query_tokens or example.tokens),
        "memory_tokens": list(example.tokens),
        "matrices": matrices,
        "scaled": example.scaled,
        "causal": example.causal,
    }
