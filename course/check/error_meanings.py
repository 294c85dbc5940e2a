"""The meaning of an exception in the learner's code, and what to do about it."""

import ast
import builtins
import keyword
import re
from difflib import get_close_matches
from types import FrameType, FunctionType

import numpy as np

from course.check.errors import plain_text
from course.check.frames import cell_of, frames_of, is_learners, learners_line, nodes_of_line
from course.check.outcomes import type_name

_SIZE = re.compile(r"[dn]_\w+$")  # what the texts call sizes: d_k, n_q

_JOINS = re.compile(r"\b(concatenate|stack)\(\s*[^\[(\s]")
_COUNTS = re.compile(r"\brange\(\w+\)")  # to an array itself
_IN_BRACKETS = "all arrays stand together in one more pair of brackets: `([a, b])`"

# What errors that beginners meet mean, and what to do; by a part of their first line.
_MEANING = (
    (
        r"^the inner sizes of a matrix product",
        "the left matrix needs as many columns as the right one has rows",
    ),
    (r"^there is no dot product", "it pairs their numbers, so the sizes have to be equal"),
    (
        r"^one side of a matrix product is neither"
        r"|^unsupported operand type\(s\) for @: '(numpy\.)?(float|int)",
        "`@` multiplies vectors and matrices; `*` multiplies by a single number",
    ),
    (
        r"^the product does not fit into",
        "`@=` writes into its left side, and `np.matmul` into its third argument: make a new array",
    ),
    (
        r"'(tuple|list)' object is not callable",
        "round brackets call a function; a position stands in square ones",
    ),
    (
        r"'numpy.ndarray' object is not callable",
        "round brackets call a function: `.T` has none, and a position stands in square ones",
    ),
    (
        r"^(cannot use '[\w.]+' as a dict key \()?unhashable type: '(numpy.ndarray|list)'",
        "the key of a dict is a text in quotes here",
    ),
    (
        r"^'(numpy\.)?(float|int)\d*' object has no attribute 'append'",
        "lists have `append`; to a number, `+=` adds",
    ),
    (
        r"^'numpy.ndarray' object has no attribute '(append|extend|insert)'",
        "lists have that; an array keeps its size, and a place in it gets a value by `A[i] = x`",
    ),
    (
        r"^unsupported operand type\(s\) for (/|-|\*\*).*'list'"
        r"|^can't multiply sequence by non-int",
        "a list does not compute entry by entry; `np.array` makes an array of it, which does",
    ),
    (
        r"^Weights sum to zero",
        "`np.average` divides by the sum of the weights, and some have the sum 0; "
        "`(weights * x).sum(axis=...)` does not divide",
    ),
    (r"append\(\) takes exactly one argument", "a pair is one thing, in brackets of its own"),
    (
        r"^'NoneType' object has no attribute '(append|extend|sort|reverse)'",
        "something is None, as is what `append` gives back: it changes the list itself",
    ),
    (
        r"^'numpy.ndarray' object has no attribute '(row|col|column)s?'",
        "square brackets take a part of an array, as in `A[0]`",
    ),
    (r"^'list' object has no attribute 'find'", "texts have `find`, and lists have `index`"),
    (
        r"^'list' object has no attribute "
        "'(argmax|argmin|max|min|sum|mean|std|T|transpose|shape|size|ndim|dot|reshape|astype)'",
        "arrays have that, and lists do not; `np.array` makes an array of a list",
    ),
    (
        r"^'numpy.ndarray' object has no attribute 'index'",
        "lists have `index`; an array's `argmax` gives the position of its largest entry",
    ),
    (
        r"^('numpy.ndarray' object|module 'numpy') has no attribute '(t|T|[Tt]ranspose\w*)'",
        "the transpose of `A` is `A.T`",
    ),
    (
        r"^'dict' object has no attribute '\w+'",
        'an entry of a dict stands in square brackets, its key in quotes: `d["key"]`',
    ),
    (
        r"^(column_stack|hstack|vstack)\(\) takes 1 positional argument",
        _IN_BRACKETS,
    ),
    (r"^(concatenate|stack)\(\) got multiple values for argument 'axis'", _IN_BRACKETS),
    (
        r"^transpose\(\) takes from 1 to 2 positional arguments",
        "`np.transpose` takes the order of the axes in brackets of their own: "
        "`np.transpose(A, (0, 2, 1))`",
    ),
    (
        r"^reshape\(\) takes from \d to \d positional arguments|^order must be str, not int",
        "one number too many: sizes stand in brackets of their own, `np.reshape(A, (n, m))`",
    ),
    (
        r"^'(function|method|builtin_function_or_method|numpy\.(ufunc|_ArrayFunctionDispatcher))' "
        r"object is not subscriptable",
        "a function is called with round brackets; square ones take a part of an array",
    ),
    (
        r"^resize only works on|^cannot resize",
        "`resize` changes the array itself, if it can; `reshape` gives one of another shape",
    ),
    (
        r"^all the input arrays must have same number of dimensions",
        "`np.column_stack` makes a column of a vector; elsewhere `x[:, None]` is one",
    ),
    (
        r"^'tuple' object has no attribute '(T|transpose|reshape|shape|dot|sum)'",
        "a tuple of arrays is no array: take them out one by one",
    ),
    (
        r"^array\(\) takes from 1 to 2 positional arguments",
        "all rows stand in one more pair of brackets: `np.array([[1, 2], [3, 4]])`",
    ),
    (
        r"^boolean index did not match",
        "a mask between square brackets needs the shape of the array; `np.where` broadcasts one, "
        "and so does `np.broadcast_to(mask, shape)`",
    ),
    (
        r"^arrays used as indices must be",
        "a position is a whole number: `for row in A` gives the rows themselves, "
        "`for i in range(len(A))` their positions",
    ),
    (
        r"^list indices must be .* not tuple",
        "the list of a list's rows takes one position at a time: `rows[i][j]`",
    ),
    (r"^'int' object is not iterable", "a loop counts with `range`: `for i in range(n)`"),
    (
        r"^'(numpy\.)?float\d*' object is not iterable",
        "this is one number: a loop over an array of one axis gives numbers, and not rows",
    ),
    (
        r"must be a string or a real number, not '(function|method|builtin_function_or_method)'",
        "a function stands there that was not called: its round brackets are missing",
    ),
    (
        r"truth value of an array",
        "an array holds many values, and one is wanted here; `.any()` or `.all()` makes one of "
        "them, and `np.where(condition, a, b)` decides entry by entry",
    ),
    (
        r"^Cannot interpret 'True' as a data type|^return arrays must be of ArrayType",
        "`keepdims` is said by name: `keepdims=True`",
    ),
    (r"unexpected keyword argument 'keep(_?dim|_dims)'", "numpy writes `keepdims`"),
    (r"^_?mean\(\) got an unexpected keyword argument 'weights'", "`np.average` takes `weights`"),
    (
        r"^'(numpy\.)?(float|int)\d*' object is not callable",
        "a bracket right behind a number calls it; `*` multiplies",
    ),
    (
        r"^diag requires an array of at least two dim",
        "`np.diagonal` reads the diagonal of a matrix; `np.diag` also makes a matrix of a vector",
    ),
    (r"unexpected keyword argument 'dim'", "numpy writes `axis`, and `keepdims`"),
    (
        r"^(exp|sqrt|log)\(\) got an unexpected keyword argument '(axis|keepdims)'",
        "it goes entry by entry, whatever the axes; `sum` and `max` take one away",
    ),
    (
        r"^unsupported operand type\(s\) for .*"
        r"'(function|method|builtin_function_or_method|numpy\._ArrayFunctionDispatcher)'",
        "one of the two is a function that was not called: its round brackets are missing",
    ),
    (
        r"^Cannot interpret '.*' as a data type",
        "the sizes of a new array stand in a tuple: `np.zeros((n, m))`",
    ),
    (
        r"^cannot access local variable",
        "a name that is assigned anywhere in a function is the function's own; it has no value "
        "before that line",
    ),
    (
        r"^list indices must be .* not (builtin_function_or_method|method|function)",
        "a function stands there that was not called: its round brackets are missing",
    ),
    (
        r"^list indices must be integers or slices, not str",
        "a position is a whole number; for a word in a list, `index` gives it",
    ),
    (
        r"^too many indices for array: array is 1-dimensional",
        "the array has one axis there, as a row has, and more are asked for",
    ),
    (
        r"^only integer|^only integers, slices|^list indices must be integers",
        "a position is a whole number",
    ),
    (
        r"^Cannot cast ufunc 'matmul'",
        "`@=` writes into its left side, which holds whole numbers: make a new array",
    ),
    (
        r"^Cannot cast ufunc 'multiply' .* from dtype\('float64'\) to dtype\('int",
        "the array holds whole numbers only, and a fraction does not fit in; "
        "write `x = x * y` in place of `x *= y`",
    ),
    (
        r"^Cannot cast ufunc '(add|subtract)' .* from dtype\('float64'\) to dtype\('int",
        "the array holds whole numbers only, and a fraction does not fit in; "
        "`np.zeros` makes one of floats if it is told no `dtype`",
    ),
    (
        r"^Cannot cast ufunc .* from dtype\('float64'\) to dtype\('int",
        "the array holds whole numbers only, and a fraction does not fit in; "
        "write `x = x / y` in place of `x /= y`, or make the array with `np.zeros`",
    ),
    (
        r"^setting an array element with a sequence.*inhomogeneous",
        "arrays or rows of different sizes were put together, and make no array",
    ),
    (
        r"^setting an array element with a sequence",
        "a place for one number was given an array",
    ),
    (r"^could not broadcast input array", "the place has another size than what is put there"),
    (
        r"^unsupported operand type\(s\) for .*NoneType",
        "something is None: has a function no `return`?",
    ),
    (r"not supported between instances of '.*NoneType", "one of the two values is None"),
    (
        r"not supported between instances of '(str' and '(int|float)|(int|float)' and 'str)'",
        "a text cannot be larger or smaller than a number",
    ),
    (
        r"^exceptions must derive from BaseException",
        'after `raise` stands an error, not a text: `raise ValueError("...")`',
    ),
    (r"^maximum recursion depth", "the function calls itself again and again"),
    (
        r"^invalid index to scalar variable",
        "a single number has no axes: a sum or maximum of one row is one; `keepdims=True` keeps "
        "the axis",
    ),
    (
        r"^ufunc 'bitwise_xor' not supported|^unsupported operand type\(s\) for \^",
        "`^` is no power in Python: write `**`",
    ),
    (
        r"^only (length-1|size-1|0-dimensional) arrays can be converted",
        "a single number is wanted there: functions of `math`, and `float`, take no rows; those of "
        "`np` do",
    ),
    (
        r"^unsupported operand type\(s\) for .*'tuple'|^can only concatenate tuple",
        "a tuple holds several numbers: a shape is one, and a comma between numbers makes one",
    ),
    (r"^name 'math' is not defined", "`math` needs a line `import math`"),
    (r"^name '\w{2,}' is not defined", "no line that has run gives this name a value"),
    (r"^(tuple|list|string) index out of range", "positions are counted from 0"),
    (r"^axes don't match array", "`transpose` names a place for each axis of the array"),
    (
        r"^axis -?\d+ is out of bounds for array of dimension 1$",
        "with one axis, that is axis 0; the last of any array is `axis=-1`",
    ),
    (r"^Axis must be specified", "`axis=0` takes the mean over the rows, each with its weight"),
    (r"^axis -?\d+ is out of bounds", "axes are counted from 0, and the last is `axis=-1`"),
    (r"^module 'numpy' has no attribute 'ln'", "the natural logarithm is `np.log`"),
    (r"^zip\(\) argument", "the two have different lengths"),
    (
        r"^(np\.\w+\()?(True|False|-?[\d.]+(e-?\d+)?)\)? is not in list"
        r"|^list\.index\(x\): x not in list",
        "`index` looks for this very entry in the list that stands before the point",
    ),
    (
        r"^either both or neither of x and y",
        "`np.where` takes three things: a condition, what stands where it is True, and what "
        "stands elsewhere",
    ),
    (
        r"^(zeros|ones|empty|full)\(\) got multiple values",
        "the sizes of a new array stand in a tuple: `np.zeros((n, m))`",
    ),
    (
        r"^\w+\(\) (got an unexpected keyword argument"
        r"|takes (from \d+ to )?\d+ positional arguments? but)",
        "the call and the function's first line do not fit together",
    ),
    (r"^too many values to unpack", "the right side has more values than the left side has names"),
    (
        r"^not enough values to unpack",
        "the right side has fewer values than the left side has names",
    ),
    (
        r"^cannot reshape array of size",
        "the new sizes, multiplied, have to give the number of entries",
    ),
    (
        r"^all input arrays must have the same shape",
        "`np.stack` takes arrays of one shape: look at the shape of each",
    ),
    (
        r"^all the input array dimensions",
        "arrays that are joined along one axis need equal sizes along the others",
    ),
    (r"^need at least one array to", "the list of arrays is empty"),
    (
        r"^expected a sequence of integers .* got 'Ellipsis'"
        r"|^'ellipsis' object cannot be interpreted as an integer",
        "`...` stands for what was left out: write all of it",
    ),
    (
        r"^expected a sequence of integers .* got '-?[\d.e+-]+'"
        r"|'(numpy\.)?float\d*' object cannot be interpreted as an integer",
        "a whole number is wanted there; if a `/` made the float, write `//`",
    ),
    (
        r"^'tuple' object cannot be interpreted as an integer",
        "a shape holds a size for each axis: choose one, as in `A.shape[0]`",
    ),
    (
        r"^slice indices must be integers|^expected a sequence of integers",
        "a whole number is wanted there; if a `/` made a float of it, write `//`",
    ),
    (
        r"^non-broadcastable output operand",
        "what stands on the left keeps its shape, and the right side does not fit into it",
    ),
    (r"^operands could not be broadcast", "entry by entry, the sizes have to be equal, or 1"),
)

