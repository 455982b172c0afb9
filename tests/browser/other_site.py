"""A site on this machine, of another origin than the referee, whose pages send a form to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

FORM = """<!doctype html><iframe name="inside"></iframe><form method="post" action="%s" target="%s">
<input name="step" value="note"><input name="text" value="forged"><input name="expected" value="0"></form>
<script>document.forms[0].submit()</script>"""
FRAME = '<!doctype html><iframe sandbox="allow-forms allow-scripts allow-top-navigation" src="form"></iframe>'


class OtherSite(ThreadingHTTPServer):
    """``/form`` sends a note to ``action`` in the window ``target``, ``/frame`` does so in a sandboxed frame."""

    daemon_threads = False
    action = ""
    target = "_top"

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), OtherSitePage)


class OtherSitePage(BaseHTTPRequestHandler):
    server: OtherSite
    timeout = 1  # of a connection that the browser opens in advance

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        page = FRAME if self.path == "/frame" else FORM % (self.server.action, self.server.target)
        self.wfile.write(page.encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def other_site() -> Iterator[OtherSite]:
    with OtherSite() as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield site
        site.shutdown()
