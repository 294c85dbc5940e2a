"""Show errors in a notebook as what they mean to a learner.

A check that ends in CheckFailed or NotAttempted is shown as a band, not as an error in red. A cell
with a SyntaxError does not run at all, so the function that it defines does not exist; the check
below it then fails before it is even called, where Python would say NameError. It would say so of
a letter without quotes, too. And where a cell has given the name `check` to a variable, no check
can be called at all.
"""

import ast
import contextlib
import re
import sys
from collections.abc import Container, Iterator
from difflib import get_close_matches
from linecache import getline
from math import inf
from traceback import walk_tb
from types import FrameType, FunctionType, TracebackType
from typing import Any

from course.check.appearance import FAILED, band, on_a_page, publish, running_shell
from course.check.error_meanings import meaning_of
from course.check.frames import is_learners
from course.check.learners_code import names_assigned
from course.check.outcomes import Calm

LETTERS = "abcde"  # of the questions


def explain_in_notebook(exercises: Container[str]) -> None:
    """Let the notebook show from now on what checks raise, and a NameError for `exercises`.

    And an AttributeError where a variable has taken the name of a part of the course, as `check`.
    Nothing happens outside IPython.
    """
    shell = running_shell()
    if shell is not None:
        kinds = NameError, AttributeError, Calm
        shell.set_custom_exc(kinds, lambda *error, **kw: _show(exercises, *error, **kw))
        shell.events.register("post_run_cell", _note_what_was_read)


def is_unreadable(name: str) -> bool:
    """Return True if the last run of the cell that defines `name` ended before it was defined.

    What goes by that name, if anything does, is then an older version: what it held when the error
    came.
    """
    return name in _unreadable and _value_of(name) is _unreadable[name][1]


def advice(name: str) -> str:
    """Return a sentence on the error that ended the cell of `name`, with a space before; or ""."""
    meaning = _unreadable[name][0] if is_unreadable(name) else ""
    return f" What the error means: {meaning}." if meaning else ""


def nothing_kept(name: str) -> str:
    """Return a sentence on the call whose value, None, was the last that `name` got; or ""."""
    call = _formulas.get(name)
    if not isinstance(call, ast.Call):
        return ""
    what = "shows a value and gives back" if ast.unparse(call.func) == "print" else "gives back"
    return f"{name} holds None: the call `{ast.unparse(call)}` {what} nothing that could be kept."


def formulas_of(name: str) -> list[ast.expr]:
    """Return the formula that last gave a name its value, and those of the names that it reads.

    Only of names that a cell's own lines gave a value by `name = ...`; the nearest come first.
    """
    found: dict[str, ast.expr] = {}
    names = [name]
    for each in names:  # grows on the way
        if each in _formulas and each not in found:
            found[each] = _formulas[each]
            names += [node.id for node in ast.walk(found[each]) if isinstance(node, ast.Name)]
    return list(found.values())


def functions_called(name: str) -> dict[str, FunctionType]:
    """Return the notebook's functions that the formulas of a name read, by their names."""
    shell = running_shell()
    variables = shell.user_ns if shell is not None else {}
    names = {
        node.id
        for formula in formulas_of(name)
        for node in ast.walk(formula)
        if isinstance(node, ast.Name)
    }
    values = {each: variables.get(each) for each in sorted(names)}
    return {each: value for each, value in values.items() if isinstance(value, FunctionType)}


def name_like(name: str, answers: Container[str]) -> str:
    """Return a sentence on a name much like `name` that a cell gave since; "" if there is none.

    The names of `answers` are meant as they are. One with a digit, as slip_1, has others beside it.
    """
    if written := _written_to_another(name):
        return written
    names = list(_given)
    since = names[names.index(name) + 1 :] if name in names else names
    others = [other for other in since if other not in answers]
    near = get_close_matches(name, others, n=1, cutoff=0.8)
    if not near or re.search(r"\d", name):
        return ""
    return f" A cell defines `{near[0]}`: if that is your answer, its name should be `{name}`."


