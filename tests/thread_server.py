"""An application served by threads of the tests, all of which are over once nobody listens any more."""

from contextlib import suppress
from socket import SHUT_RD, socket
from threading import Thread
from typing import Any

from werkzeug.serving import ThreadedWSGIServer


class ThreadServer(ThreadedWSGIServer):
    """What was asked before it is closed is answered to its end; a connection that has asked nothing is over."""

    daemon_threads = False  # so that its closing waits for them

    def __init__(self, app: Any, port: int = 0) -> None:
        self._connections: list[socket] = []
        super().__init__("127.0.0.1", port, app)
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._thread = Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.append(request)
        super().process_request(request, client_address)

    def server_close(self) -> None:
        for connection in self._connections:
            with suppress(OSError):  # it is closed already
                connection.shutdown(SHUT_RD)
        super().server_close()
