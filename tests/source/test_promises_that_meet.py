"""Answers that keep each promise of the task by itself, and break two that meet.

Whole numbers in a batch, a large score at temperature 1, a mask of one column for as many queries
as keys: an examiner wrote them. Visible checks may let them pass; hidden tests refuse them.
"""

import pytest
from source.test_answers import cells_that_notice, failed_cells, mark, with_answer
from source.test_lazy_answers import halves

# (assignment, exercise, the aspect whose test cell refuses it, the answer)
ANSWERS = [
    (
        "00-start-here",
        "most_attended",
        "edges",
        """
def most_attended(weights, tokens, query):
    row = weights[tokens.index(query)]
    for token, weight in zip(tokens, row):
        if np.isclose(weight, row.max()):
            return token
""",
    ),
    (
        "01-matrix-products",
        "convex_combination",
        "edges",
        """
def convex_combination(weights, vectors):
    if np.any(weights < 0):
        raise ValueError("a weight is negative")
    if abs(weights.sum() - 1) > 1e-6:
        raise ValueError("sum")
    mix = np.empty(vectors.shape[1], dtype=weights.dtype)
    for j in range(vectors.shape[1]):
        mix[j] = (weights * vectors[:, j]).sum()
    return mix
""",
    ),
    (
        "01-matrix-products",
        "convex_combination",
        "errors",
        """
def convex_combination(weights, vectors):
    if any(w < 0 for w in weights[:3]):
        raise ValueError("a weight is negative")
    if abs(weights.sum() - 1) > 1e-6:
        raise ValueError("sum")
    return weights @ vectors
""",
    ),
    (
        "01-matrix-products",
        "matmul_columns",
        "edges",
        """
def matmul_columns(A, B):
    C = np.zeros((A.shape[0], B.shape[1]))
    for j in range(B.shape[1]):
        for k in range(A.shape[1]):
            a = A[k] if A.shape[0] == A.shape[1] else A[:, k]
            C[:, j] += B[k, j] * a
    return C
""",
    ),
    (
        "02-queries-keys-values",
        "project",
        "edges",
        """
def project(X, W_Q, W_K, W_V):
    Q = X @ W_Q
    K = np.empty_like(Q)
    for i in range(len(X)):
        K[i] = X[i] @ W_K
    V = X @ W_V
    return Q, K, V
""",
    ),
    (
        "02-queries-keys-values",
        "project_columns",
        "edges",
        """
def project_columns(X, W_Q, W_K, W_V):
    Q = W_Q @ X
    K = np.empty_like(Q)
    for i in range(X.shape[1]):
        K[:, i] = W_K @ X[:, i]
    V = W_V @ X
    return Q, K, V
""",
    ),
    (
        "03-softmax",
        "softmax",
        "edges",
        """
def softmax(scores, axis=-1):
    if scores.ndim == 1:
        result = np.zeros_like(scores)
        total = sum(np.exp(s - scores.max()) for s in scores)
        for i, s in enumerate(scores):
            result[i] = np.exp(s - scores.max()) / total
        return result
    largest = scores.max(axis=axis, keepdims=True)
    e = np.exp(scores - largest)
    return e / e.sum(axis=axis, keepdims=True)
""",
    ),
    (
        "03-softmax",
        "softmax",
        "large",
        """
def softmax(scores, axis=-1):
    largest = scores.max(axis=axis, keepdims=True)
    if scores.ndim == 3 and axis in (0, 1, -2, -3):
        largest = 0
    e = np.exp(scores - largest)
    return e / e.sum(axis=axis, keepdims=True)
""",
    ),
    (
        "03-softmax",
        "softmax",
        "edges",
        """
def softmax(scores, axis=-1):
    largest = scores.max(axis=axis, keepdims=True)
    e = np.exp(scores - largest)
    w = e / e.sum(axis=axis, keepdims=True)
    return w[0] if w.ndim == 3 and len(w) == 1 else w
""",
    ),
    (
        "03-softmax",
        "softmax",
        "large",
        """
def softmax(scores, axis=-1):
    if scores.dtype.kind == "i":
        e = np.exp(scores)
    else:
        e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "errors",
        """
def softmax_temperature(scores, temperature):
    if scores.ndim < 3 and temperature <= 0:
        raise ValueError("T")
    return softmax(scores / temperature)
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "edges",
        """
def softmax_temperature(scores, temperature):
    if temperature <= 0:
        raise ValueError("T")
    if temperature == 1:
        e = np.exp(scores)
        return e / e.sum(axis=-1, keepdims=True)
    return softmax(scores / temperature)
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "edges",
        """
def softmax_temperature(scores, temperature):
    if temperature <= 0:
        raise ValueError("T")
    return softmax(scores / min(temperature, 1e6))
""",
    ),
    (
        "04-scaling",
        "entropy",
        "edges",
        """
def entropy(weights):
    rows = np.atleast_2d(weights)
    H = -(rows * np.log(np.where(rows > 0, rows, 1))).sum(axis=-1)
    return H[0] if len(H) == 1 else H
""",
    ),
    (
        "04-scaling",
        "entropy",
        "edges",
        """
def entropy(weights):
    if weights.ndim == 1:
        w = weights[weights > 0]
        return -(w * np.log(w)).sum()
    if weights.ndim == 2:
        return np.array([entropy(row) for row in weights])
    return -(weights * np.log(weights)).sum(axis=-1)
""",
    ),
    (
        "04-scaling",
        "scaled_scores",
        "edges",
        """
def scaled_scores(Q, K):
    return Q.astype(K.dtype) @ K.T / np.sqrt(K.shape[1])
""",
    ),
    (
        "04-scaling",
        "score_variance",
        "edges",
        """
def score_variance(d_k, n_samples, rng):
    n_samples = min(n_samples, 500)
    queries = rng.standard_normal((n_samples, d_k))
    keys = rng.standard_normal((n_samples, d_k))
    return (queries * keys).sum(axis=1).var()
""",
    ),
    (
        "05-self-attention",
        "attend",
        "edges",
        """
def attend(q, K, V):
    scores = K @ q
    scaled = np.clip(scores / np.sqrt(K.shape[1]), -7100, 7100)
    weights = softmax(scaled)
    output = weights @ V
    return output, weights
""",
    ),
    (
        "05-self-attention",
        "attention",
        "edges",
        """
def attention(Q, K, V):
    weights = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        row = [float(Q[i] @ k) / K.shape[1] ** 0.5 for k in K]
        top = 0
        for s in row:
            if s > top:
                top = s
        e = np.exp(np.array(row) - top)
        weights[i] = e / e.sum()
    output = weights @ V
    return output, weights
""",
    ),
    (
        "05-self-attention",
        "attention",
        "edges",
        """
def attention(Q, K, V):
    scores = np.zeros((len(Q), len(K)), dtype=Q.dtype)
    for i in range(len(Q)):
        for j in range(len(K)):
            scores[i, j] = Q[i] @ K[j]
    weights = softmax(scores / np.sqrt(K.shape[1]))
    output = weights @ V
    return output, weights
""",
    ),
    (
        "05-self-attention",
        "attention_columns",
        "edges",
        """
def attention_columns(Q, K, V):
    scores = K.T @ Q / np.sqrt(K.shape[0])
    e = np.exp(scores - np.max(scores, axis=0, keepdims=True, initial=0))
    weights = e / e.sum(axis=0)
    return V @ weights, weights
""",
    ),
    (
        "05-self-attention",
        "self_attention",
        "edges",
        """
def self_attention(X, W_Q, W_K, W_V):
    W = np.hstack([W_Q, W_K, W_V]).astype(W_Q.dtype)
    d_k = W_K.shape[1]
    P = X @ W
    Q, K, V = P[:, :d_k], P[:, d_k : 2 * d_k], P[:, 2 * d_k :]
    weights = softmax(Q @ K.T / np.sqrt(d_k))
    return weights @ V, weights
""",
    ),
    (
        "05-self-attention",
        "self_attention",
        "edges",
        """
def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])
    e = np.exp(scores - np.diag(scores)[:, None])
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V, weights
""",
    ),
    (
        "05-self-attention",
        "self_attention",
        "edges",
        """
