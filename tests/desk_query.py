"""The facts of a question as its form sends them: what stands in the address of a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

__all__ = ["query"]


def query(facts: Mapping[str, Any], players: tuple[str, ...] = ()) -> str:
    """The query string of these raw facts; players stand in it by their seat."""
    return urlencode(list(_pairs(facts, players)))


def _pairs(facts: Mapping[str, Any], players: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    seats = players or tuple(facts.get("players", ())) if isinstance(facts.get("players"), list) else players
    for key, value in facts.items():
        if key in ("players", "teams") and isinstance(value, list):
            yield "n", str(len(seats) or 4)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from _told_by_players(key, value, seats)
        elif isinstance(value, list) and key == "winners":
            yield from ((f"{key}.t{trick}", "-" if one is None else one) for trick, one in enumerate(value, 1))
        elif isinstance(value, list) and key == "bids":
            yield from ((f"{key}.{number}", str(one)) for number, one in enumerate(value, 1))
        elif isinstance(value, list):
            yield from ((key, str(one)) for one in value)
        else:
            yield key, "-" if value is None else {True: "1", False: "0"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _told_by_players(key: str, value: list[dict[str, str]], seats: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if "bid" in value[0]:
        yield from ((f"{key}.{seats.index(one['player']) if seats else at}", one["bid"]) for at, one in enumerate(value))
        return
    yield f"{key}.leader", value[0]["player"]
    yield key, " ".join(one["card"] for one in value)
