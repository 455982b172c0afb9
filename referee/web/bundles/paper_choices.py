"""What the person chose on the page of a table, from its form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from referee.bundles.papers.drafts.named_games import Decisions
from referee.bundles.papers.drafts.plan import DASH_READINGS
from referee.bundles.papers.header_words import Role
from referee.bundles.papers.table_columns import ROLES, TABLE_KINDS
from referee.bundles.papers.understanding import Wishes
from referee.web.bundles.waiting_files import clean_filename

YES_OR_NO: Mapping[str, bool] = {"1": True, "0": False}
LONGEST = 400
"""Characters of a choice."""


@dataclass(frozen=True)
class PaperChoices:
    """The choices: of the file, of what the table is, and of what is settled once.

    ``shown``: the table for whose columns the choices were made. ``opened``: the table is not folded. ``filename``: of
    the file that was sent.
    """

    encoding: str = ""
    sheet: int = 0
    wishes: Wishes = Wishes()
    decisions: Decisions = Decisions()
    shown: str = ""
    opened: bool = False
    filename: str = ""

    @property
    def wishes_without_columns(self) -> Wishes:
        """The wishes about the table as a whole: of one that was turned round, its kind is proposed anew, of another
        sheet all of it.
        """
        wishes = self.wishes
        sheet, _, kind, lying, _ = self.shown.split("/") if self.shown.count("/") == 4 else [""] * 5
        if sheet and sheet != str(self.sheet):
            return Wishes()
        was_turned = lying != "" and wishes.lying is not None and wishes.lying != (lying == "1")
        chosen = None if was_turned and wishes.kind == kind else wishes.kind
        return Wishes(chosen, wishes.lying, wishes.has_head, wishes.numbers, wishes.order, wishes.sign)


def choices_of(form: Mapping[str, Any]) -> PaperChoices:
    """The choices in a form; what it does not hold is proposed."""
    kind, order, numbers, sign = (form.get(key, "") for key in ("kind", "order", "numbers", "sign"))
    dash = form.get("dash", "")
    wishes = Wishes(
        kind=kind if kind in TABLE_KINDS else None,
        lying=YES_OR_NO.get(form.get("lying", "")),
        has_head=YES_OR_NO.get(form.get("head", "")),
        numbers=numbers if numbers in ("each", "running") else "",
        order=order if order in ("day", "month") else None,
        sign=sign if sign in ("minus", "dash") else "",
        roles=_roles(form),
        names={int(at): value[:LONGEST] for at, value in _parts(form, "name").items() if at.isdecimal()},
    )
    decisions = Decisions(
        day=_day(form.get("day", "")),
        game=form.get("game", "")[:60],
        games=_parts(form, "game"),
        sides=_parts(form, "side"),
        same=_parts(form, "same"),
        dash=dash if dash in DASH_READINGS else "",
        leave="leave" in form,
    )
    sheet = form.get("sheet", "")
    return PaperChoices(
        encoding=form.get("encoding", ""),
        sheet=int(sheet) if sheet.isdecimal() and len(sheet) < 4 else 0,
        wishes=wishes,
        decisions=decisions,
        shown=form.get("shown", ""),
        opened="opened" in form,
        filename=clean_filename(form.get("filename", "")),
    )


def _parts(form: Mapping[str, Any], key: str) -> dict[str, str]:
    """The values whose names begin with the key and a point, by what comes after it."""
    start = f"{key}."
    return {name.removeprefix(start): value[:LONGEST] for name, value in form.items() if name.startswith(start)}


def _roles(form: Mapping[str, Any]) -> dict[int, Role]:
    return {
        int(at): value  # type: ignore[misc]
        for at, value in _parts(form, "role").items()
        if at.isdecimal() and value in ROLES
    }


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