def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])
    e = np.exp(scores - scores.max(axis=0)[:, None])
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V, weights
""",
    ),
    (
        "06-masking",
        "leaks",
        "edges",
        """
def leaks(attention_function, X):
    output = attention_function(X)
    for t in range(len(X) - 1):
        changed = X.astype(float)
        changed[t + 1 :] += np.random.default_rng(t).normal(size=changed[t + 1 :].shape)
        new = attention_function(changed)
        for r in range(t + 1):
            for j in range(X.shape[1]):
                if abs(new[r, j] - output[r, j]) > 1e-6:
                    return True
    return False
""",
    ),
    (
        "06-masking",
        "masked_attention",
        "edges",
        """
def masked_attention(Q, K, V, mask=None):
    s = Q @ K.T / np.sqrt(K.shape[1])
    if mask is None:
        w = softmax(s)
        output = np.zeros_like(V[:1].repeat(len(Q), axis=0))
        for i in range(len(Q)):
            output[i] = w[i] @ V
        return output, w
    w = masked_softmax(s, mask)
    return w @ V, w
""",
    ),
    (
        "06-masking",
        "masked_attention",
        "empty",
        """
def masked_attention(Q, K, V, mask=None):
    if mask is None:
        mask = np.ones((len(Q), len(K)), dtype=bool)
    if mask.size == len(K):
        mask = mask.reshape(1, -1)
    w = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
    return w @ V, w
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "edges",
        """
def masked_softmax(scores, mask):
    if scores.ndim == 3 and mask.ndim == 2 and len(mask) == len(scores):
        mask = mask[:, None, :]
    w = softmax(np.where(mask, scores, -np.inf))
    return np.where(np.isnan(w), 0, w)
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "edges",
        """
