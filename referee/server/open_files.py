"""Derive the number of possible connections from the process's limit of open files, and raise that limit."""

from __future__ import annotations

import select

OTHER_FILES = 1024
"""Files beside the connections: of the database (each of its connections has three), and of bodies that are large."""
WITHOUT_POLL = 256
"""Connections where there is only ``select``, which knows 512 files at most."""


def connections_possible(wanted: int) -> int:
    """As many as wanted, or fewer where the machine does not allow so many files; the limit is raised first."""
    if not hasattr(select, "poll"):
        return min(wanted, WITHOUT_POLL)
    allowed = _raised(wanted + OTHER_FILES)
    return max(1, min(wanted, max(allowed - OTHER_FILES, allowed // 2)))


def _raised(needed: int) -> int:
    """The number of files this process may open, raised to what is needed as far as it can be."""
    import resource  # not everywhere; where it is not, poll is neither

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return needed
    possible = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    except (OSError, ValueError):  # a system may allow less than it says
        return soft
    return possible
