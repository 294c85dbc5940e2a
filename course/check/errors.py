"""The text of an exception in the learner's code, in plain words."""

import re

from course.check.frames import is_raised_on_purpose, learners_line

# numpy's own sentence speaks of gufunc signatures and core dimensions.
_MATMUL_OUTPUT = re.compile(r"^matmul: Output operand")
_MATMUL_NUMBER = re.compile(r"^matmul: Input operand \d does not have enough dimensions")
_MATMUL_MISMATCH = re.compile(r"^matmul: .*\(size (\d+) is different from (\d+)\)")
_DOT_MISMATCH = re.compile(r"^shapes .* not aligned: (\d+) \(dim \d+\) != (\d+)")
_OF_VECTORS = re.compile(r"^shapes \(\d+,\) and \(\d+,\)")

# Python 3.14 says of tuples and lists how many values came; known mistakes are kept without it.
_TOO_MANY_TO_UNPACK = re.compile(r"^(too many values to unpack \(expected \d+), got \d+\)")

# ValueErrors that numpy raises by itself where an answer goes wrong.
_BY_ACCIDENT = re.compile(
    r"truth value of an array|the inner sizes of a matrix product|^the rows of the two arrays"
    r"|^there is no dot product"
    r"|^operands could not be broadcast|^axes don't match"
    r"|^setting an array element(?!.*inhomogeneous)"  # parts that differ in size are refused
)


def plain_text(error: BaseException) -> str:
    """Return the first line of the error's text, in plain words where numpy's are not."""
    try:
        text = str(error).strip().split("\n")[0]
    except Exception:  # a class of the learner's own may fail to say what is wrong
        return "its text cannot be shown"
    if _MATMUL_OUTPUT.search(text):
        return "the product does not fit into the array that it is to be written into"
    if _MATMUL_NUMBER.search(text):
        return "one side of a matrix product is neither a vector nor a matrix"
    if sizes := _MATMUL_MISMATCH.search(text):
        return f"the inner sizes of a matrix product do not meet: {sizes[2]} and {sizes[1]}"
    if sizes := _DOT_MISMATCH.search(text):
        if "inner(" in learners_line(error):  # numpy says the same of both
            return (
                f"the rows of the two arrays have {sizes[1]} and {sizes[2]} numbers, and "
                "`np.inner` takes rows of equal length"
            )
        if _OF_VECTORS.search(text):
            return f"there is no dot product of vectors of the sizes {sizes[1]} and {sizes[2]}"
        return f"the inner sizes of a matrix product do not meet: {sizes[1]} and {sizes[2]}"
    text = _TOO_MANY_TO_UNPACK.sub(r"\1)", text)
    text = text.replace("'ByHand'", "'numpy.ndarray'")  # an array that refuses a shortcut
    # A number beside arrays, as the minus infinity of np.where, is no part of the trouble.
    return text.replace(" () ", " ").removesuffix(" ()")


def is_by_accident(error: BaseException) -> bool:
    """Return True for an error of numpy's that tells of a slip, not of a refused input."""
    return not is_raised_on_purpose(error) and bool(_BY_ACCIDENT.search(plain_text(error)))