_OF_NUMPY = {"array", "zeros", "ones", "arange", "where", "argmax", "argmin", "eye", "tril", "triu"}


def describe_error(error: BaseException, guess: bool = True) -> str:
    """Return the type of the error, its text, and what that means where it is not plain.

    As in "IndexError: index 3 is out of bounds". With `guess`, also where it may come from.
    """
    name, words, meaning = type_name(type(error)), plain_text(error), meaning_of(error)
    meaning = meaning if guess else meaning.split("; if ")[0]
    text = f"{name}: {words}" if words else name
    return f"{text} ({meaning})" if meaning else text


def meaning_of(error: BaseException) -> str:
    """Return what an error means, and what to do; "" where its own words are plain."""
    if isinstance(error, SystemExit):
        return "it ends the whole program; `return` ends a function"
    if isinstance(error, SyntaxError):
        return _meaning_of_syntax(str(error.msg), error.text or "")
    if isinstance(error, NameError) and (
        _is_of_numpy(str(error.name)) or _is_called_without_numpy(error)
    ):
        return f"numpy's functions have its name in front: `np.{error.name}`"
    if isinstance(error, NameError) and str(error.name).lower() in ("inf", "nan"):
        return f"it is numpy's, and has its name in front: `np.{str(error.name).lower()}`"
    words = plain_text(error)
    if words.startswith("the inner sizes of a matrix product") and (two := _two_vectors(error)):
        return two
    if "from dtype('float64') to dtype('int" in words and (into := _into_an_argument(error)):
        return into
    if words.startswith("only integer scalar arrays") and _JOINS.search(learners_line(error)):
        return _IN_BRACKETS  # numpy takes the second array for an axis
    if words.startswith("only integer scalar arrays") and _COUNTS.search(learners_line(error)):
        return "`range` takes a whole number, and the sizes of an array stand in its `shape`"
    if isinstance(error, NameError) and len(str(error.name)) == 1:
        return _meaning_of_letter(error)
    if near := _known_by_another_name(error):
        return near
    if "not tuple" in words and "where(" in learners_line(error):
        return "`np.where` gives a tuple of arrays, and a position is one whole number"
    if "NoneType" in words and (none := _argument_that_is_none(error)):
        return f"the argument {none} is None"
    if isinstance(error, NameError) and _SIZE.match(str(error.name)) and _given(error):
        return f"{_given(error)}; the size of an array stands in its `shape`"
    if meaning := next((means for part, means in _MEANING if re.search(part, words)), ""):
        return meaning
    if isinstance(error, AttributeError) and error.obj is np:
        small = str(error.name).lower()
        if small != error.name and callable(getattr(np, small, None)):
            return f"numpy writes it with small letters: `np.{small}`"
    if isinstance(error, AttributeError) and isinstance(error.obj, np.ndarray):
        modules = {"np": np, "np.linalg": np.linalg}
        for module, functions in modules.items():
            if callable(getattr(functions, str(error.name), None)):
                return f"it is a function, and no method: `{module}.{error.name}(...)`"
    return _nearly_an_attribute(error)


