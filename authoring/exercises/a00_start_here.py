"""Exercises of 00-start-here."""

import numpy as np

from authoring.model import Exercise, case

ASSIGNMENT = "00-start-here"

# Four tokens; every row and every column has its largest weight somewhere else.
TABLE = [
    [0.10, 0.55, 0.15, 0.20],
    [0.30, 0.05, 0.25, 0.40],
    [0.70, 0.12, 0.08, 0.10],
    [0.02, 0.26, 0.24, 0.48],
]
# "sea" looks most at the second "the", "cat" at the first.
REPEATED = ["the", "cat", "the", "sea"]
TWICE = [[1, 0, 0, 0], [0.5, 0.3, 0.15, 0.05], [1, 0, 0, 0], [0.1, 0.3, 0.4, 0.2]]
ONES = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
# Rows like columns: here the usual mistakes do no harm.
OTHER = [[0.3, 0.1, 0.6], [0.7, 0.25, 0.05], [0.1, 0.8, 0.1]]
MUTUAL = [[0.2, 0.1, 0.7], [0.1, 0.8, 0.1], [0.7, 0.1, 0.2]]
WORDS = ["we", "saw", "grey", "owls"]
# "us" looks at "saw" a little more than at "Ann"; "saw" at two tokens equally.
NEAR = [[0.2, 0.5, 0.3], [0.2, 0.4, 0.4], [0.39998, 0.40002, 0.2]]
NAMES = ["Ann", "saw", "us"]
# So many tokens that no weight is above 0.1; each looks most at the third after it.
MANY = np.round(0.09 + 0.01 * np.roll(np.eye(11), 3, axis=1), 2).tolist()
LETTERS = list("klmnopqrstu")


