"""Find the sentence that names the mistake in an answer that failed.

A rule is a function of a `Situation`. It returns a sentence, or "" where it has nothing to say, and
the first sentence is shown; the tuples of rules say in which order they are asked. What is sure
comes before what the numbers tell of a known mistake, and what is a guess after it. Code that is
right in other answers is blamed only where the numbers tell no mistake for sure.
"""

import ast
import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from course.check.cases import Case, Outcome
from course.check.compare import describe_shape, describe_type, is_number, same
from course.check.errors import plain_text
from course.check.faults import fault
from course.check.faults.arrays import not_filled, sizes_fixed
from course.check.faults.calls import all_at_once, calls_of_line
from course.check.faults.exchanged import (
    computed_alike,
    exchanged_call,
    exchanged_results,
    same_numbers,
)
from course.check.faults.not_raised import not_raised
from course.check.faults.notebook_variables import outside_variable
from course.check.faults.powers import fault_of_power
from course.check.faults.products import (
    met_by_entry,
    needless_transpose,
    of_one_shape,
    one_pair_for_an_entry,
    several_arrays,
)
from course.check.faults.results import (
    changed_part,
    cut_off,
    joined_to_one_row,
    not_as_asked,
    summed_away,
    taken_for_several,
)
from course.check.faults.suspect_calls import suspect_call
from course.check.faults.unused import (
    never_run_on_changed,
    replaced_argument,
    unused_name,
    unused_result,
)
from course.check.finding import changed_input
from course.check.frames import frames_of, is_raised_by
from course.check.in_notebook import formulas_of, functions_called, replaced_functions
from course.check.learners_code import (
    compares,
    comparison_instead_of_assignment,
    entered_in,
    functions_reached,
    globals_read,
    has_loop,
    returns_in_loop,
    unkept_value,
    variables_in,
)
from course.check.match_known_mistake import (
    fitting,
    refuted,
    without_comparison,
    without_loop,
    without_return,
)
from course.check.memory import largest_held
from course.check.outcomes import NotAttempted

if TYPE_CHECKING:
    from course.check.runner import Check

Seen = Sequence[tuple[Case, Outcome]]
_SIZES_DIFFER = re.compile(
    r"^zip\(\) argument|could not be broadcast|^setting an array element"
    r"|^the inner sizes of a matrix product"
)


@dataclass(frozen=True)
class Situation:
    """An answer, the first case in which it failed, and what came of all cases that were asked."""

    check: "Check"
    answer: Any
    case: Case
    outcome: Outcome
    seen: Seen

    @property
    def is_function(self) -> bool:
        """Return True if the answer is to be a function."""
        return self.check.is_function

    @property
    def error(self) -> BaseException | None:
        """The error that ended the call in this case; None if it returned."""
        return self.outcome.error

    @property
    def raised_nothing(self) -> bool:
        """Return True if an error is asked for in this case, and the call returned."""
        return bool(self.case.raises) and self.error is None

    @property
    def is_right(self) -> bool:
        """Return True if the value is right, whatever memory the call took."""
        value, expected = self.outcome.value, self.case.expected
        return self.error is None and same(value, expected, self.check.tolerance)

    @cached_property
    def failing(self) -> Seen:
        """The cases that failed, with what came of them."""
        return [pair for pair in self.seen if not self.check.is_right(*pair)]

    @property
    def results(self) -> Mapping[str, Sequence[str]]:
        """The names of what the notebook's other exercises give back."""
        return {name: other.results for name, other in self.check.others.items()}

    @cached_property
    def variables(self) -> Any:
        """The variables of the answer's function at its end in this case."""
        with quiet():
            return variables_in(self.answer, self.call)

    @cached_property
    def known(self) -> tuple[str, bool]:
        """The known mistake that fits all that was seen, and whether it surely does."""
        return _known_mistake(self)

    @property
    def is_told_by_numbers(self) -> bool:
        """Return True if one known mistake surely comes to the same numbers, and to no error."""
        known, is_sure = self.known
        return bool(known) and is_sure and any(map(_has_numbers, self.failing))

    @cached_property
    def unfit(self) -> str:
        """A sentence on what another exercise's function got, and cannot take."""
        return _unfit_argument(self)

    def call(self) -> Outcome:
        """Call the answer in this case once more."""
        return self.check.run(self.answer, self.case)


