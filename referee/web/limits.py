"""How often somebody may try: to join, to come back with a recovery code, to found a club. Nothing else is limited."""

from __future__ import annotations

from collections.abc import Callable

from flask import current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from referee.web.access import current

__all__ = ["LIMITS", "another_club", "founding", "joining", "limiter", "recovering"]

LIMITS = {
    "founding": "30 per minute; 300 per day",
    "joining": "120 per minute",
    "recovering": "10 per minute; 100 per day",
}
"""For one address: a whole camp may stand behind it. ``app.config["LIMITS"]`` holds those of an application."""

limiter = Limiter(get_remote_address, storage_uri="memory://")


def _of(name: str) -> Callable[[], str]:
    return lambda: str(current_app.config["LIMITS"][name])


joining = limiter.shared_limit(_of("joining"), scope="joining")
recovering = limiter.shared_limit(_of("recovering"), scope="recovering", methods=["POST"])
another_club = limiter.shared_limit(_of("founding"), scope="founding")
founding = limiter.shared_limit(
    _of("founding"),
    scope="founding",
    exempt_when=lambda: current() is not None,
    deduct_when=lambda answer: answer.status_code == 303,
)
"""Starting a match founds a club only where there is none yet, and only when the match does start."""
