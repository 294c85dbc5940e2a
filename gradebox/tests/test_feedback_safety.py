"""A student's outputs and text on a page: nothing runs, nothing is fetched, nothing is endless."""

import base64
import re
import time
from html.parser import HTMLParser

import nbformat
import pytest
from gradebox.feedback import sanitise
from gradebox.feedback.exporter import SafeOutputs
from gradebox.feedback.feedback_page import render
from gradebox.feedback.outputs import MAX_OUTPUTS, output_html
from gradebox.feedback.page_budget import MAX_PAGE
from gradebox.hidden import Region
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from course import draw

REGION = Region("BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
ABOUT = {
    "notebook": "<b>a</b>-notebook",
    "student": "<script>window.ran = 1</script>",
    "score": 1.0,
    "max_score": 3.0,
    "late_penalty": 0,
}
RUN = "window.ran = 1"
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"0" * 40).decode()

HTML = [
    f"<script>{RUN}</script>",
    f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    f"<img src=x onerror='{RUN}'>",
    "<img src='https://elsewhere.example/x.png'><img srcset='//elsewhere.example/y'>",
    f"<svg onload='{RUN}'><script>{RUN}</script></svg>",
    f"<svg><a xlink:href='javascript:{RUN}'><text>x</text></a></svg>",
    f"<SVG ONLOAD='{RUN}'></SVG>",
    f"<svg><foreignObject><iframe src='javascript:{RUN}'></iframe></foreignObject>",
    f"<iframe srcdoc='<script>{RUN}</script>'></iframe>",
    f"<a href='javascript:{RUN}'>x</a><a href=' java\nscript:{RUN}'>y</a>",
    f"<a href='data:text/html,<script>{RUN}</script>'>x</a>",
    f"<math><mtext><table><mglyph><style><img src=x onerror='{RUN}'>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'></noscript>",
    f"<form action='https://elsewhere.example'><input autofocus onfocus='{RUN}'></form>",
    "<meta http-equiv=refresh content='0;url=https://elsewhere.example'>",
    "<base href='https://elsewhere.example'><link rel=stylesheet href='//elsewhere.example/a'>",
    "<style>@import 'https://elsewhere.example/a'; main { display: none }</style>",
    "<div style='position: fixed; background: url(https://elsewhere.example)'>cover</div>",
    "<div class='chip full' id='points'>22 of 22</div>",
    f"<video src=x onerror='{RUN}'></video><object data='javascript:{RUN}'></object>",
    "</div></section></main><h1>My own page</h1>",
    "<!-- --!><script>window.ran = 1</script> -->",
    "<a href='https://a.example/\ue0010\ue002'><svg><title>\" onmouseover=x</title></svg></a>",
    "<img alt='\ue0010\ue002' src='data:image/png;base64,AAAA'><svg></svg>",
]


