"""Milliseconds from a keystroke to the painted result, in JupyterLab in Chromium.

    python -m benchmarks.widgets [--keystrokes 60] [--added-delay 150] [--throttle 4]

The AttentionExplorer with 5 tokens of 8 dimensions and every stage on screen, next to 64 FloatText
fields for the same W_Q with the weights drawn by matplotlib in an Output (which draws one stage of
the seven). Each keystroke changes one entry of W_Q by a step. Measured in the page: from the time
stamp of the keydown event to the end of the first frame after the last stage (the output; for
matplotlib the picture, loaded) is another than before. The end of a frame is a message posted
from its animation frame, which the browser handles when it has painted.

The delay is added by a relay between browser and server that holds every byte, web sockets
included, for half of it in each direction: so much longer takes each round trip.

The work of an edit: milliseconds of the page's main thread by Chromium's own count of its tasks,
from each keystroke until the page has come to rest, so with the marking of what changed.

With --throttle Chromium's CPU is that many times slower, as on a slow laptop; the kernel's is not.

The first picture: from the moment at which the page has the cell's output (the widget's name, not
yet its numbers) to the end of the first frame with the explorer's tables; the cell is run anew for
each, and the page's first, which also compiles the widget's code, is named by itself.

Dragging: mouse moves, one step of a number each, as fast as the browser takes them. A move is kept
up with when the last stage is another one as soon as its event has been handled; its time runs to
the end of the next frame. A key held down: how many of 30 keystrokes a second end in a picture of
their own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from playwright.sync_api import Browser, CDPSession, Locator, Page, sync_playwright

from scripts.environment import find_chromium
from tests.browser import lab as jupyter
from tests.browser.conftest import CHROMIUM_FLAGS, free_port, wait_for

ROOT = Path(__file__).resolve().parents[1]
WARM_UP = 5  # keystrokes that are not counted
LONGEST = 10_000  # ms to wait for one result
REST = 4000  # ms for JupyterLab to come to rest: it loads extensions after the notebook
REPEAT = 1000 / 30  # ms between the keystrokes of a key held down

SETUP = """\
import numpy as np
rng = np.random.default_rng(0)
def matrices(n, d):
    return rng.normal(size=(n, d)).round(1), *(rng.normal(size=(3, d, d)) / 2).round(1)
def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
def attention(Q, K, V):
    weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    return weights @ V, weights
tokens = "the cat sat because it".split()
"""
EXPLORER = """\
from course import widgets
widgets.AttentionExplorer(tokens, *matrices(5, 8), step=0.5{options})"""
LARGE = """\
from course import widgets
widgets.AttentionExplorer(list(map(str, range(64))), *matrices(64, 64), step=0.5)"""
LARGE_EDITOR = """\
import ipywidgets
from course import widgets
W = rng.normal(size=(64, 64)).round(1)
editor, heatmap = widgets.MatrixEditor(W, label="W_Q", step=0.5), widgets.Heatmap(W, label="result")
link = ipywidgets.jslink((editor, "value"), (heatmap, "value"))
ipywidgets.VBox([editor, heatmap])"""
FIELDS = """\
import ipywidgets, matplotlib.pyplot as plt
from IPython.display import clear_output
X, W_Q, W_K, W_V = matrices(5, 8)
fields = [ipywidgets.FloatText(w, step=0.5, continuous_update=True,
                               layout=ipywidgets.Layout(width="64px")) for w in W_Q.flat]
out = ipywidgets.Output()
def draw(_=None):
    W_Q = np.array([field.value for field in fields]).reshape(8, 8)
    output, weights = attention(X @ W_Q, X @ W_K, X @ W_V)
    with out:
        clear_output(wait=True)
        fig, ax = plt.subplots(figsize=(4, 4))
        ax.imshow(weights, vmin=0, vmax=1)
        for (i, j), w in np.ndenumerate(weights):
            ax.text(j, i, f"{w:.2f}", ha="center", va="center")
        ax.set_xticks(range(5), tokens), ax.set_yticks(range(5), tokens)
        plt.show()
for field in fields:
    field.observe(draw, "value")
