"""A student's drawing (SVG), rebuilt from the few elements that figures are made of.

A browser shows an SVG image without scripts and loads nothing for it, but a small one can keep it
busy for minutes: elements that repeat each other, filters, patterns, dashes without number. So
only plain shapes, text, pictures and references of one step stay, and what they cost is counted.
Drawings of matplotlib and of `course.draw` look as they did, except for hatches, which become grey.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from defusedxml import ElementTree as SafeElementTree
from defusedxml.common import DefusedXmlException

MAX_SVG = 2_000_000  # characters
MAX_ELEMENTS = 6_000
MAX_DEPTH = 50
MAX_COST = 4_000_000  # characters of path that a browser has to draw, as often as it does
MAX_DASHES = 100_000
MAX_WORDS = 20_000  # characters of text
MAX_PICTURES = 20
MAX_VALUE = 2_000  # characters of what is no list of numbers

_NAMESPACE = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SHAPES = _names("path rect circle ellipse line polyline polygon")
_TEXT = _names("text tspan")
_GRADIENTS = _names("linearGradient radialGradient")
_GROUPS = _names("svg g a defs")
# Elements that stand by themselves, to be referred to; each with what it may hold.
_REFERRED = {"clipPath": _SHAPES, "marker": _SHAPES, **dict.fromkeys(_GRADIENTS, _names("stop"))}

_GEOMETRY = _names(
    "cx cy d dx dy fx fy height offset orient points preserveAspectRatio r refX refY rotate rx ry "
    "gradientTransform gradientUnits markerHeight markerUnits markerWidth clipPathUnits "
    "spreadMethod textLength transform version viewBox width x x1 x2 y y1 y2"
)
_STYLES = _names(
    "alignment-baseline baseline-shift clip-path clip-rule color display dominant-baseline fill "
    "fill-opacity fill-rule font font-family font-size font-stretch font-style font-variant "
    "font-weight image-rendering letter-spacing marker-end marker-start opacity overflow "
    "paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray "
    "stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity "
    "stroke-width text-anchor text-decoration vector-effect visibility white-space word-spacing"
)
_VALUE = re.compile(r"[\w\s.,#%()+*/'-]*")
_NUMBERS = re.compile(r"[\w\s.,+-]*")
_FUNCTION = re.compile(
    r"\b(?!(?:hsla?|matrix|rgba?|rotate|scale|skewX|skewY|translate|var)\()[\w-]+\("
)
_COLOUR = re.compile("#[0-9a-fA-F]+")
_LARGE = re.compile(r"(?<![\d.])\d{7}|[eE]\+?\d*[1-9]")  # a million and more
_NUMBER = re.compile(r"\d*\.?\d+")
_REFERENCE = re.compile(r"url\(\s*[\"']?#([\w.:-]+)[\"']?\s*\)(.*)", re.DOTALL)
_ID = re.compile(r"[\w.:-]+")
_PICTURE = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]+")
_STYLE_SHEET = re.compile(r"\*\s*\{([a-z:;\s-]*)\}")  # as matplotlib writes it
_REFERS = {
    "clip-path": "clipPath",
    "marker-end": "marker",
    "marker-start": "marker",
    "fill": "Gradient",
    "stroke": "Gradient",
}
_COSTLY = _names("clip-path marker-end marker-start opacity stroke-dasharray")
_GREY = "#b0b0b0"  # in place of a pattern

_LAYER = 4_000  # what a group with an opacity of its own costs, or a clip that is no rectangle
_REFERENCE_COST = 50
_NOT_DRAWN = ValueError, RecursionError, OverflowError  # the last of a number without an end
_AGAIN = 4  # a path that is drawn again is not read again, and costs a drawing's author nothing


@dataclass(frozen=True)
class Drawing:
    """A drawing that can be shown: its SVG, and the words of its title and description."""

    svg: str
    words: str


def safe_drawing(svg: str) -> Drawing | None:
    """Return a drawing that is quickly shown; None if `svg` is none, or is too large."""
    try:
        root = _parsed(svg)
        if root is None or root.tag != f"{{{_NAMESPACE}}}svg":
            return None
        words = [root.findtext(f"{{{_NAMESPACE}}}{tag}", "") for tag in ("title", "desc")]
        made = _Rebuilt(root).root
    except (ElementTree.ParseError, DefusedXmlException, *_NOT_DRAWN):
        return None
    return Drawing(
        ElementTree.tostring(made, encoding="unicode"),
        " ".join(" ".join(words).split()),
    )


def _parsed(svg: str) -> Element | None:
    """Return the tree, or None where it is too large; reading ends as soon as that is known."""
    if len(svg) > MAX_SVG:
        return None
    begin, end = svg.find("<svg"), svg.find(">", svg.find("<svg"))
    for name, address in (("xmlns:xlink", _XLINK), ("xmlns", _NAMESPACE)):
        if f"{name}=" not in svg[begin:end]:  # as in HTML, where none is needed
            svg = f'{svg[: begin + 4]} {name}="{address}"{svg[begin + 4 :]}'
            end = svg.find(">", begin)
    count = depth = 0
    root = None
    for event, element in SafeElementTree.iterparse(BytesIO(svg.encode()), ("start", "end")):
        if event == "end":
            depth -= 1
            continue
        root = element if root is None else root
        count, depth = count + 1, depth + 1
        if count > MAX_ELEMENTS or depth > MAX_DEPTH:
            return None
    return root


def _local(name: str) -> str:
    """Return an element's or attribute's name without its namespace; "" for one of another's."""
    space, _, local = name.rpartition("}")
    return local if space in ("", f"{{{_NAMESPACE}", f"{{{_XLINK}") else ""


