"""What was recorded last, in one sentence: for the page of somebody who was busy with something else."""

from __future__ import annotations

from referee.store.club.clubs import device_names
from referee.store.match.log_pages import records_at
from referee.store.models import Record
from referee.web.matches.entry_words import words_of
from referee.web.matches.match_view import MatchView
from referee.words import Shown, Text, say


def last_act(view: MatchView, device_id: int) -> Text | None:
    """Who recorded last, and what; ``device_id`` is the phone that reads it. None before the first record."""
    if not view.length:
        return None
    batch = view.stored.log[-1].batch or 0
    rows = records_at(view.stored.match.id, (batch, view.length - 1))
    first, last = rows[batch], rows[view.length - 1]
    who = _who(last, device_id)
    if last.undoes is not None:
        return say("%(who)s a annulé la dernière saisie.", who=who)
    if first.amends is not None:
        return _amended(view, first, first.amends, who)
    return _recorded(view, last, who)


def _amended(view: MatchView, first: Record, position: int, who: Shown | str) -> Text:
    if first.entry is None:
        return say("%(who)s a retiré une saisie.", who=who)
    if view.entries_before([first])[first.position] is None:
        return say("%(who)s a rétabli ce qui était annulé.", who=who)
    row = _row(view, position)
    if row is None:
        return say("%(who)s a corrigé une saisie.", who=who)
    return say("%(who)s a corrigé la donne %(n)s.", who=who, n=row)


def _recorded(view: MatchView, last: Record, who: Shown | str) -> Text:
    step = (last.entry or {}).get("step")
    if last.ruling is not None:
        return say("%(who)s a noté une décision de l'arbitre.", who=who)
    common = {
        "note": say("%(who)s a écrit une note.", who=who),
        "penalty": say("%(who)s a noté une faute.", who=who),
        "relay": say("%(who)s a noté un remplacement.", who=who),
        "end": say("%(who)s a arrêté la partie.", who=who),
    }
    if step in common:
        return common[step]
    deal = _row(view, last.position)
    if deal is None:
        what, _ = words_of(view, (last.entry,))[str(step), ""]
        return say("%(who)s a noté « %(what)s ».", who=who, what=what)
    if view.state.over:
        return say("%(who)s a noté la donne %(n)s. La partie est finie.", who=who, n=deal)
    return say("%(who)s a noté la donne %(n)s.", who=who, n=deal)


def _row(view: MatchView, position: int) -> int | None:
    """The number of the completed deal that the entry at this position of the log belongs to."""
    row = view.row_of(position)
    return row.number if row is not None and row.complete else None


def _who(record: Record, device_id: int) -> Shown | str:
    """The person, else whose phone it is, else which of the two."""
    if record.device_id == device_id:
        return record.person or say("Ce téléphone")
    return record.person or device_names([record.device_id]).get(record.device_id or 0) or say("Un autre téléphone")
