"""The cost of a page in time and in size, whatever a student's text and outputs are."""

import base64
import re
import time
from xml.etree import ElementTree

import pytest
from gradebox.feedback import drawing, sanitise
from gradebox.feedback.drawing import safe_drawing
from gradebox.feedback.exporter import SafeOutputs
from gradebox.feedback.feedback_page import render
from gradebox.feedback.outputs import output_html
from gradebox.hidden import Region, Secrets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from traitlets.config import Config

from course import draw

REGION = Region("BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
ABOUT = {"notebook": "n", "student": "a", "score": 0, "max_score": 1, "late_penalty": 0}
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
SVG = "{http://www.w3.org/2000/svg}"
PATH = '<path id="p" d="M0 0L9 9"/>'


def feedback(*cells):
    return render(new_notebook(cells=[*cells]), ABOUT, REGION)


def formgrader(*cells):
    """The cells as the formgrader's template gets them, under this course's configuration."""
    config = Config()
    config.HTMLExporter.preprocessors = ["gradebox.feedback.SafeOutputs"]
    config.HTMLExporter.filters = {"markdown2html": "gradebox.feedback.formgrader_markdown"}
    page, _ = HTMLExporter(config=config).from_notebook_node(new_notebook(cells=[*cells]))
    return page


BOTH = pytest.mark.parametrize("view", [feedback, formgrader])


def seconds(make):
    began = time.thread_time()
    make()
    return time.thread_time() - began


# Markdown


@BOTH
@pytest.mark.parametrize("text", ["&#xe000;99&#xe002;", "&#xe000;0&#xe001;", "\ue0010\ue002 $x$"])
def test_no_text_poses_as_something_put_aside(view, text):
    assert "after" in view(new_markdown_cell(f"{text} after"))
    assert "after" in sanitise.safe_html(f"{text}<svg></svg> after")


def test_a_mark_is_never_the_same_twice():
    assert sanitise._Aside().put("x") != sanitise._Aside().put("x")


@BOTH
def test_twenty_cells_of_openers_take_no_time(view):
    cells = [new_markdown_cell(opener * 5_000) for opener in ("\\\\[", "![x](") for _ in range(10)]
    assert seconds(lambda: view(*cells)) < 5  # 48 s before


@BOTH
def test_a_page_of_markdown_has_an_end(view, monkeypatch):
    monkeypatch.setattr("gradebox.feedback.page_budget.MAX_SECONDS", 0.2)
    cells = [new_markdown_cell("$a$" * 1_000) for _ in range(60)]
    began = time.thread_time()
    page = view(*cells, new_markdown_cell("the last"))
    assert time.thread_time() - began < 4
    assert "The page is full: this" in page
    assert "the last" not in page


@BOTH
def test_a_page_of_outputs_and_code_has_an_end(view, monkeypatch):
    monkeypatch.setattr("gradebox.feedback.page_budget.MAX_OUTPUTS", 100)
    tiny = [new_output("display_data", {"text/plain": f"tiny {n}"}) for n in range(30)]
    page = view(*[new_code_cell("x = 1", outputs=tiny) for _ in range(9)])
    assert len(re.findall(r"tiny \d", page)) == 100
    assert "The page is full: this" in page
    monkeypatch.setattr("gradebox.feedback.page_budget.MAX_PAGE", 100_000)
    page = view(*[new_code_cell("'" + "y" * 15_000 + "'") for _ in range(20)])
    assert 90_000 < page.count("y") < 200_000


def test_an_attached_picture_is_shown_and_not_a_thousand_times():
    content = base64.b64encode(b"\x89PNG" + b"0" * 300_000).decode()
    attachments = {"a.png": {"image/png": content}, "odd": {"text/html": "<b>"}, "none": 3}
    shown = sanitise.safe_markdown("Here: ![my *words*](attachment:a.png) and on.", attachments)
    assert f'src="data:image/png;base64,{content}"' in shown
    assert 'alt="my words"' in shown
    assert "and on." in shown
    many = sanitise.safe_markdown("![x](attachment:a.png)" * 900, attachments)
    assert len(many) < 2 * sanitise.MAX_IMAGE
    for name in ("odd", "none", "gone"):
        assert "not shown" in sanitise.safe_markdown(f"![x](attachment:{name})", attachments)


WORDS = r"\\[ \\] \\( $ $$ \begin{a} \end{a} { } ^ \frac [ ]( ) ![ ` * ** _ ~~ < <!-- <a </ > <svg>"
TOKENS = (*WORDS.split(), "&", "&#xe000;", "\ue000", "|", "#", "\\", "a", "http://", '"', "-")
TOKENS += ("```\n", "|a|\n|-|\n", "> ", "- ", "1. ", "\n", "\n\n", "    ", "\t", "-\n", "[a]: b\n")
FUZZ = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)


