"""Who asks: one place that finds the device and its club, and lets only keepers record."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import abort, g, session

from referee.store.clubs import Present, found_club, present
from referee.store.matches import Author, Kept, load

__all__ = ["author", "current", "kept_or_404", "keeper_or_founder", "remember", "keepers_only"]

P = ParamSpec("P")
R = TypeVar("R")


def current() -> Present | None:
    """The device that asks and its club, looked up once a request; None before it joined or founded one."""
    if "present" not in g:
        g.present = present(session.get("device"))
    found: Present | None = g.present
    return found


def remember(device_key: str) -> None:
    """Keep the device's key in its signed cookie, for good."""
    session.permanent = True
    session["device"] = device_key
    g.pop("present", None)


def keeper_or_founder() -> Present:
    """Who starts a match: a keeper, or a new device, which becomes keeper of a new club. A watcher gets 403."""
    here = current()
    if here is None:
        here = found_club()
        remember(here.device.key)
        g.present = here
    if not here.keeps:
        abort(403)
    return here


def keepers_only(view: Callable[P, R]) -> Callable[P, R]:
    """Let only keepers of a club through: nobody gets 404, a watcher 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        here = current()
        if here is None:
            abort(404)
        if not here.keeps:
            abort(403)
        return view(*args, **kwargs)

    return guarded


def kept_or_404(public_id: str) -> Kept:
    """A match of the reader's own club; anything else does not exist."""
    here = current()
    kept = load(here.club.id, public_id) if here else None
    if kept is None:
        abort(404)
    return kept


def author(reason: str = "", person: str | None = None) -> Author:
    """Who records now: this device, and the person it named last."""
    here = current()
    if person is not None:
        session["person"] = person
    name: Any = session.get("person", "")
    return Author(here.device.id if here else None, str(name)[:40], reason[:200])
