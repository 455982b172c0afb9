"""Connections over TLS: sockets that the server's loop reads and writes as any others."""

from __future__ import annotations

import errno
import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.settings import BadSetting
from referee.words import say

AT_ONCE = 64 * 1024


def encryption(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """What encrypts connections; None where there is no certificate.

    :raises BadSetting: the certificate cannot be read, or the key is not its own.
    """
    if certificate is None:
        if key is not None:
            raise BadSetting(say("Une clé (--key) ne sert qu'avec son certificat (--certificate)."))
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key, password=lambda: "")
    except OSError:  # an SSLError is one too
        message = say(
            "Le certificat %(certificate)s ne se lit pas, ou la clé (--key), sans mot de passe, n'est pas la sienne.",
            certificate=str(certificate),
        )
        raise BadSetting(message) from None
    return context


class EncryptedSocket:
    """A socket that never waits; only one thread at a time reads or writes it, for its encryption bears no more."""

    def __init__(self, plain: socket.socket, context: ssl.SSLContext) -> None:
        plain.setblocking(False)
        self._socket = context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        self._lock = threading.Lock()
        self._read: bytes | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    def ready(self) -> bool:
        """Whether there is something to read, or its end: not every packet holds something for the reader."""
        if self._read is None:
            with self._lock, suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
                try:
                    self._read = self._socket.recv(AT_ONCE)
                    while self._read and self._socket.pending():
                        self._read += self._socket.recv(AT_ONCE)
                except (ssl.SSLError, ConnectionError) as error:
                    if isinstance(error, (ssl.SSLWantReadError, ssl.SSLWantWriteError)):
                        raise
                    self._read = self._read or b""
        return self._read is not None

    def recv(self, _size: int) -> bytes:
        """What ``ready`` has found."""
        found = self._read if self.ready() else None
        if found is None:
            raise BlockingIOError(errno.EWOULDBLOCK, "nothing yet")
        self._read = None
        return found

    def send(self, data: bytes) -> int:
        """How much of it has gone."""
        with self._lock:
            try:
                return self._socket.send(data)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                raise BlockingIOError(errno.EWOULDBLOCK, "not yet") from None
            except ssl.SSLError:
                raise ConnectionResetError(errno.ECONNRESET, "no more") from None

    def close(self) -> None:
        """Say that this was all, as far as that can be said at once."""
        with self._lock:
            with suppress(OSError, ValueError):
                self._socket.unwrap()
            self._socket.close()