def _written_to_another(name: str) -> str:
    """Return a sentence on a matrix that went to `W_Q`, where `W_Q_self` is asked for; or "".

    A widget's Copy writes the name in the widget. Only a cell that typed the matrix counts.
    """
    shorter = name.rsplit("_", 1)[0]
    shell = running_shell()
    match _formulas.get(shorter):
        case ast.Call(func=ast.Attribute(attr="array")) if (
            name.startswith("W_") and shell is not None
        ):
            shape = getattr(shell.user_ns.get(shorter), "shape", None)
            if shape:
                return (
                    f" `{shorter}` is now {shape}: a widget's Copy writes the name that the matrix "
                    f"has in the widget. If that is your answer, change its name to `{name}`, and "
                    f"run the cell that gave `{shorter}` its value at first once more."
                )
    return ""


def name_compared(name: str) -> str:
    """Return a sentence on `name == ...`, where that is what its cell holds; "" if it is not."""
    return _compares(name) if name in _compared else ""


def _compares(name: str) -> str:
    return f" `{name} == ...` compares. With one `=` the name gets its value."


def replaced_functions() -> dict[str, FunctionType]:
    """Return {name: the function of the first cell that defined it}, where it is another by now."""
    if running_shell() is None:
        return {}
    first = {name: function for name, (_, function) in _first_of.items()}
    return {name: old for name, old in first.items() if _value_of(name) is not old}


def renamed(name: str) -> str:
    """Return the function that its cell defines by now in the place of `name`; "" if none."""
    return _renamed.get(name, "")


# The cell that last defined a function, where the notebook says which it was.
_cell_of: dict[str, str] = {}
# The cell that first defined a function, where the notebook says which it was, and the function.
_first_of: dict[str, tuple[str, FunctionType]] = {}
# What that cell defined in a later run, in the place of the function.
_renamed: dict[str, str] = {}
# The names that cells defined, the last one last.
_given: dict[str, None] = {}
# The formula that last gave a name its value.
_formulas: dict[str, ast.expr] = {}
# The names that stand to the left of `==` in a line of their own, and got no value since.
_compared: set[str] = set()
# What a SyntaxError, or an error above it in its cell, kept away: what that error means, and the
# older version.
_unreadable: dict[str, tuple[str, Any]] = {}
_NOTHING = object()  # stands for the value of a name that has none
_DEFINED = re.compile(r"^(?:def +(\w+)|(\w+(?: *, *\w+)*) *=(?!=))", re.MULTILINE)


def _note_what_was_read(result: Any) -> None:
    """Keep the names that a cell defined, their formulas, and what an error kept it from."""
    cell = result.info.raw_cell or ""
    error = result.error_before_exec or result.error_in_exec
    ended = 0.0 if isinstance(result.error_before_exec, SyntaxError) else _line_that_raised(error)
    cell_id = getattr(result.info, "cell_id", None) or ""
    with contextlib.suppress(SyntaxError, ValueError):  # a magic; a null byte
        tree = ast.parse(cell)
        _note_formulas(tree.body, ended)
        _note_functions([each for each in _statements(tree) if _last_line(each) < ended], cell_id)
    for names, line, is_function in _definitions(cell):
        for name in names:
            if line < ended:
                _unreadable.pop(name, None)
                _given.pop(name, None)
                _given[name] = None
            elif is_function or not _is_function_of_another_cell(name, cell_id):
                _unreadable[name] = meaning_of(error) if error else "", _value_of(name)


def _value_of(name: str) -> Any:
    """Return what a name holds in the notebook."""
    shell = running_shell()
    return shell.user_ns.get(name, _NOTHING) if shell is not None else _NOTHING


def _is_function_of_another_cell(name: str, cell_id: str) -> bool:
    """Return True for a function of the notebook's: a failed `name = ...` elsewhere is not its."""
    return _cell_of.get(name, "") not in ("", cell_id) and callable(_value_of(name))


