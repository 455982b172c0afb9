"""Connections over TLS: sockets that the server's loop reads and writes as any others."""

from __future__ import annotations

import ssl
from pathlib import Path

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