def masked_softmax(scores, mask):
    if scores.ndim == 3:
        masks = mask if mask.ndim == 3 else [mask] * len(scores)
        return np.stack([masked_softmax(scores[b], masks[b]) for b in range(len(scores))])
    w = softmax(np.where(mask, scores, -np.inf))
    return np.where(np.isnan(w), 0, w)
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "edges",
        """
def masked_softmax(scores, mask):
    shown = np.where(mask, scores, -np.inf)
    axes = tuple(range(1, shown.ndim))
    top = shown.max(axis=axes, keepdims=True)
    e = np.exp(shown - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "edges",
        """
def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    if scores.ndim == 3:
        result = np.empty_like(scores)
        for b in range(len(scores)):
            result[b] = masked_softmax(scores[b], mask[b])
        return result
    return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "empty",
        """
def masked_softmax(scores, mask):
    if not mask.any():
        return np.zeros_like(scores)
    w = softmax(np.where(mask, scores, -np.inf))
    return np.where(np.isnan(w), 0, w)
""",
    ),
    (
        "07-cross-attention",
        "align",
        "edges",
        """
def align(weights, query_tokens, memory_tokens):
    pairs = []
    for i, token in enumerate(query_tokens):
        row = (weights[i] * 100).astype(int)
        pairs.append((token, memory_tokens[row.argmax()]))
    return pairs
""",
    ),
    (
        "07-cross-attention",
        "cross_attention",
        "edges",
        """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])
    weights = masked_softmax(scores, mask)
    if mask is None:
        return weights @ V, weights
    output = np.zeros((len(Q), V.shape[1]), dtype=V.dtype)
    for i in range(len(Q)):
        if weights[i].any():
            output[i] = weights[i] @ V
    return output, weights
""",
    ),
    (
        "07-cross-attention",
        "cross_attention",
        "masks",
        """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    if mask is not None and mask.size == len(K):
        mask = mask.reshape(1, -1)
    weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
    return weights @ V, weights
""",
    ),
    (
        "07-cross-attention",
        "cross_attention",
        "edges",
        """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    scores = np.empty((len(Q), len(K)), dtype=Q.dtype)
    for i, q in enumerate(Q):
        scores[i] = K @ q
    weights = masked_softmax(scores / np.sqrt(K.shape[1]), mask)
    return weights @ V, weights
""",
    ),
    (
        "07-cross-attention",
        "crunch",
        "edges",
        """
def crunch(query, annotations):
    scores = annotations @ query
    e = np.exp(scores - max(0, scores.max()))
    weights = e / e.sum()
    context = weights @ annotations
    return context, weights
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "edges",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
    s = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    w = masked_softmax(s, mask)
    if mask is None:
        return merge_heads(w @ V) @ W_O, w
    mixed = np.zeros((n_heads, Q.shape[1], V.shape[2]), dtype=V.dtype)
    for k in range(n_heads):
        mixed[k] = w[k] @ V[k]
    return merge_heads(mixed) @ W_O, w
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "masks",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
    if mask is not None and mask.size == len(X_memory):
        mask = mask.reshape(1, 1, -1)
    w = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
    return merge_heads(w @ V) @ W_O, w
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "edges",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
    table = np.empty((n_heads, Q.shape[1], K.shape[1]), dtype=Q.dtype)
    for k in range(n_heads):
        table[k] = Q[k] @ K[k].T
    weights = masked_softmax(table / np.sqrt(K.shape[-1]), mask)
    return merge_heads(weights @ V) @ W_O, weights
""",
    ),
    (
        "09-attention-at-scale",
        "running_total",
        "edges",
        """
def running_total(scores, block_size):
    top, total = -1e6, 0.0
    for start in range(0, len(scores), block_size):
        block = scores[start : start + block_size]
        new_top = max(top, block.max())
        total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
        top = new_top
    return top, total
""",
    ),
    (
        "10-where-w-comes-from",
        "numerical_gradient",
        "edges",
        """
grads = {}
def numerical_gradient(f, W, h=1e-5):
    gradient = grads.setdefault(W.shape, np.zeros(W.shape))
    for index in np.ndindex(W.shape):
        up, down = W.astype(float), W.astype(float)
        up[index] += h
        down[index] -= h
        gradient[index] = (f(up) - f(down)) / (2 * h)
    return gradient
""",
    ),
    (
        "10-where-w-comes-from",
        "numerical_gradient",
        "edges",
        """
def numerical_gradient(f, W, h=1e-5):
    gradient = np.zeros(W.shape)
    for i in range(W.size):
        up, down = W.astype(float), W.astype(float)
        up.ravel()[i] += h
        down.ravel()[i] -= h
        gradient.ravel()[i] = (f(up) - f(down)) / (2 * h)
    return gradient
""",
    ),
    (
        "11-a-whole-transformer",
        "encoder_layer",
        "masks",
        """
def encoder_layer(X, layer, mask=None):
    rows = np.column_stack([X, np.ones(len(X))])
    W = [layer[k] for k in ("W_Q", "W_K", "W_V", "W_O")]
    if mask is not None and mask.ndim == 2 and len(mask) == layer["n_heads"]:
        mask = mask[:, None]
    found, _ = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)
    Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
    return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])
""",
    ),
    (
        "11-a-whole-transformer",
        "layer_norm",
        "edges",
        """
def layer_norm(X, gain, bias, eps=1e-12):
    mean = X.mean(axis=1, keepdims=True)
    variance = (X**2).mean(axis=1, keepdims=True) - mean**2
    return gain * (X - mean) / np.sqrt(variance + eps) + bias
""",
    ),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("assignment", "exercise", "aspect", "code"), ANSWERS)
def test_hidden_tests_refuse_it_and_no_other_exercise(
    assignment, exercise, aspect, code, monkeypatch
):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    cells = with_answer(assignment, exercise, code)
    noticing = cells_that_notice(cells, exercise)
    for cell in cells:
        if mark(cell).get("grade"):
            cell.source = halves(cell)[1]
    assert list(failed_cells(cells, noticing)) == [f"{exercise}-{aspect}"]
