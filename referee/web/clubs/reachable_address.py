"""Addresses that another phone can open."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from flask import current_app

from referee.lan_address import is_this_machine, network_address
from referee.words import Text, say

THIS_MACHINE_ALONE = say(
    "Seul cet appareil peut ouvrir ce lien : le serveur n'écoute que lui."
    " HOST=0.0.0.0 l'ouvre aux téléphones du réseau."
)
NO_NETWORK = say("Seul cet appareil peut ouvrir ce lien : il n'est sur aucun réseau.")


def reachable(address: str) -> str:
    """The address with the network's address in the place of localhost."""
    parts = urlsplit(address)
    outside = network_address() if current_app.config["LISTENS_EVERYWHERE"] and _is_local(address) else None
    if outside is None:
        return address
    return urlunsplit(parts._replace(netloc=outside if parts.port is None else f"{outside}:{parts.port}"))


def why_no_phone_comes(address: str) -> Text | None:
    """Why no other phone can open a ``reachable`` address; None where they can."""
    if not _is_local(address):
        return None
    return NO_NETWORK if current_app.config["LISTENS_EVERYWHERE"] else THIS_MACHINE_ALONE


def _is_local(address: str) -> bool:
    return is_this_machine(urlsplit(address).hostname or "")