def quiet() -> contextlib.redirect_stdout[io.StringIO]:
    """Hide what the learner's function prints: it has been shown once."""
    return contextlib.redirect_stdout(io.StringIO())


def name_the_mistake(at: Situation) -> tuple[str, bool]:
    """Return the sentence that says what the mistake is, or nothing; and whether that is sure."""
    if at.is_function and (changed := changed_input(at.check, at.case, at.outcome)):
        is_told = not at.case.raises and at.error is None
        return _change_in(at, changed) if is_told else "", True
    if isinstance(at.error, NotImplementedError):
        return "", False
    if sentence := _first(SURE, at):
        return sentence, True
    known, is_sure = at.known
    if not at.is_function:
        return known, is_sure
    if known and not has_loop(at.answer):
        known = without_loop(known)
    if known and not compares(at.answer):
        known = without_comparison(known)
    if known and not returns_in_loop(at.answer):
        known = without_return(known)
    if known and is_sure:
        return " ".join(filter(None, (known, _first(BESIDE_A_KNOWN_MISTAKE, at)))), True
    if sentence := _first(SURE_WHERE_NONE_IS_KNOWN, at):
        return sentence, True
    return known or _first(GUESSES, at), False


def _first(rules: Iterable["Rule"], at: Situation) -> str:
    return next(filter(None, (rule(at) for rule in rules)), "")


def _known_mistake(at: Situation) -> tuple[str, bool]:
    """Return the known mistake that fits all that was seen, and whether it surely does.

    Where the cases of one aspect leave several, the others decide.
    """
    check = at.check
    found, is_sure = _fitting(check, at.seen)
    only_measured = all(case.most_bytes for case, _ in at.seen) and not at.is_right
    is_one = len(found) == 1 and is_sure and not _told_by_sizes(at.failing)
    is_told_by_all = is_one and len(at.failing) == len(at.seen)
    if only_measured or (found and not is_told_by_all):
        others = [other for other in check.cases if other.aspect != at.case.aspect]
        # What a few of the cases tell may be another mistake; what is quick may show that.
        others = [other for other in others if not (is_one and _takes_time(other))]
        with quiet(), contextlib.suppress(NotAttempted):
            beside = [(other, check.run(at.answer, other)) for other in others]
            if is_one:
                found = _fitting(check, at.seen, beside)[0]
            else:
                everywhere = _fitting(check, [*at.seen, *beside])[0]
                found = everywhere if only_measured else found & everywhere
    return (found.pop() if len(found) == 1 else ""), is_sure


def _fitting(check: "Check", seen: Seen, others: Seen = ()) -> tuple[set[str], bool]:
    """Return the sentences of the known mistakes that fit all that was seen, and whether surely.

    A mistake that would be wrong in one of the `others` is none where that came out right.
    """
    found, is_sure = fitting(seen, check.is_right, check.tolerance)
    found -= refuted(others, check.is_right)
    return {check.mistakes[index] for index in found}, is_sure


def _takes_time(case: Case) -> bool:
    return case.calls > 1 or bool(case.most_bytes)


def _has_numbers(seen: tuple[Case, Outcome]) -> bool:
    """Return True if numbers came back, and not NaN or an infinity, which many mistakes lead to."""
    _, outcome = seen
    parts = outcome.value if isinstance(outcome.value, tuple) else (outcome.value,)
    arrays = [np.asarray(part) for part in parts if is_number(part) or isinstance(part, np.ndarray)]
    return bool(arrays) and all(
        array.dtype.kind in "iuf" and np.isfinite(array).all() for array in arrays
    )


def _told_by_sizes(failing: Seen) -> bool:
    """Return True if wherever it failed, two sizes did not meet, in a product or a pair.

    They may be those of other arrays, and another mistake ends in the same words.
    """
    words = ("inner sizes", "no dot product", "zip() argument")
    return all(
        outcome.error is not None and any(each in plain_text(outcome.error) for each in words)
        for _, outcome in failing
    )


# Rules, by the names of what they ask ------------------------------------------------------------


def _of_answer(ask: Callable[[Any], str]) -> "Rule":
    """Return the rule that asks this of the answer alone."""
    return lambda at: ask(at.answer)


def _unless_numbers_tell(rule: "Rule") -> "Rule":
    """Return a rule that says nothing where the numbers tell a known mistake."""
    return lambda at: "" if not (says := rule(at)) or at.is_told_by_numbers else says


