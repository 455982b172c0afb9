"""The last batch of a match in words: one line above the question, and who recorded it for the other phones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Question
from referee.game_definition.match_course import COMMON_STEPS
from referee.game_definition.offences import REDEAL, Effect, Offence
from referee.game_definition.sheet import Round
from referee.game_definition.table_changes import ADJUST, BETWEEN_DEALS
from referee.matches.log import Record
from referee.matches.setup_correction import STEP as SETUP
from referee.matches.setup_correction import is_setup, setup_change
from referee.store.clubs.clubs import device_names
from referee.store.matches.record_queries import records_at
from referee.web.matches import match_log
from referee.web.matches.match_log import questions_of, words_of
from referee.web.matches.match_view import MatchView
from referee.web.rendering.name_forms import fitting_form
from referee.web.table_changes.changes_in_words import change_in_words
from referee.words import Listing, Renderable, Text, say, signed
from referee.words.elision import elides
from referee.words.line_breaks import HYPHEN

LONGEST_NOTE = 60
LETTERS = {2: 20, 3: 13, 4: 13}
"""How long the names of so many sides may be in the line of what each gained."""
LETTERS_OF_MORE = 8
"""The same of more sides."""


@dataclass(frozen=True, slots=True)
class LastBatch:
    """A sentence, the row that was written, and whether what was undone can be restored.

    ``whole``: the sentence is shown on as many lines as it needs.
    """

    sentence: Text
    row: Round | None = None
    restorable: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Continuation:
    """A label inside a sentence: without the capital it begins with."""

    label: Renderable

    def render(self, language: str) -> str:
        words = self.label.render(language)
        return words[:1].lower() + words[1:]


class Act(Enum):
    """What the records of a batch do together."""

    RECORDED = auto()
    CORRECTED = auto()
    REMOVED = auto()
    RESTORED = auto()
    UNDONE = auto()
    REPLACED = auto()
    INSERTED = auto()


def _stored_record(view: MatchView, record: Record) -> Record:
    """The record as stored, with its author, phone and ruling."""
    return records_at(view.stored_match.id, (record.position,))[record.position]


def _last_act(view: MatchView) -> tuple[Act, Record] | None:
    """The act of the last batch, and its first record; None before there is one."""
    log = view.stored_match.log
    if not log:
        return None
    first = log[log[-1].batch or 0]
    if first.undoes is not None:
        return Act.UNDONE, first
    if first.before is not None:
        return Act.INSERTED, first
    if first.amends is None:
        return Act.RECORDED, first
    if any(record.amends is None for record in log[first.position :]):
        return Act.REPLACED, first
    if first.entry is None:
        return Act.REMOVED, first
    if match_log.entries_before(view, [first])[first.position] is None:
        return Act.RESTORED, first
    return Act.CORRECTED, first


def last_batch(view: MatchView) -> LastBatch | None:
    """The last batch of the log in a sentence; None before the first one."""
    batch = _last_act(view)
    if batch is None:
        return None
    act, first = batch
    if act is Act.RECORDED:
        return _batch_of_entry(view, first)
    if act is Act.REPLACED:
        return LastBatch(_replaced(view, first), whole=True)
    what = _subject(view, first.entry_position)
    deal = _completed_deal(view, first.position) if act is Act.INSERTED else None
    if deal is not None:
        return LastBatch(say("Donne %(n)s insérée", n=deal), whole=True)
    sentences = {
        Act.INSERTED: say("Inséré : %(what)s", what=what),
        Act.REMOVED: say("Retiré : %(what)s", what=what),
        Act.RESTORED: say("Rétabli : %(what)s", what=what),
        Act.CORRECTED: say("Corrigé : %(what)s", what=what),
        Act.UNDONE: say("Correction annulée : %(what)s", what=what),
    }
    undone = act is Act.UNDONE
    return LastBatch(
        say("Annulé : %(what)s", what=what) if undone and first.entry is None else sentences[act], None, undone
    )


def last_act(view: MatchView, device_id: int) -> Text | None:
    """The last batch with its author, for the phone ``device_id``; None before the first record."""
    batch = _last_act(view)
    if batch is None:
        return None
    act, first = batch
    row = _stored_record(view, first)
    who = _author(row, device_id)
    if act is Act.RECORDED:
        return _recorded_by(view, row, who)
    if act is Act.REPLACED:
        return say("%(who)s : %(what)s.", who=who, what=Continuation(_replaced(view, first)))
    deal = _completed_deal(view, first.entry_position)
    if act is Act.CORRECTED and deal is not None:
        return say("%(who)s a corrigé la donne %(n)s.", who=who, n=deal)
    if act is Act.INSERTED and deal is not None:
        return say("%(who)s a inséré la donne %(n)s.", who=who, n=deal)
    return {
        Act.UNDONE: say("%(who)s a annulé la dernière saisie.", who=who),
        Act.REMOVED: say("%(who)s a retiré une saisie.", who=who),
        Act.RESTORED: say("%(who)s a rétabli ce qui était annulé.", who=who),
        Act.INSERTED: say("%(who)s a inséré une saisie oubliée.", who=who),
        Act.CORRECTED: say("%(who)s a corrigé une saisie.", who=who),
    }[act]


def _replaced(view: MatchView, first: Record) -> Text:
    """A batch that takes entries away and records others in their place: a version of another phone."""
    new = next(record for record in view.stored_match.log[first.position :] if record.amends is None)
    deal = match_log.deal_of(view, new.position)
    if deal is None:
        return say("La suite de la partie est remplacée")
    return say("La suite de la partie est remplacée, à partir de la donne %(n)s", n=deal)


def _subject(view: MatchView, position: int) -> Text:
    """The entry at this position as a noun: "les plis de la donne 24", "l'arrivée de Zoé", "Bob, maldonne"."""
    entry = view.stored_match.log[position].entry or {}
    question = _question(view, entry)
    subject = question.subject if question else say("la saisie")
    if is_setup(entry):
        return say("les réglages de départ")
    if entry.get("step") == "penalty":
        offence = Continuation(_offence(view, entry).label)
        return say("%(player)s, %(offence)s", player=entry["player"], offence=offence)
    if "player" in entry:
        name = entry["player"]
        if elides(name):
            return say("%(what)s d'%(name)s", what=subject, name=name)
        return say("%(what)s de %(name)s", what=subject, name=name)
    if entry.get("step") in COMMON_STEPS:
        return subject
    return say("%(what)s de la donne %(n)s", what=subject, n=match_log.deal_of(view, position) or view.state.deal)


def _question(view: MatchView, entry: Mapping[str, Any]) -> Question | None:
    step = entry.get("step")
    possible = common_questions(view.game, view.state) if step in COMMON_STEPS else questions_of(view, (entry,))
    return next((question for question in possible if question.step == step), None)


def _batch_of_entry(view: MatchView, last: Record) -> LastBatch:
    entry = last.entry or {}
    row = view.rounds[-1] if view.rounds and view.rounds[-1].entries else None
    if row is not None and view.current[row.entries[-1]].position != last.position:
        row = None
    if entry["step"] == "note" and _stored_record(view, last).ruling is not None:
        return LastBatch(say("Décision de l'arbitre notée"))
    if entry["step"] in _COMMON:
        return LastBatch(_COMMON[entry["step"]](view, entry), row, whole=entry["step"] in ("penalty", SETUP))
    if row is not None:
        return LastBatch(_gains(view, row), row)
    return LastBatch(_step(view, entry), row)


def _signed_points(view: MatchView, points: Mapping[str, int]) -> str:
    """The points of each side, but 0: "Ana +5, M.‑Bern. −3", each name in a form that leaves room for all."""
    letters = LETTERS.get(len(view.sides), LETTERS_OF_MORE)
    gained = ((fitting_form(view.name_forms[side], letters, len), gain) for side, gain in points.items() if gain)
    return ", ".join(f"{name.replace('-', HYPHEN)} {signed(gain)}" for name, gain in gained)


def _gains(view: MatchView, row: Round) -> Text:
    """The points of each side in a row, but 0."""
    gained = _signed_points(view, row.scores)
    label = view.beyond_number(row) or row.label
    if not gained:
        return say("%(deal)s : personne ne marque", deal=label)
    return say("%(deal)s : %(gains)s", deal=label, gains=gained)


def _step(view: MatchView, entry: Mapping[str, Any]) -> Text:
    """An entry that wrote no row: its first value; or a redeal."""
    question = _question(view, entry)
    aside = entry["step"] != view.question.step
    if question is None or (not view.state.answers and not view.state.begun and not aside):
        return say("On redistribue : %(dealer)s donne", dealer=view.state.dealer)
    values = [
        value for _, value in match_log.labelled_values(match_log.words_of_questions((question,)), entry) if value != ""
    ]
    return say("%(title)s : %(values)s", title=question.title, values=Listing(tuple(values[:1])))


def _penalty(view: MatchView, entry: Mapping[str, Any]) -> Text:
    """An offence with its effect under the rules of this table; after a redeal, who deals."""
    offence = _offence(view, entry)
    effect = offence.effect_under(view.state.rules)
    dealer = say("on redistribue, %(dealer)s redonne", dealer=view.state.dealer) if effect == REDEAL else None
    return offence_in_words(entry["player"], offence, effect, dealer)


def offence_in_words(player: str, offence: Offence, effect: Effect, consequence: Text | None = None) -> Text:
    """A player, then the offence and its effect: nobody else can be blamed.

    ``consequence``: said instead of the effect's own words.
    """
    words = consequence or Continuation(effect.notice or effect.short)
    return say("%(player)s : %(offence)s, %(effect)s", player=player, offence=Continuation(offence.label), effect=words)


def _offence(view: MatchView, entry: Mapping[str, Any]) -> Offence:
    return next(offence for offence in view.game.offences if offence.id == entry["offence"])


def _relay(view: MatchView, entry: Mapping[str, Any]) -> Text:
    if entry["by"] is None:
        return say("%(player)s reprend sa place", player=entry["player"])
    return say("%(by)s joue pour %(player)s", by=entry["by"], player=entry["player"])


def _note(view: MatchView, entry: Mapping[str, Any]) -> Text:
    text = entry["text"]
    return say("Note : « %(text)s »", text=text if len(text) <= LONGEST_NOTE else text[:LONGEST_NOTE] + "…")


_COMMON: Mapping[str, Any] = {
    "penalty": _penalty,
    "note": _note,
    "relay": _relay,
    "end": lambda view, entry: say("La partie est arrêtée"),
    **dict.fromkeys(BETWEEN_DEALS, lambda view, entry: change_in_words(view.game, entry)),
    ADJUST: lambda view, entry: say("Points convenus : %(gains)s", gains=_signed_points(view, entry["points"])),
    "totals": lambda view, entry: say("Les totaux de la partie sont notés"),
    SETUP: lambda view, entry: say(
        "Réglages corrigés : %(changes)s", changes=setup_change(view.stored_match.setup, entry)
    ),
}


def _recorded_by(view: MatchView, last: Record, who: Renderable | str) -> Text:
    step = (last.entry or {}).get("step")
    if last.ruling is not None:
        return say("%(who)s a noté une décision de l'arbitre.", who=who)
    common = {
        "note": say("%(who)s a écrit une note.", who=who),
        "penalty": say("%(who)s a noté une faute.", who=who),
        "relay": say("%(who)s a noté un remplacement.", who=who),
        "end": say("%(who)s a arrêté la partie.", who=who),
        ADJUST: say("%(who)s a noté des points convenus.", who=who),
        **{
            step: say("%(who)s : %(what)s.", who=who, what=change_in_words(view.game, last.entry or {}))
            for step in BETWEEN_DEALS
            if step == (last.entry or {}).get("step")
        },
        "totals": say("%(who)s a noté les totaux de la partie.", who=who),
        SETUP: say("%(who)s a corrigé les réglages de départ.", who=who),
    }
    if step in common:
        return common[step]
    deal = _completed_deal(view, last.position)
    if deal is None:
        what, _ = words_of(view, (last.entry,))[str(step), ""]
        return say("%(who)s a noté « %(what)s ».", who=who, what=what)
    if view.state.over:
        return say("%(who)s a noté la donne %(n)s. La partie est finie.", who=who, n=deal)
    return say("%(who)s a noté la donne %(n)s.", who=who, n=deal)


def _completed_deal(view: MatchView, position: int) -> int | None:
    """The number of the completed deal that the entry at this position of the log belongs to."""
    row = match_log.row_of(view, position)
    return row.number if row is not None and row.complete else None


def _author(record: Record, device_id: int) -> Renderable | str:
    """The person, else the phone's name, else this phone or another one."""
    if record.device == device_id:
        return record.person or say("Ce téléphone")
    return record.person or device_names([record.device]).get(record.device or 0) or say("Un autre téléphone")