class _Rebuilt:
    """A drawing made anew from what of another one is on the lists."""

    def __init__(self, root: Element) -> None:
        self._cost = 0
        self._dashes = 0
        self._words = MAX_WORDS
        self._pictures = MAX_PICTURES
        self._by_id: dict[str, Element] = {}
        for element in root.iter():
            if name := element.get("id"):
                self._by_id.setdefault(name, element)
        self.root = Element("svg", {"xmlns": _NAMESPACE})
        self.root.attrib |= self._attributes(root, "svg")
        self._fill(self.root, root, "svg")

    def _fill(self, made: Element, element: Element, tag: str) -> None:
        for child in element:
            if isinstance(child.tag, str) and (new := self._made(child, tag)) is not None:
                made.append(new)

    def _made(self, element: Element, parent: str) -> Element | None:
        """Return an element anew with all in it; None if it has no place in a drawing."""
        tag = _local(element.tag)
        allowed = _REFERRED.get(parent)
        if allowed is not None and tag not in allowed:
            return None
        if (tag == "tspan") != (parent in _TEXT):
            return None
        if tag == "style":
            return self._style_sheet(element)
        if tag == "use":
            return self._use(element)
        if tag == "image":
            return self._image(element)
        if not (tag in _SHAPES | _TEXT | _GROUPS | _REFERRED.keys() or (tag == "stop" and allowed)):
            return None
        made = Element("g" if tag == "a" else tag, self._attributes(element, tag, parent))
        if tag in _SHAPES:
            size = _size(element)
            if _LARGE.search(size) or not self._afford(len(size)):
                return None
        else:
            self._fill(made, element, tag)
        if tag in _TEXT:
            made.text = self._said(element.text)
            for new, old in zip(made, element, strict=False):
                new.tail = self._said(old.tail)
        return made

    def _afford(self, cost: int) -> bool:
        self._cost += cost
        return self._cost <= MAX_COST

    def _said(self, text: str | None) -> str:
        words = (text or "")[: self._words]
        self._words -= len(words)
        return words

    def _style_sheet(self, element: Element) -> Element | None:
        found = _STYLE_SHEET.fullmatch((element.text or "").strip())
        if found is None:
            return None
        made = Element("style")
        made.text = f"*{{{_style(_pairs(found[1]))}}}"
        return made

    def _use(self, element: Element) -> Element | None:
        """Return a reference to a shape. One to what refers to others in turn could go on."""
        target = self._by_id.get(_href(element).removeprefix("#"))
        if target is None or _local(target.tag) not in _SHAPES or not _is_cheap(target):
            return None
        if not self._afford(_AGAIN * len(_size(target)) + _REFERENCE_COST):
            return None
        return Element("use", {"href": _href(element), **self._attributes(element, "use")})

    def _image(self, element: Element) -> Element | None:
        self._pictures -= 1
        if self._pictures < 0 or not _PICTURE.fullmatch(_href(element)):
            return None
        return Element("image", {"href": _href(element), **self._attributes(element, "image")})

    def _attributes(self, element: Element, tag: str, parent: str = "") -> dict[str, str]:
        """Return the attributes of an element that are on the lists, with values that are."""
        kept: dict[str, str] = {}
        styles: list[tuple[str, str]] = []
        for name, value in element.attrib.items():
            local = _local(name)
            if local == "style":
                styles += _pairs(value)
            elif local in _STYLES:
                styles.insert(0, (local, value))
            elif local == "id" and self._by_id.get(value) is element and _ID.fullmatch(value):
                kept["id"] = value
            elif local in _GEOMETRY and _is_plain(value):
                kept[local] = value
        if parent in _REFERRED:  # what is drawn again and again is to be cheap
            styles = [(name, value) for name, value in styles if name not in _COSTLY]
        checked = [(name, self._style_value(name, value, element, tag)) for name, value in styles]
        if style := _style(checked):
            kept["style"] = style
        return kept

    def _style_value(self, name: str, value: str, element: Element, tag: str) -> str:
        """Return a property's value as it may stay, "" if it may not."""
        if found := _REFERENCE.fullmatch(value.strip()):
            return self._reference(name, found[1], tag)
        if name not in _STYLES or not _is_plain(value):
            return ""
        if name == "stroke-dasharray" and value.strip() != "none":
            return value if tag in _SHAPES and self._affords_dashes(value, element) else ""
        if name == "stroke-width" and len(value.partition(".")[0]) > 3:
            return ""  # a brush as wide as the picture
        if name == "opacity" and not self._afford(_LAYER):
            return ""
        return value

    def _reference(self, name: str, target: str, tag: str) -> str:
        wanted = _REFERS.get(name)
        element = self._by_id.get(target)
        if wanted is None or tag in _REFERRED:
            return ""
        kind = "" if element is None else _local(element.tag)
        if element is None or not kind.endswith(wanted):
            return _GREY if wanted == "Gradient" and kind == "pattern" else ""
        if wanted == "marker" and tag not in _SHAPES:
            return ""  # a group would hand it on
        sizes = [_size(shape) for shape in element]
        is_layer = wanted == "clipPath" and [_local(shape.tag) for shape in element] != ["rect"]
        if not self._afford(sum(map(len, sizes)) + _LAYER * is_layer + _REFERENCE_COST):
            return ""
        return f"url(#{target})"

    def _affords_dashes(self, value: str, element: Element) -> bool:
        """Count the dashes; a path is no longer than all of its numbers together, some times."""
        lengths = [float(number) for number in _NUMBER.findall(value)]
        if not 0 < len(lengths) <= 20 or sum(lengths) <= 0:
            return False
        way = 7 * sum(map(float, _NUMBER.findall(_size(element))))
        self._dashes += int(way * len(lengths) / sum(lengths)) + 100
        return self._dashes <= MAX_DASHES


def _href(element: Element) -> str:
    return element.get("href") or element.get(f"{{{_XLINK}}}href") or ""


def _is_cheap(shape: Element) -> bool:
    """Return True if a shape is no more than its path, so that it can be drawn again and again."""
    names = {name for name, _ in _pairs(shape.get("style", ""))} | {*map(_local, shape.attrib)}
    return not names & _COSTLY


def _size(shape: Element) -> str:
    """Return all numbers that say where a shape goes."""
    return " ".join(value for name, value in shape.attrib.items() if _local(name) in _GEOMETRY)


def _is_plain(value: str) -> bool:
    if _LARGE.search(_COLOUR.sub("", value)):
        return False
    if len(value) > MAX_VALUE:
        return _NUMBERS.fullmatch(value) is not None
    return _VALUE.fullmatch(value) is not None and _FUNCTION.search(value) is None


def _pairs(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        yield name.strip(), value.strip()


def _style(pairs: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in pairs if name in _STYLES and value)