class row_of(Exercise):
    parameters = ("weights", "tokens", "query")
    cases = (
        case("four tokens, the first asks", TABLE, WORDS, "we"),
        case("four tokens, the second asks", TABLE, WORDS, "saw"),
        case("four tokens, the third asks", TABLE, WORDS, "grey"),
        case("weights of 0 and 1", ONES, ["x", "y", "z"], "y", aspect="edges"),
        case("a single token", [[1.0]], ["alone"], "alone", aspect="edges"),
        case("a word that others contain or begin", TABLE, ["Other", "there", "The", "the"], "the"),
    )

    class wrong:
        def column(weights, tokens, query):
            """That is the token's column: who looks at it. Its row is wanted: at whom it looks."""
            return weights[:, tokens.index(query)]

        def next_row(weights, tokens, query):
            """That is the row below. Python counts from 0, so no 1 is to be added."""
            return weights[(tokens.index(query) + 1) % len(tokens)]

        def row_above(weights, tokens, query):
            """That is the row above; for the first token, the last row. `index` counts from 0."""
            return weights[tokens.index(query) - 1]

        def from_the_end(weights, tokens, query):
            """A position below 0 counts from the end of the table. Leave out the minus."""
            return weights[-tokens.index(query)]

        def rows_above(weights, tokens, query):
            """Those are the rows above the token's. With a colon it is a slice, not one row."""
            return weights[: tokens.index(query)]

        def rows_from(weights, tokens, query):
            """That is the token's row and all below it. With a colon it is a slice, not one row."""
            return weights[tokens.index(query) :]

        def row_sum(weights, tokens, query):
            """That is the sum of the row. The row itself is wanted."""
            return weights[tokens.index(query)].sum()

        def largest_weight(weights, tokens, query):
            """That is the largest weight of the row. The whole row is wanted."""
            return weights[tokens.index(query)].max()

        def first_entry(weights, tokens, query):
            """That is the first entry of the row. The whole row is wanted."""
            return weights[tokens.index(query), 0]

        def first_left_out(weights, tokens, query):
            """The first entry is missing. A token may look at any token, the first one too."""
            return weights[tokens.index(query)][1:]

        def column_as_a_list(weights, tokens, query):
            """That is the token's column: who looks at it. Its row is wanted: at whom it looks."""
            return [row[tokens.index(query)] for row in weights]

        def first_row(weights, tokens, query):
            """That is always the same row. Use the position of the query token."""
            return weights[0]

        def third_row(weights, tokens, query):
            """That is always the same row. Use the position of the query token."""
            return weights[min(2, len(tokens) - 1)]

        def one_number(weights, tokens, query):
            """That is one entry, the token's weight on itself. The whole row is wanted."""
            position = tokens.index(query)
            return weights[position, position]

        def position_only(weights, tokens, query):
            """That is the position of the row, not the row. Use it to index the weights."""
            return tokens.index(query)

        def as_matrix(weights, tokens, query):
            """That is the row in a matrix, shape (1, n). Index with a number, not a slice."""
            position = tokens.index(query)
            return weights[position : position + 1]

        def truth_values(weights, tokens, query):
            """Those are truth values. The numbers of the row are wanted."""
            return weights[tokens.index(query)] > 0

        def position_of_the_largest(weights, tokens, query):
            """That is the position of its largest weight. The whole row is wanted."""
            return weights[tokens.index(query)].argmax()

        def sorted_row(weights, tokens, query):
            """The row was sorted. Its places say which token is looked at."""
            return np.sort(weights[tokens.index(query)])

        def divided_by_the_largest(weights, tokens, query):
            """The row was divided by its largest weight. It is wanted as it stands."""
            row = weights[tokens.index(query)]
            return row / row.max()

        def the_token(weights, tokens, query):
            """That is the token itself. Its position chooses a row of `weights`."""
            return tokens[tokens.index(query)]

        def row_sums(weights, tokens, query):
            """Those are the sums of all rows. One row is wanted, as it stands."""
            return weights.sum(axis=1)

        def as_a_dictionary(weights, tokens, query):
            """Each weight stands beside its token. The row alone is wanted."""
            return dict(zip(tokens, weights[tokens.index(query)]))

        def position_in_a_sorted_list(weights, tokens, query):
            """That is another token's row: in a sorted list, a token has another position."""
            return weights[sorted(tokens).index(query)]

        def itself_left_out(weights, tokens, query):
            """The token's weight on itself is missing. A token may look at itself, too."""
            return np.delete(weights[tokens.index(query)], tokens.index(query))

        def column_as_matrix(weights, tokens, query):
            """That is the token's column, as a matrix. Its row is wanted: at whom it looks."""
            position = tokens.index(query)
            return weights[:, position : position + 1]

        def row_of_the_most_attended(weights, tokens, query):
            """That is the row of the token at which it looks most. Its own row is wanted."""
            return weights[weights[tokens.index(query)].argmax()]

        def compared_with_the_position(weights, tokens, query):
            """`==` compares every weight with the position. Square brackets choose a row."""
            return weights == tokens.index(query)

        def the_first_round(weights, tokens, query):
            tokens.index(query)
            for row in weights:
                return row

        def as_code_in_quotes(weights, tokens, query):
            tokens.index(query)
            return "weights[position]"

        def indexed_twice(weights, tokens, query):
            return weights[tokens.index(query)][:, 0]

        def by_a_method(weights, tokens, query):
            return weights.row(tokens.index(query))

        def zeroes_the_rest(weights, tokens, query):
            row = weights[tokens.index(query)]
            weights[tokens.index(query) - 1] = 0
            return row

        def contained_in_a_token(weights, tokens, query):
            """The row of a word that contains the query came back. The words have to be equal."""
            return weights[[query in token for token in tokens].index(True)]

        def capitals_dropped(weights, tokens, query):
            """Capital and small letters were taken for the same. The words have to be equal."""
            return weights[[token.lower() for token in tokens].index(query.lower())]

    class right:
        def two_indices(weights, tokens, query):
            return weights[tokens.index(query), :]

        def a_copy(weights, tokens, query):
            return np.array([weights[tokens.index(query)][j] for j in range(len(tokens))])

        def a_dictionary(weights, tokens, query):
            return dict(zip(tokens, weights))[query]

        def single_precision(weights, tokens, query):
            return np.asfortranarray(weights, dtype=np.float32)[tokens.index(query)]