def _definitions(cell: str) -> Iterator[tuple[list[str], int, bool]]:
    """Yield the names that each statement defines, the line after which it has, and if it is `def`.

    Of a cell that Python cannot parse, the first line, which is all that is known.
    """
    try:
        tree = ast.parse(cell)
    except (SyntaxError, ValueError):
        for found in _DEFINED.finditer(cell):
            first = cell.count("\n", 0, found.start()) + 1
            yield re.findall(r"\w+", found[1] or found[2]), first, bool(found[1])
        return
    for each in _statements(tree):
        yield _names_given(each), _line_given(each), isinstance(each, ast.FunctionDef)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a cell, and those inside of `if`, `with` and their like."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, ast.expr | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _statements(child)


def _names_given(statement: ast.stmt) -> list[str]:
    """Return the names that a statement gives a value by itself."""
    match statement:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return names_assigned(*targets)
        case ast.AnnAssign(target=target, value=ast.expr()):
            return names_assigned(target)
        case ast.AugAssign(target=target) | ast.For(target=target):
            return names_assigned(target)
        case ast.With(items=items):
            return names_assigned(*(item.optional_vars for item in items if item.optional_vars))
    return []


def _line_given(statement: ast.stmt) -> int:
    """Return the last line that runs before the statement's names have their values."""
    match statement:
        case ast.For(iter=head) | ast.With(items=[*_, ast.withitem(context_expr=head)]):
            return head.end_lineno or head.lineno
    return _last_line(statement)


