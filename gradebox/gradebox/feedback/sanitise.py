"""A student's outputs and markdown as HTML that runs nothing and asks no other host for anything.

HTML goes through bleach with a short list of tags. A drawing (SVG) is rebuilt and becomes an image,
in which browsers run no scripts and load nothing; its title and description become the image's alt
text. Formulas become MathML, which browsers show without a script.
"""

import base64
import binascii
import re
from collections.abc import Callable
from html import escape, unescape
from secrets import token_hex
from typing import Any
from xml.etree import ElementTree

import bleach
from bleach.css_sanitizer import CSSSanitizer
from bs4 import BeautifulSoup
from bs4.element import PreformattedString
from defusedxml import ElementTree as SafeElementTree
from latex2mathml.converter import convert
from nbconvert.filters import strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from gradebox.feedback.drawing import safe_drawing

MAX_TEXT = 20_000  # characters of one output, or of one cell
MAX_RICH = 2_000_000  # of HTML with its drawings
MAX_HTML = 60_000  # of HTML without them
MAX_TAGS = 3_000
MAX_IMAGE = 3_000_000  # of a picture in base64
MAX_TEX = 2_000
MAX_OPENERS = 200  # of formulas and environments: an unclosed one is searched to the end

NO_ALT = "A picture that this cell made"
NOT_DRAWN = "<p><em>A drawing stood here that is damaged, or takes too long to show.</em></p>"


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TAGS = _names(
    "a abbr b blockquote br caption cite code col colgroup dd del details div dl dt em "
    "figcaption figure hr i img ins kbd li mark ol p pre q s samp small span strong sub "
    "summary sup table tbody td tfoot th thead tr u ul var"
)
# What these hold is not for reading, so it goes with them.
_EMPTIED = ["script", "style", "template", "noscript", "iframe", "object", "embed", "title", "head"]
_ATTRIBUTES: dict[str, list[str] | Callable[[str, str, str], bool]] = {
    "td": ["colspan", "rowspan"],
    "th": ["colspan", "rowspan", "scope"],
    "details": ["open"],
    "ol": ["start"],
    "*": ["style"],
}
_STYLES = ["border-collapse", "font-style", "font-weight", "padding", "text-align"]
PICTURES = {f"image/{kind}": kind for kind in ("png", "jpeg", "gif", "webp")}
_OPENERS = ("\\\\[", "\\\\(", "\\begin{")
_PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=]+")
_MATHML = "{http://www.w3.org/1998/Math/MathML}"
_MATH_TAGS = _names(
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover "
    "munderover mmultiscripts mprescripts none mtable mtr mtd mpadded mphantom mstyle "
    "menclose"
)
_MATH_ATTRIBUTES = _names(
    "accent columnalign columnlines columnspacing depth display displaystyle fence form "
    "height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation "
    "rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width"
)

# Control characters and those that turn the direction of text around; tab and newline stay.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class _Aside:
    """Formulas, drawings and pictures that are put aside while their surroundings are cleaned.

    A mark stands in the place of each. There is a random number in it, or a student could write
    one, as characters or as entities.
    """

    def __init__(self) -> None:
        self.name = f"\ue000{token_hex(8)}"
        self._pieces: list[str] = []

    def put(self, html: str) -> str:
        """Put a piece aside; return its mark."""
        self._pieces.append(html)
        return f"{self.name}-{len(self._pieces) - 1}\ue001"

    def put_back(self, html: str) -> str:
        """Return HTML with the pieces in the places of their marks."""
        return re.sub(f"{self.name}-(\\d+)\ue001", lambda mark: self._pieces[int(mark[1])], html)


def plain(text: str, limit: int = MAX_TEXT) -> str:
    """Return text as a page can show it: no colours, no control characters, not too long."""
    left = len(text) - limit
    text = strip_ansi(text[:limit])
    # Of a line that was written over, as a progress bar's, the last state stays.
    text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = _UNSEEN.sub("", text)
    return f"{text}\n... and {left:,} more characters" if left > 0 else text


def safe_html(html: str) -> str:
    """Return HTML of a student's that can stand in our page; drawings become images."""
    return _without_drawings(html[:MAX_RICH], _Aside())


def _without_drawings(html: str, aside: _Aside) -> str:
    """Clean HTML with its drawings put aside: they are long, and images need no cleaning."""
    parts: list[str] = []
    place = 0
    while (start := html.find("<svg", place)) >= 0 and (end := html.find("</svg>", start)) >= 0:
        end += len("</svg>")
        parts += [html[place:start], aside.put(svg_image(html[start:end]) or NOT_DRAWN)]
        place = end
    html = "".join([*parts, html[place:]])
    if html[:MAX_HTML].count("<") > MAX_TAGS:  # parsers take the square of their number
        return f"<pre>{escape(plain(html))}</pre>"
    left = len(html) - MAX_HTML
    html = aside.put_back(_cleaned(html[:MAX_HTML], aside))
    return f"{html}<p>... and {left:,} more characters</p>" if left > 0 else html


