"""A NameError for an exercise's name is a sentence in the notebook; any other is as it was."""

import IPython
from IPython.core.interactiveshell import InteractiveShell

from course.check.missing_names import explain_in_notebook


def test_a_missing_answer_is_explained_and_other_names_are_not(monkeypatch, capsys):
    shell = InteractiveShell()
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    explain_in_notebook(lambda: {"softmax"})
    assert type(shell.run_cell("softmax").error_in_exec) is NameError
    text = capsys.readouterr().out
    assert "softmax: the notebook does not know this name" in text
    assert "Traceback" not in text
    shell.run_cell("softmaxx")
    assert "name 'softmaxx' is not defined" in capsys.readouterr().out
