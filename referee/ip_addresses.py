"""The address of this machine for phones, and the part of an address that counts as one client."""

from __future__ import annotations

import ipaddress
import socket

IPV6_PREFIX = 64
"""Bits of an IPv6 address that name the network of one customer."""


def network_address() -> str | None:
    """The address of this machine on the local network, found without sending a packet; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: a route is looked up, no packet leaves
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def client_network(address: str) -> str:
    """The key under which a client is counted: its IPv4 address, or the network of its IPv6 address.

    What is no address is its own key.

    >>> client_network("192.0.2.7"), client_network("2001:db8:1:2:3:4:5:6"), client_network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.ip_network((read, IPV6_PREFIX), strict=False))