def _two_vectors(error: BaseException) -> str:
    """Return what to say of a product of two vectors, for the line of the error; "" for others."""
    frames = frames_of(error)
    for node in nodes_of_line(error) if frames else ():
        match node:
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                one, other = _shape_of(left, frames[-1]), _shape_of(right, frames[-1])
                if one is None or other is None or not len(one) == len(other) == 1 or one == other:
                    continue
                says = "a dot product needs two vectors of one length, and here they have "
                says += f"{one[0]} and {other[0]} numbers"
                for side in (left, right):
                    match side:
                        case ast.Subscript(value=whole, slice=ast.Constant(value=int() as row)):
                            if len(_shape_of(whole, frames[-1]) or ()) == 2:
                                says += f"; `[{row}]` takes a row, and a column is `[:, {row}]`"
                return says
    return ""


def _shape_of(node: ast.expr, frame: FrameType) -> tuple[int, ...] | None:
    """Return the shape of an array that a line writes plainly; None where nobody can tell.

    Nothing of the learner's is run for it: names are looked up, and numbers are read.
    """
    match node:
        case ast.Name(id=name):
            value = frame.f_locals.get(name, frame.f_globals.get(name))
            return value.shape if isinstance(value, np.ndarray) else None
        case ast.List(elts=entries) if all(isinstance(e, ast.Constant) for e in entries):
            return (len(entries),)
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="array"), args=[written], keywords=[]
        ):
            try:
                return np.shape(ast.literal_eval(written))
            except (ValueError, TypeError, SyntaxError):
                return None
        case ast.Attribute(attr="T", value=inner):
            shape = _shape_of(inner, frame)
            return None if shape is None else shape[::-1]
        case ast.Call(func=ast.Attribute(attr="reshape", value=array), args=sizes, keywords=[]):
            given = sizes[0].elts if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple) else sizes
            numbers = [
                each.value
                for each in given
                if isinstance(each, ast.Constant) and isinstance(each.value, int)
            ]
            is_known = len(numbers) == len(given) and min(numbers, default=0) > 0
            return tuple(numbers) if is_known and _shape_of(array, frame) else None
        case ast.Subscript(value=array, slice=ast.Constant(value=int())):
            return (_shape_of(array, frame) or (None,))[1:] or None
        case ast.Subscript(
            value=array,
            slice=ast.Tuple(elts=[ast.Slice(None, None, None), ast.Constant(value=int())]),
        ):
            shape = _shape_of(array, frame)
            return shape[:1] if shape is not None and len(shape) == 2 else None
    return None