class most_attended(Exercise):
    parameters = ("weights", "tokens", "query")
    cases = (
        case("four tokens, the first asks", TABLE, WORDS, "we"),
        case("four tokens, the second asks", TABLE, WORDS, "saw"),
        case("four tokens, the third asks", TABLE, WORDS, "grey"),
        case("four tokens, the fourth asks", TABLE, WORDS, "owls"),
        # Whoever returns the same place each time is told of no row that was searched; the largest
        # weight of the table is not that of the last word in the alphabet.
        case("three tokens, the second asks", OTHER, ["s", "b", "d"], "b"),
        case("a word with a capital letter", NEAR, NAMES, "Ann"),
        case("a single token", [[1.0]], ["alone"], "alone", aspect="edges"),
        case("two weights that are nearly equal", NEAR, NAMES, "us", aspect="edges"),
        case(
            "two weights that are equal: either token is right",
            NEAR,
            NAMES,
            "saw",
            aspect="edges",
            must="has_the_largest_weight",
        ),
        case("many tokens", MANY, LETTERS, "p", aspect="edges"),
        case("the first of two equal words", TWICE, REPEATED, "cat", aspect="edges"),
        case("the second of two equal words", TWICE, REPEATED, "sea", aspect="edges"),
        case("whole numbers", ONES, ["x", "y", "z"], "x", aspect="edges"),
        case("whole numbers, the second asks", ONES, ["x", "y", "z"], "y", aspect="edges"),
        # The largest weight of the table is not that of the last word in the alphabet.
        case(
            "a query that is no token",
            OTHER,
            ["we", "see", "owls"],
            "bats",
            aspect="errors",
            raises="ValueError",
        ),
        case("a part of a token", TABLE, WORDS, "owl", aspect="errors", raises="ValueError"),
        case(
            "a query that is a token: no error is wanted",
            MUTUAL,
            ["b", "s", "d"],
            "d",
            aspect="errors",
        ),
        case("a query in capitals", TABLE, WORDS, "SAW", aspect="errors", raises="ValueError"),
        case("a query with a space", TABLE, WORDS, "saw ", aspect="errors", raises="ValueError"),
        case("an empty query", TABLE, WORDS, "", aspect="errors", raises="ValueError"),
        case(
            "a single token, and another one asks",
            [[1.0]],
            ["alone"],
            "other",
            aspect="errors",
            raises="ValueError",
        ),
    )

    class wrong:
        def by_column(weights, tokens, query):
            """It searched the token's column: who looks at it. Search its row: at whom it looks."""
            return tokens[weights[:, tokens.index(query)].argmax()]

        def the_position(weights, tokens, query):
            """That is the position of the largest weight. Which token stands there?"""
            return int(weights[tokens.index(query)].argmax())

        def the_weight(weights, tokens, query):
            """That is the largest weight itself. Where does it stand, and which token is there?"""
            return float(weights[tokens.index(query)].max())

        def the_smallest(weights, tokens, query):
            """It found the smallest weight of the row."""
            return tokens[weights[tokens.index(query)].argmin()]

        def most_looked_at(weights, tokens, query):
            """That is the token with the largest column sum, whoever asks. Use one row."""
            tokens.index(query)
            return tokens[weights.sum(axis=0).argmax()]

        def the_query_itself(weights, tokens, query):
            """That is the query token itself, not the token that it looks at."""
            return tokens[tokens.index(query)]

        def whole_table(weights, tokens, query):
            """The whole table was searched, not the row of `query`."""
            tokens.index(query)
            return tokens[weights.argmax() % len(tokens)]

        def whole_table_without_end(weights, tokens, query):
            """The whole table was searched, not the row of `query`."""
            return tokens[weights.argmax()]

        def always_the_third_row(weights, tokens, query):
            """The same row was searched in every call. Search the row of `query`."""
            return tokens[weights[2].argmax()]

        def always_the_first_row(weights, tokens, query):
            """The same row was searched in every call. Search the row of `query`."""
            return tokens[weights[0].argmax()]

        def never_itself(weights, tokens, query):
            """The token's weight on itself was left out. A token may look at itself."""
            position = tokens.index(query)
            row = [(-1.0 if j == position else w) for j, w in enumerate(weights[position])]
            return tokens[int(np.argmax(row))]

        def second_largest(weights, tokens, query):
            """That is the second largest weight of the row."""
            return tokens[np.argsort(weights[tokens.index(query)])[-2 if len(tokens) > 1 else -1]]

        def off_by_one(weights, tokens, query):
            """That is the token after the right one. Python counts positions from 0."""
            return tokens[(weights[tokens.index(query)].argmax() + 1) % len(tokens)]

        def off_by_one_without_end(weights, tokens, query):
            """That is the token after the right one. Python counts positions from 0."""
            return tokens[weights[tokens.index(query)].argmax() + 1]

        def one_too_few(weights, tokens, query):
            """That is the token before the right one. `argmax` counts from 0 already."""
            return tokens[weights[tokens.index(query)].argmax() - 1]

        def last_never_looked_at(weights, tokens, query):
            """The last weight of the row was never looked at."""
            row, best = weights[tokens.index(query)], 0
            for j in range(len(row) - 1):
                if row[j] > row[best]:
                    best = j
            return tokens[best]

        def last_in_the_alphabet(weights, tokens, query):
            """That is the last word in the alphabet: words were compared, and not weights."""
            tokens.index(query)
            return max(tokens)

        def last_in_the_alphabet_without_error(weights, tokens, query):
            """That is the last word in the alphabet: words were compared, and not weights."""
            return max(tokens)

        def the_weight_as_position(weights, tokens, query):
            """The largest weight was used as a position. `argmax` gives the position of it."""
            return tokens[weights[tokens.index(query)].max()]

        def the_position_of_the_position(weights, tokens, query):
            """`tokens.index(...)` gives a word's position, `tokens[...]` the word there."""
            return tokens.index(weights[tokens.index(query)].argmax())

        def the_position_as_text(weights, tokens, query):
            """That is the position of the largest weight, as text. Which token stands there?"""
            return str(weights[tokens.index(query)].argmax())

        def the_row(weights, tokens, query):
            """That is the row. Which token has the largest weight in it?"""
            return weights[tokens.index(query)]

        def first_never_looked_at(weights, tokens, query):
            """The weight in position 0 was never looked at."""
            row, best = weights[tokens.index(query)], 1
            for j in range(1, len(tokens)):
                if row[j] > row[best]:
                    best = j
            return tokens[best]

        def the_weight_cut_to_a_position(weights, tokens, query):
            """The largest weight was used as a position. `argmax` gives the position of it."""
            return tokens[int(weights[tokens.index(query)].max())]

        def always_the_first_token(weights, tokens, query):
            """That is always the first token. Does a loop end in its first round?"""
            tokens.index(query)
            return tokens[0]

        def weight_and_token(weights, tokens, query):
            """That is the weight with its token. The token alone is wanted."""
            return max(zip(weights[tokens.index(query)], tokens))

        def whole_table_without_error(weights, tokens, query):
            """The whole table was searched, not the row of `query`."""
            return tokens[weights.argmax() % len(tokens)]

        def rounded_first(weights, tokens, query):
            """Two weights that differ a little were taken as equal. The larger one decides."""
            return tokens[weights[tokens.index(query)].round(1).argmax()]

        def in_small_letters(weights, tokens, query):
            """A word with a capital letter was not found: "Ann" is a token, and "ann" is none."""
            return tokens[weights[tokens.index(query.lower())].argmax()]

        def begun_too_high(weights, tokens, query):
            best, found = 0.1, query
            for token, weight in zip(tokens, weights[tokens.index(query)]):
                if weight > best:
                    best, found = weight, token
            return found

        def equal_ones_in_a_list(weights, tokens, query):
            """Of two with equally large weights, one token is wanted, and not a list of both."""
            row = weights[tokens.index(query)]
            found = [token for token, weight in zip(tokens, row) if weight == row.max()]
            return found if len(found) > 1 else found[0]

        def equal_ones_refused(weights, tokens, query):
            row = weights[tokens.index(query)]
            if (row == row.max()).sum() > 1:
                raise ValueError("two are equal")
            return tokens[row.argmax()]

        def appends_before_the_error(weights, tokens, query):
            if query not in tokens:
                tokens.append(query)
                raise ValueError(query)
            return tokens[weights[tokens.index(query)].argmax()]

        def sorted_tokens(weights, tokens, query):
            """The position was used in a sorted list, where other tokens stand at it."""
            return sorted(tokens)[weights[tokens.index(query)].argmax()]

        def token_and_weight(weights, tokens, query):
            """That is the token with its weight. The token alone is wanted."""
            row = weights[tokens.index(query)]
            return tokens[row.argmax()], row.max()

        def above_a_half(weights, tokens, query):
            for token, weight in zip(tokens, weights[tokens.index(query)]):
                if weight > 0.5:
                    return token

        def not_of_a_single_token(weights, tokens, query):
            row = weights[tokens.index(query)]
            if len(tokens) > 1:
                return tokens[row.argmax()]

        def max_of_the_table(weights, tokens, query):
            row = weights[tokens.index(query)]
            return tokens[list(row).index(max(weights))]

        def argmax_of_a_list(weights, tokens, query):
            return tokens[list(weights[tokens.index(query)]).argmax()]

        def by_find(weights, tokens, query):
            return tokens[weights[tokens.find(query)].argmax()]

        def word_as_position(weights, tokens, query):
            return tokens[query].argmax()

        def error_in_quotes(weights, tokens, query):
            if query not in tokens:
                return "ValueError"
            return tokens[weights[tokens.index(query)].argmax()]

        def first_token_in_its_place(weights, tokens, query):
            """A query that is no token was replaced by the first token. Raise a ValueError."""
            position = tokens.index(query) if query in tokens else 0
            return tokens[weights[position].argmax()]

        def no_error(weights, tokens, query):
            """A query that is no token needs a ValueError. No ValueError came out."""
            if query not in tokens:
                return None
            return tokens[weights[tokens.index(query)].argmax()]

        def error_only_printed(weights, tokens, query):
            """A query that is no token needs a ValueError. No ValueError came out."""
            try:
                return tokens[weights[tokens.index(query)].argmax()]
            except ValueError:
                print("ValueError")

        def error_returned(weights, tokens, query):
            if query not in tokens:
                return ValueError("no such token")
            return tokens[weights[tokens.index(query)].argmax()]

        def always_an_error(weights, tokens, query):
            """It raised a ValueError for a token. Raise it only if `query` is not in `tokens`."""
            raise ValueError(query)

        def key_error(weights, tokens, query):
            """A KeyError was raised. `tokens.index` itself raises what is asked for, ValueError."""
            return tokens[dict(zip(tokens, weights))[query].argmax()]

        def a_part_will_do(weights, tokens, query):
            """A part of a token was taken for the token. `in` on a text finds parts of it."""
            if query not in " ".join(tokens):
                raise ValueError(query)
            position = next(i for i, token in enumerate(tokens) if query in token)
            return tokens[weights[position].argmax()]

        def sorts_its_input(weights, tokens, query):
            row = weights[tokens.index(query)]
            found = tokens[row.argmax()]
            row.sort()
            return found

        def by_a_dictionary(weights, tokens, query):
            """A token that stands there twice was counted once. Keep to positions."""
            row = dict(zip(tokens, weights[tokens.index(query)]))
            return max(row, key=row.get)

        def in_a_list(weights, tokens, query):
            """That is a list with the token in it. The token alone is wanted."""
            return [tokens[weights[tokens.index(query)].argmax()]]

        def capitals_dropped(weights, tokens, query):
            """Capital and small letters were taken for the same. The words have to be equal."""
            position = [token.lower() for token in tokens].index(query.lower())
            return tokens[weights[position].argmax()]

        def space_dropped(weights, tokens, query):
            """The query lost a space. With it, it is no token: leave the query as it is."""
            return tokens[weights[tokens.index(query.strip())].argmax()]

        def empty_query_allowed(weights, tokens, query):
            """An empty query gave a token. It is among no tokens: raise a ValueError."""
            if not query:
                return tokens[0]
            return tokens[weights[tokens.index(query)].argmax()]

        def single_token_not_looked_at(weights, tokens, query):
            """A single token came back, whoever asked. Look for the query first."""
            if len(tokens) == 1:
                return tokens[0]
            return tokens[weights[tokens.index(query)].argmax()]

    class right:
        def loop(weights, tokens, query):
            if query not in tokens:
                raise ValueError(f"{query!r} is not a token")
            best, found = -1.0, None
            for token, weight in zip(tokens, weights[tokens.index(query)]):
                if weight > best:
                    best, found = weight, token
            return found

        def max_of_pairs(weights, tokens, query):
            return max(zip(weights[tokens.index(query)], tokens))[1]

        def numpy_words(weights, tokens, query):
            words = np.array(tokens)
            if not (words == query).any():
                raise ValueError("no such token")
            return words[np.argmax(weights[words == query][0])]

        def position_as_key(weights, tokens, query):
            row = weights[tokens.index(query)].tolist()
            return tokens[max(range(len(row)), key=row.__getitem__)]

        def sort(weights, tokens, query):
            order = np.argsort(weights[list(tokens).index(query), :])
            return tokens[order[-1]]


