"""What the person chose on the page of a table, from its form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from referee.bundles.papers.drafts import Settled
from referee.bundles.papers.header_words import Role
from referee.bundles.papers.understanding import KINDS, ROLES, Wishes

YES_OR_NO: Mapping[str, bool] = {"1": True, "0": False}
LONGEST = 400
"""Characters of a choice."""


@dataclass(frozen=True)
class PaperChoices:
    """The choices: of the file, of what the table is, and of what is settled once.

    ``shown``: the table for whose columns the choices were made.
    """

    encoding: str = ""
    sheet: int = 0
    wishes: Wishes = Wishes()
    settled: Settled = Settled()
    shown: str = ""

    @property
    def wishes_without_columns(self) -> Wishes:
        """The wishes about the table as a whole: of one that was turned round, its kind is proposed anew."""
        wishes = self.wishes
        _, _, kind, lying, _ = self.shown.split("/") if self.shown.count("/") == 4 else [""] * 5
        was_turned = lying != "" and wishes.lying is not None and wishes.lying != (lying == "1")
        chosen = None if was_turned and wishes.kind == kind else wishes.kind
        return Wishes(chosen, wishes.lying, wishes.has_head, wishes.numbers, wishes.order)


def choices_of(form: Mapping[str, Any]) -> PaperChoices:
    """The choices in a form; what it does not hold is proposed."""
    kind, order, numbers = form.get("kind", ""), form.get("order", ""), form.get("numbers", "")
    wishes = Wishes(
        kind=kind if kind in KINDS else None,
        lying=YES_OR_NO.get(form.get("lying", "")),
        has_head=YES_OR_NO.get(form.get("head", "")),
        numbers=numbers if numbers in ("each", "running") else "",
        order=order if order in ("day", "month") else None,
        roles=_roles(form),
        names={int(at): value[:LONGEST] for at, value in _parts(form, "name").items() if at.isdigit()},
    )
    settled = Settled(
        day=_day(form.get("day", "")),
        game=form.get("game", "")[:60],
        games=_parts(form, "game"),
        sides=_parts(form, "side"),
        same=_parts(form, "same"),
        leave="leave" in form,
    )
    sheet = form.get("sheet", "")
    return PaperChoices(
        form.get("encoding", ""), int(sheet) if sheet.isdigit() and len(sheet) < 4 else 0, wishes, settled,
        form.get("shown", ""),
    )  # fmt: skip


def _parts(form: Mapping[str, Any], key: str) -> dict[str, str]:
    """The values whose names begin with the key and a point, by what comes after it."""
    start = f"{key}."
    return {name.removeprefix(start): value[:LONGEST] for name, value in form.items() if name.startswith(start)}


def _roles(form: Mapping[str, Any]) -> dict[int, Role]:
    return {
        int(at): value  # type: ignore[misc]
        for at, value in _parts(form, "role").items()
        if at.isdigit() and value in ROLES
    }


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
