"""A host that knows nothing, in a process of its own: files, and no header but those of files.

The connections that a browser opens ahead of a request stay open for minutes; none is a file of the tests' process.
"""

import argparse
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Files(SimpleHTTPRequestHandler):
    """``sent``: a file that gets a line a body, its bytes and path. ``encoded``: packed files are declared so."""

    protocol_version = "HTTP/1.1"
    sent: Path | None = None
    encoded = False

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        super().send_header(keyword, value)
        if self.sent and keyword == "Content-Length":
            with self.sent.open("a") as lines:
                lines.write(f"{value} {self.path}\n")

    def end_headers(self) -> None:
        if self.encoded and self.path.partition("?")[0].endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


@contextmanager
def static_host(
    root: Path,
    port: int = 0,
    sent: Path | None = None,
    encoded: bool = False,
    certificate: tuple[Path, Path] | None = None,
) -> Iterator[str]:
    """Serve the files below this folder, at any free port for 0; the URL of the folder, without a slash."""
    command = [sys.executable, "-m", "tests.browser.phone_app.static_host", str(root), str(port)]
    command += ["--sent", str(sent)] if sent else []
    command += ["--encoded"] if encoded else []
    command += ["--certificate", *map(str, certificate)] if certificate else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            scheme = "https" if certificate else "http"
            yield f"{scheme}://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


def main() -> None:
    """Serve until killed; print the port."""
    given = argparse.ArgumentParser()
    given.add_argument("root")
    given.add_argument("port", type=int)
    given.add_argument("--sent", type=Path)
    given.add_argument("--encoded", action="store_true")
    given.add_argument("--certificate", nargs=2)
    asked = given.parse_args()
    Files.sent, Files.encoded = asked.sent, asked.encoded
    with ThreadingHTTPServer(("127.0.0.1", asked.port), partial(Files, directory=asked.root)) as server:
        if asked.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*asked.certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