def _outside_variable(at: Situation) -> str:
    return outside_variable(at.answer, at.check.results)


def _unkept_value(at: Situation, but_looks: bool = False) -> str:
    unkept = unkept_value(at.answer, at.check.others, but_looks)
    return unkept and f"The line `{unkept}` computes a value that nothing keeps."


def _unkept_step(at: Situation) -> str:
    return _unkept_value(at, but_looks=True)


def _replaced_function(at: Situation) -> str:
    """Return a sentence on a name that another cell took for a function of its own.

    It is told where the answer passes with the function that the name stood for before. Another
    exercise's may have been a stub then, and has a check of its own.
    """
    if not isinstance(at.answer, FunctionType):
        return ""
    names, replaced = at.answer.__globals__, replaced_functions()
    reached = functions_reached(at.answer) - {at.check.name, *at.check.others}
    for name in sorted(reached & replaced.keys()):
        kept = {name: names[name]} if name in names else {}
        names[name] = replaced[name]
        try:
            with quiet():
                outcome = at.call()
        finally:
            del names[name]
            names.update(kept)
        if at.check.is_right(at.case, outcome):
            return (
                f"A later cell defined `{name}` anew. With the `{name}` of the cell that first "
                "defined it, this answer passes: give the later one another name, and run that "
                "first cell once more."
            )
    return ""


def _wrong_earlier_function(at: Situation) -> str:
    """Return a sentence on another exercise's function that the answer calls, and that is wrong.

    A function that was not reached in this case has nothing to do with what came of it. Nor has an
    error that it does not raise, where none is asked for.
    """
    if not isinstance(at.answer, FunctionType):
        return ""
    others = at.check.others
    known = {
        name: function
        for name in sorted(others.keys() & globals_read(at.answer))
        if isinstance(function := at.answer.__globals__.get(name), FunctionType)
        and function is not at.answer
    }
    if not known:
        return ""
    with quiet():
        entered = entered_in(at.call)
    for name, function in known.items():
        if function.__code__ in entered and not others[name].passes(
            function, but_errors=not at.case.raises
        ):
            return f"Your `{name}`, which it calls, does not pass its own check yet."
    return ""


def _wrong_function_in_formula(at: Situation) -> str:
    called = {k: f for name in at.check.variables for k, f in functions_called(name).items()}
    others = at.check.others
    for name, function in called.items():
        if name in others and not others[name].passes(function, but_errors=True):
            return f"Your `{name}`, which its formula calls, fails its own check."
    return ""


def _fault_in_code(at: Situation) -> str:
    if at.case.most_bytes and at.is_right:
        return ""  # what leads to a right value is not what held too much
    given = at.answer, at.error, at.check.parameters
    found = fault(*given)
    return fault(*given, certain=True) if found and at.is_told_by_numbers else found


def _one_pair_for_an_entry(at: Situation) -> str:
    """Return a sentence on an entry of a product that is made of one pair of numbers.

    Told before an index that is too large: with another index it would be no product either.
    """
    is_product = not at.check.whole_products and at.check.parameters == ("A", "B")
    return one_pair_for_an_entry(at.answer) if is_product else ""


def _sizes_fixed(at: Situation) -> str:
    return sizes_fixed(at.answer, at.outcome.value, at.case.expected)


def _fault_of_power(at: Situation) -> str:
    return next(filter(None, map(fault_of_power, _formulas(at))), "")


def _formulas(at: Situation) -> Iterator[ast.expr]:
    return (formula for name in at.check.variables for formula in formulas_of(name))


def _exchanged_results(at: Situation) -> str:
    return exchanged_results(at.answer, at.results)


def _unfit_where_sizes_differ(at: Situation) -> str:
    """Many mistakes end in sizes that differ; what a function got says which one it was."""
    return at.unfit if at.error is not None and _SIZES_DIFFER.search(plain_text(at.error)) else ""


def _not_raised(at: Situation) -> str:
    if not at.raised_nothing:
        return ""
    with contextlib.redirect_stdout(io.StringIO()) as text:
        at.call()
    return not_raised(at.answer, bool(text.getvalue()), at.outcome.value)


