"""Firefox and WebKit, with what ``browser.lab`` and the tests need of Playwright's ``Page``.

Playwright drives browsers of its own build; these are Debian's, and each serves a protocol of the
W3C itself: Firefox WebDriver BiDi on a websocket, WebKitGTK classic WebDriver over HTTP. Keys and
clicks have the same form in both.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import websocket
from browser.conftest import free_port

START_UP_SECONDS = 180
SECONDS = 10  # how long the page may take to answer a key or a click, on a slow machine

# What WebDriver calls the keys that are not characters; the names are Playwright's.
KEYS = {
    **{"Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c"},
    **{"Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a"},
    **{"End": "\ue010", "Home": "\ue011", "Delete": "\ue017", "F2": "\ue032"},
    **{"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"},
}

KEEP_ERRORS = """() => {
    const kept = window.errorsKept = [];
    const keep = (...parts) =>
        kept.push(parts.map(part => `${part} ${part?.stack ?? ""}`.trim()).join(" "));
    const log = console.error;
    console.error = (...parts) => { keep(...parts); log(...parts); };
    addEventListener("error", ({message, error}) => keep(message, error));
    addEventListener("unhandledrejection", ({reason}) => keep(reason));
}"""
# The middle of an element, which is scrolled into view; nothing while Jupyter scrolls elsewhere.
MIDDLE = """css => {
    const element = document.querySelector(css);
    if (!element) throw new Error(`there is no ${css} on the page`);
    element.scrollIntoView({block: "center"});
    const {x, y, width, height} = element.getBoundingClientRect();
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
    return element.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""
# A field with a text to copy; where the focus was, it goes back to.
SHOW_TEXT = """text => {
    const focused = document.activeElement;
    const field = document.body.appendChild(document.createElement("textarea"));
    window.hideText = () => { field.remove(); focused.focus(); };
    field.value = text;
    field.select();
}"""


class OtherBrowser:
    """A browser with one page. A subclass adds how it is spoken to: visit, run and perform."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url

    def visit(self, url: str) -> None:
        """Go to an address and wait until its page is loaded."""
        raise NotImplementedError

    def run(self, script: str) -> str | None:
        """Return the text that a JavaScript expression promises."""
        raise NotImplementedError

    def perform(self, actions: dict) -> None:
        """Do what one device does, a mouse or a keyboard, as the W3C writes it down."""
        raise NotImplementedError

    def goto(self, path: str) -> None:
        """Open a page of the server."""
        self.visit(self.base_url + path)

    def keep_errors(self) -> None:
        """Keep the page's errors from now on, for ``errors``."""
        self.evaluate(KEEP_ERRORS)

    def errors(self) -> object:
        """Return what the page wrote to the console as an error, and what nothing caught."""
        return self.evaluate("() => window.errorsKept")

    def evaluate(self, function: str, argument: object = None) -> object:
        """Call a JavaScript function, async or not, with a JSON value; return its result."""
        call = f"({function})({json.dumps(argument)})"
        text = self.run(f"(async () => JSON.stringify(await {call}))()")
        return None if text is None else json.loads(text)

    def wait_for_function(self, expression: str, timeout: float = 1000 * SECONDS) -> None:
        """Wait until a JavaScript expression is true; raise TimeoutError after so many ms."""
        until(lambda: self.evaluate(f"() => Boolean({expression})"), expression, timeout / 1000)

    def click(self, css: str) -> None:
        """Click in the middle of an element."""
        x, y = until(lambda: self.evaluate(MIDDLE, css), f"{css} in view")
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform({"type": "pointer", "id": "mouse", "actions": actions})

    def press(self, *keys: str) -> None:
        """Press keys one after the other: "a", "ArrowDown", "Control+z"."""
        actions = []
        for key in keys:
            *held, last = key.split("+")
            last = last.upper() if "Shift" in held and len(last) == 1 else last
            values = [KEYS.get(name, name) for name in (*held, last)]
            actions += [{"type": "keyDown", "value": value} for value in values]
            actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.perform({"type": "key", "id": "keyboard", "actions": actions})

    def paste(self, text: str) -> None:
        """Paste a text where the focus is, by way of the clipboard."""
        self.evaluate(SHOW_TEXT, text)
        self.press("Control+c")
        self.evaluate("() => window.hideText()")
        self.press("Control+v")


class Firefox(OtherBrowser):
    """Firefox by WebDriver BiDi."""

    def __init__(self, base_url: str, connection: websocket.WebSocket) -> None:
        super().__init__(base_url)
        self._connection = connection
        self._asked = 0
        self._ask("session.new", capabilities={})
        # The first tab never has the focus: its address bar has.
        self._page = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method: str, **params: object) -> dict:
        self._asked += 1
        self._connection.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        answer: dict = {}
        while answer.get("id") != self._asked:  # between them come events
            answer = json.loads(self._connection.recv())
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def visit(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def run(self, script: str) -> str | None:
        target = {"context": self._page}
        answer = self._ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def perform(self, actions: dict) -> None:
        self._ask("input.performActions", context=self._page, actions=[actions])


class WebKit(OtherBrowser):
    """WebKitGTK, whose engine is Safari's, by classic WebDriver."""

    def __init__(self, base_url: str, driver_url: str) -> None:
        super().__init__(base_url)
        self._url = f"{driver_url}/session"
        self._url += "/" + self._ask("", capabilities={})["sessionId"]
        self._ask("/timeouts", script=1000 * START_UP_SECONDS)

    def _ask(self, path: str, method: str = "POST", **params: object) -> object:
        body = json.dumps(params).encode() if method == "POST" else None
        try:
            with urlopen(Request(self._url + path, body, method=method)) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            said = json.load(error)["value"]["message"]
            raise RuntimeError(f"{method} {path}: {said}") from None

    def visit(self, url: str) -> None:
        self._ask("/url", url=url)

    def run(self, script: str) -> str | None:
        return self._ask("/execute/sync", script=f"return {script}", args=[])

    def perform(self, actions: dict) -> None:
        self._ask("/actions", actions=[actions])

    def close(self) -> None:
        """End the session, and the browser with it."""
        self._ask("", method="DELETE")


# Firefox's first start and its talk with the outside, which have no place in a test; and what takes
# time and shows nothing: processes kept ready for other sites, pictures that nobody looks at.
FIREFOX_SETTINGS = {
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtab.preload": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "dom.push.connection.enabled": False,
    "fission.autostart": False,
    "layout.frame_rate": 10,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "",
}


@contextmanager
def firefox(base_url: str, folder: Path, env: dict[str, str] | None = None) -> Iterator[Firefox]:
    """Start Firefox; its profile and its log go into an empty folder.

    It has a window only where ``env``, its environment, names a screen for it.
    """
    program = installed("firefox-esr", package="firefox-esr")
    settings = (f'user_pref("{name}", {json.dumps(x)});' for name, x in FIREFOX_SETTINGS.items())
    (folder / "user.js").write_text("\n".join(settings))
    options = ["--no-remote", "--remote-debugging-port=0", "--profile", folder]
    options += [] if env else ["--headless"]
    with started(folder / "firefox.log", program, *options, env=env) as wait_for:
        address = wait_for(r"WebDriver BiDi listening on (\S+)")
        connection = websocket.create_connection(f"{address}/session", suppress_origin=True)
        with closing(connection):
            yield Firefox(base_url, connection)


@contextmanager
def webkit(base_url: str, folder: Path) -> Iterator[WebKit]:
    """Start WebKitGTK's MiniBrowser on a screen that nobody sees; logs go into a folder."""
    driver = installed("WebKitWebDriver", package="webkit2gtk-driver")
    port = free_port()
    with (
        screen(folder) as env,
        started(folder / "webkit.log", driver, f"--port={port}", env=env),
    ):
        until(lambda: answers(port), "WebKitWebDriver", START_UP_SECONDS)
        with closing(WebKit(base_url, f"http://127.0.0.1:{port}")) as page:
            yield page


@contextmanager
def screen(folder: Path) -> Iterator[dict[str, str]]:
    """Start a screen that nobody sees; the value is an environment for what is shown there."""
    program = installed("Xvfb", package="xvfb")
    options = ("-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
    with started(folder / "xvfb.log", program, *options) as wait_for:
        env = {**os.environ, "DISPLAY": ":" + wait_for(r"^(\d+)$")}
        # There is no graphics card: to put a page together from layers takes a third of the time.
        yield env | {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}


def installed(program: str, *, package: str) -> str:
    """Return the program's path; where there is none, skip the test and say what to install."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"There is no {program} on PATH: install Debian's package {package}.")
    return path


@contextmanager
def started(
    log: Path, *command: str | Path, env: dict[str, str] | None = None
) -> Iterator[Callable[[str], str]]:
    """Run a program that writes into a log, and end it; the value waits for a line of the log.

    It takes a pattern, and returns what its group matched.
    """
    with log.open("w") as file:
        program = subprocess.Popen(command, stdout=file, stderr=file, env=env)

    def wait_for(pattern: str) -> str:
        found = until(
            lambda: re.search(pattern, log.read_text(), re.MULTILINE),
            f"{pattern} in the log of {command[0]}",
            START_UP_SECONDS,
        )
        return found[1]

    try:
        yield wait_for
    finally:
        program.terminate()
        try:
            program.wait(timeout=20)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def answers(port: int) -> bool:
    """Return True if something listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(ask: Callable[[], Any], what: str, seconds: float = SECONDS) -> Any:
    """Ask until the answer is true, and return it; raise TimeoutError where it takes too long."""
    deadline, pause = time.monotonic() + seconds, 0.02
    while not (answer := ask()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Not there after {seconds} s: {what}")
        time.sleep(pause)
        pause = min(2 * pause, 0.5)  # to be asked takes a browser's time
    return answer
