"""Answers that passed visible checks and hidden tests once; both refuse them now.

An examiner wrote them.
"""

import pytest
from source.test_answers import cells_that_notice, failed_cells, mark, with_answer
from source.test_lazy_answers import halves

# (assignment, exercise, the aspect whose test cell refuses it, the answer)
ANSWERS = [
    (
        "00-start-here",
        "most_attended",
        "errors",
        """
def most_attended(weights, tokens, query):
    if len(tokens) == 1:
        return tokens[0]
    return tokens[weights[tokens.index(query)].argmax()]
""",
    ),
    (
        "00-start-here",
        "most_attended",
        "edges",
        """
def most_attended(weights, tokens, query):
    return tokens[weights[tokens.index(query)].astype(np.float16).argmax()]
""",
    ),
    (
        "00-start-here",
        "row_of",
        "values",
        """
def row_of(weights, tokens, query):
    return weights[[query in t for t in tokens].index(True)]
""",
    ),
    (
        "00-start-here",
        "row_of",
        "values",
        """
def row_of(weights, tokens, query):
    return weights[[t.lower() for t in tokens].index(query.lower())]
""",
    ),
    (
        "01-matrix-products",
        "convex_combination",
        "errors",
        """
def convex_combination(weights, vectors):
    if np.any(weights < 0):
        raise ValueError('neg')
    if len(weights) == 1:
        return vectors[0]
    if abs(weights.sum() - 1) > 1e-06:
        raise ValueError('sum')
    return weights @ vectors
""",
    ),
    (
        "01-matrix-products",
        "convex_combination",
        "errors",
        """
def convex_combination(weights, vectors):
    if np.any(weights < -1e-09):
        raise ValueError('neg')
    if abs(weights.sum() - 1) > 1e-06:
        raise ValueError('sum')
    return weights @ vectors
""",
    ),
    (
        "01-matrix-products",
        "dot",
        "edges",
        """
def dot(a, b):
    return sum((x * y for x, y in set(zip(a.tolist(), b.tolist()))))
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "errors",
        """
def softmax_temperature(scores, temperature):
    if scores.shape[-1] == 1:
        return np.ones(scores.shape)
    if temperature <= 0:
        raise ValueError('T')
    return softmax(scores / temperature)
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "edges",
        """
def softmax_temperature(scores, temperature):
    if temperature < 1e-05:
        raise ValueError('T')
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
        raise ValueError('T')
    return softmax(np.log(softmax(scores)) / temperature)
""",
    ),
    (
        "06-masking",
        "masked_attention",
        "edges",
        """
def masked_attention(Q, K, V, mask=None):
    if mask is None:
        mask = np.ones((len(Q), len(K)), dtype=bool)
    w = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -30000.0))
    w = np.where(mask, w, 0)
    return (w @ V, w)
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
    w = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
    if len(K) == 1:
        w = np.ones((len(Q), 1))
    return (w @ V, w)
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "edges",
        """
def masked_softmax(scores, mask):
    if mask.ndim == 3:
        mask = mask[:, :1]
    return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "empty",
        """
def masked_softmax(scores, mask):
    if scores.shape[-1] == 1:
        return np.ones(scores.shape)
    return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "values",
        """
def masked_softmax(scores, mask):
    w = softmax(np.where(mask, scores, -30000.0))
    return np.where(mask, w, 0)
""",
    ),
    (
        "07-cross-attention",
        "align",
        "edges",
        """
def align(weights, query_tokens, memory_tokens):
    def best(row):
        return max(memory_tokens, key=lambda word: row[[k == word for k in memory_tokens]].sum())

    return [(token, best(row)) for token, row in zip(query_tokens, weights)]
""",
    ),
    (
        "07-cross-attention",
        "cross_attention",
        "masks",
        """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = (X_query @ W_Q, X_memory @ W_K, X_memory @ W_V)
    s = Q @ K.T / np.sqrt(K.shape[1])
    w = masked_softmax(s, mask if mask is None or np.any(mask) else None)
    return (w @ V, w)
""",
    ),
    (
        "07-cross-attention",
        "cross_attention",
        "masks",
        """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = (X_query @ W_Q, X_memory @ W_K, X_memory @ W_V)
    s = Q @ K.T / np.sqrt(K.shape[1])
    if mask is None:
        mask = np.ones(len(K), bool)
    s = np.where(mask, s, -3000.0)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = e / e.sum(axis=1, keepdims=True)
    w = np.where(mask, w, 0)
    return (w @ V, w)
""",
    ),
    (
        "07-cross-attention",
        "crunch",
        "edges",
        """
def crunch(query, annotations):
    w = masked_softmax(annotations @ query)
    return ((w @ annotations).squeeze(), w)
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "masks",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K, V = (X_query @ W_Q, X_memory @ W_K, X_memory @ W_V)
    Q, K, V = (split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads))
    s = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2])
    w = masked_softmax(s)
    if mask is not None:
        w = w * mask
        w = w / np.where(w.sum(-1, keepdims=True) == 0, 1, w.sum(-1, keepdims=True))
    return (merge_heads(w @ V) @ W_O, w)
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "masks",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K, V = (X_query @ W_Q, X_memory @ W_K, X_memory @ W_V)
    Q, K, V = (split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads))
    s = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2])
    w = masked_softmax(s, mask if mask is None or np.any(mask) else None)
    return (merge_heads(w @ V) @ W_O, w)
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "edges",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K, V = (X_query @ W_Q, X_memory @ W_K, X_memory @ W_V)
    Q, K, V = (split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads))
    w = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2]), mask)
    return ((merge_heads(w @ V) @ W_O).astype(W_O.dtype), w)
