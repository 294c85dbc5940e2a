"""A kernel of a small language, to be started as a program: each line of a cell is a command.

`say` and `warn` print, `show` gives a result, `set` and `need` share a word between cells, `fail`
is an error, `read` opens a file, `wait` never ends, `die` ends the kernel.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

import zmq
from jupyter_client.session import Session

INFO = {
    "status": "ok",
    "protocol_version": "5.3",
    "implementation": "echo",
    "implementation_version": "1",
    "banner": "",
    "language_info": {"name": "echo", "mimetype": "text/plain", "file_extension": ".echo"},
}


class Echo:
    def __init__(self, connection):
        self.session = Session(key=connection["key"].encode())
        self.words = set()
        context = zmq.Context()
        kinds = {"shell": zmq.ROUTER, "control": zmq.ROUTER, "stdin": zmq.ROUTER}
        kinds |= {"iopub": zmq.PUB, "hb": zmq.REP}
        self.sockets = {}
        for name, kind in kinds.items():
            sock = self.sockets[name] = context.socket(kind)
            sock.bind(f"ipc://{connection['ip']}-{connection[f'{name}_port']}")

    def serve(self):
        while True:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            identity, parts = self.session.feed_identities(self.sockets["shell"].recv_multipart())
            request = self.session.deserialize(parts)
            kind = request["header"]["msg_type"].removesuffix("_request")
            self.show(request, "status", execution_state="busy")
            reply = INFO if kind == "kernel_info" else self.execute(request)
            self.session.send(
                self.sockets["shell"], f"{kind}_reply", reply, parent=request, ident=identity
            )
            self.show(request, "status", execution_state="idle")

    def show(self, request, kind, **content):
        self.session.send(self.sockets["iopub"], kind, content, parent=request)

    def execute(self, request):
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for line in request["content"]["code"].splitlines():
                self.run(request, *line.split(maxsplit=1))
        except (Exception, KeyboardInterrupt) as error:
            content = {"ename": type(error).__name__, "evalue": str(error), "traceback": []}
            self.show(request, "error", **content)
            return {"status": "error", "execution_count": 1, **content}
        return {"status": "ok", "execution_count": 1}

    def run(self, request, word="", text=""):
        if word in ("say", "warn"):
            name = "stdout" if word == "say" else "stderr"
            self.show(request, "stream", name=name, text=f"{text}\n")
        elif word == "show":
            data = {"text/plain": text}
            self.show(request, "execute_result", execution_count=1, data=data, metadata={})
        elif word == "set":
            self.words.add(text)
        elif word == "fail" or (word == "need" and text not in self.words):
            raise ValueError(text)
        elif word == "read":
            open(text).close()
        elif word == "wait":
            time.sleep(600)
        elif word == "die":
            os._exit(3)


if __name__ == "__main__":
    Echo(json.loads(Path(sys.argv[-1]).read_text())).serve()
