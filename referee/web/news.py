"""What was recorded last, in one sentence: for the page of somebody who was busy with something else."""

from __future__ import annotations

from referee.store.clubs import device_names
from referee.store.models import Entry
from referee.web.table_view import TableView
from referee.web.told import known_words
from referee.words import Shown, Text, say

__all__ = ["last_act"]


def last_act(view: TableView, device_id: int) -> Text | None:
    """Who recorded last, and what; ``device_id`` is the phone that reads it. None before the first record."""
    entries = view.kept.entries
    if not entries:
        return None
    last, who = entries[-1], _who(entries[-1], device_id)
    if last.undoes is not None:
        return say("%(who)s a annulé la dernière saisie.", who=who)
    first = next(record for record in entries if record.batch == last.batch)
    if first.amends is not None:
        row = _row(view, first.amends)
        if row is None:
            return say("%(who)s a corrigé une saisie.", who=who)
        return say("%(who)s a corrigé la donne %(n)s.", who=who, n=row)
    return _recorded(view, last, who)


def _recorded(view: TableView, last: Entry, who: Shown | str) -> Text:
    step = (last.entry or {}).get("step")
    if last.ruling is not None:
        return say("%(who)s a noté une décision de l'arbitre.", who=who)
    if step == "note":
        return say("%(who)s a écrit une note.", who=who)
    if step == "penalty":
        return say("%(who)s a noté une faute.", who=who)
    if step == "relay":
        return say("%(who)s a noté un remplacement.", who=who)
    if step == "end":
        return say("%(who)s a arrêté la partie.", who=who)
    deal = _row(view, last.position)
    if deal is None:
        what, _ = known_words(view)[str(step), ""]
        return say("%(who)s a noté « %(what)s ».", who=who, what=what)
    if view.position.over:
        return say("%(who)s a noté la donne %(n)s. La partie est finie.", who=who, n=deal)
    return say("%(who)s a noté la donne %(n)s.", who=who, n=deal)


def _row(view: TableView, position: int) -> int | None:
    """The number of the completed deal that the entry at this position of the log belongs to."""
    rows = (row for row in view.rounds if row.complete)
    found = (row for row in rows if any(view.standing[index].position == position for index in row.entries))
    return next((row.number for row in found), None)


def _who(record: Entry, device_id: int) -> Shown | str:
    """The person, else whose phone it is, else which of the two."""
    if record.device_id == device_id:
        return record.person or say("Ce téléphone")
    return record.person or device_names([record.device_id]).get(record.device_id or 0) or say("Un autre téléphone")
