"""Figures: their words, numbers and colours, and that drawing leaves nothing behind."""

import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import numpy as np
import pytest

from course import draw
from course.draw import style, values

TOKENS = ["the", "cat", "sat", "on", "it"]
WEIGHTS = np.array(
    [
        [0.60, 0.10, 0.10, 0.10, 0.10],
        [0.25, 0.25, 0.20, 0.20, 0.10],
        [0.20, 0.20, 0.20, 0.20, 0.20],
        [0.10, 0.30, 0.30, 0.20, 0.10],
        [0.05, 0.62, 0.13, 0.10, 0.10],
    ]
)
A = np.array([[1, 2, -1], [0, 3, 1]])
B = np.array([[1, 0, 2, 1], [3, 1, 0, 2], [1, 1, 1, -2]])

SVG = "{http://www.w3.org/2000/svg}"


def svg_of(figure):
    return ET.fromstring(figure.svg.replace("<svg ", '<svg xmlns:xlink="x" ', 1))


def texts_of(figure):
    return ["".join(t.itertext()).strip() for t in svg_of(figure).iter(f"{SVG}text")]


class Tables(HTMLParser):
    """Every table of a page as (caption, column headers, {row header: cells})."""

    def __init__(self, html):
        super().__init__()
        self.tables, self.scope, self.tag = [], None, None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tag, self.scope = tag, dict(attrs).get("scope")
        if tag == "table":
            self.tables.append(["", [], {}])

    def handle_endtag(self, tag):
        self.tag = None

    def handle_data(self, data):
        if self.tag == "caption":
            self.tables[-1][0] = data
        elif self.tag == "th" and self.scope == "col":
            self.tables[-1][1].append(data)
        elif self.tag == "th" and self.scope == "row":
            self.tables[-1][2][data] = []
        elif self.tag == "td":
            list(self.tables[-1][2].values())[-1].append(data)


def every_figure():
    rng = np.random.default_rng(0)
    signed = rng.normal(size=(4, 3))
    signed[0, 2] = -np.inf
    yield "weights", draw.heatmap(WEIGHTS, TOKENS, TOKENS, title="Weights", highlight_row=4)
    yield "signed", draw.heatmap(signed, list("abcd"), list("xyz"), kind="signed")
    yield "wide", draw.heatmap(rng.random((3, 24)))
    yield "bars", draw.bars([0.5, -0.25, 0.0], ["a", "$b$", "<c>"], highlight=1, y_label="<y>")
    yield "lines", draw.lines([1, 2, 4], {"$up$": [1, 2, 3], "down": [3, 1, 2]}, x_label="d_k")
    yield "histograms", draw.histograms({"a": rng.normal(size=99), "b": rng.normal(size=50)})
    for view, at in {"dots": (1, 2), "rows": 0, "columns": 3, "outers": 1}.items():
        yield view, draw.product(A, B, view, at)


class Figures(dict):
    """The figures by name, drawn when the first of them is asked for."""

    def __missing__(self, name):
        self.update(every_figure())
        return self[name]


NAMES = ["weights", "signed", "wide", "bars", "lines", "histograms", *draw.VIEWS]
FIGURES = Figures()


@pytest.fixture(params=NAMES)
def figure(request):
    return FIGURES[request.param]


def test_figure_has_its_words_in_the_page(figure):
    svg = svg_of(figure)
    ids = {element.get("id"): element for element in svg.iter() if element.get("id")}
    named_by = [ids[name].text for name in svg.get("aria-labelledby").split()]
    assert svg.get("role") == "img"
    assert named_by[-1] == figure.alt
    assert figure.alt.endswith(".")
    assert [f"{figure.title}."] * bool(figure.title) == named_by[:-1]
    bundle = figure._repr_mimebundle_()
    assert bundle["text/plain"] == repr(figure)
    assert figure.alt in bundle["text/plain"]
    assert bundle["text/html"].count("<figure") == 1
    assert "<summary" in bundle["text/html"]


