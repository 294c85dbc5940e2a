"""Exercises of 01-matrix-products."""

import math

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "01-matrix-products"

RECALL = {
    "recall_1": Recall(
        "A row is the attention of the token that looks; the columns are what it looks at.",
        "notebook 0, How to read it",
    ),
    "recall_2": Recall(
        "A token shares out its own row completely; a column may sum to anything.",
        "notebook 0, Predict first",
    ),
    "recall_3": Recall(
        "argmax says where the largest number stands; the number itself is the maximum.",
        "notebook 0, How to read it",
    ),
}
VIEWS = ("matmul_dots", "matmul_rows", "matmul_columns", "matmul_outers")

# (2, 4) and (4, 6): all three sizes differ, so that no wrong shape can pass for the right one.
A24 = [[1.5, -2.0, 0.5, 1.25], [3.0, 0.25, -1.0, 0.75]]
B46 = [
    [2.0, 1.0, 0.0, -1.5, 0.4, 1.1],
    [0.5, -1.0, 4.0, 1.0, -0.3, 2.0],
    [3.0, 0.0, 1.0, 2.5, 1.7, -0.6],
    [-1.2, 0.8, 2.2, 0.1, 0.9, -2.1],
]
# (5, 2) and (2, 3)
A52 = [[0.1, 2.2], [1.3, -0.4], [0.0, 0.7], [-1.5, 0.6], [2.5, 1.1]]
B23 = [[1.2, 0.0, -0.7], [0.3, 2.4, 1.6]]

MATRIX_CASES = (
    case("A (2, 4) times B (4, 6)", A24, B46),
    case("A (5, 2) times B (2, 3)", A52, B23),
    case("one row times one column", [[1.0, 2.0, -4.0]], [[4.0], [0.5], [2.0]], aspect="edges"),
    case("one column times one row", [[1.5], [-2.0]], [[3.0, 0.5, 1.0]], aspect="edges"),
    case(
        "whole numbers times fractions", [[1, 2], [3, 4], [0, 5]], [[0.5], [1.25]], aspect="edges"
    ),
    case("fractions times whole numbers", [[0.5, 1.25]], [[1, 4, 2], [3, 0, 5]], aspect="edges"),
    case("one number times one number", [[2.5]], [[-3.0]], aspect="edges"),
    case(
        "numbers with six decimals",
        [[0.123457, 1.765432]],
        [[2.314159, 0.5], [-0.987654, 1.25]],
        aspect="edges",
    ),
    case(
        "equal rows, with a number that stands there twice",
        [[2.0, -1.5, 2.0], [2.0, -1.5, 2.0]],
        [[0.5, 1.0], [1.5, -0.5], [-1.0, 2.5]],
        aspect="edges",
    ),
)


class dot(Exercise):
    parameters = ("a", "b")
    cases = (
        case("three numbers each", [1.5, -2.0, 3.0], [4.0, 0.5, 2.0]),
        case("four numbers each", [0.2, 0.7, -1.1, 2.4], [3.0, 0.6, 0.5, 1.2]),
        case("one number each", [2.5], [-3.0], aspect="edges"),
        case("whole numbers", [3, 0, 4], [2, 7, -5], aspect="edges"),
        case("whole numbers times fractions", [3, 1, 2], [0.5, 1.25, -0.75], aspect="edges"),
        case("fractions times whole numbers", [0.25, 1.5, 2.5], [3, -1, 2], aspect="edges"),
        case("a number that stands there twice", [2, 2, -1], [3, 5, 4], aspect="edges"),
        case("a pair that stands there twice", [2, 2, -1], [3, 3, 4], aspect="edges"),
        case("vectors at a right angle", [1.0, 3.0], [-3.0, 1.0], aspect="edges"),
        case(
            "numbers with six decimals",
            [0.123457, 1.765432],
            [2.314159, -0.987654],
            aspect="edges",
        ),
    )

    class wrong:
        def squared_differences(a, b):
            """The differences were squared. The numbers of a pair are multiplied."""
            return sum((x - y) ** 2 for x, y in zip(a, b))

        def last_pair_only(a, b):
            """Only the last pair came through: `total` was replaced each time, not added to."""
            total = 0.0
            for x, y in zip(a, b):
                total = x * y
            return total

        def first_pair_only(a, b):
            """Only the first pair came through: `return` stands inside the loop."""
            total = 0.0
            for x, y in zip(a, b):
                total += x * y
                return total

        def sums_multiplied(a, b):
            """Every number of `a` met every number of `b`, as where sums are multiplied. Only pairs
            are wanted: multiply pair by pair, then add.
            """
            return sum(a) * sum(b)

        def pairs_added(a, b):
            """The numbers of a pair were added. They are to be multiplied."""
            return sum(x + y for x, y in zip(a, b))

        def total_added_to_itself(a, b):
            """`total` was added to itself in every round. Add the product of the pair alone."""
            total = 0.0
            for x, y in zip(a, b):
                total += x * y + total
            return total

        def plus_after_the_equals_sign(a, b):
            total = 0.0
            for x, y in zip(a, b):
                total = +x * y
            return total

        def sum_of_the_outer_product(a, b):
            return np.outer(a, b).sum()

        def not_summed(a, b):
            """These are the products of the pairs. They still have to be added up."""
            return a * b

        def powers(a, b):
            """`x ** y` is a power. `*` multiplies."""
            total = 0.0
            for x, y in zip(a, b):
                total += x**y
            return total

        def begins_at_one(a, b):
            """The result is 1 too large. `total` begins at 0."""
            total = 1.0
            for x, y in zip(a, b):
                total += x * y
            return total

        def all_multiplied(a, b):
            """The products of the pairs were multiplied together. They are to be added."""
            total = 1.0
            for x, y in zip(a, b):
                total *= x * y
            return total

        def mean(a, b):
            """The sum was divided by the number of pairs. That is a mean, not a dot product."""
            return sum(x * y for x, y in zip(a, b)) / len(a)

        def last_left_out(a, b):
            """The last pair is missing. `range(n)` already stops before n."""
            return sum(a[k] * b[k] for k in range(len(a) - 1))

        def first_left_out(a, b):
            """The first pair is missing. Python counts from 0."""
            return sum(a[k] * b[k] for k in range(1, len(a)))

        def cosine(a, b):
            """It was divided by the lengths of the vectors. That is the cosine of their angle."""
            return sum(x * y for x, y in zip(a, b)) / math.sqrt(sum(a * a) * sum(b * b))

        def with_itself(a, b):
            """That is `a` with itself. The second number of each pair comes from `b`."""
            return sum(x * x for x in a)

        def whole_numbers(a, b):
            """Everything after the decimal point was cut off. Keep the total a float."""
            return int(sum(x * y for x, y in zip(a, b)))

        def backwards(a, b):
            """One vector was read backwards. Pairs stand in the same place."""
            return sum(x * y for x, y in zip(a, b[::-1]))

        def absolute(a, b):
            """The sign was lost. A dot product can be negative."""
            return abs(sum(x * y for x, y in zip(a, b)))

        def each_number_once(a, b):
            return sum(x * y for x, y in dict(zip(a.tolist(), b.tolist())).items())

        def outer(a, b):
            """That is the outer product: every number with every number. Only pairs are wanted."""
            return np.outer(a, b)

        def printed(a, b):
            print(sum(x * y for x, y in zip(a, b)))

        def in_an_array(a, b):
            """That is an array with one number in it. The number alone is wanted."""
            return np.array([sum(x * y for x, y in zip(a, b))])

        def complex_total(a, b):
            return sum((x * y for x, y in zip(a, b)), start=0j)

        def changes_a(a, b):
            a *= 2
            return sum(a * b) / 2

        def sizes_added(a, b):
            """Products lost their signs. Add them with their signs."""
            return sum(abs(x * y) for x, y in zip(a, b))

        def total_multiplied(a, b):
            """`total` was multiplied in every round. Multiply the pair, and add that to `total`."""
            total = 0.0
            for x, y in zip(a, b):
                total = total * x + y
            return total

        def total_in_the_bracket(a, b):
            """`total` was multiplied in every round. Multiply the pair, and add that to `total`."""
            total = 0.0
            for x, y in zip(a, b):
                total = (total + x) * y
            return total

        def whole_product_each_time(a, b):
            """The whole dot product was added in each round. Add the product of one pair."""
            total = 0.0
            for _ in zip(a, b):
                total += np.dot(a, b)
            return total

        def first_numbers_summed(a, b):
            """Only the numbers of `a` were added. Multiply each with its partner in `b` first."""
            return sum(a)

        def second_numbers_summed(a, b):
            """Only the numbers of `b` were added. Multiply each with its partner in `a` first."""
            return sum(b)

        def whole_vectors_each_time(a, b):
            """Whole vectors were multiplied in each round. Multiply the pair: `x` and `y`."""
            total = 0.0
            for _ in zip(a, b):
                total += a * b
            return total

        def subtracted(a, b):
            """The sign is flipped. Add the products, and subtract nothing."""
            return -sum(x * y for x, y in zip(a, b))

        def products_cut(a, b):
            """Each product lost what stands after its decimal point. Add it as it is."""
            return sum(int(x * y) for x, y in zip(a, b))

        def never_added_to(a, b):
            total = 0.0
            for x, y in zip(a, b):
                x += x * y
            return total

        def multiplied_from_zero(a, b):
            total = 0.0
            for x, y in zip(a, b):
                total *= x * y
            return total

        def each_pair_once(a, b):
            """A pair that stands there twice was counted once. Every place counts."""
            return sum(x * y for x, y in set(zip(a.tolist(), b.tolist())))

    class right:
        def at(a, b):
            return a @ b

        def numpy_dot(a, b):
            return np.dot(a, b)

        def sum_of_product(a, b):
            return (a * b).sum()

        def generator(a, b):
            return sum(x * y for x, y in zip(a, b))

        def einsum(a, b):
            return np.einsum("i,i->", a, b)

        def exact(a, b):
            return math.fsum(float(x) * float(y) for x, y in zip(a, b))

        def indices(a, b):
            total = 0
            for k in range(len(a)):
                total = total + a[k] * b[k]
            return float(total)

        def no_dimensions(a, b):
            return np.array(math.fsum(a * b))

        def single(a, b):
            return np.sum(np.asarray(a, dtype=np.float64) * b, axis=-1)