def _asserted(at: Situation) -> str:
    """Return a sentence on an `assert` of the answer's where another error is asked for."""
    is_assert = isinstance(at.error, AssertionError) and is_raised_by(at.answer, at.error)
    if not (at.case.raises and is_assert):
        return ""
    return f"An assert raises AssertionError. A {at.case.raises} was asked for."


def _not_as_asked(at: Situation) -> str:
    return not_as_asked(at.answer, at.check.results)


def _unfit(at: Situation) -> str:
    return at.unfit


def _needless_transpose(at: Situation) -> str:
    """Where an argument was forgotten, sizes that would meet do so by chance."""
    return "" if unused_name(at.answer) else needless_transpose(at.answer, at.error)


def _several_for_one(at: Situation) -> str:
    return taken_for_several(at.answer, at.error) or several_arrays(at.answer, at.error, at.results)


def _met_by_entry(at: Situation) -> str:
    if not at.check.whole_products:
        return ""
    return met_by_entry(at.answer, at.error) or of_one_shape(at.answer, at.error)


def _cut_off(at: Situation) -> str:
    """Return a sentence on fractions that were cut off, if that fits all the cases that failed."""
    found = {
        cut_off(
            at.answer, dict(zip(at.check.parameters, case.arguments, strict=False)), outcome.error
        )
        for case, outcome in at.failing
    }
    return found.pop() if len(found) == 1 else ""


def _exchanged_call(at: Situation) -> str:
    return exchanged_call(at.answer, _parameters(at))


def _largest_held(at: Situation) -> str:
    """Return a sentence on the variable that held too much, where the value is right."""
    if not (at.case.most_bytes and isinstance(at.answer, FunctionType) and at.is_right):
        return ""
    return largest_held(at.variables, at.case.arguments, at.case.most_bytes)


def _suspect(at: Situation) -> str:
    """Return what to ask or to know about the answer's code.

    An error, another kind of result or another shape say themselves what happened.
    """
    says_little = at.error is None and (
        bool(at.case.raises) or _looks_right(at.outcome.value, at.case.expected)
    )
    if not (says_little and isinstance(at.answer, FunctionType)):
        return ""
    alike = computed_alike(at.answer)
    if not (alike or suspect_call(at.answer)):
        return ""
    return same_numbers(alike, at.variables) or suspect_call(at.answer, at.variables)


def _all_at_once(at: Situation) -> str:
    """Return a sentence on a call that gets whole arguments, where too much was held."""
    return all_at_once(at.answer) if at.case.most_bytes and at.is_right else ""


def _row_for_index(at: Situation) -> str:
    """Return a sentence on a row of an argument that came back where its index is asked for."""
    if type(at.case.expected) is not int or not isinstance(at.outcome.value, np.ndarray):
        return ""
    for given in at.case.arguments:
        rows = given if isinstance(given, np.ndarray) and given.ndim == 2 else ()
        if any(row.size > 1 and np.array_equal(row, at.outcome.value) for row in rows):
            return "That is the row itself. Its index is asked for."
    return ""


def _not_filled(at: Situation) -> str:
    is_one = is_number(at.outcome.value) and isinstance(at.case.expected, np.ndarray)
    return not_filled(at.answer, is_one)


def _summed_away(at: Situation) -> str:
    return summed_away(at.answer, at.outcome.value, at.case.expected)


def _joined_to_one_row(at: Situation) -> str:
    return joined_to_one_row(at.answer, at.outcome.value, at.case.expected)


Rule = Callable[[Situation], str]
SURE: tuple[Rule, ...] = (
    _of_answer(comparison_instead_of_assignment),
    _unless_numbers_tell(_outside_variable),
    _unless_numbers_tell(_unkept_value),
    _replaced_function,
    _wrong_earlier_function,
    _wrong_function_in_formula,
    _one_pair_for_an_entry,
    _all_at_once,
    _fault_in_code,
    _fault_of_power,
    _sizes_fixed,
    _exchanged_results,
    _unfit_where_sizes_differ,
    _not_raised,
    _asserted,
)
BESIDE_A_KNOWN_MISTAKE: tuple[Rule, ...] = (
    _unkept_step,
    _of_answer(replaced_argument),
    _of_answer(unused_result),
    _of_answer(never_run_on_changed),
)
SURE_WHERE_NONE_IS_KNOWN: tuple[Rule, ...] = (
    _not_as_asked,
    _row_for_index,
    _unfit,
    _needless_transpose,
    _several_for_one,
    _met_by_entry,
)
GUESSES: tuple[Rule, ...] = (
    _cut_off,
    _of_answer(unused_name),
    _exchanged_call,
    _largest_held,
    _suspect,
    _not_filled,
    _summed_away,
    _joined_to_one_row,
)


