"""The addresses of a server on this machine: for its own browser, and for the phones on the local network."""

from __future__ import annotations

import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::")


def is_this_machine(host: str) -> bool:
    """Whether a name or an address leads to the machine itself, and no other machine comes by it.

    >>> [is_this_machine(host) for host in ("localhost", "127.0.1.1", "::1", "192.0.2.7", "cards.example")]
    [True, True, True, False, False]
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_address() -> str | None:
    """The address of this machine on the local network, found without sending a packet; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: a route is looked up, no packet leaves
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def local_url(host: str, port: int, encrypted: bool) -> str:
    """The URL of a server that listens at ``host``, in a browser of this machine.

    >>> local_url("0.0.0.0", 8000, False), local_url("2001:db8::7", 8000, True)
    ('http://localhost:8000', 'https://[2001:db8::7]:8000')
    """
    return _url("localhost" if host in EVERYWHERE or is_this_machine(host) else host, port, encrypted)


def network_url(host: str, port: int, encrypted: bool) -> str | None:
    """The same on the phones; None: it listens to this machine alone, or there is no local network."""
    if is_this_machine(host):
        return None
    address = network_address() if host in EVERYWHERE else host
    return None if address is None else _url(address, port, encrypted)


def _url(host: str, port: int, encrypted: bool) -> str:
    return f"{'https' if encrypted else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"
