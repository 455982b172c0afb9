"""A host that knows nothing, in a process of its own: files, and no header but those of files.

The connections that a browser opens ahead of a request stay open for minutes; none is a file of the tests' process.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def static_host(root: Path, port: int = 0) -> Iterator[str]:
    """Serve the files below this folder, at any free port for 0; the URL of the folder, without a slash."""
    command = [sys.executable, "-m", "tests.browser.phone_app.static_host", str(root), str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


def main(root: str, port: str) -> None:
    """Serve until killed; print the port."""
    with ThreadingHTTPServer(("127.0.0.1", int(port)), partial(Files, directory=root)) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