draw()
ipywidgets.VBox([ipywidgets.GridBox(fields, layout=ipywidgets.Layout(
    grid_template_columns="repeat(8, 70px)")), out])"""

# Watches `result` from now on. `times`: milliseconds to each painted result that followed a
# keystroke; `moves` and `kept`: the events of a drag, and those after which the result was another.
WATCH = """result => {
    const seen = () => result.querySelector('img')?.src ?? result.innerHTML;
    const bench = window.bench = {times: [], pictures: 0, moves: 0, kept: 0, dragged: []};
    let last = seen();
    let began = null;
    const afterPaint = then => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => then(performance.now());
        channel.port2.postMessage(null);
    });
    addEventListener('keydown', event => {
        if (event.key !== 'Alt') began ??= event.timeStamp;  // the key that edits
    }, true);
    new MutationObserver(() => {
        const now = seen();
        if (now === last || (now === '' && last !== '')) return;
        last = now;
        const start = began;
        began = null;
        const painted = () => afterPaint(end => {
            bench.pictures += 1;
            if (start !== null) bench.times.push(end - start);
        });
        const image = result.querySelector('img');
        if (image && !image.complete) image.addEventListener('load', painted, {once: true});
        else painted();
    }).observe(result, {subtree: true, childList: true, characterData: true, attributes: true});
    let before = null;
    addEventListener('pointermove', () => { before = seen(); }, true);
    addEventListener('pointermove', event => {
        if (!event.buttons) return;
        bench.moves += 1;
        if (seen() !== before) bench.kept += 1;
        afterPaint(end => bench.dragged.push(end - event.timeStamp));
    });
}"""


# Runs a cell; the milliseconds from its output in the notebook's model to its painted tables.
FIRST_PICTURE = """
    const cell = find(args.id);
    const outputs = cell.model.outputs;
    const picture = new Promise(done => {
        let began = null;
        const added = (_, change) => { if (change.type === 'add') began = performance.now(); };
        outputs.changed.connect(added);
        const watch = new MutationObserver(() => {
            if (began === null || !cell.node.querySelector('td.cw-cell')) return;
            watch.disconnect();
            outputs.changed.disconnect(added);
            requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = () => done(performance.now() - began);
                channel.port2.postMessage(null);
            });
        });
        outputs.clear();
        watch.observe(cell.node, {subtree: true, childList: true});
    });
    panel.content.deselectAll();
    panel.content.activeCellIndex = panel.content.widgets.indexOf(cell);
    await app.commands.execute('notebook:run-cell');
    return await within(10, picture, 'the first picture');
