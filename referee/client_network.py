"""The part of an IP address that counts as one client."""

from __future__ import annotations

import ipaddress

IPV6_PREFIX = 64
"""Bits of an IPv6 address that name the network of one customer."""


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
