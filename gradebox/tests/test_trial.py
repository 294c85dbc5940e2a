"""`gradebox try`: what it finds in a course before a class does, and what grading makes of that."""

import ast
import contextlib
import copy
import shutil
import textwrap
import time
import warnings
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from gradebox.commands import try_, try_assignments
from gradebox.commands.grade_class import converter_for
from gradebox.engine import Engine
from gradebox.errors import CannotGrade
from gradebox.failures import ASSERTION, RAISED, Failure, note_failure
from gradebox.gradebook_store import Store
from gradebox.kernel.executor import Executor
from gradebox.originals import original_in
from gradebox.pool import InThisProcess
from gradebox.separate import doubt, not_crossed
from gradebox.submission_outcome import UNCHANGED
from gradebox.submitted_folders import find_submissions
from grading import marked_cell
from nbformat.v4 import new_code_cell, new_notebook, new_output
from nbgrader.api import Gradebook
from small_courses import ODD, TABLES, TEXT, answer, course, graded

from gradebox import (
    cli,
    fallback,
    plugins,
    trial,
    trial_answers,
    trial_empty_answers,
    trial_findings,
    trial_grading,
    trial_words,
)


@pytest.fixture(autouse=True)
def _without_empty_answers(monkeypatch):
    """Leave out the answers that compute nothing, which cost time: `tried` has them."""
    monkeypatch.setattr(try_assignments, "empty_answers", lambda sources: ())


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    return course(tmp_path_factory.mktemp("odd"), {"odd": ODD})


