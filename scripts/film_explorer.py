"""Film the AttentionExplorer for the README: docs/explorer.webp, from the widget's own bundle.

    python -m scripts.film_explorer [--output FILE]

It needs Chromium, and of Python packages those of the tests: Playwright drives the browser, and
Pillow, which comes with matplotlib, writes the pictures. In the film a weight and what it is made
of are pointed at, one entry of W_Q is raised step by step, and what follows from that is seen in
every stage.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from course import examples, widgets
from course.widgets.page import javascript, stylesheet
from scripts.environment import find_chromium

ROOT = Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 860, 640  # px, of the page; the film is as high as the widget
MOST_BYTES = 1_500_000
Frame = tuple[Image.Image, int]  # a picture, and the ms for which it is seen

PAGE = "<!doctype html><style>body{margin:10px;background:#fff}</style><div id=widget></div>"
# What Jupyter gives to a widget, as far as this one uses it without a kernel.
RENDER = """async ([code, css, traits]) => {
    const bytes = ({base64}) => new DataView(
        Uint8Array.from(atob(base64), c => c.charCodeAt(0)).buffer);
    const values = JSON.parse(traits, (_, v) => v?.base64 === undefined ? v : bytes(v));
    const model = {
        get: name => values[name],
        set: (changes, value) => Object.assign(
            values, typeof changes === 'string' ? {[changes]: value} : changes),
        save_changes() {}, send() {}, on() {}, off() {},
    };
    document.head.append(Object.assign(document.createElement('style'), {textContent: css}));
    const file = URL.createObjectURL(new Blob([code], {type: 'text/javascript'}));
    const {default: widget} = await import(file);
    widget.render({model, el: document.getElementById('widget')});
}"""

# Whether anything is outlined: what an edit has changed, for a moment.
IS_OUTLINED = """() => [...document.querySelectorAll('canvas.cw-outlines')].some(canvas =>
    canvas.width && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value, k) => k % 4 === 3 && value))"""


def main(argv: list[str] | None = None) -> int:
    """Film the widget and write the file; 1 where it is too large."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "explorer.webp")
    output = parser.parse_args(argv).output
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("No Chromium on PATH: install one, or set CHROMIUM=/path/to/it.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        show(page)
        frames = list(film(page))
        browser.close()
    write(output, frames)
    size = output.stat().st_size
    print(f"{output}: {len(frames)} pictures, {size / 1e6:.2f} MB")
    return int(size > MOST_BYTES)


def show(page: Page) -> None:
    """Render the widget of the notes' first example on an empty page."""
    explorer = widgets.AttentionExplorer.of(examples.I_LOVE_AI, step=0.5)
    names = [name for name in explorer.keys if not name.startswith("_")]
    state: dict[str, Any] = explorer.get_state(names)
    traits = json.dumps(state, default=lambda data: {"base64": base64.b64encode(data).decode()})
    page.set_content(PAGE)
    page.evaluate(
        RENDER, ["\n" + javascript(explorer._module), stylesheet(explorer._module), traits]
    )
    page.locator(".cw-explanation p").first.wait_for()


def film(page: Page) -> Iterator[Frame]:
    """Yield the pictures in the order in which they are seen."""
    yield picture(page), 1500
    for stage, row, column in [("Q", 1, 0), ("scores", 1, 2), ("weights", 1, 2), ("output", 1, 1)]:
        cell(page, stage, row, column).hover()
        yield picture(page), 1600
    page.get_by_role("spinbutton", name="W_Q[1, 0]", exact=True).focus()
    cell(page, "weights", 1, 2).hover()
    yield picture(page), 900
    for key in ["Alt+ArrowUp"] * 4 + ["Alt+ArrowDown"] * 8 + ["Alt+ArrowUp"] * 4:
        page.keyboard.press(key)
        page.wait_for_function(f"({IS_OUTLINED})()")
        yield picture(page), 350
        page.wait_for_function(f"!({IS_OUTLINED})()")
        yield picture(page), 250
    yield picture(page), 1200


def cell(page: Page, stage: str, row: int, column: int) -> Locator:
    """Return one cell of a stage's heatmap."""
    table = page.locator(f"table[aria-label^='{stage}, ']")
    return table.locator("tbody tr").nth(row).locator("td").nth(column)


def picture(page: Page) -> Image.Image:
    """Return the widget as it is now, down to the legends, with a margin."""
    box = page.locator(".ax-foot").bounding_box()
    assert box is not None
    bottom = box["y"] + box["height"] + 2
    taken = page.screenshot(
        clip={"x": 0, "y": 0, "width": WIDTH, "height": bottom}, animations="allow"
    )
    return Image.open(io.BytesIO(taken)).convert("RGB")


def write(file: Path, frames: list[Frame]) -> None:
    """Write a WebP that repeats, in the colours of the widget: a GIF has too few."""
    height = max(image.height for image, _ in frames)
    first, *others = [extended(image, height) for image, _ in frames]
    durations = [shown for _, shown in frames]
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        lossless=True,
        method=5,
    )


def extended(image: Image.Image, height: int) -> Image.Image:
    """Return the picture on white paper of some height."""
    paper = Image.new("RGB", (image.width, height), "white")
    paper.paste(image)
    return paper


if __name__ == "__main__":
    raise SystemExit(main())
