"""Addresses that another phone can open."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from flask import current_app

from referee.lan_address import network_address

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def reachable(address: str) -> str:
    """The address with the network's address in the place of localhost."""
    parts = urlsplit(address)
    outside = network_address() if current_app.config["LISTENS_EVERYWHERE"] and parts.hostname in LOOPBACK else None
    if outside is None:
        return address
    return urlunsplit(parts._replace(netloc=outside if parts.port is None else f"{outside}:{parts.port}"))