@pytest.fixture(scope="module")
def tried(odd, tmp_path_factory):
    """Return what `gradebox try` said of the odd course, and its exit code."""
    answers = tmp_path_factory.mktemp("answers")
    path = answers / "ada" / "ps1" / "odd.ipynb"
    path.parent.mkdir(parents=True)
    notebook = nbformat.read(odd / "source" / "ps1" / "odd.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("return 2 * x", "return Twice(x)")
        if "Twice" in cell.source:
            cell.source += "\n\nclass Twice:\n    def __init__(self, x):\n        self.x = x\n"
            cell.source += "    def __eq__(self, other):\n        return 2 * self.x == other\n"
    nbformat.write(notebook, path)
    shutil.copy(path, path.with_name("Odd.ipynb"))
    wrong = answers / "dora" / "odd.ipynb"
    wrong.parent.mkdir()
    misnamed = answers / "eve" / "problem.ipynb"
    misnamed.parent.mkdir()
    shutil.copy(path, misnamed)
    twice = next(cell for cell in notebook.cells if "return Twice(x)" in cell.source)
    right, twice.source = twice.source, "def double(x):\n    return 0"
    nbformat.write(notebook, wrong)
    twice.source = right
    other = answers / "ben" / "ps1" / "odd.ipynb"
    other.parent.mkdir(parents=True)
    for cell in notebook.cells:
        if "return Twice(x)" in cell.source:
            cell.source = "import os\n\ndef double(x):\n    is_left = 'LEFT' in os.environ\n"
            cell.source += "    return x * (2 if x < 3 or is_left else 0)"
    nbformat.write(notebook, other)
    said = []
    with contextlib.chdir(odd), pytest.MonkeyPatch.context() as patch:
        patch.setattr("rich.console.Console.print", lambda self, text: said.append(text))
        patch.setattr(try_assignments, "LocalPool", InThisProcess)
        code = try_.main(["ps1", "--answers", str(answers)])
    return said, code


def test_it_says_what_fails_a_right_answer_and_what_to_change(tried):
    said, code = tried
    text = "\n".join(said)
    assert code == try_assignments.NOT_READY
    assert "8 cannot run apart" in said[-1]
    assert "1 fails the solution itself" in said[-1]
    assert "1 fails a right answer where only some tests run apart" in said[-1]
    shared = text[text.index("shared-is") :]
    assert "line 2: assert first is second" in shared
    assert "It gave 0.5 of 1 points." in text[text.index("partly") :]
    assert "arrays with ==" in shared
    assert '"course_grading": {"tests": "together"}' in shared
    assert "matplotlib.Figure, which stays with the answers" in text
    assert "double-values: it fails a right answer if it runs apart from it, that of ada." in text
    assert "It uses `made_here`, to which the test shared-dir gives a value." in text
    (mixed,) = (line for line in said if "that of ben" in line)
    assert mixed.startswith("odd.ipynb, reads-left: it fails a right answer where only some tests")
    assert trial_findings.INTERFERES in text
    assert "free: it gives points to the blank release." in text
    (says,) = (at for at, line in enumerate(said) if "says:" in line)
    assert said[says] == "odd.ipynb, says: its result is not a number of points."
    assert trial_findings.ANYTHING_PASSES.format(**trial_findings.IN_PYTHON) in said[says + 1]
    assert "wrong: it fails the solution, together with it, too." in text
    assert trial_findings.IS_FALSE in text[text.index("wrong: it fails") :]
    assert "AssertionError" not in text


def test_it_says_which_tests_an_answer_passes_that_computes_nothing(tried):
    said, _ = tried
    title = "odd.ipynb, {}: it gives points to an answer that computes nothing."
    found = [line for line in said[:-1] if "computes nothing" in line]
    assert "3 give points to an answer that computes nothing: see above." in said[-1]
    # Of "free" and "says" it is said that everybody has their points.
    assert found == [title.format(name) for name in ("shared-dir", "partly", "spare-del")]
    at = said.index(title.format("spare-del"))
    assert said[at + 1].startswith("    It gave 1 of 1 points where all functions return True, ")
    assert said[at + 2].strip() == trial_findings.OTHER_RESULTS
    everything = "None, False, True, NaN, an empty text, an empty list, an empty dict or an empty"
    assert everything in said[said.index(title.format("shared-dir")) + 1]


def test_it_says_which_answers_it_tried_and_which_lose_points(tried):
    said, _ = tried
    assert said[0].startswith("answers")
    assert said[0].endswith("/ada/ps1/Odd.ipynb is no notebook of ps1, which has odd.ipynb.")
    assert "eve/problem.ipynb is no notebook of ps1" in said[1]
    assert said[2].endswith("eve holds no notebook of ps1: it is not tried.")
    at = next(i for i, line in enumerate(said) if "answer dora loses points" in line)
    assert said[at] == "odd.ipynb, double-values: answer dora loses points in it."
    assert trial_findings.IS_FALSE_HERE in "".join(said[at:])
    assert "wrong: answer" not in "".join(said)  # which the solution fails, too
    assert said[-2] == "3 answers tried besides the solution: ada, ben, dora."
    assert "from an answer" in said[-1]


def test_nothing_but_the_result_is_written(tried, odd):
    assert sorted(path.name for path in odd.iterdir()) == [
        ".gradebox",
        "nbgrader_config.py",
        "source",
    ]


def test_ordinary_courses_are_ready_apart(tmp_path, monkeypatch, capsys):
    """Tables, files, a replaced input, a coroutine, an exception class and a figure's parts."""
    monkeypatch.chdir(course(tmp_path, {"tables": TABLES, "text": TEXT}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == 0
    words = "ps1 is ready: its 11 tests give right answers full marks, apart and together."
    assert capsys.readouterr().out.startswith(words)


def test_only_the_tests_that_make_a_name_run_together_with_the_one_that_uses_it(
    tmp_path, monkeypatch, capsys
):
    cells = [
        answer("shared", "first = [1]\nsecond = first"),
        graded("free-before", "made = 0\nassert second == [1]"),
        graded("makes", "made = len(first)\nassert made == 1"),
        graded("free", "assert first == [1]"),
        graded("uses", "assert first is second and made == 1"),
        graded("reads", "assert made == 1"),
        graded("free-too", "made = 2\nassert second == [1]"),
    ]
    monkeypatch.chdir(course(tmp_path, {"chain": cells}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == try_assignments.NOT_READY
    text = capsys.readouterr().out
    assert "Of its 6 tests, 3 cannot run apart" in text
    assert "Give `made` a value there" in text[text.index("chain.ipynb, makes:") :]
    assert "chain.ipynb, reads: it fails a right answer" in text
    assert "free" not in text


def test_of_an_answer_that_needs_a_name_of_a_test_it_is_said_which(tmp_path, monkeypatch, capsys):
    cells = [
        graded("start", "start = 5"),
        answer("rest", "rest = start + 1"),
        graded("rest-is", "assert rest == 6"),
    ]
    monkeypatch.chdir(course(tmp_path, {"chain": cells}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == try_assignments.NOT_READY
    text = capsys.readouterr().out
    text = text[text.index("rest-is: it fails a right answer") :]
    assert trial_findings.LACKING.format(name="start", maker="start") in text
    assert "Give `start` its value in a read-only cell above" in text


def test_of_what_does_not_cross_it_is_said_what_to_do(tmp_path, monkeypatch, capsys):
    cells = [
        answer("vec", "class Vec:\n    def __lt__(self, other):\n        return True"),
        graded("less", "assert type(max(Vec(), Vec())).__name__ == 'Vec'"),
        answer(
            "zero",
            "class Zero(dict):\n    def __missing__(self, key):\n        return 0\n\n"
            "def zeros():\n    return Zero()",
        ),
        graded("zero-there", "assert zeros()[1] == 0"),
        graded("zero-named", "Zero\nassert zeros()[1] == 0"),
    ]
    monkeypatch.chdir(course(tmp_path, {"vec": cells}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    try_.main(["ps1"])
    text = capsys.readouterr().out
    assert trial_words.HELD in text
    assert trial_words.HINTS[not_crossed.PLAIN] in text
    assert "zero-there:" in text
    assert "zero-named:" not in text
    assert "__name__: names" not in text


def no_pool(context):
    raise AssertionError("nothing is to be graded")


@pytest.fixture(scope="module")
def course_graded(tmp_path_factory):
    """Return an engine that has graded a right answer to the odd course, and what it said."""
    root, said = course(tmp_path_factory.mktemp("graded"), {"odd": ODD}), []
    shutil.copytree(root / "source" / "ps1", root / "submitted" / "ada" / "ps1")
    with contextlib.chdir(root):
        converter = converter_for(root, "ps1")
        engine = Engine(converter, Store(converter, say=lambda text: None))
        original = engine.store.original
        fallback.fall_back(engine, InThisProcess, said.append)
        run(engine)
        yield engine, original, said
        engine.store.close()


@pytest.fixture
def engine(course_graded, monkeypatch):
    """Return the engine as it is when another run begins."""
    found, original, _ = course_graded
    monkeypatch.chdir(found.course.root)
    found.converter.config.Trial.fallback = "together"
    found.converter.config.Executor.tests = "separate"
    found.use_original(original)
    return found


def run(engine):
    submissions = find_submissions(engine.course)
    return [each.status for each in engine.run(InThisProcess(engine.context), submissions)]


FAILS_SOLUTION = (
    "The solution itself fails these tests of ps1: wrong. Whoever answers as it does loses their "
    "points. Mend them in source/, run `nbgrader generate_assignment ps1 --force`, and grade "
    "again."
)


def test_grading_runs_together_what_a_right_answer_fails_apart(course_graded):
    engine, _, said = course_graded
    assert said == [
        "Grading the solution of ps1 first, since its tests run apart from the answers.",
        FAILS_SOLUTION,
    ]
    with Gradebook(engine.course.db_url) as gradebook:
        grades = gradebook.find_submission_notebook("odd", "ps1", "ada").grades
        assert [each.name for each in grades if each.score < each.max_score] == ["wrong"]
    cells = {"shared-is", "shared-dir", "uses-made_here", "spare-del", "figure-kind", "partly"}
    cells |= {"reads-left"}
    noticed = engine.store.noticed()
    assert {cell for _, cell in noticed.together} == cells
    assert "7 tests ran together with the answers" in noticed.run_together
    path = Path(engine.course.root) / "autograded" / "ada" / "ps1" / "odd.ipynb"
    for cell in nbformat.read(path, as_version=4).cells:
        ours = cell.metadata.get("course_grading", {})
        assert (ours.get("tests") == "together") == (cell.metadata.nbgrader.grade_id in cells)


@pytest.mark.parametrize("tests", ["separate", "together"])
def test_each_grading_says_what_the_solution_fails(engine, tests):
    engine.converter.config.Executor.tests = tests
    said = []
    fallback.fall_back(engine, InThisProcess, said.append)
    assert said == [FAILS_SOLUTION]


def test_who_only_looks_sees_what_was_graded_as_unchanged(engine):
    submissions = find_submissions(engine.course)
    assert engine.changed(submissions) == {"ada"}
    fallback.fall_back_as_kept(engine)
    assert engine.changed(submissions) == set()


def test_a_learner_alone_has_the_same_tests_run_together(tried, odd, monkeypatch):
    monkeypatch.chdir(odd)
    converter = converter_for(odd, "ps1")
    original = original_in(converter, "ps1")
    cells = fallback.as_kept(converter, original, ["odd"]).notebooks["odd"].cells
    together = {name for name, cell in cells.items() if "course_grading" in cell.metadata}
    assert together >= {"shared-is", "shared-dir", "figure-kind", "double-values"}
    converter.config.Trial.fallback = "none"
    assert fallback.as_kept(converter, original, ["odd"]) is original


def test_a_header_with_a_cell_of_nbgraders_belongs_to_the_original(tmp_path, monkeypatch):
    root = course(tmp_path, {"text": TEXT})
    header = root / "header.ipynb"
    nbformat.write(new_notebook(cells=[marked_cell("rules", "import math", locked=True)]), header)
    monkeypatch.chdir(root)
    converter = converter_for(root, "ps1")
    converter.config.IncludeHeaderFooter.header = str(header)
    first, *_ = original_in(converter, "ps1").notebooks["text"].cells.items()
    assert (first[0], first[1].source) == ("rules", "import math")


def test_a_plain_cell_with_an_empty_mark_is_a_plain_cell(tmp_path, monkeypatch, capsys):
    """As courses have them that began with an old nbgrader, also after `nbgrader update`."""
    mark = {"grade": False, "solution": False, "locked": False, "schema_version": 3}
    plain = new_code_cell("import math", metadata={"nbgrader": mark})
    monkeypatch.chdir(course(tmp_path, {"text": [plain, *TEXT]}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == 0
    assert capsys.readouterr().out.startswith("ps1 is ready")


def test_a_trial_holds_until_the_source_or_gradebox_changes(engine, monkeypatch):
    fallback.fall_back(engine, no_pool, print)
    assert run(engine) == [UNCHANGED]
    changed = copy.deepcopy(engine.store.original)
    changed.notebooks["odd"].cells["free"].source = "assert 1"
    engine.use_original(changed)
    with pytest.raises(AssertionError, match="nothing is to be graded"):
        fallback.fall_back(engine, no_pool, print)
    odd = engine.store.original.notebooks["odd"]
    part = replace(odd.of_source, skippable=frozenset({"x = 1"}))  # the tag `skip-grading` does it
    material = trial.Material.of(engine.converter, engine.store.original)
    tagged = copy.deepcopy(odd)
    tagged.cells["free"].metadata["tags"] = ["skip-execution"]
    for each in (replace(odd, of_source=part), tagged):
        notebooks = {"odd": each}
        other = replace(material, original=replace(material.original, notebooks=notebooks))
        assert other.key("odd") != material.key("odd")
    sources = copy.deepcopy(material.sources)
    sources["odd"].cells[0].cell_type = "raw"
    assert replace(material, sources=sources).key("odd") != material.key("odd")
    before = material.key("odd")
    monkeypatch.setattr(trial, "package_digest", lambda: "that of a newer gradebox")
    assert material.key("odd") != before


def test_a_course_can_refuse_or_go_without(engine, monkeypatch):
    config = engine.converter.config
    config.Trial.fallback = "refuse"
    with pytest.raises(CannotGrade, match=r"tests of ps1 cannot run apart .*shared-is"):
        fallback.fall_back(engine, no_pool, print)
    monkeypatch.setattr(fallback.Kept, "of", lambda root, name: fallback.Kept(Path("nowhere")))
    with pytest.raises(CannotGrade, match="Run `gradebox try ps1`"):
        fallback.fall_back(engine, no_pool, print)
    for way, tests in (("none", "separate"), ("refuse", "together")):
        config.Trial.fallback, config.Executor.tests = way, tests
        fallback.fall_back(engine, no_pool, print)


def test_what_is_not_in_source_is_said(engine):
    Path("source", "ps1", "odd.ipynb").unlink()
    said = []
    fallback.fall_back(engine, no_pool, said.append)
    assert said == ["ps1 was not tried: its solution, odd.ipynb, is not in source/."]
    engine.converter.config.Trial.fallback = "refuse"
    with pytest.raises(CannotGrade, match="is not in source"):
        fallback.fall_back(engine, no_pool, said.append)


def test_answers_that_a_courses_package_brings_are_found(tmp_path, engine, monkeypatch):
    (tmp_path / "ada").mkdir()
    (tmp_path / "notes").mkdir()
    plugin = SimpleNamespace(answers=lambda name: tmp_path if name == "ps1" else None)
    monkeypatch.setattr(plugins, "plugins", lambda: (plugin,))
    assert plugins.answers("ps2") is None

    def found():
        parts = engine.store.original, engine.limits, engine.course.ignore
        return trial_answers.read_answers(plugins.answers("ps1"), *parts).folders

    with pytest.raises(CannotGrade, match=r"holds a notebook of ps1: odd.ipynb"):
        found()
    shutil.copy(Path("submitted", "ada", "ps1", "odd.ipynb"), tmp_path / "ada")
    assert list(found()) == ["ada"]


def test_a_notebook_of_an_older_program_needs_no_remark():
    def read() -> None:
        warnings.warn("Cell is missing an id field, this will", FutureWarning, stacklevel=1)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert cli.run(cli.command(read), [], "read") == 0
    assert not caught


def test_the_advice_is_on_the_name_that_does_not_cross():
    test = "assert caesar.__doc__ and caesar.__name__ and caesar.__code__.co_argcount == 2"
    advice = trial_words.advice(graded("caesar-values", test))
    assert advice.startswith("Do not ask for __code__: ")
    plain = trial_words.advice(graded("caesar-values", "assert caesar.__doc__"))
    assert plain.startswith("Put ")
    is_same = trial_words.advice(graded("caesar-values", "assert caesar() is text"))
    assert is_same.startswith("Where it says `is`, compare numbers, text, lists and arrays with ==")
    constant = trial_words.advice(graded("caesar-values", "assert caesar() is np.ma.masked"))
    assert constant.startswith("Put ")
    timed = "import time\nbegan = time.perf_counter()\ncaesar(a)\nassert time.monotonic() < began"
    assert trial_words.advice(graded("caesar-values", timed)).startswith("Measure with small ")
    hints = trial_words.advice(graded("caesar-values", "assert get_type_hints(caesar)['n'] is int"))
    assert hints.startswith("Do not call get_type_hints: ")


def test_the_advice_on_a_file_that_is_not_found_is_where_to_write_it():
    cell = graded("caesar-values", "assert words(path) == 3")
    note_failure(cell, Failure(RAISED, "FileNotFoundError", line=1))
    assert trial_words.IN_THE_FOLDER in trial_words.advice(cell)
    note_failure(cell, Failure("other", "FileNotFoundError", line=1))  # by the test's own line
    assert trial_words.HINTS[not_crossed.WRITTEN] in trial_words.advice(cell)


def test_which_tests_run_both_ways_is_found_with_the_solution(tmp_path, monkeypatch, capsys):
    cells = [
        answer("lists", "a = [1]\nb = list(a)"),
        graded("reads", "assert a == b"),
        graded("looks", "assert id(a) != id(b)"),
        graded("changes", "a.append(2)\nassert b == [1]"),
        answer("ids", "ids = iter(range(9))"),
        graded("draws", "assert next(ids) >= 0"),
        graded("draws-again", "assert next(ids) == 1"),
        answer("tick", "ticks = []\ndef tick():\n    ticks.append(1)\n    return len(ticks)"),
        graded("counts", "assert tick() >= 1"),
        graded("counts-again", "assert tick() == 2"),
    ]
    root = course(tmp_path, {"ways": cells})
    monkeypatch.chdir(root)
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == try_assignments.NOT_READY
    text = capsys.readouterr().out
    assert "looks: it has to pass both ways.\n    line 1: assert id(a) != id(b)" in text
    assert "draws-again: it fails a right answer if it runs apart from it." in text
    assert "It uses an object of the answers" in text
    assert "Of its 7 tests, 1 cannot run apart" in text
    tried = fallback.Kept.of(root, "ps1").notebooks["ways"]
    assert tried.ways == {
        "looks": "both",
        "changes": "both",
        "draws": "both",
        "draws-again": "together",  # it needs what the test before has done
        "counts-again": "separate",  # so does this, and it uses nothing that could differ
    }


def test_tests_that_pass_both_ways_are_no_reason_not_to_be_ready(tmp_path, monkeypatch, capsys):
    cells = [
        answer(
            "bag", "class Bag:\n    def __init__(self, items):\n        self.items = list(items)"
        ),
        graded("keeps", "given = [1]\nbag = Bag(given)\ngiven.append(2)\nassert bag.items == [1]"),
    ]
    monkeypatch.chdir(course(tmp_path, {"bag": cells}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == 0
    assert "1 of them runs apart and, to be sure, together" in capsys.readouterr().out


def test_an_empty_answer_keeps_names_and_parameters_and_computes_nothing():
    source = """
        import math
        LIMIT: int = 3
        a, *b = [1, 2]
        for i in b:
            total = i
        def double(x, factor=LIMIT):
            "Double it."
            return factor * x
        async def later(): return 1
        @decorated
        class Box(Base):
            side: float
            size: int = 3
            def __init__(self, side): self.side = side
            @property
            def half(self): return self.side / 2
    """
    expected = """
        LIMIT = None
        a = None
        b = None
        i = None
        total = None
        import math
        def double(x, factor=LIMIT):
            return None
        async def later():
            return None
        @decorated
        class Box(Base):
            side: float
            size: int = None
            def __init__(self, side): pass
            @property
            def half(self):
                return None
    """
    filled = trial_empty_answers.filled_with(textwrap.dedent(source), "None")
    assert ast.dump(ast.parse(filled)) == ast.dump(ast.parse(textwrap.dedent(expected)))
    assert trial_empty_answers.filled_with("this is no Python", "None") == ""
    future = "from __future__ import annotations"  # Python takes it at the top alone
    assert trial_empty_answers.filled_with(f"{future}\nx = 1", "None") == f"{future}\n\nx = None"


def test_what_is_right_with_a_value_is_no_empty_answer():
    """Nor is the declaration of a class, which is all of its answer."""
    source = "right = None\nwrong = 1\ndef shown(x):\n    print(x)\nclass P:\n    name: str\n"
    assert trial_empty_answers.filled_with(source, "None") == "P = None\n\nwrong = None"
    looks = "class P:\n    name: str\n    def __post_init__(self):\n        check(self.name)"
    assert trial_empty_answers.filled_with(looks, "3") == "P = 3"
    assert trial_empty_answers.filled_with("yes = True\nno = 1 > 2", "True") == "no = True"
    assert "def shown(x):\n    return True" in trial_empty_answers.filled_with(source, "True")


def test_of_an_empty_answer_only_what_students_answer_is_changed():
    python = new_notebook(
        cells=[new_code_cell("x = 5"), answer("y", "y = x + 1"), graded("y-is", "assert y == 6")]
    )
    without_names = new_notebook(cells=[answer("shown", "print(1)")])
    r = new_notebook(
        cells=[answer("z", "z = 1")],
        metadata={"kernelspec": {"name": "ir", "language": "R", "display_name": "R"}},
    )
    sources = {"python": python, "without_names": without_names, "r": r}
    made = dict(trial_empty_answers.empty_answers(sources))
    assert list(made) == list(trial_empty_answers.EMPTY_VALUES)
    assert {name for notebooks in made.values() for name in notebooks} == {"python"}
    cells = nbformat.reads(made["NaN"]["python"].decode(), as_version=4).cells
    assert [cell.source for cell in cells] == ["x = 5", 'y = float("nan")', "assert y == 6"]


def test_an_answer_that_only_imports_is_no_empty_one():
    """Its function is the real one, whatever stands for what other answers work out."""
    root, two = graded("root-is", "assert sqrt(4) == 2"), graded("two-is", "assert sqrt(4) == two")
    cells = [answer("root", "from math import sqrt"), root, answer("two", "two = 2")]
    notebook = new_notebook(cells=[*cells, two, graded("again", "assert sqrt(9) == 3")])
    assert trial_empty_answers.tests_of_imports(notebook) == {"root-is"}
    above = new_notebook(cells=[answer("two", "two = 2"), answer("root", "import math"), root])
    assert trial_empty_answers.tests_of_imports(above) == set()


def test_of_a_value_that_an_answer_cell_changes_it_is_said(tmp_path, monkeypatch, capsys):
    cells = [
        marked_cell("given", 'from collections import Counter\nseen = Counter("ab")', locked=True),
        answer("counted", 'seen.update("b")'),
        graded("counted-b", 'assert seen["b"] == 2'),
        graded("counted-a", 'assert seen["a"] == 1'),
    ]
    monkeypatch.chdir(course(tmp_path, {"counts": cells}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    assert try_.main(["ps1"]) == try_assignments.NOT_READY
    text = capsys.readouterr().out
    assert "counted-b: it fails a right answer if it runs apart from it." in text
    assert f"{trial_findings.HOLDS_TOGETHER} It uses {doubt.BY_CELL}." in text
    assert "counted-a: it fails" not in text


def test_an_empty_answer_with_which_a_loop_never_ends_is_stopped_early(
    tmp_path, monkeypatch, capsys
):
    cells = [
        marked_cell(
            "play", "def play(is_over):\n    while not is_over():\n        pass", locked=True
        ),
        answer("over", "def over():\n    return True"),
        graded("ends", "play(over)"),
        graded("is-over", "assert over() in (True, False)"),
    ]
    monkeypatch.chdir(course(tmp_path, {"game": cells}))
    monkeypatch.setattr(try_assignments, "LocalPool", InThisProcess)
    monkeypatch.setattr(try_assignments, "empty_answers", trial_empty_answers.empty_answers)
    monkeypatch.setattr(trial_empty_answers, "EMPTY_VALUES", {"False": "False"})
    began = time.monotonic()
    assert try_.main(["ps1"]) == 0
    assert time.monotonic() - began < 25  # a cell has 30 seconds in a class
    text = capsys.readouterr().out
    assert "game.ipynb, ends: with an answer that computes nothing it does not end" in text
    assert "stopped where all functions return False, whatever" in text
    assert "is-over: it gives points to an answer that computes nothing." in text


def test_a_test_that_a_right_answer_fails_only_once_runs_apart(odd, monkeypatch):
    """The notebook may be graded again for another test, and the machine be busy then."""
    converter = converter_for(odd, "ps1", without=None)
    material = trial.Material.of(converter, original_in(converter, "ps1"))
    cells = {name: graded(name, "assert True") for name in ("free", "partly", "wrong")}
    all_right = dict.fromkeys(cells, 1)
    runs = [{"free": 1}, all_right, {"wrong": 1}]  # apart, together, and apart again

    def grade_answers(context, answers, open_pool):
        points = runs.pop(0) if runs else all_right
        return [
            trial_grading.GradedTest(trial.SOLUTION, "odd", name, cell, points.get(name, 0), 1)
            for name, cell in cells.items()
        ]

    monkeypatch.setattr(trial, "grade_answers", grade_answers)
    monkeypatch.setattr(trial, "acting", lambda *_: {})
    found = trial.try_notebooks(material, ["odd"], no_pool)["odd"]
    assert found.apart == {"partly"}


def test_an_answer_that_is_cut_short_has_no_more_time_than_in_class(odd):
    converter = converter_for(odd, "ps1", without=None)
    context = trial.Material.of(converter, original_in(converter, "ps1")).context

    def limits(seconds, **said):
        config = copy.deepcopy(context.config)
        config.Execute.update(said)
        given = Executor(config=trial.cut_short(replace(context, config=config), seconds).config)
        return given.timeout, given.total_seconds, given.timeout_func

    assert limits(0.5) == (2, 8, None)
    assert limits(7.5, timeout_func=lambda cell: 60) == (8, 22.5, None)
    assert limits(500, timeout=20) == (20, 300, None)
    assert limits(500, timeout=-1) == (500, 300, None)


def test_of_a_result_that_is_no_number_it_is_not_said_again_who_gets_its_points():
    kinds = trial_findings.NO_NUMBER, trial_findings.FOR_NOTHING, trial_findings.EMPTY
    whose = trial_findings.SOLUTION, trial_findings.BLANK, "None"
    of_cell = [
        trial_findings.Finding(kind, "n", "says", who, "")
        for kind, who in zip(kinds, whose, strict=True)
    ]
    assert [*trial_findings.once_each(of_cell)] == of_cell[:1]
    assert [*trial_findings.once_each(of_cell[1:])] == of_cell[1:2]


@pytest.mark.parametrize(("line", "is_of_apart"), [(1, False), (2, True)])
def test_the_line_at_which_the_solution_fails_together_is_said(line, is_of_apart):
    """Apart it may fail at another one, and for another reason."""
    apart, together = (graded("bars", "assert 1 is bars()\nassert bars() == 4") for _ in "ab")
    note_failure(apart, Failure(ASSERTION, "AssertionError", "of apart", line))
    together.execution_count = 7
    shown = [
        "\x1b[36mCell\x1b[39m \x1b[32mIn[7]\x1b[39m\x1b[32m, line 2\x1b[39m\n",
        "Cell In[6], line 9",
    ]
    apart.outputs = [new_output("error", ename="AssertionError", evalue="of apart")]
    error = {"ename": "AssertionError", "evalue": "of together"}
    together.outputs = [new_output("error", **error, traceback=shown)]
    cells = (
        trial_grading.GradedTest("the solution", "n", "bars", e, 0, 1) for e in (apart, together)
    )
    apart, together = cells
    (found,) = trial_findings.failing_together([together], [apart])
    assert found.line == "line 2: assert bars() == 4"
    assert ("of apart" in found.reason) == is_of_apart
    assert ("of together" in found.reason) != is_of_apart


def test_an_assertion_about_the_process_is_not_explained_by_a_figure_that_it_got():
    cell = graded("bars", "axes = bars()\nassert len(plt.get_fignums()) == 2\nassert axes == 3")
    for line, is_of_process in ((2, True), (3, False)):
        why = {"not_apart": "it got a matplotlib.Axes", "not_apart_kind": not_crossed.DRAWN}
        note_failure(cell, Failure(ASSERTION, "AssertionError", line=line, **why))
        assert ("`get_fignums`" in trial_words.reason(cell)) == is_of_process
        assert ("matplotlib.Axes" in trial_words.reason(cell)) != is_of_process
        assert ("numbers that are drawn" in trial_words.advice(cell)) != is_of_process