def test_figure_adapts_to_the_page_and_leaves_it_alone(figure):
    svg = svg_of(figure)
    assert style.INK not in figure.svg.lower()
    assert "currentColor" in figure.svg
    assert "<style" not in figure.svg, "a style sheet inside the SVG would restyle the page"
    assert "DejaVu" not in figure.svg, "the text is in the page's font"
    assert all(text.strip() for text in texts_of(figure))
    ids = [element.get("id") for element in svg.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith(figure._id) for name in ids)
    for used in re.findall(r'(?:url\(#|href="#)([^)"]+)', figure.svg):
        assert used in ids
    assert float(svg.get("width")) <= 760, "wider than a notebook's page"


def test_no_two_figures_share_an_id():
    one, two = (draw.lines([1, 2], {"y": [1, 2]}) for _ in range(2))
    ids = [set(re.findall(r' id="([^"]+)"', figure.html)) for figure in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_figures_side_by_side_keep_their_words():
    row = draw.beside(draw.bars([1], title="One"), draw.bars([2], title="Two"))
    bundle = row._repr_mimebundle_()
    assert bundle["text/html"].count("<figure") == 2
    for figure in row.figures:
        assert figure.html in bundle["text/html"]
        assert repr(figure) in bundle["text/plain"].splitlines()


@pytest.mark.parametrize("title", ["Who looks at whom?", "Weights", "Weights."])
def test_title_ends_in_one_mark(title):
    figure = draw.bars([1], title=title)
    sentence = title if title[-1] in "?." else "Weights."
    assert f"<strong>{sentence}</strong>" in figure.html
    assert repr(figure) == f"{sentence} {figure.alt}"
    assert repr(draw.bars([1])) == figure.alt


def test_what_a_learner_wrote_is_not_html():
    name = "<script>alert(1)</script>"
    figures = [
        draw.heatmap([[1.0]], [name], [name], title=name, caption=name),
        draw.bars([1.0], [name], title=name, caption=name, y_label=name),
        draw.lines([1, 2], {name: [1, 2], "b": [1, 1]}, x_label=name, y_label=name),
        draw.histograms({name: [1, 2], "b": [1]}, x_label=name),
        draw.product([[1]], [[1]], names=(name, "B", "C")),
    ]
    for figure in figures:
        assert "<script" not in figure.html
        assert name in texts_of(figure) or f"{name} (1, 1)" in texts_of(figure)


def test_labels_of_any_script_are_drawn_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "日本語" in texts_of(draw.bars([1.0], ["日本語"]))


def test_a_label_in_braces_stays_what_it_is():
    name = "{id}"
    figures = [
        draw.heatmap([[1.0]], [name], ["b"]),
        draw.bars([1.0], [name]),
        draw.lines([1, 2], {name: [1, 2], "b": [1, 1]}),
    ]
    for figure in figures:
        assert name in texts_of(figure)


def test_importing_draw_does_not_import_matplotlib():
    code = "import sys; from course import draw; print('matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_drawing_changes_no_setting_of_matplotlib():
    code = """
import matplotlib, sys
before = matplotlib.rcParams.copy()  # dict() would look the backend up, and import pyplot
from course import draw
draw.heatmap([[1.0]]); draw.bars([1]); draw.lines([1, 2], {"a": [1, 2], "b": [0, 1]})
draw.histograms({"a": [1, 2]}); draw.product([[1]], [[1]])
print("matplotlib.pyplot" in sys.modules, matplotlib.rcParams.copy() == before)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


# Heatmaps


def test_heatmap_says_what_to_see():
    assert draw.heatmap(WEIGHTS, TOKENS, TOKENS).alt == (
        "Heatmap of 5 by 5 weights; each row sums to 1. Largest: 0.62 in row 'it', column 'cat'."
    )
    highlighted = draw.heatmap(WEIGHTS, TOKENS, TOKENS, highlight_row=0).alt
    assert highlighted.endswith("Highlighted: row 'the', largest at 'the' with 0.60.")


def test_heatmap_says_when_rows_do_not_sum_to_one():
    alt = draw.heatmap([[0.5, 0.2], [0.5, 0.5]]).alt
    assert "rows sum to 0.70 to 1.00, not all to 1" in alt
    assert "each row sums to 1" not in alt


def test_heatmap_of_masked_scores_hatches_minus_infinity():
    figure = draw.heatmap([[1, -np.inf], [-3, 2]], kind="signed")
    assert figure.alt == (
        "Heatmap of 2 by 2 signed values. Minus infinity in 1 of them. "
        "Largest: 2 in row '1', column '1'; smallest: −3 in row '1', column '0'."
    )
    assert "−∞" in texts_of(figure)
    assert figure.svg.count("<path") == 1  # the hatching of one cell
    everything = draw.heatmap([[-np.inf]], kind="signed").alt
    assert everything == "Heatmap of 1 by 1 signed values. Minus infinity in 1 of them."


def test_heatmap_writes_labels_numbers_and_shape():
    texts = texts_of(draw.heatmap(WEIGHTS, TOKENS, TOKENS))
    assert texts.count("cat") == 2
    assert "0.62" in texts
    assert "0.60" in texts, "the same number of decimals in every cell"
    assert "(5, 5)" in texts


def test_small_numbers_are_not_written_as_0():
    figure = draw.heatmap([[0.001, -0.002]], kind="signed")
    assert texts_of(figure)[-5:] == ["0.001", "−0.002", "−0.002", "0.002", "(1, 2)"]
    assert "Largest: 0.001 in row" in figure.alt
    assert "Largest: 2.0e−8 at '1'; smallest: 1.0e−8" in draw.bars([1e-8, 2e-8]).alt


def test_heatmap_of_the_largest_numbers():
    assert "−1.0e308" in texts_of(draw.heatmap([[1e308, -1e308]], kind="signed"))


def test_heatmap_too_wide_for_numbers_keeps_them_in_the_table():
    figure = FIGURES["wide"]
    assert "0.6" not in "".join(t for t in texts_of(figure) if t.startswith("0."))
    ((caption, columns, rows),) = Tables(figure.html).tables
    assert caption == "Shape (3, 24)"
    assert len(columns) == 24
    assert [len(cells) for cells in rows.values()] == [24] * 3


def test_heatmap_table_holds_the_numbers_and_their_headers():
    ((_, columns, rows),) = Tables(draw.heatmap(WEIGHTS, TOKENS, TOKENS).html).tables
    assert columns == TOKENS
    assert list(rows) == TOKENS
    # The empty corner comes first, before any row header.
    np.testing.assert_allclose([[float(c) for c in row] for row in rows.values()], WEIGHTS)


def test_heatmap_highlights_the_row_asked_for():
    def frames(figure):
        return [
            [float(box.get("x")), float(box.get("y"))]
            for box in svg_of(figure).iter(f"{SVG}rect")
            if "stroke-width: 3" in box.get("style", "")
        ]

    assert frames(draw.heatmap(WEIGHTS, TOKENS, TOKENS)) == []
    (first,), (third,) = (
        frames(draw.heatmap(WEIGHTS, TOKENS, TOKENS, highlight_row=i)) for i in (0, 2)
    )
    assert third[1] - first[1] == pytest.approx(2 * style.CELL)
    assert third[0] == first[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([1, 2],), "must be a matrix; its shape here is (2,)"),
        ((np.zeros((2, 2, 2)),), "must be a matrix; its shape here is (2, 2, 2)"),
        (([[1, 2], [3]],), "must be a matrix, all rows of one length"),
        (([["a"]],), "must be a matrix, all rows of one length"),
        ((np.zeros((0, 3)),), "is empty: its shape is (0, 3)"),
        (([[0.5, np.nan]],), "has a NaN at [0, 1]"),
        (([[np.inf, 0]],), "is infinite at [0, 0]"),
        (([[-np.inf, 0]],), "is infinite at [0, 0]"),
        (([[0.5, 1.5]],), "Weights lie between 0 and 1, and 1.5 does not"),
        (([[-0.25, 0.5]],), "Weights lie between 0 and 1, and −0.25 does not"),
        ((np.zeros((5, 512)),), "at most 64 rows and columns; these values are (5, 512)"),
        ((WEIGHTS, TOKENS[:3]), "The number of row labels must be 5, and it is 3"),
        ((WEIGHTS, TOKENS, [*TOKENS, "x"]), "The number of column labels must be 5, and it is 6"),
        ((WEIGHTS, "abcde"), "must be a list of str, not one str"),
        ((WEIGHTS, 5), "The row labels must be a list of str, not 5."),
    ],
)
def test_heatmap_refuses_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        draw.heatmap(*arguments)


def test_heatmap_refuses_wrong_options():
    with pytest.raises(ValueError, match="'weights' or 'signed', not 'other'"):
        draw.heatmap(WEIGHTS, kind="other")
    for row in (-1, 5):
        with pytest.raises(ValueError, match="rows count from 0 to 4"):
            draw.heatmap(WEIGHTS, highlight_row=row)


def test_drawing_does_not_change_its_input():
    weights = WEIGHTS.copy()
    draw.heatmap(weights, highlight_row=1)
    draw.product(weights, weights, "rows", 1)
    np.testing.assert_array_equal(weights, WEIGHTS)


def test_signed_heatmaps_can_share_a_scale():
    small, large = ([[1.0, -1.0]], [[2.0, -8.0]])
    one, other = (draw.heatmap(each, kind="signed", limit=2) for each in (small, large))
    assert {"−2", "2"} <= {*texts_of(one)}
    assert {"≤ −2", "≥ 2"} <= {*texts_of(other)}
    assert one.svg.count("<rect") == other.svg.count("<rect")
    for wrong in ({"kind": "signed", "limit": 0}, {"kind": "weights", "limit": 1}):
        with pytest.raises(ValueError, match="limit must be a number above 0"):
            draw.heatmap([[1.0]], **wrong)


# Products


def test_product_writes_out_the_terms_of_each_view():
    captions = {view: FIGURES[view].caption for view in draw.VIEWS}
    assert captions["dots"] == ("Row 1 of A dot column 2 of B: C[1, 2] = 0·2 + 3·0 + 1·1 = 1.")
    assert captions["rows"] == (
        "Row 0 of A gives the weights for the rows of B: C[0, :] = 1·[1, 0, 2, 1] + "
        "2·[3, 1, 0, 2] + (−1)·[1, 1, 1, −2] = [6, 1, 1, 7]."
    )
    assert captions["columns"] == (
        "Column 3 of B gives the weights for the columns of A: C[:, 3] = 1·[1, 0] + 2·[2, 3] + "
        "(−2)·[−1, 1] = [7, 4]."
    )
    assert captions["outers"] == (
        "Column 1 of A times row 1 of B: [2, 3] × [3, 1, 0, 2] = [[6, 2, 0, 4], [9, 3, 0, 6]]. "
        "The sum so far lacks term 2 of C."
    )


def test_product_says_what_is_highlighted():
    assert FIGURES["dots"].alt == (
        "A (2, 3) times B (3, 4) is C (2, 4). "
        "Highlighted: row 1 of A, column 2 of B, and their dot product C[1, 2]."
    )
    assert len({FIGURES[view].alt for view in draw.VIEWS}) == 4
    assert FIGURES["outers"].title == "Outer view, term 1 of C"


def numbers_of(html, caption):
    rows = next(rows for name, _, rows in Tables(html).tables if name == caption)
    return [[float(c.replace("−", "-")) for c in cells] for cells in rows.values()]


@pytest.mark.parametrize("view", draw.VIEWS)
def test_product_tables_hold_all_three_matrices(view):
    html = FIGURES[view].html
    for name, matrix in {"A": A, "B": B, "C": A @ B}.items():
        np.testing.assert_array_equal(numbers_of(html, f"{name} {matrix.shape}"), matrix)


def test_outer_view_shows_the_term_and_the_sum_up_to_it():
    for k in range(3):
        html = draw.product(A, B, "outers", k).html
        total = "C (2, 4)" if k == 2 else "sum so far (2, 4)"
        np.testing.assert_array_equal(numbers_of(html, f"term {k} (2, 4)"), np.outer(A[:, k], B[k]))
        np.testing.assert_array_equal(numbers_of(html, total), A[:, : k + 1] @ B[: k + 1])
    figures = [draw.product(A, B, "outers", k) for k in (0, 2)]
    signs = [[text for text in texts_of(figure) if text in "×+="] for figure in figures]
    assert signs == [["×", "="], ["×", "+", "="]]
    captions = [draw.product(A, B, "outers", k).caption for k in range(3)]
    assert captions[0].endswith("The sum so far lacks terms 1 to 2 of C.")
    assert captions[2].endswith("It is the last: the sum of terms 0 to 2 is C.")
    assert draw.product([[2]], [[3]], "outers", 0).caption.endswith("the only one, so it is C.")


def test_row_and_column_view_write_the_weights_beside_the_vectors():
    assert {"1 ·", "2 ·", "−1 ·"} <= set(texts_of(FIGURES["rows"]))
    assert {"1 ·", "2 ·", "−2 ·"} <= set(texts_of(FIGURES["columns"]))
    assert not [t for t in texts_of(FIGURES["dots"]) if t.endswith(" ·")]


def test_product_takes_the_colours_of_its_names():
    figure = draw.product(WEIGHTS, np.ones((5, 2)), "rows", 1, names=("weights", "V", "output"))
    for name in ("weights", "V", "output"):
        assert draw.COLOURS[name].lower() in figure.svg.lower()
    assert draw.COLOURS["scores"].lower() not in figure.svg.lower()
    scores = draw.product(A, B, "dots", (0, 0), names=("Q", "Kᵀ", "scores")).svg.lower()
    assert all(draw.COLOURS[name].lower() in scores for name in ("Q", "K", "scores"))
    assert "weights (5, 5)" in texts_of(figure)


def test_dots_start_at_the_first_entry():
    assert draw.product(A, B).title == "Dot view, C[0, 0]"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((A, A), "A (2, 3) and B (2, 3) have no product"),
        ((A, B, "diagonal"), "view must be one of dots, rows, columns, outers, not 'diagonal'"),
        ((A, B, "rows", 2), "at must be the row of A, from 0 to 1, not 2"),
        ((A, B, "rows", (0, 0)), "at must be the row of A, from 0 to 1, not (0, 0)"),
        ((A, B, "columns", -1), "at must be the column of B, from 0 to 3, not -1"),
        ((A, B, "outers", 3), "at must be the term, from 0 to 2, not 3"),
        ((A, B, "dots", 1), "at must be a pair (i, j), an entry of C (2, 4), not 1"),
        ((A, B, "dots", np.array([0, 0])), "at must be a pair (i, j), an entry of C (2, 4), not"),
        ((A, B, "dots", (2, 0)), "from 0 to 1, not 2"),
        ((A, B, "dots", (0, 4)), "from 0 to 3, not 4"),
        ((np.ones((7, 1)), np.ones((1, 1))), "at most 6 rows and columns"),
        ((A[0], B), "A must be a matrix; its shape here is (3,)"),
        ((A, B * np.nan), "B has a NaN at [0, 0]"),
        ((A, B, "rows", 0, ("A", "B")), "names must be three"),
    ],
)
def test_product_refuses_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        draw.product(*arguments)


# Charts


def test_bars_say_the_ends_and_the_highlight():
    assert FIGURES["bars"].alt == (
        "Bar chart of 3 values. Largest: 0.50 at 'a'; smallest: −0.25 at '$b$'. "
        "Highlighted: '$b$' with −0.25."
    )
    assert {"a", "$b$", "<c>", "0.50", "−0.25"} <= set(texts_of(FIGURES["bars"]))


def test_lines_say_where_they_go_and_name_every_series():
    assert FIGURES["lines"].alt == (
        "Line chart over d_k from 1 to 4: '$up$' goes from 1 to 3; "
        "'down' goes from 3 to 2, largest 3."
    )
    assert {"$up$", "down", "d_k"} <= set(texts_of(FIGURES["lines"]))
    ((caption, columns, rows),) = Tables(FIGURES["lines"].html).tables
    assert (caption, columns) == ("All 3 points", ["$up$", "down"])
    assert rows == {"d_k = 1": ["1", "3"], "d_k = 2": ["2", "1"], "d_k = 4": ["3", "2"]}


def test_long_lines_have_a_short_table_with_both_ends():
    x = np.arange(500)
    ((caption, _, rows),) = Tables(draw.lines(x, {"y": x**2}).html).tables
    assert caption == "12 of 500 points"
    assert next(iter(rows)) == "x = 0"
    assert list(rows)[-1] == "x = 499"


def test_histograms_say_mean_and_spread():
    figure = draw.histograms({"a": [1, 2, 3, 4], "b": [5, 5, 5, 5]}, x_label="score")
    assert figure.alt == (
        "Histogram of score from 1 to 5: 'a' has mean 2.5 and standard deviation 1.118; "
        "'b' has mean 5 and standard deviation 0."
    )
    ((_, _, rows),) = Tables(figure.html).tables
    assert rows["b"] == ["4", "5", "0", "5", "5"]
    assert "from 4.5 to 5.5" in draw.histograms({"same": [5, 5]}).alt


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: draw.bars([[1]]), "must be a list of numbers; its shape here is (1, 1)"),
        (lambda: draw.bars([1], ["a", "b"]), "The number of labels must be 1, and it is 2"),
        (lambda: draw.bars(np.ones(41)), "at most 40 bars; here are 41"),
        (lambda: draw.bars([1], highlight=1), "bars count from 0 to 0"),
        (lambda: draw.bars([1], colour="red"), "colour must be one of Q, K, V"),
        (lambda: draw.lines([1, 2], {"a": [1]}), "'a' has 1 values for the 2 of x"),
        (lambda: draw.lines([1], {}), "at least one series"),
        (lambda: draw.lines([1], {str(i): [1] for i in range(7)}), "at most 6 series"),
        (lambda: draw.lines([0, 1], {"a": [1, 2]}, x_log=True), "logarithmic x axis"),
        (lambda: draw.lines([1, 2], {"a": [-1, 2]}, y_log=True), "logarithmic y axis"),
        (lambda: draw.histograms({"a": [np.nan]}), "'a' has a NaN at [0]"),
        (lambda: draw.histograms({"a": [1]}, bins=0), "bins must be at least 1"),
        (lambda: draw.histograms([1, 2]), "at least one series"),
        (lambda: draw.bars("high"), "must be a list of numbers; this is 'high'"),
        (lambda: draw.bars([1, -1e308]), "The bars' values: 1e308 is too far from 0 to be drawn"),
        (lambda: draw.lines([1, 2], {"a": [1e308, -1e308]}), "'a': 1e308 is too far"),
    ],
)
def test_charts_refuse_with_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        make()


# Colours


def blend(colour, alpha, ground):
    return tuple(
        alpha * c + (1 - alpha) * g
        for c, g in zip(style.rgb(colour), style.rgb(ground), strict=True)
    )


@pytest.mark.parametrize("colour_map", [style.sequential, style.diverging])
def test_numbers_are_readable_on_every_cell(colour_map):
    for value in np.linspace(-1, 1, 401):
        fill = colour_map(value)
        assert style.contrast(style.text_on(fill), fill) >= 4.5


@pytest.mark.parametrize("name", draw.COLOURS)
def test_page_text_is_readable_on_a_highlighted_cell(name):
    # JupyterLab's page and text colours, light and dark.
    for page, ink in (("#ffffff", blend("#000000", 0.87, "#ffffff")), ("#111111", "#ffffff")):
        tinted = blend(draw.COLOURS[name], style.TINT, page)
        assert style.contrast(ink, tinted) >= 4.5, page


def lightness(colour):
    """L* of CIELAB."""
    luminance = 21 * 0.05 / style.contrast(colour, "#ffffff") - 0.05
    return 116 * np.cbrt(luminance) - 16


def test_colour_maps_step_evenly():
    weights = np.diff([lightness(style.sequential(v)) for v in np.linspace(0, 1, 33)])
    assert (weights < 0).all(), "a larger weight is always darker"
    assert weights.min() > 1.25 * weights.max()
    positive = [lightness(style.diverging(v)) for v in np.linspace(0, 1, 17)]
    negative = [lightness(style.diverging(v)) for v in np.linspace(0, -1, 17)]
    for side in (positive, negative):
        steps = -np.diff(side)
        assert steps.min() > 0
        assert steps.max() < 1.25 * steps.min()
    np.testing.assert_allclose(positive, negative, atol=4)
    assert style.diverging(5) == style.diverging(1)


def test_bars_are_grey_unless_a_matrix_is_named():
    assert style.NEUTRAL in draw.bars([1.0, 2.0]).svg
    named = draw.bars([1.0, 2.0], colour="scores").svg
    assert style.COLOURS["scores"].lower() in named
    assert style.NEUTRAL not in named
    for page in ("#ffffff", "#111111"):
        assert style.contrast(style.NEUTRAL, page) >= 3, page


def test_contrast_is_that_of_wcag():
    assert style.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert style.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        ([[1, 2]], [["1", "2"]]),
        ([[1, 2.5]], [["1.0", "2.5"]]),
        ([[1, 0.125]], [["1.00", "0.12"]]),
        ([[-1, -0.001]], [["−1.00", "0.00"]]),
        ([[-0.0, 3]], [["0", "3"]]),
        ([[1e-17, 1]], [["0", "1"]]),
        ([[-np.inf, 1.5]], [["−∞", "1.5"]]),
        ([[1e7, 1]], [["1.0e7", "1"]]),
        ([[0.001, -0.00213]], [["0.0010", "−0.0021"]]),
        ([[1e-8, 0]], [["1.0e−8", "0"]]),
    ],
)
def test_cells_share_one_number_of_decimals(matrix, expected):
    assert values.numbers(np.array(matrix, dtype=float)) == expected


def test_tables_are_more_precise_than_cells():
    assert values.precise(1.27e-198) == "1.27e−198"
    assert values.precise(0.123456) == "0.1235"
    assert values.precise(12345.0) == "12345"
    assert [values.precise(x) for x in (123456.0, -999999999.0, -0.0, 1e9)] == [
        "123456", "−999999999", "0", "1e9",
    ]  # fmt: skip
    assert [values.precise(x) for x in (1000.5, -12345.67, 2000.04, 1234567.8, 999.96)] == [
        "1000.5", "−12345.7", "2000", "1.235e6", "1000",
    ]  # fmt: skip


def test_the_machine_shows_every_stage_with_its_shape():
    figure = draw.machine(n=5, d_model=8, d_k=4, d_v=3)
    assert "Q (5, 4), then K (5, 4), then V (5, 3), then scores (5, 5)" in figure.alt
    assert figure.alt.endswith("join at the output.")
    cells = dict(zip(figure.tables[0].rows, figure.tables[0].cells, strict=True))
    assert cells["output"] == ["weights V", "(5, 3)"]
    for word in ("softmax", "(5, 8)", "(5, 3)"):
        assert f">{word}</text>" in figure.drawing
    with pytest.raises(ValueError, match="Sizes are 1 or more"):
        draw.machine(n=0)
