"""One person at the Hub, without a browser: logs in by the page's form, then uses the interfaces.

The tests and the load run are such people. All that they do goes through the Hub's proxy, with
nothing but the name and the password of an account.
"""

import contextlib
import json
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import requests
import websocket

SECONDS = 120  # for anything that a person waits for


class SessionError(Exception):
    """The Hub or a server refused; the message says what was asked and what it answered."""


class Session:
    """A person who is logged in to the Hub at `url`, with a server that runs once it is started."""

    def __init__(self, url: str, name: str, password: str) -> None:
        """Log in; raise SessionError if the Hub does not take name and password."""
        self.url, self.name = url, name
        self.http = requests.Session()
        self.http.get(f"{url}/hub/login", timeout=SECONDS)
        form = {"username": name, "password": password, "_xsrf": self.http.cookies["_xsrf"]}
        page = self.http.post(
            f"{url}/hub/login", data=form, params={"next": "/hub/home"}, timeout=SECONDS
        )
        if page.status_code != 200 or not page.url.endswith("/hub/home"):
            raise SessionError(f"{name} is not let in: {page.status_code} {page.url}")
        # A token that has this person's own rights, and no more than these.
        xsrf = next(c.value for c in self.http.cookies if c.name == "_xsrf" and c.path == "/hub/")
        answer = self.http.post(
            f"{url}/hub/api/users/{name}/tokens",
            json={"note": "session.py"},
            headers={"X-XSRFToken": str(xsrf)},
            timeout=SECONDS,
        )
        if answer.status_code != 201:
            raise SessionError(f"{name} gets no token: {answer.status_code} {answer.text}")
        self.headers = {"Authorization": f"token {answer.json()['token']}"}

    def ask(self, method: str, path: str, **arguments: Any) -> requests.Response:
        """Return the answer to a request at the Hub's address, whatever it is."""
        return requests.request(
            method,
            f"{self.url}{path}",
            headers=self.headers,
            timeout=SECONDS,
            allow_redirects=False,
            **arguments,
        )

    def get(self, path: str, method: str = "GET", **arguments: Any) -> Any:
        """Return the JSON of an answer, None if empty; raise SessionError if it is refused."""
        answer = self.ask(method, path, **arguments)
        if not 200 <= answer.status_code < 300:
            raise SessionError(f"{method} {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json() if answer.content else None

    # The person's server --------------------------------------------------------------------------

    def start_server(self) -> None:
        """Start the person's server, and wait until it is ready."""
        self.get(f"/hub/api/users/{self.name}/server", "POST")
        end = time.monotonic() + SECONDS
        while not self.get(f"/hub/api/users/{self.name}")["servers"].get("", {}).get("ready"):
            if time.monotonic() > end:
                raise SessionError(f"The server of {self.name} is not ready after {SECONDS} s.")
            time.sleep(0.1)

    @property
    def server(self) -> str:
        """The path of the person's server."""
        return f"/user/{self.name}"

    def read(self, path: str) -> Any:
        """Return what a file of the person's home holds: a notebook as a dict, else text."""
        return self.get(f"{self.server}/api/contents/{path}")["content"]

    def write_notebook(self, path: str, notebook: dict) -> None:
        """Save a notebook, as JupyterLab does."""
        model = {"type": "notebook", "format": "json", "content": notebook}
        self.get(f"{self.server}/api/contents/{path}", "PUT", json=model)

    def assignment(self, action: str, course: str, name: str) -> Any:
        """Have Assignment List `fetch`, `submit` or `fetch_feedback`; return its answer."""
        return self._value(f"assignments/{action}", {"course_id": course, "assignment_id": name})

    def validate(self, path: str) -> Any:
        """Press Validate on a notebook; return which cells failed."""
        return self._value("assignments/validate", {"path": path})

    def _value(self, path: str, arguments: dict[str, str]) -> Any:
        answer = self.get(f"{self.server}/{path}", "POST", params=arguments)
        if not answer.get("success"):
            raise SessionError(f"{path}: {answer.get('value')}")
        return answer.get("value")

    def run(self, cells: list[str], at: str = "") -> list[str]:
        """Run pieces of code one after another in a new kernel; return what each one printed.

        at: the folder to run in, from the home
        """
        with self.kernel(at) as run_cell:
            return [run_cell(cell) for cell in cells]

    @contextlib.contextmanager
    def kernel(self, at: str = "") -> Iterator[Callable[[str], str]]:
        """Start a kernel; give a function that runs code in it and returns the printed text.

        Where the code raises an error, that text ends with the error's name and words.
        """
        body = {"name": "python3", "path": f"{at}/x.ipynb" if at else "x.ipynb"}
        kernel = self.get(f"{self.server}/api/kernels", "POST", json=body)["id"]
        address = f"ws{self.url.removeprefix('http')}{self.server}/api/kernels/{kernel}/channels"
        connection = websocket.create_connection(address, header=self.headers, timeout=SECONDS)
        try:
            yield lambda code: self._run_cell(connection, code)
        finally:
            connection.close()
            self.ask("DELETE", f"{self.server}/api/kernels/{kernel}")

    def _run_cell(self, connection: websocket.WebSocket, code: str) -> str:
        message = uuid.uuid4().hex
        header = {"msg_id": message, "msg_type": "execute_request", "session": message}
        content = {"code": code, "silent": False, "allow_stdin": False, "stop_on_error": False}
        header |= {"username": self.name, "version": "5.3", "date": ""}
        request = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        connection.send(json.dumps(request | {"channel": "shell", "buffers": []}))
        said = ""
        while True:
            answer = json.loads(connection.recv())
            if answer["parent_header"].get("msg_id") != message:
                continue
            kind, content = answer["msg_type"], answer["content"]
            if kind == "stream":
                said += content["text"]
            elif kind == "error":
                said += f"{content['ename']}: {content['evalue']}"
            elif kind == "status" and content["execution_state"] == "idle":
                return said
