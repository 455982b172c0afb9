"""The certificate of https: loaded at the start, and again when its files have changed.

Who renews a certificate (certbot, acme.sh, step) writes new files under the same names: the next handshakes show the
new one, connections that are open stay, and nothing stops.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from contextlib import suppress
from pathlib import Path

from referee.settings import BadSetting
from referee.words import say

LOOK_EVERY = 30.0
"""Seconds between two looks at the files."""

log = logging.getLogger("referee.certificate")


def encryption(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """The TLS context; None without a certificate.

    :raises BadSetting: the certificate cannot be read, or the key does not belong to it.
    """
    if certificate is None:
        if key is not None:
            raise BadSetting(say("Une clé (--key) ne sert qu'avec son certificat (--certificate)."))
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key, password=lambda: "")
    except OSError:  # an SSLError is one too
        message = say(
            "Le certificat %(certificate)s ne se lit pas, ou la clé (--key), sans mot de passe, n'est pas la sienne.",
            certificate=str(certificate),
        )
        raise BadSetting(message) from None
    return context


async def renew(context: ssl.SSLContext | None, certificate: Path | None, key: Path | None) -> None:
    """Load the files again whenever they change; what cannot be used, such as one file of two, is left for later."""
    if context is None or certificate is None:
        return
    shown = refused = _times(certificate, key)
    while True:
        await asyncio.sleep(LOOK_EVERY)
        times = _times(certificate, key)
        if times in (shown, refused):
            continue
        try:
            encryption(certificate, key)  # a context of its own: one that fails would be left without its key
            context.load_cert_chain(certificate, key, password=lambda: "")
        except (BadSetting, OSError) as error:
            refused = times
            log.error("certificate: the old one is still shown. %s", error)
        else:
            shown = times
            log.warning("certificate: a new one is shown")


def _times(*files: Path | None) -> list[int]:
    """When each file was written; 0: it is not there now."""
    times = []
    for file in files:
        times.append(0)
        if file is not None:
            with suppress(OSError):
                times[-1] = file.stat().st_mtime_ns
    return times