class _product_wrong:
    """Wrong in every one of the four: each class below adds the slips of its own view."""

    def elementwise(A, B):
        """The matrices were multiplied entry by entry, as `*` does. Every entry sums over pairs."""
        return A * B

    def operands_swapped(A, B):
        """That is B times A. The order matters."""
        return np.array([[sum(B[i] * A[:, j]) for j in range(A.shape[1])] for i in range(len(B))])

    def transposed_result(A, B):
        """The result is transposed. Row i of A belongs to row i of C."""
        return np.array([[sum(row * column) for row in A] for column in B.T])

    def integers(A, B):
        """Every entry lost what stands after its decimal point. Keep that."""
        C = np.zeros((A.shape[0], B.shape[1]), dtype=int)
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                C[i, j] = sum(A[i] * B[:, j])
        return C

    def complex_numbers(A, B):
        C = np.zeros((A.shape[0], B.shape[1]), dtype=complex)
        for k in range(A.shape[1]):
            C += A[:, [k]] * B[k]
        return C

    def not_reset(A, B):
        """The sum runs on from entry to entry. Begin each one at zero."""
        C = np.zeros((A.shape[0], B.shape[1]))
        total = 0.0
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    total += A[i, k] * B[k, j]
                C[i, j] = total
        return C

    def overwritten(A, B):
        """Only the last term of each sum came through: it was replaced, not added to."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for k in range(A.shape[1]):
            C = np.outer(A[:, k], B[k])
        return C

    def sum_over_n(A, B):
        """A sum ran over the wrong size. It has p terms: one for each column of A."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for k in range(A.shape[0]):
            C += np.outer(A[:, k], B[k])
        return C

    def of_the_type_of_B(A, B):
        C = np.zeros((A.shape[0], B.shape[1]), dtype=B.dtype)
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                C[i, j] = sum(A[i] * B[:, j])
        return C

    def only_the_first_row(A, B):
        """Only the first row is filled: `return` stands inside a loop."""
        C = np.zeros((A.shape[0], B.shape[1]))
        C[0] = [sum(A[0] * column) for column in B.T]
        return C

    def one_term_short(A, B):
        """The last term of each sum is missing. `range(n)` already stops before n."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for k in range(A.shape[1] - 1):
            C += np.outer(A[:, k], B[k])
        return C

    def wrong_bound(A, B):
        """A loop ran to the wrong size. C has the rows of A and the columns of B."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for i in range(A.shape[0]):
            for j in range(A.shape[1]):
                C[i, j] = sum(A[i] * B[:, j])
        return C

    def square(A, B):
        """C came out with the inner size. The inner size p vanishes: C is (n, m)."""
        C = np.zeros((A.shape[0], A.shape[1]))
        for i in range(A.shape[0]):
            for j in range(min(A.shape[1], B.shape[1])):
                C[i, j] = sum(A[i] * B[:, j])
        return C

    def reshaped(A, B):
        """B was reshaped where a transpose was meant: reshape keeps the order of the numbers."""
        rows = B.reshape(B.shape[1], B.shape[0])
        return np.array([[sum(a * b) for b in rows] for a in A])

    def indices_of_B(A, B):
        """Rows of A met rows of B. Column j of B is B[:, j], and its entry k is B[k, j]."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[i, j] += A[i, k] * B[j, k]
        return C

    def indices_of_C(A, B):
        """The indices of C are exchanged: its row i comes from row i of A, column j from B's."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                C[j, i] = (A[i] * B[:, j]).sum()
        return C

    def shape_of_A(A, B):
        """A column number of B was used on A, or on a C with the shape of A. C is (n, m)."""
        C = np.zeros(A.shape)
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                C[i, j] = (A[i] * B[:, j]).sum()
        return C

    def columns_of_both(A, B):
        """Columns of A met columns of B. For an entry, it takes a row of A: A[i]."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for i in range(A.shape[0]):
            for j in range(B.shape[1]):
                C[i, j] = (A[:, i] * B[:, j]).sum()
        return C

    def ready_made(A, B):
        return A @ B

    def ready_made_function(A, B):
        return np.matmul(np.asarray(A), np.asarray(B))

    def ready_made_einsum(A, B):
        return np.einsum("ik,kj->ij", A, B)

    def row_at_a_time(A, B):
        return np.array([np.dot(row, B) for row in A])

    def nested_list(A, B):
        return [[sum(a * b) for b in B.T] for a in A]

    def changes_its_input(A, B):
        C = np.array([[sum(a * b) for b in B.T] for a in A])
        A[0, 0] += 1
        return C

    def first_term_missing(A, B):
        """The first term of each sum is missing. Python counts from 0."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for k in range(1, A.shape[1]):
            C += np.outer(A[:, k], B[k])
        return C

    def begins_at_one(A, B):
        """Every entry is 1 too large. Begin with zeros."""
        C = np.ones((A.shape[0], B.shape[1]))
        for k in range(A.shape[1]):
            C += np.outer(A[:, k], B[k])
        return C

    def means(A, B):
        """The sum was divided by p, the number of its terms: that is a mean. Add the terms."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for k in range(A.shape[1]):
            C += np.outer(A[:, k], B[k]) / A.shape[1]
        return C

    def place_of_the_number(A, B):
        """Equal numbers in a row of A were all taken for the first. Count places with `range`."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for i in range(A.shape[0]):
            for a in A[i]:
                C[i] += a * B[A[i].tolist().index(a)]
        return C

    def place_of_the_row(A, B):
        """Equal rows of A were all taken for the first. Count the rows with `range`."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for row in A:
            C[A.tolist().index(row.tolist())] = sum(a * b for a, b in zip(row, B))
        return C

    def place_of_the_row_added_to(A, B):
        """Equal rows of A were all taken for the first. Count the rows with `range`."""
        C = np.zeros((A.shape[0], B.shape[1]))
        for row in A:
            C[A.tolist().index(row.tolist())] += sum(a * b for a, b in zip(row, B))
        return C


class _product_right:
    """Right in every one of the four: the tests look at values, not at the way there."""

    def three_loops(A, B):
        n, p, m = A.shape[0], A.shape[1], B.shape[1]
        C = np.zeros((n, m))
        for i in range(n):
            for j in range(m):
                for k in range(p):
                    C[i, j] += A[i, k] * B[k, j]
        return C

    def nested_lists(A, B):
        return np.array([[sum(a * b) for b in B.T] for a in A])

    def vector_products(A, B):
        return np.array([[row @ column for column in B.T] for row in A], dtype=float)

    def rows_stacked(A, B):
        return np.stack([sum(w * row for w, row in zip(weights, B)) for weights in A])

    def columns_stacked(A, B):
        columns = [sum(B[k, j] * A[:, k] for k in range(len(B))) for j in range(B.shape[1])]
        return np.column_stack(columns)

    def layers(A, B):
        return sum(np.outer(a, b) for a, b in zip(A.T, B))

    def thin_products(A, B):
        return sum(A[:, [k]] @ B[[k], :] for k in range(len(B)))

    def broadcast(A, B):
        return (A[:, :, None] * B[None, :, :]).sum(axis=1)

    def outer_ufunc(A, B):
        layers = [np.multiply.outer(A[:, k], B[k]) for k in range(A.shape[1])]
        return np.add.reduce(layers)

    def floats_first(A, B):
        A, B = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
        C = np.empty((len(A), B.shape[1]))
        for i, row in enumerate(A):
            C[i] = (row[:, None] * B).sum(axis=0)
        return C

    def column_major(A, B):
        C = np.zeros((A.shape[0], B.shape[1]), order="F")
        for k in range(A.shape[1]):
            C += A[:, [k]] * B[k]
        return C

    def plain_lists(A, B):
        left, right = A.tolist(), B.T.tolist()
        return np.array([[sum(x * y for x, y in zip(a, b)) for b in right] for a in left])


class matmul_dots(Exercise):
    parameters = ("A", "B")
    cases = MATRIX_CASES
    whole_products = False
    not_by = tuple(name for name in VIEWS if name != "matmul_dots")
    right = _product_right

    class wrong(_product_wrong):
        def sums_multiplied(A, B):
            """Every number of the row met every number of the column, as where sums are multiplied.
            Multiply pair by pair.
            """
            return np.array([[sum(a) * sum(b) for b in B.T] for a in A])

        def sums_added(A, B):
            """The numbers of row and column were added up. Multiply pair by pair first."""
            return np.array([[sum(a + b) for b in B.T] for a in A])

        def entries_of_A_and_B(A, B):
            """Two single numbers were multiplied. Entry [i, j] needs all pairs of row i of A and
            column j of B.
            """
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = A[i, j] * B[i, j]
            return C

        def rows_with_rows(A, B):
            """Rows of A met rows of B. Column j of B is B[:, j], and its entry k is B[k, j]."""
            return np.array([[sum(a * b) for b in B] for a in A])

        def indices_of_A(A, B):
            """The indices of A are exchanged: row i of A is A[i], and its entry k is A[i, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    for k in range(A.shape[1]):
                        C[i, j] += A[k, i] * B[k, j]
            return C

        def entries_not_summed(A, B):
            """An entry of C is one number, and an array came. Add up its numbers, even if one."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = A[i] * B[:, j]
            return C

        def an_outer_product_in_one_place(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = np.outer(A[i], B[:, j])
            return C

        def one_product_an_entry(A, B):
            """Two single numbers were multiplied. Entry [i, j] needs all pairs of row i of A and
            column j of B.
            """
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] += A[i, j] * B[j, i]
            return C

        def one_place_before(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = dot(A[i - 1], B[:, j - 1])
            return C

        def rows_with_rows_by_dot(A, B):
            """Rows of A met rows of B. Column j of B is B[:, j], and its entry k is B[k, j]."""
            return np.array([[dot(a, B[j]) for j in range(B.shape[1])] for a in A])

        def columns_with_rows(A, B):
            """A column of A was taken. It takes row i of A, A[i], and column j of B, B[:, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = dot(A[:, i], B[j])
            return C

        def columns_with_rows_cut_short(A, B):
            """A column of A was taken. It takes row i of A, A[i], and column j of B, B[:, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = sum(x * y for x, y in zip(A[:, i], B[j]))
            return C

        def columns_times_rows(A, B):
            """A column of A was taken. It takes row i of A, A[i], and column j of B, B[:, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = (A[:, i] * B[j]).sum()
            return C

        def counted_from_one(A, B):
            """Row 0 and column 0 are missing. Python counts from 0: `range(n)`."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(1, A.shape[0]):
                for j in range(1, B.shape[1]):
                    C[i, j] = (A[i] * B[:, j]).sum()
            return C

        def rows_with_rows_by_numpy(A, B):
            """Rows of A met rows of B. Column j of B is B[:, j], and its entry k is B[k, j]."""
            return np.array([[np.dot(a, B[j]) for j in range(B.shape[1])] for a in A])

        def rows_with_rows_by_at(A, B):
            """Rows of A met rows of B. Column j of B is B[:, j], and its entry k is B[k, j]."""
            return np.array([[a @ B[j] for j in range(B.shape[1])] for a in A])

        def columns_with_columns_by_numpy(A, B):
            """Columns of A met columns of B. For an entry, it takes a row of A: A[i]."""
            return np.array([[np.dot(A[:, i], b) for b in B.T] for i in range(A.shape[0])])

        def columns_with_columns_by_at(A, B):
            """Columns of A met columns of B. For an entry, it takes a row of A: A[i]."""
            return np.array([[A[:, i] @ b for b in B.T] for i in range(A.shape[0])])

        def both_loops_over_rows(A, B):
            """A loop ran to the wrong size. C has the rows of A and the columns of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(A.shape[0]):
                    C[i, j] = dot(A[i], B[:, j])
            return C

        def into_a_whole_row(A, B):
            """Each number was written into a whole row. Its place is C[i, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i] = (A[i] * B[:, j]).sum()
            return C

        def column_i_of_B(A, B):
            """Row i of A met column i of B each time. In C[i, j] it meets column j."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = (A[i] * B[:, i]).sum()
            return C

        def last_row_left_out(A, B):
            """The last row is missing. `range(n)` already stops before n."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0] - 1):
                for j in range(B.shape[1]):
                    C[i, j] = (A[i] * B[:, j]).sum()
            return C

        def only_the_diagonal(A, B):
            """Only the entries C[i, i] are filled. Every row of A meets every column of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(min(C.shape)):
                C[i, i] = (A[i] * B[:, i]).sum()
            return C

        def columns_with_columns(A, B):
            """Columns of A met columns of B. For an entry, it takes a row of A: A[i]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = dot(A[:, i], B[:, j])
            return C

        def into_the_whole(A, B):
            """Each dot product was added to the whole of C. It belongs in C[i, j] alone."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C += dot(A[i], B[:, j])
            return C

        def a_row_times_whole_B(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = dot(A[i], B)
            return C

        def whole_matrices(A, B):
            return dot(A, B)

        def whole_A(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = dot(A, B[:, j])
            return C

        def one_entry_of_A(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for j in range(B.shape[1]):
                    C[i, j] = dot(A[i, j], B[:, j])
            return C


class matmul_rows(Exercise):
    parameters = ("A", "B")
    cases = MATRIX_CASES
    whole_products = False
    not_by = tuple(name for name in VIEWS if name != "matmul_rows")
    right = _product_right

    class wrong(_product_wrong):
        def a_whole_row_as_weight(A, B):
            """A whole row of A met a row of B. A row of B needs one number, its weight: A[i, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(B.shape[0]):
                    C[i] += A[i] * B[k]
            return C

        def numbers_of_B_times_rows_of_A(A, B):
            """A and B are exchanged: a number of A is to be multiplied by a row of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += B[i, k] * A[k]
            return C

        def columns_of_B_mixed(A, B):
            """Column k of B was added. The rows of B are mixed, and row k is B[k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[:, k]
            return C

        def row_not_begun_anew(A, B):
            """Row i still holds the sum of row i - 1. Begin each row with zeros."""
            C = np.zeros((A.shape[0], B.shape[1]))
            row = np.zeros(B.shape[1])
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    row = row + A[i, k] * B[k]
                C[i] = row
            return C

        def a_row_summed_each_time(A, B):
            """The numbers of a row were added up to one. Add whole rows, each times its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k].sum()
            return C

        def two_rows_only(A, B):
            """Only rows 0 and 1 of B were mixed. A loop over k takes them all."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                C[i] = A[i, 0] * B[0] + A[i, 1] * B[1]
            return C

        def C_like_A(A, B):
            """C was made with the shape of A. It has the rows of A and the columns of B."""
            C = np.zeros(A.shape)
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k]
            return C

        def zeros_like_A(A, B):
            """C was made with the shape of A. It has the rows of A and the columns of B."""
            C = np.zeros_like(A)
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k]
            return C

        def the_row_as_weight_last(A, B):
            """A whole row of A met a row of B. A row of B needs one number, its weight: A[i, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(B.shape[0]):
                    C[i] += B[k] * A[i]
            return C

        def into_every_row(A, B):
            """Each mix was added to every row of C. It belongs in row i alone: C[i]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(B.shape[0]):
                    C += A[i, k] * B[k]
            return C

        def columns_of_A_as_weights(A, B):
            """Columns of A were used as weights. Row i of A holds the weights of row i of C."""
            C = np.zeros((A.shape[1], B.shape[1]))
            for i in range(A.shape[1]):
                for k in range(min(A.shape[0], B.shape[0])):
                    C[i] += A[k, i] * B[k]
            return C

        def rows_of_A_mixed(A, B):
            """Rows of A were mixed. The rows to mix are those of B; A holds the weights."""
            C = np.zeros((B.shape[0], A.shape[1]))
            for i in range(B.shape[0]):
                for k in range(min(A.shape[0], B.shape[1])):
                    C[i] += B[i, k] * A[k]
            return C

        def same_weight_for_all(A, B):
            """Every row of B got the same weight. Its weight is A[i, k], a new one for each k."""
            return np.array([sum(A[i, i % A.shape[1]] * row for row in B) for i in range(len(A))])

        def not_weighted(A, B):
            """The rows of B were added without their weights."""
            return np.array([B.sum(axis=0) * 1.0 for _ in A])

        def entry_of_A_exchanged(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[k, i] * B[k]
            return C

        def a_row_into_one_place(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i, k] += A[i, k] * B[k]
            return C

        def begins_with_row_0(A, B):
            """The mix begins with row 0 of B, without its weight. Begin with zeros."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                row = B[0]
                for k in range(1, A.shape[1]):
                    row = row + A[i, k] * B[k]
                C[i] = row
            return C

        def row_0_once_more(A, B):
            """Each row has row 0 of B once too often. Begin with zeros."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                C[i] = B[0]
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k]
            return C

        def weight_added(A, B):
            """The weight was added to the row. A weight multiplies."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] + B[k]
            return C

        def first_number_of_each_row(A, B):
            """Only the first number of row k was used, for all columns. Take the whole row."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k][0]
            return C

        def row_i_of_B(A, B):
            """Row i of B was added each time. The weight A[i, k] belongs to row k of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[i]
            return C

        def one_number_of_row_k(A, B):
            """One number of row k was used, for all columns. Take the whole row: B[k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k, i]
            return C

        def plus_after_the_equals_sign(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] = +A[i, k] * B[k]
            return C

        def one_place_before(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k - 1] * B[k]
            return C

        def one_row_for_all(A, B):
            rows = []
            row = np.zeros(B.shape[1])
            for i in range(A.shape[0]):
                row[:] = 0
                for k in range(A.shape[1]):
                    row += A[i, k] * B[k]
                rows.append(row)
            return np.array(rows)

        def row_0_alone(A, B):
            """That is row 0 of C alone. There is one for each row of A: a second loop."""
            row = np.zeros(B.shape[1])
            for k in range(A.shape[1]):
                row += A[0, k] * B[k]
            return row

        def C_of_the_other_sizes(A, B):
            """C was made with its two sizes exchanged. It has the rows of A, the columns of B."""
            C = np.zeros((B.shape[1], A.shape[0]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k]
            return C

        def a_row_summed(A, B):
            """The numbers of a row were added up to one. Add whole rows, each times its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] = sum(A[i, k] * B[k])
            return C

        def last_row_left_out(A, B):
            """The last row is missing. `range(n)` already stops before n."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0] - 1):
                for k in range(A.shape[1]):
                    C[i] += A[i, k] * B[k]
            return C

        def a_dot_product(A, B):
            """A whole row of A met a row of B. A row of B needs one number, its weight: A[i, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[0]):
                for k in range(A.shape[1]):
                    C[i] += dot(A[i], B[k])
            return C


class matmul_columns(Exercise):
    parameters = ("A", "B")
    cases = MATRIX_CASES
    whole_products = False
    not_by = tuple(name for name in VIEWS if name != "matmul_columns")
    right = _product_right

    class wrong(_product_wrong):
        def a_whole_column_as_weight(A, B):
            """A whole column of B met column k of A, which needs one number for its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += A[:, k] * B[:, j]
            return C

        def the_column_as_weight_first(A, B):
            """A whole column of B met column k of A, which needs one number for its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += B[:, j] * A[:, k]
            return C

        def the_row_as_weight_first(A, B):
            """A whole row of B met column k of A, which needs one number for its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += B[k] * A[:, k]
            return C

        def a_whole_row_as_weight(A, B):
            """A whole row of B met column k of A, which needs one number for its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += A[:, k] * B[k]
            return C

        def into_column_k(A, B):
            """The sum went into column k of C. It belongs in column j: C[:, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, k] += B[k, j] * A[:, k]
            return C

        def into_the_whole(A, B):
            """Each column was added to the whole of C. It belongs in column j alone: C[:, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C += B[k, j] * A[:, k]
            return C

        def into_a_row(A, B):
            """The sum went into row j of C. Column j is C[:, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[j] += B[k, j] * A[:, k]
            return C

        def rows_of_A_combined(A, B):
            """The vector added is no column of A: its length is another. Column k is A[:, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += B[k, j] * A[k]
            return C

        def columns_of_B_combined(A, B):
            """The vector added is no column of A: its length is another. Column k is A[:, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += A[k, j] * B[:, k]
            return C

        def rows_of_B_as_weights(A, B):
            """Rows of B were used as weights. Column j of B holds the weights of column j of C."""
            C = np.zeros((A.shape[0], B.shape[0]))
            for j in range(B.shape[0]):
                for k in range(min(A.shape[1], B.shape[1])):
                    C[:, j] += B[j, k] * A[:, k]
            return C

        def columns_as_rows(A, B):
            return np.array(
                [sum(B[k, j] * A[:, k] for k in range(len(B))) for j in range(B.shape[1])]
            )

        def not_weighted(A, B):
            """The columns of A were added without their weights."""
            return np.column_stack([A.sum(axis=1) * 1.0 for _ in range(B.shape[1])])

        def weights_from_A(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += B[k, j] * A[k, j]
            return C

        def a_column_into_one_place(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[k, j] += B[k, j] * A[:, k]
            return C

        def a_dot_product(A, B):
            """A whole column of B met column k of A, which needs one number for its weight."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += dot(A[:, k], B[:, j])
            return C

        def weight_added(A, B):
            """The weight was added to the column. A weight multiplies."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += B[k, j] + A[:, k]
            return C

        def plus_after_the_equals_sign(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] = +B[k, j] * A[:, k]
            return C

        def one_place_before(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += B[k, j - 1] * A[:, k]
            return C

        def numpys_dot(A, B):
            """A dot product is one number. Column k of A is wanted, times the number B[k, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += np.dot(A[:, k], B[k])
            return C

        def at_of_vectors(A, B):
            """A dot product is one number. Column k of A is wanted, times the number B[k, j]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[:, j] += A[:, k] @ B[k]
            return C

        def rows_of_C_and_A(A, B):
            """Rows were taken. Column j of C is C[:, j], and column k of A is A[:, k]."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for j in range(B.shape[1]):
                for k in range(A.shape[1]):
                    C[j, :] += B[k, j] * A[k, :]
            return C

        def only_the_first_column(A, B):
            """Only the first column is filled: `return` stands inside a loop."""
            C = np.zeros((A.shape[0], B.shape[1]))
            C[:, 0] = [sum(row * B[:, 0]) for row in A]
            return C


class matmul_outers(Exercise):
    parameters = ("A", "B")
    cases = MATRIX_CASES
    whole_products = False
    not_by = tuple(name for name in VIEWS if name != "matmul_outers")
    right = _product_right

    class wrong(_product_wrong):
        def rows_and_columns_exchanged(A, B):
            """A row of A met a column of B. Term k is made of column k of A and row k of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.outer(A[k], B[:, k])
            return C

        def rows_of_both(A, B):
            """A row of A was taken where a column belongs: term k is column k of A, row k of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.outer(A[k], B[k])
            return C

        def a_column_of_B(A, B):
            """A column of B was taken where a row belongs: term k is column k of A, row k of B."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.outer(A[:, k], B[:, k])
            return C

        def without_outer(A, B):
            """Pairs alone were multiplied. `np.outer` multiplies every number with every number."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += A[:, k] * B[k]
            return C

        def without_outer_row_first(A, B):
            """Pairs alone were multiplied. `np.outer` multiplies every number with every number."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += B[k] * A[:, k]
            return C

        def a_dot_product(A, B):
            """Pairs alone were multiplied. `np.outer` multiplies every number with every number."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += dot(A[:, k], B[k])
            return C

        def numpys_dot(A, B):
            """A dot product is one number. `np.outer` makes a matrix of a column and a row."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.dot(A[:, k], B[k])
            return C

        def at_of_vectors(A, B):
            """A dot product is one number. `np.outer` makes a matrix of a column and a row."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += A[:, k] @ B[k]
            return C

        def inner(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.inner(A[:, k], B[k])
            return C

        def into_row_k(A, B):
            """The term went into row k of C. It has the shape of C, and is added to the whole."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C[k] += np.outer(A[:, k], B[k])
            return C

        def of_whole_matrices_each_time(A, B):
            """That is the outer product of the whole matrices. A term takes a column and a row."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for _ in range(A.shape[1]):
                C += np.outer(A, B)
            return C

        def of_whole_matrices(A, B):
            """That is the outer product of the whole matrices. A term takes a column and a row."""
            return np.outer(A, B)

        def C_like_A(A, B):
            """C was made with the shape of A. It has the rows of A and the columns of B."""
            C = np.zeros(A.shape)
            for k in range(A.shape[1]):
                C += np.outer(A[:, k], B[k])
            return C

        def zeros_like_A(A, B):
            """C was made with the shape of A. It has the rows of A and the columns of B."""
            C = np.zeros_like(A)
            for k in range(A.shape[1]):
                C += np.outer(A[:, k], B[k])
            return C

        def C_of_the_inner_size(A, B):
            """C was made with the inner size p. It has the rows of A and the columns of B."""
            C = np.zeros((A.shape[1], B.shape[0]))
            for k in range(A.shape[1]):
                C += np.outer(A[:, k], B[k])
            return C

        def factors_exchanged(A, B):
            """The two factors of the outer product changed places: the column of A comes first."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.outer(B[k], A[:, k])
            return C

        def first_layer_only(A, B):
            """Only the first term came through. There is one for each k; add them all."""
            return np.outer(A[:, 0], B[0])

        def layers_not_summed(A, B):
            """The terms were kept apart, one above the other. C is their sum."""
            return np.array([np.outer(A[:, k], B[k]) for k in range(A.shape[1])])

        def layers_multiplied(A, B):
            """The terms were multiplied with one another. C is their sum."""
            C = np.ones((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C *= np.outer(A[:, k], B[k])
            return C

        def row_with_row(A, B):
            """A row of A was taken where a column belongs: term k is column k of A, row k of B."""
            C = np.zeros((A.shape[1], B.shape[1]))
            for k in range(min(A.shape[0], B.shape[0])):
                C += np.outer(A[k], B[k])
            return C

        def first_term_twice(A, B):
            """The first term is there twice. Begin with zeros."""
            C = np.outer(A[:, 0], B[0])
            for k in range(A.shape[1]):
                C = C + np.outer(A[:, k], B[k])
            return C

        def all_pairs(A, B):
            """Every column of A met every row of B. Column k belongs to row k: one loop."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for i in range(A.shape[1]):
                for j in range(B.shape[0]):
                    C += np.outer(A[:, i], B[j])
            return C

        def multiplied_from_zero(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C *= np.outer(A[:, k], B[k])
            return C

        def plus_after_the_equals_sign(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C = +np.outer(A[:, k], B[k])
            return C

        def one_place_before(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.outer(A[:, k], B[k - 1])
            return C

        def capital_letter(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.Outer(A[:, k], B[k])
            return C

        def numpy_not_named(A, B):
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += outer(A[:, k], B[k])
            return C

        def sums_of_all_pairs(A, B):
            """Every number was added to every number. An outer product multiplies them."""
            C = np.zeros((A.shape[0], B.shape[1]))
            for k in range(A.shape[1]):
                C += np.add.outer(A[:, k], B[k])
            return C

        def added_up_to_one_number(A, B):
            """All numbers of all terms were added up to one. Add matrix to matrix."""
            return np.sum([np.outer(A[:, k], B[k]) for k in range(A.shape[1])])


class convex_combination(Exercise):
    parameters = ("weights", "vectors")
    cases = (
        case(
            "three vectors of two numbers", [0.2, 0.5, 0.3], [[1.0, 4.0], [-2.0, 0.5], [3.0, 1.5]]
        ),
        case(
            "two vectors of four numbers",
            [0.9, 0.1],
            [[1.2, 0.0, -3.0, 2.0], [2.2, 1.0, 0.5, -2.9]],
        ),
        case("all the weight on one vector", [0, 1, 0], [[1, 2], [3, 5], [8, 9]], aspect="edges"),
        case("half of each of two vectors", [0.5, 0.5], [[1, 2], [4, 8]], aspect="edges"),
        case("one vector", [1.0], [[2.5, -1.0, 4.0]], aspect="edges"),
        case(
            "weights whose sum is 1 but for rounding",
            [0.7, 0.2, 0.1],
            [[1.0], [1.0], [1.0]],
            aspect="edges",
        ),
        case(
            "weights that sum to 1.0000005, which is 1 within 1e-6",
            [0.9999, 0.0001005],
            [[1.0], [3.0]],
            aspect="edges",
        ),
        case(
            "a negative weight, sum 1",
            [0.7, 0.7, -0.4],
            [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "weights of 0.25 and 0.75: no error is wanted",
            [0.25, 0.75],
            [[4.0, 8.0], [0.0, -4.0]],
            aspect="errors",
        ),
        case(
            "a negative weight in the first place, sum 1",
            [-0.5, 1.5],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "weights that sum to 1.5",
            [0.5, 1.0],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "four weights that sum to 0.8",
            [0.3, 0.1, 0.2, 0.2],
            [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "a negative weight, and the others sum to 1",
            [0.6, 0.4, -0.2],
            [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "a negative weight, and the sizes sum to 1",
            [0.75, -0.25],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "weights that sum to 1.0000015",
            [0.5, 0.5000015],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "weights that sum to 0.999995",
            [0.5, 0.499995],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "a weight hardly below 0",
            [0.25, -1e-12, 0.75],
            [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case("a single weight of 0.5", [0.5], [[1.0, 0.0]], aspect="errors", raises="ValueError"),
        case(
            "weights that sum to 1.000003",
            [0.25, 0.750003],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
        case(
            "weights that are all 0",
            [0.0, 0.0],
            [[1.0, 0.0], [0.0, 1.0]],
            aspect="errors",
            raises="ValueError",
        ),
    )

    class wrong:
        def nothing_checked(weights, vectors):
            """Weights that are not convex were accepted. Look at every sign, and at the sum."""
            return weights @ vectors

        def no_power(weights, vectors):
            if (weights < 0).any() or abs(weights.sum() - 1) > 10 ^ -6:
                raise ValueError("not convex")
            return weights @ vectors

        def collected_in_integers(weights, vectors):
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            mix = np.zeros_like(vectors[0])
            for weight, vector in zip(weights, vectors):
                mix += weight * vector
            return mix

        def only_both_faults(weights, vectors):
            """Only weights with both faults were refused. One fault is enough: `or`, not `and`."""
            if (weights < 0).any() and abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def first_sign_only(weights, vectors):
            for weight in weights:
                if weight < 0:
                    raise ValueError("negative")
                return weights @ vectors

        def first_sign_and_sum(weights, vectors):
            for weight in weights:
                if weight < 0 or abs(weights.sum() - 1) > 1e-6:
                    raise ValueError("not convex")
                return weights @ vectors

        def first_weight_only(weights, vectors):
            """Only the sign of the first weight was tested. Any of them may be negative."""
            if weights[0] < 0 or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def all_refused(weights, vectors):
            """Convex weights were refused. Raise the error only if a weight is negative, or their
            sum is not 1.
            """
            if (weights < 0).any() or abs(weights.sum()) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def second_test_below_the_first(weights, vectors):
            if (weights < 0).any():
                raise ValueError("negative")
                if abs(weights.sum() - 1) > 1e-6:
                    raise ValueError("sum")
            return weights @ vectors

        def mixed_vectors_averaged(weights, vectors):
            """The weighted vectors were averaged. Add them up."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return (weights[:, None] * vectors).mean(axis=0)

        def sign_not_checked(weights, vectors):
            """A negative weight was accepted."""
            if abs(weights.sum() - 1) > 1e-6:
                raise ValueError("sum")
            return weights @ vectors

        def sum_not_checked(weights, vectors):
            """A sum other than 1 was accepted."""
            if (weights < 0).any():
                raise ValueError("negative")
            return weights @ vectors

        def only_too_large(weights, vectors):
            """A sum below 1 was accepted. Look on both sides: `abs` of the whole difference."""
            if (weights < 0).any() or weights.sum() - 1 > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def only_too_small(weights, vectors):
            """A sum above 1 was accepted. Look on both sides: `abs` of the whole difference."""
            if (weights < 0).any() or 1 - weights.sum() > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def exact_sum(weights, vectors):
            """A sum that is 1 but for rounding was refused. 0.7 + 0.2 + 0.1 is not 1 to the last
            digit.
            """
            if (weights < 0).any() or weights.sum() != 1:
                raise ValueError("not convex")
            return weights @ vectors

        def too_strict(weights, vectors):
            """A sum that differs from 1 by less than 1e-6 was refused."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-9:
                raise ValueError("not convex")
            return weights @ vectors

        def stricter_than_rounding(weights, vectors):
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-16:
                raise ValueError("not convex")
            return weights @ vectors

        def sum_cut_off(weights, vectors):
            """The sum lost its fraction, as by `int`, before it met the 1: 0.999 became 0, and 1.5
            became 1. Compare the sum itself.
            """
            if (weights < 0).any() or int(weights.sum()) != 1:
                raise ValueError("not convex")
            return weights @ vectors

        def mean_is_one(weights, vectors):
            if (weights < 0).any() or abs(weights.mean() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def none_for_a_wrong_sum(weights, vectors):
            """For a sum other than 1 it returned None. Use `raise ValueError(...)`."""
            if (weights < 0).any():
                raise ValueError("negative")
            if abs(weights.sum() - 1) <= 1e-6:
                return weights @ vectors

        def too_generous(weights, vectors):
            """The sum may differ from 1 by 1e-6, not by more. (np.isclose, where it is used, adds
            1e-5 of its own unless it is told `rtol=0`.)
            """
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-2:
                raise ValueError("not convex")
            return weights @ vectors

        def default_isclose(weights, vectors):
            """The sum may differ from 1 by 1e-6, not by more. (np.isclose, where it is used, adds
            1e-5 of its own unless it is told `rtol=0`.)
            """
            if not np.isclose(weights.sum(), 1, atol=1e-6) or (weights < 0).any():
                raise ValueError("not convex")
            return vectors.T @ weights

        def sizes_summed(weights, vectors):
            if abs(np.abs(weights).sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def sum_turned_round(weights, vectors):
            """Right sums are refused and wrong ones accepted: reverse the comparison."""
            if (weights < 0).any() or abs(weights.sum() - 1) <= 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def each_weight_is_one(weights, vectors):
            """Weights that sum to 1 were refused. Compare their sum with 1, and neither each weight
            nor their mean.
            """
            if (weights < 0).any() or (abs(weights - 1) > 1e-6).any():
                raise ValueError("not convex")
            return weights @ vectors

        def signs_of_vectors(weights, vectors):
            """Negative numbers in `vectors` were refused. The weights are not to be negative."""
            if (vectors < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def sum_of_vectors(weights, vectors):
            """The sum of `vectors` was compared with 1. It is the weights that sum to 1."""
            if (weights < 0).any() or abs(vectors.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def vectors_first(weights, vectors):
            """The sizes do not meet in this order. A vector that mixes rows stands on the left."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return vectors @ weights

        def entry_by_entry(weights, vectors):
            """`*` multiplies entry by entry. The combination is a product of matrices: `@`."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights * vectors

        def mix_added_up(weights, vectors):
            """The numbers of the mix were added up to one. The mix itself is wanted."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return (weights @ vectors).sum()

        def clipped(weights, vectors):
            """Negative weights were set to zero. They are to be refused."""
            weights = np.clip(weights, 0, None)
            if abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def zero_refused(weights, vectors):
            """A weight of zero was refused. It is not negative."""
            if (weights <= 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def normalised(weights, vectors):
            """Weights that do not sum to 1 were rescaled. Refuse them."""
            if (weights < 0).any():
                raise ValueError("negative")
            return weights / weights.sum() @ vectors

        def returns_none(weights, vectors):
            """For weights that are not convex it returned None. Use `raise ValueError(...)`."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                return None
            return weights @ vectors

        def asserts(weights, vectors):
            """An assert raises AssertionError. A ValueError was asked for."""
            assert (weights >= 0).all()
            assert abs(weights.sum() - 1) <= 1e-6
            return weights @ vectors

        def if_of_an_array(weights, vectors):
            if weights < 0:
                raise ValueError("negative")
            if abs(weights.sum() - 1) > 1e-6:
                raise ValueError("sum")
            return weights @ vectors

        def plain_mean(weights, vectors):
            """The vectors were averaged without their weights."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return vectors.mean(axis=0)

        def not_summed(weights, vectors):
            """These are the weighted vectors. They still have to be added up."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights[:, None] * vectors

        def sum_over_the_wrong_axis(weights, vectors):
            """It added up inside each vector. Add the vectors: over the rows, axis 0."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return (weights[:, None] * vectors).sum(axis=1)

        def kept_as_matrix(weights, vectors):
            """The result is a matrix with one row. A vector of shape (d,) is wanted."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights[None] @ vectors

        def vectors_normalised(weights, vectors):
            """The vectors were brought to length 1 first. They are mixed as they are."""
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ (vectors / np.linalg.norm(vectors, axis=1, keepdims=True))

        def changes_weights(weights, vectors):
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            result = weights @ vectors
            weights[:] = weights[::-1].copy()
            weights[0] += 1
            return result

        def mix_looked_at(weights, vectors):
            if (weights @ vectors).min() < 0 or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def a_little_below_zero(weights, vectors):
            """A weight a little below 0 passed. Every negative weight is refused, however small."""
            if (weights < -1e-6).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def single_weight_not_tested(weights, vectors):
            """A single weight was not tested. It has to be 1, as the sum of several has."""
            if len(weights) == 1:
                return vectors[0]
            if (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def more_allowed_below(weights, vectors):
            """Sums a little below 1 passed. 1e-6 is the limit on either side of 1."""
            if (weights < 0).any() or not 1 - 1e-4 < weights.sum() < 1 + 1e-6:
                raise ValueError("not convex")
            return weights @ vectors

        def sum_rounded(weights, vectors):
            """A sum that is only nearly 1 passed. It may differ from 1 by 1e-6, no more."""
            if (weights < 0).any() or round(float(weights.sum()), 5) != 1:
                raise ValueError("not convex")
            return weights @ vectors

        def sum_of_zero_passes(weights, vectors):
            """Weights that are all 0 passed. Their sum is 0, and it has to be 1."""
            if (weights < 0).any() or (weights.any() and abs(weights.sum() - 1) > 1e-6):
                raise ValueError("not convex")
            return weights @ vectors

    class right:
        def loop(weights, vectors):
            total = 0.0
            mix = np.zeros(vectors.shape[1])
            for weight, vector in zip(weights, vectors):
                if weight < 0:
                    raise ValueError(f"{weight} is negative")
                total += weight
                mix += weight * vector
            if not math.isclose(total, 1, rel_tol=0, abs_tol=1e-6):
                raise ValueError(f"the weights sum to {total}")
            return mix

        def one_test(weights, vectors):
            if min(weights) < 0 or not (1 - 1e-6 <= np.sum(weights) <= 1 + 1e-6):
                raise ValueError("the weights are not convex")
            return (weights[:, None] * vectors).sum(axis=0)

        def isclose(weights, vectors):
            if not np.isclose(weights.sum(), 1, rtol=0, atol=1e-6) or np.any(weights < 0):
                raise ValueError("not convex")
            return np.einsum("i,ij->j", weights, vectors)

        def average(weights, vectors):
            weights = np.asarray(weights, dtype=float)
            if (weights < 0).any():
                raise ValueError("negative weight")
            if abs(sum(weights) - 1) > 1e-6:
                raise ValueError("weights do not sum to 1")
            return sum(w * v for w, v in zip(weights, np.asarray(vectors)))


class right_entry(Exercise):
    variables = ("right_entry",)
    first_step = (
        "Multiply the second row of the left matrix and the first column of the right one, "
        "pair by pair, and add."
    )
    cases = (case("the first number of the second row"),)

    class wrong:
        def the_other():
            """That is one of the two printed numbers, but not the right one. Multiply it out."""
            return 6.4

        def first_row():
            """3 is the first number of the first row. If the second was multiplied, look at each of
            its products again.
            """
            return 3.0

        def as_text():
            return "6.6"

        def second_number():
            """That is the second number of the second row."""
            return 3.9

        def third_number():
            """That is the third number of the second row."""
            return 7.6

        def third_row():
            """That is the first number of the third row. Counted from 0, the second row is row 1:
            [.4, .5, .6].
            """
            return 10.2

        def fourth_row():
            """That is the first number of the fourth row. Row 1 is [.4, .5, .6]."""
            return 13.8

        def first_pair_left_out():
            """The first of the three pairs is missing."""
            return 6.2

        def middle_pair_left_out():
            """The middle one of the three pairs is missing."""
            return 4.6

        def last_pair_left_out():
            """The last of the three pairs is missing."""
            return 2.4

        def pairs_added():
            """The numbers of a pair were added. They are to be multiplied."""
            return 13.5

        def a_tenth_off():
            return 6.5

        def whole_row():
            """That is the whole second row. Its first number is wanted."""
            return [6.6, 3.9, 7.6]

        def whole_row_by_numpy():
            """That is the whole second row. Its first number is wanted."""
            return np.array([6.6, 3.9, 7.6])

        def row_and_column_exchanged():
            """1.5 is the second number of the first row. The row stands first: [1, 0]."""
            return 1.5

        def row_with_row():
            """The row met a row. In a product it meets a column."""
            return 0.4 * 1 + 0.5 * 2 + 0.6 * 3

        def point_of_the_last_product():
            """Look at the third product again: .6 times 7 is more than 4."""
            return 2.82

        def point_of_the_middle_product():
            """Look at the second product again: .5 times 4 is more than 1."""
            return 4.8

        def middle_product_too_large():
            """Look at the second product again: .5 times 4 is half of 4."""
            return 7.1

        def pairs_not_added():
            """Those are the products of the pairs. They still have to be added up."""
            return [0.4, 2.0, 4.2]

        def whole_first_column():
            """That is the whole first column of the product. One number of it is wanted."""
            return [3.0, 6.6, 10.2, 13.8]

    class right:
        def computed():
            return 0.4 * 1 + 0.5 * 4 + 0.6 * 7

        def by_numpy():
            return np.float64(6.6)


class right_row(Exercise):
    variables = ("right_row",)
    first_step = (
        "Each number of the row is the first row of the left matrix times one column of the right "
        "one."
    )
    cases = (case("the first row"),)

    class wrong:
        def as_printed_first():
            """That is the row with the slip: two numbers where three belong."""
            return [3.15, 3.4]

        def second_row():
            """That is the second row."""
            return [6.6, 3.9, 7.6]

        def slip_carried_on():
            """The 3.15 of the notes is two numbers that ran together: a 3 and a 1.5."""
            return [3.15, 1.5, 3.4]

        def products_of_the_first_entry():
            """Those are the three products of the first entry. Add them up: that is one number."""
            return [0.1, 0.8, 2.1]

        def first_number_only():
            """That is the first number of the row. The whole row is wanted."""
            return 3.0

        def first_column():
            """That is the first column of the product. The first row is wanted."""
            return [3.0, 6.6, 10.2, 13.8]

        def last_pairs_left_out():
            """The last of the three pairs is missing in each number."""
            return [0.9, 1.2, 0.7]

        def first_pairs_left_out():
            """The first of the three pairs is missing in each number."""
            return [2.9, 1.3, 3.1]

        def column_for_row():
            """Rows of the left matrix met row 0 of the right one. Row 0 stands on the left."""
            return [1.4, 3.2, 5.0, 6.8]

        def fourth_row():
            """That is the last row, which an index of -1 or 3 gives. Row 0 is wanted."""
            return [13.8, 8.7, 16.0]

        def third_row():
            """That is the third row."""
            return [10.2, 6.3, 11.8]

        def filled_up():
            """The 3.15 of the notes is two numbers that ran together: a 3 and a 1.5."""
            return [3.15, 3.4, 0]

        def first_column_cut():
            """Those are numbers of the product's first column. The first row is wanted."""
            return [3.0, 6.6, 10.2]

        def entry_by_entry():
            """The first rows were multiplied entry by entry. In a product a row meets columns."""
            return [0.1, 0.4, 0.9]

        def rows_with_the_row():
            """The row met rows. In a product it meets columns."""
            return [1.4, 2.0, 3.6]

        def entry_by_entry_with_all_rows():
            """The row was multiplied entry by entry, as `*` does. In a product, `@`, it meets
            columns.
            """
            return [[0.1, 0.4, 0.9], [0.4, 1.0, 0.6], [0.7, 0.2, 2.7]]

        def row_with_one_row():
            """The row met the first row of the right matrix. It meets every column."""
            return 1.4

        def two_numbers():
            """The last number of the row is missing."""
            return [3.0, 1.5]

        def rounded():
            """The numbers were rounded. Write them as they are."""
            return [3.0, 2.0, 3.0]

        def cut_off():
            """The numbers lost what stands after their decimal points."""
            return [3.0, 1.0, 3.0]

        def of_the_example():
            """That is row 0 of X times W_V. The matrices of the notes are `left` and `right`."""
            return [1.0, 2.0]

        def added_up():
            """The numbers of the row were added up. The row itself is wanted."""
            return 7.9

    class right:
        def an_array():
            return np.array([3.0, 1.5, 3.4])

        def a_tuple():
            return 3, 1.5, 3.4

        def a_product():
            return np.array([0.1, 0.2, 0.3]) @ np.array([[1, 2, 3], [4, 5, 2], [7, 1, 9]])