def _into_an_argument(error: BaseException) -> str:
    """Return what to say of `x *= ...`, where `x` is an argument of whole numbers; or ""."""
    frames = frames_of(error)
    for node in nodes_of_line(error) if frames else ():
        match node:
            case ast.AugAssign(target=ast.Name(id=name)):
                code = frames[-1].f_code
                is_argument = name in code.co_varnames[: code.co_argcount]
                if is_argument and not _gets_a_new_value(name, frames[-1]):
                    sign = ast.unparse(node).split()[1]
                    return (
                        f"`{sign}` writes into the input `{name}`, which holds whole numbers here: "
                        "make a new array"
                    )
    return ""


def _gets_a_new_value(name: str, frame: FrameType) -> bool:
    """Return True if a line of the frame's function gives the name another value by `name = ...`.

    Also if the text of the function cannot be had.
    """
    tree, own = cell_of(frame), frame.f_code.co_name
    if not tree.body:
        return True
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == own]
    lines = [line for function in functions for line in ast.walk(function)]
    targets = (t for n in lines or ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets)
    return any(
        isinstance(each, ast.Name) and each.id == name
        for target in targets
        for each in ast.walk(target)
        if isinstance(getattr(each, "ctx", None), ast.Store)
    )


def _nearly_an_attribute(error: BaseException) -> str:
    """Return the attribute of numpy, of arrays or of lists that a mistyped one is nearly; or ""."""
    if not isinstance(error, AttributeError) or len(str(error.name)) < 4:
        return ""
    for what, owner, is_it in (
        ("numpy has `np.{}`", np, error.obj is np),
        ("arrays have `{}`", np.ndarray, isinstance(error.obj, np.ndarray)),
        ("lists have `{}`", list, isinstance(error.obj, list)),
    ):
        names = [name for name in dir(owner) if name[0] != "_"] if is_it else []
        if near := get_close_matches(str(error.name), names, 1, 0.8):
            return what.format(near[0])
    return ""


