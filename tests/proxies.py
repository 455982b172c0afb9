"""Reverse proxies of the distribution before real servers: Caddy, and an nginx that keeps events back."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.hosting.host_files import FOLDER
from tests.running import RunningServer, free_port
from tests.tools.needs import proxy

CADDYFILE = FOLDER / "Caddyfile"
PATIENCE = 60
"""Seconds a proxy may take to come up."""
BUFFERING = """
daemon off;
pid {folder}/pid;
error_log {folder}/log;
{user}
events {{}}
http {{
    access_log off;
    {more}
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/none;
    uwsgi_temp_path {folder}/none;
    scgi_temp_path {folder}/none;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://127.0.0.1:{to};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_buffering on;
            proxy_ignore_headers X-Accel-Buffering;
        }}
    }}
}}
"""
"""nginx, told not to do as it is asked by ``X-Accel-Buffering: no``: what fills a buffer or comes alone goes on."""
GZIP = "gzip on; gzip_proxied any; gzip_types *; gzip_min_length 0;"
"""With these it packs answers, and sends no event on before there are many."""


@dataclass(frozen=True, slots=True)
class Proxied:
    """Several processes behind one address; ``url`` and ``port`` are the proxy's."""

    port: int
    servers: tuple[RunningServer, ...]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def behind_caddy(folder: Path, database: str, processes: int = 2, **environment: str) -> Iterator[Proxied]:
    """So many processes on one database, behind the block that the Caddyfile has for several of them."""
    settings = {"DATABASE_URL": database, "REFEREE_BEHIND_PROXY": "1", **environment}
    with ExitStack() as stack:
        servers = [stack.enter_context(RunningServer(folder, **settings)) for _ in range(processes)]
        port = free_port()
        text = _several(CADDYFILE.read_text("utf-8"), [server.port for server in servers])
        (folder / "Caddyfile").write_text(
            f"{{\n\tadmin off\n\tgrace_period 1s\n}}\nhttp://127.0.0.1:{port} {{\n{text}}}\n"
        )
        command = [proxy("Caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
        stack.enter_context(_running(command, folder, port))
        yield Proxied(port, tuple(servers))


def _several(caddyfile: str, ports: list[int]) -> str:
    """The commented blocks, of the streams and of all else, for these ports."""
    (streams,) = re.findall(r"^\t(@streams .*)$", caddyfile, re.MULTILINE)
    blocks = re.findall(r"^# reverse_proxy (.*?)127.*?\{$(.*?)^# \}$", caddyfile, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    servers = " ".join(f"127.0.0.1:{port}" for port in ports)
    lines = [streams]
    for matcher, settings in blocks:
        lines.append(f"reverse_proxy {matcher}{servers} {{")
        lines += [line.removeprefix("#").strip() for line in settings.splitlines()]
        lines.append("}")
    return "\n".join([*lines, ""])


@contextmanager
def behind_nginx(folder: Path, server: RunningServer, more: str = "") -> Iterator[str]:
    """The address of an nginx before the server that buffers its answers; ``more``: further directives."""
    port = free_port()
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(BUFFERING.format(folder=folder, port=port, to=server.port, user=user, more=more))
    command = [proxy("nginx"), "-p", str(folder), "-e", str(folder / "log"), "-c", str(folder / "nginx.conf")]
    with _running(command, folder, port):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    log = folder / "proxy.log"
    with log.open("wb") as stream:
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        process = subprocess.Popen(command, env={**os.environ, **home}, stdout=stream, stderr=stream)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _listens(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text(errors="replace"))
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