class flat_position(Exercise):
    variables = ("flat_position",)
    first_step = (
        "Find the largest number: how many whole rows stand above it, and how many numbers before "
        "it in its row?"
    )
    cases = (case("the position in the whole table"),)

    class wrong:
        def the_row():
            """That is only the row, or only the column, of the largest number."""
            return 3

        def the_column():
            """That is only the row, or only the column, of the largest number."""
            return 4

        def row_counted_from_one():
            """The row was counted from 1. How many whole rows stand above it?"""
            return 24

        def counted_from_one():
            """Counted from 1. Python counts from 0: row 0 holds the positions 0 to 4."""
            return 20

        def down_the_columns():
            """Counted down the columns. argmax goes along row 0 first, then along row 1."""
            return 23

        def start_of_the_row():
            """The row begins there. Now go on to the column."""
            return 15

        def row_of_four():
            """A row has 5 numbers, not 4."""
            return 16

        def three_rows_of_six():
            """A row has 5 numbers, not 6."""
            return 22

        def one_row_too_few():
            """How many whole rows stand above it? Row 3 is the fourth."""
            return 14

        def one_short():
            """That is one too few: the first number of a row counts, too."""
            return 18

        def added():
            """Row and column were added. Each row above it has 5 numbers."""
            return 7

        def both_from_one_added():
            """Row and column were added. Each row above it has 5 numbers."""
            return 9

        def glued():
            """Those are row and column side by side. Each row above it has 5 numbers."""
            return 34

        def glued_from_one():
            """Those are row and column side by side. Each row above it has 5 numbers."""
            return 45

        def both_from_one():
            """Both were counted from 1. The 25 positions are 0 to 24."""
            return 25

        def multiplied():
            """All was multiplied. The column is added."""
            return 60

        def multiplied_row_and_column():
            """Row and column were multiplied. Each row above it has 5 numbers."""
            return 12

        def of_her_from_one():
            """That is in the row of "her", and counted from 1. Search the whole table, from 0."""
            return 11

        def from_the_end():
            """That counts from the end. `argmax` counts from the beginning."""
            return -6

        def of_her():
            """There stands the largest number in the row of "her". Search the whole table."""
            return 10

        def in_her_row():
            """That is a position in one row, the first or that of "her". Search the whole table."""
            return 0

        def minus_one():
            """That counts from the end. `argmax` counts from the beginning."""
            return -1

        def a_row_and_a_column():
            """Those are row and column. Each row above it has 5 numbers: count on through them."""
            return 3, 4

        def a_row_and_a_column_in_a_list():
            """Those are row and column. Each row above it has 5 numbers: count on through them."""
            return [3, 4]

        def with_a_point():
            """Those are row and column with a point between. Each row above it has 5 numbers."""
            return 3.4

        def one_row():
            """That is the size of one row. How many whole rows stand above the largest number?"""
            return 5

        def all_the_rows():
            """All 5 rows were counted. How many whole rows stand above it?"""
            return 29

        def of_each_row():
            """Those are the positions in each row. One position in the whole table is wanted."""
            return np.array([0, 4, 0, 4, 3])

        def a_word():
            """That is the token of its column. A position in the whole table is wanted."""
            return "cat"

        def a_letter():
            """A letter answers the next question. Here the position is wanted."""
            return "a"

        def the_value():
            """That is the largest number itself. At which position does it stand?"""
            return 0.65

    class right:
        def computed():
            return 3 * 5 + 4

        def by_numpy():
            return np.int64(np.ravel_multi_index((3, 4), (5, 5)))