"""


@dataclass
class Row:
    """One line of the table: milliseconds, and what the project asks for, if it does."""

    name: str
    times: list[float]
    most_median: float | None = None
    most_p90: float | None = None

    @property
    def median(self) -> float:
        """Half of the times are below it."""
        return statistics.median(self.times)

    @property
    def p90(self) -> float:
        """Nine of ten times are below it."""
        return statistics.quantiles(self.times, n=10, method="inclusive")[-1]

    def line(self, ours: Row) -> str:
        """As printed; the ratio is to `ours`."""
        asked = [
            f"{what} {found:.0f} {'<=' if found <= most else 'NOT <='} {most:g}"
            for what, found, most in (
                ("median", self.median, self.most_median),
                ("p90", self.p90, self.most_p90),
            )
            if most is not None
        ]
        return (
            f"{self.name:46}{len(self.times):5}{self.median:9.1f}{self.p90:9.1f}"
            f"{self.median / ours.median:8.1f}   {', '.join(asked)}"
        ).rstrip()


def main(argv: list[str] | None = None) -> int:
    """Measure and print the table; 1 where a line is above what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.widgets", description=__doc__)
    parser.add_argument("--keystrokes", type=int, default=60, metavar="N")
    parser.add_argument("--added-delay", type=float, default=150, metavar="MS")
    parser.add_argument("--throttle", type=float, default=1, metavar="TIMES")
    options = parser.parse_args(argv)
    count, delay = options.keystrokes, options.added_delay
    slow = options.throttle != 1
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("No Chromium on PATH: install one, or set CHROMIUM=/path/to/it.")
    rows: list[Row] = []
    notes: list[str] = []
    print(f"{'ms from keystroke to painted result':46}{'n':>5}{'median':>9}{'p90':>9}{'ratio':>8}")
    with lab() as (url, folder), relay(url) as far, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)

        def add(row: Row) -> None:
            rows.append(row)
            print(row.line(rows[0]), flush=True)

        def measure(name: str, code: str, way: Way, at: float = 0, **most: float) -> None:
            far.seconds = 0
            with notebook(browser, far.url, folder, code) as page:
                way.start(page)
                far.seconds = at / 2000
                session = page.context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": options.throttle})
                session.send("Performance.enable")
                before = busy_seconds(session)
                add(Row(name, keystrokes(page, way.key, count), **(most if not slow else {})))
                work = 1000 * (busy_seconds(session) - before) / (count + WARM_UP)
                notes.append(f"{name}: {work:.1f} ms of the main thread an edit")
                far.seconds = 0
                if at == 0:
                    notes.append(f"{name}: {held(page, way.key)}")
                if at == 0 and way.drags:
                    notes.append(f"{name}: {dragged(page, way.field(page), add)}")

        explorer = EXPLORER.format(options="")
        measure("explorer", explorer, STAGES, most_median=20, most_p90=35)
        measure("FloatText and matplotlib", FIELDS, MATPLOTLIB)
        measure(f"explorer, {delay:g} ms further away", explorer, STAGES, delay, most_median=25)
        measure(f"FloatText, {delay:g} ms further away", FIELDS, MATPLOTLIB, delay)
        driven = EXPLORER.format(options=", attention=attention")
        measure("explorer, the learner's function's result", driven, LEARNER, most_median=60)
        measure("explorer, 64 tokens x 64 dimensions", LARGE, STAGES)
        measure("MatrixEditor and Heatmap, 64 x 64", LARGE_EDITOR, EDITOR)
        with notebook(browser, url, folder, explorer, to_run=1) as page:
            first, *others = first_pictures(page, 1 + count // 3)
            add(Row("explorer, first picture", others, most_median=150 if not slow else None))
            notes.append(f"explorer, first picture on its page: {first:.0f} ms")
        browser.close()
    print("\n".join(notes))
    load = os.getloadavg()[0]
    print(
        f"{os.cpu_count()} cores, load average at the end {load:.1f}, {browser_version(chromium)}"
    )
    return int(any("NOT" in row.line(rows[0]) for row in rows))


# What is measured ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Where to type, with which key, and where the result is."""

    field_name: str
    result: str  # a selector
    key: str = "Alt+ArrowUp"
    drags: bool = True

    def field(self, page: Page) -> Locator:
        """Return the number field that is changed."""
        if self.field_name:
            return page.get_by_role("spinbutton", name=self.field_name, exact=True)
        return page.get_by_role("spinbutton").first

    def start(self, page: Page) -> None:
        """Wait for the widget, put the focus in its field and watch the result."""
        page.locator(self.result).last.wait_for()
        self.field(page).focus()
        page.locator(self.result).last.evaluate(WATCH)


STAGES = Way("W_Q[0, 0]", "table[aria-label^='output, ']")
EDITOR = Way("W_Q[0, 0]", "table[aria-label^='result, ']")
LEARNER = Way("W_Q[0, 0]", "table[aria-label^='your output, ']", drags=False)
MATPLOTLIB = Way("", ".jp-OutputArea-output .jp-OutputArea", "ArrowUp", drags=False)


def keystrokes(page: Page, key: str, count: int) -> list[float]:
    """Return the milliseconds of `count` keystrokes, each after the result of the one before."""
    for done in range(count + WARM_UP):
        # Up and down by turns, so that the numbers stay; at any moment of a frame.
        page.keyboard.press(key if done % 2 == 0 else key.replace("Up", "Down"))
        page.wait_for_function("n => bench.times.length > n", arg=done, timeout=LONGEST, polling=50)
        page.wait_for_timeout(100 + random.uniform(0, 17))
    times: list[float] = page.evaluate("bench.times")
    return times[WARM_UP:]


def first_pictures(page: Page, count: int) -> list[float]:
    """Return the milliseconds to the first picture of the last cell, run `count` times."""
    *_, last = jupyter.cell_ids(page)
    times = []
    for _ in range(count):
        times.append(jupyter.call(page, FIRST_PICTURE, id=last))
        page.wait_for_timeout(300)
    return times


def busy_seconds(session: CDPSession) -> float:
    """Return how long the page's main thread has been at work since it was opened."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def held(page: Page, key: str) -> str:
    """Return how a key held down for two seconds is followed."""
    before, sent = page.evaluate("bench.pictures"), 60
    *modifiers, last = key.split("+")
    for modifier in modifiers:
        page.keyboard.down(modifier)
    began = time.perf_counter()
    for number in range(1, sent + 1):
        page.keyboard.down(last)
        page.wait_for_timeout(max(0.0, 1000 * (began - time.perf_counter()) + number * REPEAT))
    seconds = time.perf_counter() - began
    for pressed in (last, *modifiers):
        page.keyboard.up(pressed)
    page.wait_for_timeout(100)
    pictures = page.evaluate("bench.pictures") - before
    rate = f"{sent / seconds:.0f} keystrokes a second, {pictures / seconds:.1f} pictures a second"
    return f"key held down, {rate} ({pictures} of {sent})"


def dragged(page: Page, field: Locator, add: Callable[[Row], None]) -> str:
    """Return how a drag is followed; its times become a row."""
    box = field.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y)
    page.wait_for_timeout(100)
    page.evaluate("Object.assign(bench, {moves: 0, kept: 0, dragged: []})")
    for step in range(2, 42):
        page.mouse.move(x + 6 * step, y)
    page.mouse.up()
    page.wait_for_timeout(200)
    moves, kept, times = page.evaluate("[bench.moves, bench.kept, bench.dragged]")
    add(Row("  each move of a drag", times))
    return f"drag, {kept} of {moves} mouse moves kept up with"


# Server, relay and browser ---------------------------------------------------------------------


@contextmanager
def lab() -> Iterator[tuple[str, Path]]:
    """Run a JupyterLab in a temporary folder; give its address and the folder."""
    with tempfile.TemporaryDirectory() as home:
        folder, port, log = Path(home) / "course", free_port(), Path(home) / "server.log"
        folder.mkdir()
        env = {name: text for name, text in os.environ.items() if not name.startswith("JUPYTER")}
        for name in ("CONFIG", "DATA", "RUNTIME"):
            env[f"JUPYTER_{name}_DIR"] = f"{home}/{name}"
        env |= {"IPYTHONDIR": f"{home}/ipython", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        command += [f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1"]
        command += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
        with log.open("w") as file:
            server = subprocess.Popen(command, cwd=folder, env=env, stdout=file, stderr=file)
        try:
            wait_for(f"http://127.0.0.1:{port}", server, log)
            yield f"http://127.0.0.1:{port}", folder
        finally:
            server.terminate()
            server.wait(timeout=30)


class Relay:
    """Passes connections on to a server, `seconds` late in each direction."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self.host, self.server_port = parts.hostname, parts.port
        self.port, self.seconds = free_port(), 0.0
        self.url = f"http://127.0.0.1:{self.port}"

    async def serve(self, ready: threading.Event) -> None:
        """Take connections until cancelled."""
        server = await asyncio.start_server(self.connect, "127.0.0.1", self.port)
        ready.set()
        async with server:
            await server.serve_forever()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay one connection both ways until both have ended."""
        try:
            there, to_there = await asyncio.open_connection(self.host, self.server_port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.carry(reader, to_there), self.carry(there, writer))

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Bytes in one direction, in order, each when it is due; late does not mean slow."""
        loop, due = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

        async def deliver() -> None:
            while True:
                when, data = await due.get()
                await asyncio.sleep(max(0.0, when - loop.time()))
                if not data:
                    return
                target.write(data)
                await target.drain()

        delivery = asyncio.create_task(deliver())
        data = b"-"
        try:
            while data:
                data = await source.read(1 << 16)
                due.put_nowait((loop.time() + self.seconds, data))
            await delivery
        except ConnectionError:
            delivery.cancel()
        finally:
            target.close()


@contextmanager
def relay(server: str) -> Iterator[Relay]:
    """Run a relay in a thread of its own."""
    made, ready = Relay(server), threading.Event()
    loop = asyncio.new_event_loop()
    task = loop.create_task(made.serve(ready))

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield made
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(10)


@contextmanager
def notebook(
    browser: Browser, url: str, folder: Path, code: str, to_run: int | None = None
) -> Iterator[Page]:
    """Open a notebook of two cells, wide and tall enough for all of it, and run it.

    Of its cells, the first `to_run`, or all.
    """
    file = folder / f"{random.getrandbits(40):x}.ipynb"
    cells = [nbformat.v4.new_code_cell(text) for text in (SETUP, code)]
    made = nbformat.v4.new_notebook(cells=cells)
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(made, file)
    context = browser.new_context(base_url=url, viewport={"width": 1400, "height": 2400})
    page = context.new_page()
    try:
        jupyter.open_notebook(page, file.name)
        if to_run is None:
            jupyter.run_all(page)
        for cell in jupyter.cell_ids(page)[: to_run or 0]:
            jupyter.run_cell(page, cell)
        page.wait_for_timeout(REST)
        yield page
        jupyter.call(page, "await panel.sessionContext.shutdown()")
    finally:
        context.close()


def browser_version(chromium: str) -> str:
    """Return what the browser calls itself."""
    said = subprocess.run([chromium, "--version"], capture_output=True, text=True, check=False)
    return said.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