# What the rules ask ------------------------------------------------------------------------------


def _change_in(at: Situation, argument: str) -> str:
    """Return a sentence on the line that changes an argument by another name of it; or ""."""
    if not isinstance(at.answer, FunctionType):
        return ""
    return changed_part(at.answer, argument, at.variables)


def _parameters(at: Situation) -> Mapping[str, Sequence[str]]:
    """Return the parameters of the functions that the answer may call, by their names.

    They are the notebook's own functions, and the other exercises as the task has them.
    """
    own = {
        name: value.__code__.co_varnames[: value.__code__.co_argcount]
        for name in globals_read(at.answer)
        if isinstance(value := getattr(at.answer, "__globals__", {}).get(name), FunctionType)
    }
    return own | {name: other.parameters for name, other in at.check.others.items()}


def _unfit_argument(at: Situation) -> str:
    """Return a sentence on what another exercise's function got, and cannot take; or "".

    It is told of a function from inside which the error came, or that is called in the line of
    the error, if none of its cases gives this argument as many axes.
    """
    if at.error is None:
        return ""
    own = getattr(at.answer, "__globals__", {})
    for frame in frames_of(at.error):
        name = frame.f_code.co_name
        is_called = frame.f_code is getattr(own.get(name), "__code__", None)
        if is_called and (sentence := _unfit_in(at, at.error, name, frame.f_locals)):
            return sentence
    for name, arguments in calls_of_line(at.answer, at.error):
        parameters = getattr(getattr(own.get(name), "__code__", None), "co_varnames", ())
        given = dict(zip(parameters, arguments, strict=False))
        if sentence := _unfit_in(at, at.error, name, given):
            return sentence
    return ""


def _unfit_in(at: Situation, error: BaseException, name: str, given: Mapping[str, Any]) -> str:
    """Return a sentence on what the function of that name cannot take, of what it is given."""
    other = at.check.others.get(name)
    if other is None or other is at.check or not other.is_function:
        return ""
    taken = [case.arguments for case in other.cases if not case.raises]
    for position, parameter in enumerate(other.parameters):
        wanted = [arguments[position] for arguments in taken if position < len(arguments)]
        is_list = isinstance(given.get(parameter), list) and "'list' object" in plain_text(error)
        if sentence := _other_kind_of_array(given.get(parameter), wanted, is_list):
            return f"`{name}` {sentence.format(parameter)}"
    return ""


def _looks_right(value: Any, expected: Any) -> bool:
    """Return True if the value has the type and shapes asked for, and only finite numbers."""
    if describe_type(value, expected) or describe_shape(value, expected):
        return False
    if isinstance(expected, (tuple, list)):
        return all(map(_looks_right, value, expected))
    return not isinstance(expected, (np.ndarray, float)) or bool(np.isfinite(value).all())


def _other_kind_of_array(given: Any, wanted: list[Any], is_list: bool) -> str:
    """Return that a vector is taken, and a matrix or a number was given, and so on; "" if not so.

    `wanted` are the arguments of the cases; the name of the parameter belongs in the braces. A list
    is told with `is_list`, since many functions take one as well.
    """
    kinds = {1: "a vector", 2: "a matrix"}
    kinds |= {3: "an array with three axes", 4: "an array with four axes"}
    axes = {each.ndim if isinstance(each, np.ndarray) else 0 for each in wanted}
    most = max(axes, default=0)
    taken = kinds.get(axes.pop()) if len(axes) == 1 else None
    if taken and is_number(given):
        return f"takes {taken} as its `{{}}`, and got a single number."
    if taken and is_list:
        return f"takes {taken} as its `{{}}`, and got a list."
    got = kinds.get(given.ndim) if isinstance(given, np.ndarray) else None
    if got and not taken and 1 < most < given.ndim:
        return (
            f"got {got} as its `{{}}`: {given.shape}. Its own check gives it {most} axes at most."
        )
    if not taken or not got or taken == got:
        return ""
    return f"takes {taken} as its `{{}}`, and got {got}: {given.shape}."