def _argument_that_is_none(error: BaseException) -> str:
    """Return the one argument in the error's line that is None, as "`mask`"; or ""."""
    frames = frames_of(error)
    if not isinstance(error, TypeError) or not frames:
        return ""
    code = frames[-1].f_code
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    read = re.findall(r"\w+", learners_line(error))
    none = [each for each in arguments if each in read and _is_none(each, frames[-1])]
    return f"`{none[0]}`" if len(none) == 1 else ""


def _is_none(name: str, frame: FrameType) -> bool:
    return name in frame.f_locals and frame.f_locals[name] is None


def _meaning_of_syntax(message: str, line: str) -> str:
    if message.startswith("leading zeros") and re.search(r"\d,0\d", line):
        return "a number has a point, not a comma: 0.5"
    if message == "incomplete input":  # as IPython says it
        opened = [pair for pair in ("()", "[]", "{}") if line.count(pair[0]) > line.count(pair[1])]
        return (
            f"`{opened[0][0]}` is opened here, and no `{opened[0][1]}` closes it" if opened else ""
        )
    if re.search(r"[\w)\]] *=[<>] *[\w(]", line):
        return "less or equal is written `<=`, and greater or equal `>=`"
    if re.search(r"\d *%\s*$", line):
        return "`%` is no percent sign in Python: 5% is 0.05"
    if re.search(r"\w\[ *,", line):
        return "all rows are a colon between the square brackets: `A[:, j]`"
    if re.search(r"\w\( *:", line):
        return "positions stand in square brackets: `A[:, j]`"
    if message.startswith("invalid character '−'"):
        return "that is the minus sign of printed text: type the one of the keyboard, `-`"
    if re.match("invalid character '[‘’‚“”„«»´]", message):
        return 'that is a quotation mark of printed text: type the one of the keyboard, `"`'
    if wide := re.match("invalid character '([\uff01-\uff5e])'", message):  # of Chinese keyboards
        plain = chr(ord(wide[1]) - 0xFEE0)
        return f"that is the wide form of `{plain}`: switch the keyboard to Latin letters"
    if message.startswith("invalid character"):
        return "Python knows the signs + - * / and **, and a root is `np.sqrt(...)`"
    if "function call" in message:
        return "a place in an array stands in square brackets: `C[i, j] = ...`"
    if message == "invalid decimal literal" and re.search(r"\d\.[a-z]", line):
        return "the point belongs to the number before it: `(x ** 2).mean()` needs its brackets"
    if message == "invalid decimal literal":
        return "a number times a name has a `*`: `2 * h`"
    return _meaning_of_words(line) if message == "invalid syntax" else ""


