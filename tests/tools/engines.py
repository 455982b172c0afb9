"""Firefox and Safari's engine, spoken to directly: both know the commands of WebDriver, each over a wire of its own.

Firefox listens on a socket (Marionette); WebKitGTK brings a small HTTP server and a browser without a toolbar. Nothing
is installed but packages of Debian; both are made as narrow as a phone, which neither is meant for.
"""

import base64
import glob
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from tests.running import free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver hands an element over."""

PATIENCE = 60
WIDTH, HEIGHT = 360, 640
NARROW_GTK = (
    "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px;"
    " -gtk-icon-transform: scale(0.1); }"
)
NARROW_FIREFOX = ":root, body, #navigator-toolbox, #browser { min-width: 0 !important; }"
PREFERENCES = {
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "intl.accept_languages": "fr",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "app.update.auto": False,
}
CONSOLE = """return Services.console.getMessageArray().filter(one => one instanceof Ci.nsIScriptError)
  .filter(one => /^https?:/.test(one.sourceName)).map(one => one.toString())"""


class RefusedByBrowser(Exception):
    """What the browser says it cannot do."""


class Engine:
    """One window of a browser, the size of a phone's."""

    name: str
    process: subprocess.Popen[bytes]

    def __init__(self, home: Path | None = None) -> None:
        """``home``: where its profile stays when it is closed; without one it is gone then."""
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.home = home or Path(self.folder.name)
        self.port = free_port()

    def ask(self, command: str, **parameters: Any) -> Any:
        """A command of WebDriver.

        :raises Refused: the browser says no.
        """
        raise NotImplementedError

    def faults(self) -> list[str]:
        """What the scripts and the content policy complained about."""
        raise NotImplementedError

    def fit(self) -> None:
        """Make the page itself as large as a phone's."""
        self.ask("SetWindowRect", width=WIDTH, height=HEIGHT)
        width, height = self.run("return [innerWidth, innerHeight]")
        self.ask("SetWindowRect", width=2 * WIDTH - width, height=2 * HEIGHT - height)

    def run(self, script: str, *given: Any) -> Any:
        return self.ask("ExecuteScript", script=script, args=list(given))

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("TakeScreenshot", full=False)))

    def close(self) -> None:
        """End the browser and all that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=PATIENCE)
        self.folder.cleanup()

    def _start(self, *command: str | Path, **environment: str) -> None:
        log = open(self.home / "log", "wb")  # noqa: SIM115
        own = {**os.environ, "HOME": str(self.home), **environment}
        self.process = subprocess.Popen(command, env=own, stdout=log, stderr=log, start_new_session=True)
        log.close()


class Firefox(Engine):
    """A message is its length, a colon, and a list; answers come in the order of the commands."""

    name = "firefox"

    def __init__(self, home: Path | None = None) -> None:
        super().__init__(home)
        (self.home / "chrome").mkdir(exist_ok=True)
        (self.home / "chrome" / "userChrome.css").write_text(NARROW_FIREFOX)
        wanted = {**PREFERENCES, "marionette.port": self.port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items()]
        (self.home / "user.js").write_text("".join(lines))
        self._start(
            "firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile",
            self.home,
        )  # fmt: skip
        self._socket: socket.socket = _soon(lambda: socket.create_connection(("127.0.0.1", self.port)))
        self._wire: IO[bytes] = self._socket.makefile("rwb")
        self._next_message()
        self._number = 0
        self.ask("NewSession", capabilities={})
        self.fit()

    def ask(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        name = command if ":" in command else f"WebDriver:{command}"
        message = json.dumps([0, self._number, name, parameters]).encode()
        self._wire.write(b"%d:%s" % (len(message), message))
        self._wire.flush()
        _, _, error, answer = self._next_message()
        if error:
            raise RefusedByBrowser(error["message"])
        return answer["value"] if set(answer) == {"value"} else answer

    def close(self) -> None:
        super().close()
        self._wire.close()
        self._socket.close()

    def faults(self) -> list[str]:
        self.ask("Marionette:SetContext", value="chrome")
        said: list[str] = self.run(CONSOLE)
        self.ask("Marionette:SetContext", value="content")
        return said

    def _next_message(self) -> Any:
        digits = b""
        while (sign := self._wire.read(1)) != b":":
            digits += sign
        return json.loads(self._wire.read(int(digits)))


class WebKit(Engine):
    """Each command is a path of a small HTTP server, which stands before the browser."""

    name = "webkit"
    PATHS = {
        "Navigate": ("POST", "/url"),
        "ExecuteScript": ("POST", "/execute/sync"),
        "TakeScreenshot": ("GET", "/screenshot"),
        "SetWindowRect": ("POST", "/window/rect"),
        "Back": ("POST", "/back"),
        "SwitchToFrame": ("POST", "/frame"),
        "ElementClick": ("POST", "/element/{id}/click"),
        "ElementSendKeys": ("POST", "/element/{id}/value"),
        "ElementClear": ("POST", "/element/{id}/clear"),
    }

    def __init__(self, home: Path | None = None) -> None:
        super().__init__(home)
        (self.home / "gtk-3.0").mkdir(exist_ok=True)
        (self.home / "gtk-3.0" / "gtk.css").write_text(NARROW_GTK)
        self._session = ""
        self._start(
            "xvfb-run", "--auto-servernum", "--server-args=-screen 0 1024x1024x24", "WebKitWebDriver",
            f"--port={self.port}", XDG_CONFIG_HOME=str(self.home), WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
        )  # fmt: skip
        _soon(lambda: self._send("GET", "/status", None))
        browser = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0]
        arguments = ["--automation", "--enable-write-console-messages-to-stdout=true"]
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": arguments}}
        session = self._send("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self._session = f"/session/{session['sessionId']}"
        self.fit()

    def ask(self, command: str, **parameters: Any) -> Any:
        method, path = self.PATHS[command]
        return self._send(method, self._session + path.format(**parameters), parameters if method == "POST" else None)

    def faults(self) -> list[str]:
        lines = (self.home / "log").read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if line.startswith("CONSOLE") and "ERROR" in line]

    def _send(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=3 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RefusedByBrowser(json.load(error)["value"]["message"]) from None


def _soon(attempt: Callable[[], Any]) -> Any:
    """What comes of it as soon as somebody listens."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