def _last_line(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _note_functions(lines: list[ast.stmt], cell_id: str) -> None:
    """Keep the cell of each function, and which took the place of one that it defined before."""
    names = [line.name for line in lines if isinstance(line, ast.FunctionDef)]
    given = {name for line in lines for name in _names_given(line)}  # by `attend = mine`, too
    new = [name for name in names if name not in _cell_of]
    for name, place in _cell_of.items():
        if place == cell_id != "" and name not in given and new:
            _renamed[name] = new[0]
    for name in names:
        _cell_of[name] = cell_id
        function = _value_of(name)
        is_first = _first_of.get(name, (cell_id,))[0] == cell_id != ""
        if is_first and isinstance(function, FunctionType):
            _first_of[name] = cell_id, function
    for name in given:
        _renamed.pop(name, None)


def _note_formulas(lines: list[ast.stmt], ended: float) -> None:
    """Keep the formulas of the lines before the one in which the cell ended."""
    for line in lines:
        _compared.update(_names_compared([line]))
        if _last_line(line) >= ended:
            continue
        for name in names_assigned(line):
            _formulas.pop(name, None)
            _compared.discard(name)
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                _formulas[name] = value


def _names_compared(lines: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that stand to the left of `==` in a line of their own."""
    for line in lines:
        match line:
            case ast.Expr(value=ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()])):
                yield name


def _names_handed_to_a_check(lines: list[ast.stmt]) -> list[str]:
    """Return the names between the brackets of `check.committed(prediction)` and its like."""
    return [
        argument.id
        for line in lines
        if isinstance(line, ast.Expr)
        for call in [line.value]
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("check.")
        for argument in call.args
        if isinstance(argument, ast.Name)
    ]


def _line_that_raised(error: BaseException | None) -> float:
    """Return the line of the cell that an error came from; infinity if there is none."""
    if error is None:
        return inf
    lines = (line for frame, line in walk_tb(error.__traceback__) if _is_cell(frame))
    return next(lines, inf)


def _is_cell(frame: FrameType) -> bool:
    code = frame.f_code
    return code.co_name.startswith(("<module>", "<cell line")) and is_learners(code.co_filename)


def _show(
    exercises: Container[str],
    shell: Any,
    kind: type,
    error: Any,
    trace: Any,
    tb_offset: int | None = None,
) -> None:
    """Show an error that ended a cell. IPython has noted it: the cells below do not run."""
    words = _words(error, exercises) if kind is NameError else ""
    words = words or (_name_taken(error, shell) if kind is AttributeError else "")
    if words:
        error._render_traceback_ = lambda: [words]
    if on_a_page() and (words or isinstance(error, Calm)):
        # What a program that executes notebooks is told of the error.
        shell._last_traceback = error._render_traceback_()
        publish(*_looks(error, words))
    else:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def _looks(error: Any, words: str) -> tuple[str, str]:
    """Return the text and the HTML of an error."""
    if isinstance(error, Calm):
        return error.as_text(), error.as_band()
    return words, band(FAILED, words)


def _words(error: NameError, exercises: Container[str]) -> str:
    """Return what to say of a name that does not exist; "" where Python's words will do."""
    name = str(error.name)
    if name in exercises or name in _names_handed_to_a_check(_statements_of(error)):
        if name in _compared or name in _names_compared(_statements_of(error)):
            return f"{name}: the notebook does not know this name.{_compares(name)}"
        if means := advice(name):
            return f"{name}: the last run of its cell ended in an error.{means}"
        if like := name_like(name, exercises):
            return f"{name}: the notebook does not know this name.{like}"
        return (
            f"{name}: the notebook does not know this name, because the cell that defines it has "
            "not run, or ended in an error. Run that cell and read what stands below it: a "
            "SyntaxError names the line that Python cannot read."
        )
    is_in_the_cell = error.__traceback__ is not None and not _is_in_a_function(error.__traceback__)
    if name == "e" and is_in_the_cell and any(map(_begins_with_e, _statements_of(error))):
        return (
            "Python reads e minus or plus a number: in a power of ten, as 1e-5, digits stand "
            "before the e. If its exponent is your answer, write the number without the e."
        )
    if name in set(LETTERS) and is_in_the_cell:
        for line in _statements_of(error):
            match line:
                case ast.Assign(targets=[ast.Name(id=asked)]) if asked in exercises:
                    # Those that are answered with a letter have no check of their own.
                    return (
                        f"{asked} wants no letter, and no line that has run gives {name} a value."
                    )
        return f'If {name} is your answer, write the letter in quotes: "{name}".'
    return ""


def _name_taken(error: BaseException, shell: Any) -> str:
    """Return a sentence on `check.dot(dot)` where `check` is a variable by now; "" elsewhere."""
    if error.__traceback__ is None or _is_in_a_function(error.__traceback__):
        return ""
    nodes = (node for line in _statements_of(error) for node in ast.walk(line))
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name)) if f"course.{name}" in sys.modules:
                value = shell.user_ns.get(name)
                is_of_it = getattr(error, "obj", value) is value  # not of another in that line
                if is_of_it and value is not sys.modules[f"course.{name}"]:
                    formula = f" = {ast.unparse(_formulas[name])}" if name in _formulas else ""
                    return (
                        f"`{name}` is a part of the course, and a cell has used this name for a "
                        f"variable: `{name}{formula}`. Give the variable another name, run the "
                        "first code cell of the notebook once more, and then this cell."
                    )
    return ""


def _begins_with_e(line: ast.stmt) -> bool:
    """Return True for `x = e-05`."""
    match line:
        case ast.Assign(
            value=ast.BinOp(
                left=ast.Name(id="e"), op=ast.Sub() | ast.Add(), right=ast.Constant(value=int())
            )
        ):
            return True
    return False


def _statements_of(error: BaseException) -> list[ast.stmt]:
    """Return what stands in the cell's line that raised the error; nothing if it is no whole."""
    places = [place for place in walk_tb(error.__traceback__) if _is_cell(place[0])]
    with contextlib.suppress(SyntaxError):
        return [
            each
            for frame, line in places
            for each in ast.parse(getline(frame.f_code.co_filename, line).strip()).body
        ]
    return []


def _is_in_a_function(trace: TracebackType) -> bool:
    frames = [frame for frame, _ in walk_tb(trace)]
    return not _is_cell(frames[-1])