def _meaning_of_words(line: str) -> str:
    """Return what may be wrong with words that stand side by side; "" if none do."""
    line = re.sub(r"([\"']).*?\1|#.*", "''", line)  # without texts and comments
    first = re.match(r"\s*([a-z]+) +[\w'(\[]", line)
    near = get_close_matches(first[1], keyword.kwlist, 1, 0.75) if first else []
    if first and near and first[1] != near[0]:
        return f"Python writes `{near[0]}`"
    if error := re.search(r"\braise (\w+) Error", line):
        return f"the name of an error is one word: `{error[1]}Error`"
    if re.search(r"\d +[A-Za-z]+\s*$", line):
        return "write a number without its unit: `3`, not `3 rows`"
    pairs = re.findall(r"(?=\b([A-Za-z_]\w*) +([A-Za-z_]\w*))", line)
    if any(not {one, other} & {*keyword.kwlist} for one, other in pairs):
        return "between two names stands a sign: `*`, or `@` for a product of matrices"
    return ""


def _meaning_of_letter(error: NameError) -> str:
    """Return what a function may use in place of a name of one letter that nothing defines."""
    if error.name == "e":
        return "e to the power x is `np.exp(x)`, and the number e is `np.e`"
    return _given(error)


def _given(error: BaseException) -> str:
    """Return what the function is given in which the error was raised; "" if it is given nothing.

    As in "the function is given `Q` and `K`".
    """
    own = [frame.f_code for frame in frames_of(error) if not frame.f_code.co_name.startswith("<")]
    arguments = own[-1].co_varnames[: own[-1].co_argcount] if own else ()
    if not arguments:
        return ""
    *others, last = (f"`{name}`" for name in arguments)
    return f"the function is given {', '.join(others)}{' and ' if others else ''}{last}"