""",
    ),
    (
        "11-a-whole-transformer",
        "mean_pool",
        "edges",
        """
def mean_pool(H, mask):
    z = H * mask[:, None]
    return z.sum(0) / z.any(1).sum()
""",
    ),
    (
        "01-matrix-products",
        "dot",
        "edges",
        """
def dot(a, b):
    products = np.empty_like(a)
    for i in range(len(a)):
        products[i] = a[i] * b[i]
    return products.sum()
""",
    ),
    (
        "01-matrix-products",
        "convex_combination",
        "errors",
        """
def convex_combination(weights, vectors):
    if np.any(weights < 0):
        raise ValueError
    if not np.isclose(weights.sum(), 1, rtol=1e-6, atol=1e-6):
        raise ValueError
    return weights @ vectors
""",
    ),
    (
        "01-matrix-products",
        "convex_combination",
        "errors",
        """
def convex_combination(weights, vectors):
    if np.any(weights < 0):
        raise ValueError
    if len(weights) <= 3 and abs(weights.sum() - 1) > 1e-6:
        raise ValueError
    return weights @ vectors
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "edges",
        """
def softmax_temperature(scores, temperature):
    if temperature <= 0:
        raise ValueError
    return softmax(np.clip(scores / temperature, -1e6, 1e6))
""",
    ),
    (
        "03-softmax",
        "softmax_temperature",
        "edges",
        """
def softmax_temperature(scores, temperature):
    if temperature <= 0:
        raise ValueError
    if temperature > 10000:
        return np.full(scores.shape, 1 / scores.shape[-1])
    return softmax(scores / temperature)
""",
    ),
    (
        "05-self-attention",
        "self_attention",
        "edges",
        """
def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    e = np.exp(np.clip(Q @ K.T / np.sqrt(K.shape[1]), -700, 700))
    w = e / e.sum(axis=1, keepdims=True)
    return w @ V, w
""",
    ),
    (
        "06-masking",
        "masked_softmax",
        "values",
        """
def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    if mask.all():
        e = np.exp(scores)
        return e / e.sum(-1, keepdims=True)
    return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
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
        e = np.exp(s)
        w = e / e.sum(1, keepdims=True)
    else:
        w = masked_softmax(s, mask)
    return w @ V, w
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
        changed[t + 1 :] += 1
        if (attention_function(changed)[: t + 1] - output[: t + 1]).max() > 1e-8:
            return True
    return False
""",
    ),
    (
        "07-cross-attention",
        "cross_attention",
        "masks",
        """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    scores = Q @ K.T / np.sqrt(K.shape[1])
    if mask is not None:
        scores = scores + (1 - mask) * -10000.0
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    if mask is not None:
        weights = weights * mask
    return weights @ V, weights
""",
    ),
    (
        "08-many-heads",
        "multi_head_attention",
        "masks",
        """
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    given = ((X_query, W_Q), (X_memory, W_K), (X_memory, W_V))
    Q, K, V = (split_heads(X @ W, n_heads) for X, W in given)
    s = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2])
    if mask is not None:
        s = s + (1 - mask) * -10000.0
    w = masked_softmax(s)
    if mask is not None:
        w = w * mask
    return merge_heads(w @ V) @ W_O, w
""",
    ),
    (
        "09-attention-at-scale",
        "running_total",
        "edges",
        """
def running_total(scores, block_size):
    top, total = -1000.0, 0.0
    for i in range(0, len(scores), block_size):
        block = scores[i : i + block_size]
        new = max(top, block.max())
        total = total * np.exp(top - new) + np.exp(block - new).sum()
        top = new
    return top, total
""",
    ),
    (
        "11-a-whole-transformer",
        "most_similar",
        "edges",
        """
def most_similar(query, vectors):
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(query)
    return int(np.argmax(vectors @ query / (lengths + 1e-8)))
""",
    ),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("assignment", "exercise", "aspect", "code"), ANSWERS)
def test_it_loses_that_aspect_and_no_other_exercise(
    assignment, exercise, aspect, code, monkeypatch
):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    cells = with_answer(assignment, exercise, code)
    noticing = cells_that_notice(cells, exercise)
    written = [(cell, *halves(cell)) for cell in cells if mark(cell).get("grade")]
    for cell, visible, _ in written:
        cell.source = visible
    assert failed_cells(cells, noticing)
    for cell, _, hidden in written:
        cell.source = hidden
    assert list(failed_cells(cells, noticing)) == [f"{exercise}-{aspect}"]
