"""An answer to an exercise of the course scores the same in one process and in two."""

import builtins
import contextlib
import io
import re
import types

import nbformat
import pytest
from gradebox.separate.tests_end import StudentNames
from gradebox.separate.wire import Wire
from two_processes import other_process, run_cell, serve

from authoring.model import SOURCE, answers, assignments, exercises
from course.check import name_the_mistake, runner

EVERY = 24  # of the authors' 3,400 wrong and right answers; all of them take two minutes
# What the check reads from the student's variables and code, which only their process has.
ONLY_THERE = (
    re.compile(r"(?<=^            in the line  )if .*: (?=raise )", re.MULTILINE),
    re.compile(r"(?<=^            in the line  )(.*?) # .*$", re.MULTILINE),
    re.compile(r"(?<='NoneType') \([^()]* is None[^()]*\)"),
)
REASON = re.compile(r"\n  (?:why|likely) .*", re.DOTALL)
SAME_REASONS = 2 / 3  # 16 of 1,100 answers had another one


def test_cells(assignment):
    """The set-up cell's code, [(grade_id, code)] of the test cells, and what a kernel knows then.

    The solutions run as cells, so that an error of theirs is one of the student's code.
    """
    setup, tests, solved = "", [], {"__name__": "__main__"}
    for cell in nbformat.read(SOURCE / assignment / f"{assignment}.ipynb", as_version=4).cells:
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or not mark:
            continue
        if mark.get("grade"):
            tests.append((mark["grade_id"], cell.source))
            continue
        if mark.get("locked"):
            setup += cell.source + "\n"
        run_cell(cell.source, solved, f"/tmp/ipykernel_1/{mark['grade_id']}.py")
    return setup, tests, solved


test_cells.__test__ = False


def names_in(code):
    """All names that a piece of code uses, also inside its functions."""
    if isinstance(code, str):
        code = compile(code, "cell", "exec")
    inner = (part for part in code.co_consts if isinstance(part, types.CodeType))
    return set(code.co_names).union(*map(names_in, inner))


def outcome(code, namespace):
    """None if the cell ran to its end, else what it raised, in words."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            run_cell(code, namespace, "/tmp/ipykernel_1/2.py")
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def comparable(said):
    """An outcome and its reason, without how much memory was measured, which is never the same."""
    if said is None:
        return None, ""
    for pattern in ONLY_THERE:
        said = pattern.sub(r"\1" if pattern.groups else "", said)
    said = re.sub(r"[\d.,]+ [kM]B", "some memory", said)
    reason = REASON.search(said)
    return REASON.sub("", said), reason[0] if reason else ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("assignment", assignments())
def test_one_process_or_two(assignment, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    # What is read from an answer's code needs the answer in the same process.
    for rule in ("fault", "taken_for_several", "needless_transpose", "sizes_fixed"):
        monkeypatch.setattr(name_the_mistake, rule, lambda *given: "")
    monkeypatch.setattr(runner, "is_raised_by", lambda *given: False)
    setup, tests, solved = test_cells(assignment)
    shared = {"__name__": "__main__"}
    run_cell(setup, shared)
    cases = [
        (exercise, answer)
        for name, exercise in exercises(assignments()[assignment]).items()
        for answer in answers(name, exercise)
    ]
    chosen = cases[::EVERY]
    here = [dict(solved) for _ in chosen]
    for number, (_, answer) in enumerate(chosen):
        run_cell(answer.cell, here[number], f"/tmp/ipykernel_1/answer_{number}.py")
    there = {
        f"{number}, {name}": value
        for number, namespace in enumerate(here)
        for name, value in namespace.items()
    }
    reasons = []  # True where it is the same in both
    with other_process(lambda sock: serve(sock, there)) as sock:
        student = StudentNames(Wire(sock))
        for number, (exercise, answer) in enumerate(chosen):
            wanted = {answer.exercise, *exercise.variables}
            cells = [(name, code) for name, code in tests if wanted & names_in(code)]
            together = {name: outcome(code, dict(here[number])) for name, code in cells}
            student.begin()
            separate = {}
            for name, code in cells:
                used = names_in(code) - set(shared) - set(dir(builtins)) - {"hidden_tests"}
                fetched = {}
                for each in used:
                    with contextlib.suppress(NameError):
                        fetched[each] = student.fetch(f"{number}, {each}")
                separate[name] = outcome(code, {**shared, **fetched})
            assert cells
            if "global_generator" not in answer.name:  # its numbers differ from time to time
                for name, _ in cells:
                    apart, why_apart = comparable(separate[name])
                    at_one, why = comparable(together[name])
                    assert apart == at_one, f"{answer.exercise}: {answer.name}"
                    reasons += [why_apart == why] if why else []
            passes = not any(separate.values())
            assert passes == answer.is_right, f"{answer.exercise}: {answer.name}: {separate}"
    assert not reasons or sum(reasons) >= SAME_REASONS * len(reasons), "reasons are lost"