def _known_by_another_name(error: BaseException) -> str:
    """Return what to say of the name that a wrong one may stand for; "" if there is none, or two.

    It is written nearly so, or is a function of the notebook whose name ends in this one.
    """
    frames = frames_of(error)
    if not isinstance(error, NameError | AttributeError) or not frames or error.name is None:
        return ""
    is_of_module = isinstance(error, AttributeError)
    if isinstance(error, AttributeError) and error.obj is not np:
        return ""
    name, frame = str(error.name), frames[-1]
    functions = [
        each
        for each, value in frame.f_globals.items()
        if isinstance(value, FunctionType)
        and is_learners(value.__code__.co_filename)
        and value.__code__ is not frame.f_code  # it would call itself
    ]
    if named := [each for each in functions if each == name or each.endswith(f"_{name}")]:
        return f"this notebook has `{named[0]}`" if len(named) == 1 else ""
    known = [*frame.f_locals, *functions]
    folded = [each for each in known if each.lower() == name.lower()]
    if len(folded) == 1 and not is_of_module:
        return f"there is `{folded[0]}` here"
    if is_of_module:
        return ""
    near = [each for each in known if _one_of(each) == _one_of(name)]  # `queries` for `query`
    near = near or get_close_matches(name, known, 2, 0.8)
    if len(near) == 1 and len(name) > 3:
        return f"there is `{near[0]}` here"
    of_python = "" if near else _of_python(name)
    return f"Python writes `{of_python}`" if of_python else ""


def _of_python(name: str) -> str:
    """Return the function or exception of Python's that is written nearly so; or ""."""
    known = [each for each in dir(builtins) if not each.startswith("_")]
    folded = [each for each in known if each.lower() == name.lower()]
    near = folded or (get_close_matches(name, known, 1, 0.8) if len(name) > 3 else [])
    return near[0] if near else ""


def _one_of(name: str) -> str:
    """Return a name without the ending of a plural: `query` for `queries`."""
    return re.sub(r"ies$", "y", name).removesuffix("s")


def _is_of_numpy(name: str) -> bool:
    """Return True for the name of a function of numpy's that seldom names anything else."""
    return isinstance(getattr(np, name, None), np.ufunc) or name in _OF_NUMPY


def _is_called_without_numpy(error: NameError) -> bool:
    """Return True if the line calls what nothing defines, and numpy has a function of this name.

    Not of `dot`, which a notebook's own exercise defines.
    """
    name = str(error.name)
    is_called = bool(re.search(rf"(?<![\w.]){name}\(", learners_line(error)))
    return is_called and name != "dot" and callable(getattr(np, name, None))