class Elements(HTMLParser):
    """All elements of a page, with their attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def assert_inert(html):
    allowed = sanitise._TAGS | sanitise._MATH_TAGS
    for tag, attributes in Elements(html).found:
        assert tag in allowed
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("class", "id", "srcset", "srcdoc")
            if name == "src":
                assert re.match(r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,", value)
            if name == "href":
                assert re.match(r"https?://|mailto:", value)
            if name == "style":
                assert "url" not in value
                assert "position" not in value


@pytest.mark.parametrize("html", HTML)
def test_html_is_inert(html):
    assert_inert(sanitise.safe_html(html))
    assert_inert(sanitise.safe_markdown(f"Text $x$ {html}\n\n{html}\n\n$$y$$"))
    assert_inert(output_html(new_output("display_data", {"text/html": html, "text/plain": "x"})))


@pytest.mark.parametrize("tag", ["figure", "table", "details", "pre", "b", "ul"])
def test_plain_html_stays(tag):
    assert f"<{tag}>" in sanitise.safe_html(f"<{tag}>words</{tag}>")


@pytest.mark.parametrize(
    "markdown",
    ["[x](javascript:alert(1))", "<javascript:alert(1)>", "![x](javascript:alert(1))", "[x]: a"],
)
def test_markdown_is_inert(markdown):
    html = sanitise.safe_markdown(markdown)
    assert_inert(html)
    assert "href" not in html


@pytest.mark.parametrize(
    "tex",
    [
        r"\text{<img src=x onerror=alert(1)>}",
        r"\text{</mtext></math><script>alert(1)</script>}",
        r"\href{javascript:alert(1)}{x}",
        r"\class{a\" onclick=\"x}{b}",
        r"\style{position:fixed}{x}",
        r"x_{",
        r"\unknown{x}",
        r"\unicode{60}script",
    ],
)
def test_formulas_are_inert(tex):
    html = sanitise.formula(tex, display=False)
    assert "onerror=alert(1)>" not in html
    for tag, attributes in Elements(html).found:
        assert tag in sanitise._MATH_TAGS | {"code"}
        assert attributes.keys() <= sanitise._MATH_ATTRIBUTES | {"class"}


def test_formulas_are_formulas():
    html = sanitise.safe_markdown(r"Here $\frac{QK^\top}{\sqrt{d_k}}$ and `$x$` in code.")
    assert "<mfrac>" in html
    assert "<code>$x$</code>" in html


def test_a_figure_of_the_course_stays_with_its_words_and_numbers():
    figure = draw.heatmap([[0.7, 0.3]], ["the"], ["cat", "sat"], title="Weights & more")
    html = output_html(new_output("display_data", figure._repr_mimebundle_()))
    (image,) = (attributes for tag, attributes in Elements(html).found if tag == "img")
    svg = base64.b64decode(image["src"].split(",")[1]).decode()
    assert "<rect" in svg
    assert image["alt"].startswith("Weights & more.")
    assert figure.alt in image["alt"]
    assert "<table" in html


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        ({"image/png": PNG, "text/plain": "<Figure>"}, "data:image/png;base64,"),
        ({"image/png": 'AA" onerror="x', "text/plain": "figure"}, '<pre tabindex="0">figure</pre>'),
        ({"application/javascript": RUN, "text/plain": "words"}, "words"),
        ({"text/html": f"<script>{RUN}</script>", "text/plain": "words"}, "words"),
        ({"application/vnd.jupyter.widget-view+json": {}, "text/plain": "Box()"}, "A widget"),
        ({"text/latex": "$$x_1$$"}, '<math display="block">'),
        ({"text/markdown": "**b**"}, "<strong>b</strong>"),
        ({"image/svg+xml": "<svg><title>T</title></svg>"}, 'alt="T"'),
        ({"image/svg+xml": "<svg>", "text/plain": "words"}, "words"),
        ({"application/pdf": "JVBE"}, ""),
    ],
)
def test_the_best_safe_form_of_an_output_is_shown(data, shown):
    html = output_html(new_output("display_data", data))
    assert shown in html
    assert RUN not in html


def test_terminal_codes_go_and_text_is_escaped():
    text = "\x1b[31mred\x1b[0m </script><b>\x07 10 %\r 20 %\r\n\u202eback\x00"
    html = output_html(new_output("stream", text=text))
    assert html == '<pre tabindex="0">red &lt;/script&gt;&lt;b&gt; 10 %\nback</pre>'.replace(
        "red &lt;/script&gt;&lt;b&gt; 10 %", " 20 %"
    )


def bomb(inside):
    return f'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">{inside}]><svg>&b;</svg>'


@pytest.mark.parametrize(
    "source",
    [
        "<svg " * 400_000,
        "<svg>" * 10_000 + "</svg>" * 10_000,
        "<div>" * 500_000,
        "<" * 3_000_000,
        "<!--" * 500_000,
        "<a href='" * 200_000,
        "[" * 100_000,
        "|a|b|\n|-|-|\n" * 50_000,
        "\\\\(" * 100_000,
        "$" + "{" * 100_000 + "$",
        bomb("<!ENTITY b '&a;&a;'>"),
        "a\r" * 3_000_000,
        "\x1b[" * 1_000_000,
    ],
)
def test_nothing_takes_long_or_much(source):
    began = time.thread_time()  # by this machine's clock it may take longer, if others use it
    for kind in ("text/html", "text/markdown", "text/latex", "image/svg+xml", "text/plain"):
        html = output_html(new_output("display_data", {kind: source, "text/plain": "words"}))
        assert len(html) < 1_000_000
    assert time.thread_time() - began < 15  # some 4 s at most here


def test_a_page_has_an_end():
    picture = new_output("display_data", {"image/png": base64.b64encode(b"0" * 2_000_000).decode()})
    many = new_code_cell("x", outputs=[new_output("stream", text="words")] * 500)
    notebook = new_notebook(
        cells=[many, *[new_code_cell("x", outputs=[picture] * 4) for _ in "ab"]]
    )
    page = render(notebook, ABOUT, REGION)
    assert page.count("words") == MAX_OUTPUTS
    assert "and 460 more outputs" in page
    assert page.count("The page is full") == 2
    assert len(page) < MAX_PAGE + 2 * len(picture.data["image/png"])


def test_a_page_of_nothing_but_attacks():
    outputs = [new_output("display_data", {"text/html": html}) for html in HTML]
    outputs += [new_output("stream", text=html) for html in HTML]
    cells = [new_code_cell("\n".join(HTML), outputs=outputs)]
    cells += [new_markdown_cell(html) for html in HTML]
    failing = new_code_cell("check.choice(x)")
    failing.metadata["nbgrader"] = {"grade": True, "grade_id": HTML[0], "points": 1, "score": 0}
    failing.outputs = [
        new_output("error", ename=HTML[0], evalue=HTML[0], traceback=[HTML[0]]),
    ]
    page = render(new_notebook(cells=[*cells, failing], metadata={"title": HTML[0]}), ABOUT, REGION)
    for tag, attributes in Elements(page).found:
        assert tag not in ("script", "iframe", "object", "link", "base", "form", "svg")
        assert not [name for name in attributes if name.startswith("on")]
    assert page.count("<meta") == 4
    assert page.count("</main>") == 1


def test_the_formgraders_view_is_cleaned():
    outputs = [
        new_output("display_data", {"text/html": HTML[0]}, metadata={"isolated": True}),
        new_output("stream", text="x" * 100_000),
        new_output("error", ename="E", evalue="", traceback=["x" * 100_000]),
    ]
    raw = nbformat.v4.new_raw_cell(HTML[0], metadata={"raw_mimetype": "text/html"})
    notebook = new_notebook(cells=[new_code_cell("1", outputs=outputs), raw])
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"a": HTML[0]}}
    cleaned, _ = SafeOutputs().preprocess(notebook, {})
    assert "widgets" not in cleaned.metadata
    assert "raw_mimetype" not in cleaned.cells[1].metadata
    shown = cleaned.cells[0].outputs
    assert shown[0].data == {"text/html": ""}
    assert shown[0].metadata == {}
    assert len(shown[1].text) < 21_000
    assert sum(map(len, shown[2].traceback)) < 21_000
