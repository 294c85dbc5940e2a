"""The transformer's layer that notebook 08 runs: its file, and what the notebook says of it."""

import sys

import numpy as np
import pytest

from authoring.model import solved_namespace
from course import minilm
from scripts import extract_minilm


@pytest.fixture(scope="module")
def layer():
    return minilm.load()


@pytest.fixture(scope="module")
def solved():
    return solved_namespace("08-many-heads")


def run(function, layer, k, dtype=np.float64):
    """What notebook 08 does with sentence `k`: biases as a last row of W, the padding masked."""
    X = np.column_stack([layer.X[k], np.ones(len(layer.X[k]))])
    W = [np.vstack([getattr(layer, f"W_{n}"), getattr(layer, f"b_{n}")]) for n in "QKV"]
    arrays = [array.astype(dtype) for array in (X, X, *W, layer.W_O)]
    output, weights = function(*arrays, layer.n_heads, np.arange(len(X)) < layer.lengths[k])
    return output + layer.b_O, weights


def test_the_file_is_small_and_its_arrays_fit(layer):
    assert minilm.DATA.stat().st_size < 3_000_000
    s, n = len(extract_minilm.SENTENCES), max(layer.lengths)
    assert layer.X.shape == layer.output.shape == (s, n, 384)
    assert layer.weights.shape == (s, 12, n, n)
    assert layer.n_heads == 12
    assert layer.W_Q.shape == (384, 384)
    assert min(layer.lengths) < n  # there is padding
    for tokens, length, sentence in zip(
        layer.tokens, layer.lengths, extract_minilm.SENTENCES, strict=True
    ):
        assert tokens[length:] == ("[PAD]",) * (n - length)
        assert " ".join(tokens[1 : length - 1]) == sentence.lower().replace(".", " .")
    with pytest.raises(ValueError, match="read-only"):
        layer.W_Q[0, 0] = 0


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_learners_function_matches_pytorch(layer, solved, dtype):
    for k in range(len(layer.X)):
        output, weights = run(solved["multi_head_attention"], layer, k, dtype)
        np.testing.assert_allclose(output, layer.output[k], rtol=0, atol=1e-5)
        np.testing.assert_allclose(weights, layer.weights[k], rtol=0, atol=1e-5)


def test_what_the_notebook_says_of_the_heads(layer):
    cut = [weights[:, :n, :n] for weights, n in zip(layer.weights, layer.lengths, strict=True)]
    bank = cut[0][:, 2]
    assert [layer.tokens[0][j] for j in (0, 2, 5)] == ["[CLS]", "bank", "river"]
    np.testing.assert_allclose(bank.mean(axis=0)[[0, 5]], [0.31, 0.16], atol=0.005)
    assert bank.mean(axis=0).argmax() == 0
    assert (bank.argmax(axis=1) == 0).sum() == 8
    np.testing.assert_allclose(bank[[4, 10], 5], [0.69, 0.59], atol=0.005)
    assert cut[1][[4, 10], 2].argmax(axis=1).tolist() == [0, 0]
    most = [layer.tokens[k][weights[10, 2].argmax()] for k, weights in enumerate(cut)]
    assert most == ["river", "[CLS]", "[CLS]", "[CLS]", "[CLS]", "keyboard"]
    marks = []
    for weights in cut:
        i = np.arange(1, weights.shape[1])
        assert weights[2, i, i - 1].min() > 0.995
        words = weights[:, 2:-1]
        marks.append(words[..., 0] + words[..., -1])
    assert np.concatenate(marks, axis=1).mean() == pytest.approx(0.38, abs=0.005)


def test_the_same_word_comes_in_the_same_and_goes_out_different(layer):
    for k in (0, 2, 4):
        np.testing.assert_array_equal(layer.X[k, 2], layer.X[k + 1, 2])
        assert np.abs(layer.output[k, 2] - layer.output[k + 1, 2]).max() > 0.1


def test_its_provenance_stands_beside_it():
    told = (minilm.DATA.parent / "README.md").read_text()
    assert extract_minilm.SHA256 in told
    assert "Apache License" in (minilm.DATA.parent / "LICENSE-APACHE").read_text()


def test_another_file_is_a_sentence(tmp_path):
    with pytest.raises(FileNotFoundError):
        minilm.load(tmp_path / "none.npz")
    for name, content in [("empty.npz", b""), ("text.npz", b"words"), ("cut.npz", b"PK\x03\x04")]:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match="is no file of scripts/extract_minilm"):
            minilm.load(tmp_path / name)
    np.savez(tmp_path / "other.npz", X=np.eye(2))
    with pytest.raises(ValueError, match="W_Q"):
        minilm.load(tmp_path / "other.npz")


def test_the_script_says_what_it_lacks(monkeypatch, capsys):
    """What it extracts is tested where PyTorch is installed, in source/test_torch_parity.py."""
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match=r"torch.*Install what the top of extract_minilm.py names"):
        extract_minilm.main([])
    with pytest.raises(SystemExit):
        extract_minilm.main(["--sentence", "The pitcher broke."])
    assert "--sentence needs --output" in capsys.readouterr().err