@FUZZ
@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=6), st.booleans())
def test_markdown_of_any_kind_takes_its_time_and_no_more(tokens, is_long):
    """Short texts for what goes wrong, long repetitions for what takes long."""
    unit = "".join(tokens)
    source = unit * (5_000 // len(unit) if is_long else 3)
    assert seconds(lambda: sanitise.safe_markdown(source)) < 3


@pytest.mark.parametrize("text", ["<" * 300_000, "<a " * 100_000, "&lt;" * 100_000])
def test_hidden_lines_are_soon_looked_for_in_any_text(text):
    secrets = Secrets(frozenset({"assertdouble(21)==42"}))
    assert seconds(lambda: secrets.leaks_into(text)) < 10
    assert secrets.leaks_into(f"{text}\nassert <b>double</b>(21) == 42\n")
    assert secrets.leaks_into('<p>assert dou<b title="<">ble(21) == 42</b></p>')


# Drawings


def svg(content, attributes=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {XLINK} {attributes}>{content}</svg>'


def nested_uses(levels=20):
    uses = "".join(
        f'<g id="g{n + 1}">{f"""<use xlink:href="#g{n}"/>""" * 10}</g>' for n in range(levels)
    )
    return svg(f'<defs><g id="g0">{PATH}</g>{uses}</defs><use href="#g{levels}"/>')


SLOW = {
    "uses in uses": nested_uses(),
    "a use of itself": svg('<g id="a"><use href="#a"/></g>'),
    "an id twice": svg('<symbol><path id="g1"/></symbol>' + nested_uses(8)),
    "a filter": svg('<filter id="f"><feTurbulence numOctaves="9"/></filter><g filter="url(#f)"/>'),
    "a filter in a style": svg('<rect style="filter:url(#f)" width="9" height="9"/>'),
    "a mask": svg('<mask id="m"/><rect mask="url(#m)" width="9" height="9"/>'),
    "a pattern": svg('<pattern id="q" width=".001"/><rect fill="url(#q)" width="9" height="9"/>'),
    "clips in clips": svg(
        "".join(
            f'<clipPath id="c{n + 1}" clip-path="url(#c{n})"><rect clip-path="url(#c{n})"/>'
            "</clipPath>"
            for n in range(30)
        )
        + '<rect clip-path="url(#c30)" width="9" height="9"/>'
    ),
    "markers in markers": svg(
        '<marker id="k"><path marker-mid="url(#k)" marker-start="url(#k)" d="M0 0L1 1"/></marker>'
        '<path style="marker-mid:url(#k)" d="M0 0L1 1"/>'
    ),
    "dashes without number": svg(
        '<path style="stroke:red;stroke-dasharray:.00001" d="M0 0H999999"/>' * 200
    ),
    "dashes for all": svg(f'<g stroke-dasharray=".01">{PATH * 200}</g>'),
    "dashes again and again": svg(
        '<path id="d" stroke-dasharray="1" d="M0 0H9999"/>' + '<use href="#d"/>' * 5_000
    ),
    "groups that are seen through": svg('<g opacity=".9">' * 40 + PATH + "</g>" * 40),
    "animation": svg('<rect width="9" height="9"><animate attributeName="x" dur="1s"/></rect>'),
    "foreign": svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>"),
    "a picture elsewhere": svg('<image href="https://elsewhere.example/x.png"/>'),
    "a drawing in a drawing": svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
    "a style sheet": svg(
        "<style>@import url(//elsewhere.example); * { filter: blur(9px) }</style>"
    ),
    "a style sheet without an end": svg(f"<style>*{{a:{'bbb:' * 60}</style>"),
    "url in disguise": svg('<rect fill="u\\72l(//elsewhere.example)" style="fill:url (x)"/>'),
    "a script": svg("<script>1</script><a href='javascript:1'><text onclick='1'>x</text></a>"),
    "very long": svg(f'<path d="{"M0 0L9 9" * 200_000}"/>'),
    "very many": svg(PATH.replace('id="p" ', "") * (drawing.MAX_ELEMENTS - 5)),
    "large numbers": svg('<circle r="1e300"/><rect width="99999999"/><path d="M0 0L9e9 1"/>'),
    "large text": svg(f"<text>{'x' * 500_000}</text>"),
}
REFUSED = {
    "too many": svg("<g/>" * (drawing.MAX_ELEMENTS + 1)),
    "too deep": svg("<g>" * 60 + "</g>" * 60),
    "too long": svg(f"<!--{'x' * drawing.MAX_SVG}-->"),
    "entities": f'<!DOCTYPE svg [<!ENTITY a "{"a" * 999}">]>' + svg("<text>&a;</text>"),
    "no drawing": '<html xmlns="http://www.w3.org/2000/svg"/>',
    "broken": "<svg><g></svg>",
    "half a character": svg("<text>\ud800</text>"),
    "without an end": svg(f'<path d="M{"9" * 400}" stroke-dasharray="1"/>'),
}


@pytest.mark.parametrize("name", SLOW)
def test_a_drawing_keeps_only_what_is_quickly_shown(name):
    source = SLOW[name]
    assert seconds(lambda: safe_drawing(source)) < 5
    made = safe_drawing(source).svg
    assert len(made) < 2 * len(source)
    for gone in ("filter", "mask", "pattern", "animate", "foreign", "script", "elsewhere"):
        assert gone not in made
    for gone in ("import", "mid", "symbol", "onclick", "javascript", "data:image/svg", "e300"):
        assert gone not in made
    tree = ElementTree.fromstring(made)
    by_id = {element.get("id"): element.tag for element in tree.iter()}
    for use in tree.iter(f"{SVG}use"):
        assert by_id.get(use.get("href")[1:], f"{SVG}path") == f"{SVG}path"
    assert made.count("opacity: .9") <= 1_000
    assert made.count("dasharray") * 100 <= drawing.MAX_DASHES


@pytest.mark.parametrize("name", REFUSED)
def test_a_drawing_that_is_none_or_too_large_is_said_to_be(name):
    assert safe_drawing(REFUSED[name]) is None
    assert "A drawing stood here" in sanitise.safe_html(f"<p>x</p>{REFUSED['broken']}")
    html = output_html(
        new_output("display_data", {"image/svg+xml": REFUSED[name], "text/plain": "words"})
    )
    assert html == '<pre tabindex="0">words</pre>'


def test_what_honest_drawings_need_stays():
    source = svg(
        "<title>My title</title><desc>and\n more</desc>"
        "<defs><linearGradient id='l'><stop offset='0' stop-color='red'/></linearGradient>"
        "<clipPath id='c'><rect width='9' height='9'/></clipPath>"
        "<marker id='k' orient='auto'><path d='M0 0L1 1'/></marker>"
        f"{PATH}</defs><style>*{{stroke-linejoin: round; stroke-linecap: butt}}</style>"
        "<g transform='translate(1 2)' clip-path='url(#c)' opacity='0.5'>"
        "<use xlink:href='#p' x='3' style='fill: #1e4567; stroke: rgb(1, 2, 3)'/></g>"
        "<path d='M0 0L5 5' style='stroke-dasharray: 3.7,1.6; marker-end: url(#k)'/>"
        "<rect width='9' height='9' fill='url(#l)'/><text x='1'>a <tspan>b</tspan> &lt;c</text>"
        "<image href='data:image/png;base64,AAAA' width='5'/>",
        "width='20pt' viewBox='0 0 20 20'",
    )
    made = safe_drawing(source)
    assert made.words == "My title and more"
    for part in (
        'width="20pt"',
        'viewBox="0 0 20 20"',
        '<linearGradient id="l"><stop offset="0" style="stop-color: red"',
        '<clipPath id="c"><rect width="9"',
        '<marker id="k" orient="auto"><path',
        "<style>*{stroke-linejoin: round; stroke-linecap: butt}</style>",
        'transform="translate(1 2)"',
        "clip-path: url(#c)",
        "opacity: 0.5",
        '<use href="#p" x="3" style="fill: #1e4567; stroke: rgb(1, 2, 3)"',
        "stroke-dasharray: 3.7,1.6; marker-end: url(#k)",
        "fill: url(#l)",
        '<text x="1">a <tspan>b</tspan> &lt;c</text>',
        '<image href="data:image/png;base64,AAAA" width="5"',
    ):
        assert part in made.svg
    again = safe_drawing(made.svg)
    assert again.svg == made.svg


def test_a_chart_of_the_course_is_on_the_page():
    chart = draw.bars([1, 2], ["a", "b"], title="Two bars", y_label="y")
    html = output_html(new_output("display_data", chart._repr_mimebundle_()))
    shown = base64.b64decode(html.split("svg+xml;base64,")[1].split('"')[0]).decode()
    assert shown.count("<path") >= 4
    assert "<use" in shown
    assert 'alt="Two bars' in html


ELEMENTS = (*SLOW.values(), "<g>", "</g>", "<use href='#a'", " id='a'/>", "<path d='M0 0'", "/>")


@FUZZ
@given(st.lists(st.sampled_from(ELEMENTS) | st.text(max_size=20), max_size=8), st.data())
def test_drawings_of_any_kind_are_rebuilt_or_refused(parts, data):
    whole = "".join(part[:3_000] for part in parts)
    start = data.draw(st.integers(0, len(whole)))
    for source in (svg(whole), svg(whole[start:]), whole):
        made = safe_drawing(source)
        if made is not None:
            assert safe_drawing(made.svg) is not None
            assert "<script" not in made.svg
    sanitise.safe_html(whole)


@pytest.mark.parametrize(("count", "said"), [(40, "39"), (41, "... and 1 more output")])
def test_the_formgrader_says_how_many_outputs_are_left_out(count, said):
    outputs = [new_output("stream", text=str(number)) for number in range(count)]
    notebook = new_notebook(cells=[new_code_cell(outputs=outputs)])
    cleaned, _ = SafeOutputs().preprocess(notebook, {})
    assert cleaned.cells[0].outputs[-1].text == said
