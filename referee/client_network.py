"""The part of an IP address that counts as one client."""

from __future__ import annotations

import ipaddress

IPV6_PREFIX, IPV6_SITE = 64, 48
"""Bits of an IPv6 address that name one network of a customer, and the most networks that one customer is given."""


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


def client_site(address: str) -> str:
    """The key under which all networks of one customer are counted: as :func:`client_network`, but 65,536 networks of
    IPv6 together.

    >>> client_site("192.0.2.7"), client_site("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1::/48')
    """
    network = client_network(address)
    if not network.endswith(f"/{IPV6_PREFIX}"):
        return network
    return str(ipaddress.ip_network(network).supernet(new_prefix=IPV6_SITE))