def _cleaned(html: str, aside: _Aside) -> str:
    soup = BeautifulSoup(html, "html.parser")
    for element in soup(_EMPTIED):
        element.decompose()
    for note in soup(string=lambda text: isinstance(text, PreformattedString)):
        note.extract()  # comments, declarations
    for element in soup(True):
        for name, value in list(element.attrs.items()):
            if aside.name in str(value):  # what is put back belongs between tags
                del element[name]
    for image in soup("img"):
        if not _PICTURE.fullmatch(str(image.get("src", ""))):
            image.replace_with(f"({image.get('alt') or 'a picture'}: not part of the notebook)")
        elif not image.get("alt"):
            image["alt"] = NO_ALT
    for heading in soup(["h1", "h2", "h3", "h4", "h5", "h6"]):  # the page has headings of its own
        heading.name = "p"
        heading["style"] = "font-weight: bold"
    return bleach.clean(
        str(soup),
        tags=_TAGS,
        attributes={**_ATTRIBUTES, "img": _of_image, "a": _of_link},
        protocols={"http", "https", "mailto", "data"},
        strip=True,
        css_sanitizer=CSSSanitizer(allowed_css_properties=_STYLES),
    )


def svg_image(svg: str) -> str:
    """Return an `<img>` of a drawing, named by its title and description; "" if it is not one."""
    drawing = safe_drawing(svg)
    if drawing is None:
        return ""
    return _image("svg+xml", base64.b64encode(drawing.svg.encode()).decode(), drawing.words)


def picture(kind: str, content: str, alt: str = "") -> str:
    """Return an `<img>` of a picture in base64; "" if it is none, or too large."""
    content = re.sub(r"\s", "", content)
    try:
        base64.b64decode(content, validate=True)
    except binascii.Error:
        return ""
    return _image(kind, content, alt) if len(content) <= MAX_IMAGE else ""


def _image(kind: str, content: str, alt: str) -> str:
    return f'<img src="data:image/{kind};base64,{content}" alt="{escape(alt or NO_ALT)}">'


def _of_image(tag: str, name: str, value: str) -> bool:
    """Return True for an attribute of a picture that lies in the page: none is fetched."""
    if name == "src":
        return _PICTURE.fullmatch(value) is not None
    return name == "alt" or (name in ("width", "height") and value.isdecimal())


def _of_link(tag: str, name: str, value: str) -> bool:
    return name == "href" and re.match(r"(https?://|mailto:)", value, re.IGNORECASE) is not None


class _Renderer(IPythonRenderer):
    """nbconvert's renderer, but formulas and attached pictures are put aside."""

    def __init__(self, attachments: dict[str, Any], aside: _Aside) -> None:
        super().__init__(escape=False, exclude_anchor_links=True, attachments=attachments)
        self._aside = aside
        self._room = MAX_IMAGE  # for all pictures together

    def block_math(self, body: str) -> str:
        return self._aside.put(formula(body, display=True))

    def inline_math(self, body: str) -> str:
        return self._aside.put(formula(body, display=False))

    def latex_environment(self, name: str, body: str) -> str:
        tex = f"\\begin{{{name}}}{body}\\end{{{name}}}"
        return self._aside.put(formula(tex, display=True))

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if not url.startswith("attachment:"):
            return str(super().image(text, url, title))
        attached = self.attachments.get(url.removeprefix("attachment:"))
        for mime, content in attached.items() if isinstance(attached, dict) else ():
            if mime in PICTURES and isinstance(content, str) and len(content) <= self._room:
                self._room -= len(content)
                words = unescape(re.sub("<[^<>]*>", "", text))
                return self._aside.put(picture(PICTURES[mime], content, words))
        return f"({text or 'a picture'}: not shown here)"


def safe_markdown(source: str, attachments: dict[str, Any] | None = None) -> str:
    """Return markdown of a student's as HTML that can stand in our page, formulas as MathML.

    It can take the place of nbconvert's own filter `markdown2html`.
    """
    source = _UNSEEN.sub("", source[:MAX_TEXT])
    aside = _Aside()
    try:
        if sum(map(source.count, _OPENERS)) > MAX_OPENERS:
            raise ValueError("each may take as long as the text is")
        renderer = _Renderer(attachments if isinstance(attachments, dict) else {}, aside)
        return _without_drawings(MarkdownWithMath(renderer=renderer).render(source), aside)
    except Exception:  # whatever a parser stumbles over, the text itself can be shown
        return f"<pre>{escape(source)}</pre>"


def formula(tex: str, display: bool) -> str:
    """Return a formula as MathML, or as its TeX source where that cannot be done."""
    tex = tex.strip()
    try:
        mathml = convert(tex[:MAX_TEX], display="block" if display else "inline")
        root = SafeElementTree.fromstring(_as_xml(mathml))
        for element in root.iter():
            if element.tag.removeprefix(_MATHML) not in _MATH_TAGS:
                raise ValueError(element.tag)
            element.attrib = {
                name: value for name, value in element.attrib.items() if name in _MATH_ATTRIBUTES
            }
            element.tag = element.tag.removeprefix(_MATHML)
            if element.text and "\\" in element.text:
                raise ValueError("a command that was not understood")
    except Exception:  # the converter raises whatever it stumbles over
        return f'<code class="tex">{escape(tex[:MAX_TEX])}</code>'
    return ElementTree.tostring(root, encoding="unicode")


def _as_xml(mathml: str) -> str:
    """Escape the ampersands that the converter has left."""
    return re.sub(r"&(?!#x?\w+;|\w+;)", "&amp;", mathml)
