"""The page of a match: what stands on it for who keeps it, who watches it and who answers for one player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.matches.log import undoing
from referee.matches.preparation_and_games_output import preparation_sentences
from referee.store.clubs.clubs import Visitor
from referee.store.matches.seating.seat_holders import seat_of
from referee.web.access.permissions import named_match
from referee.web.answers.question_form import QuestionForm
from referee.web.matches.latest_record import LastBatch, last_batch
from referee.web.matches.match_log import Words, words_of
from referee.web.matches.match_view import MatchView
from referee.web.matches.presenters.asked_form import AskedForm, deal_form
from referee.web.matches.presenters.late_answer import LateAnswer
from referee.web.matches.presenters.own_phones import OwnPhones
from referee.web.matches.victory import Victory
from referee.words import Text, say


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour agreed on: its house rule in words, and the hour."""

    label: Text
    hour: str

    @property
    def sentence(self) -> Text:
        """What is said once it has come."""
        return say("Il est %(hour)s, l'heure convenue : à vous de voir si l'on s'arrête là.", hour=self.hour)


@dataclass(frozen=True)
class MatchPage:
    """``form``: of the open question, None once the match is over. ``late``: an answer that is not taken.

    ``just``: where the log stood before what was recorded a moment ago, as the address says it, or None.
    """

    view: MatchView
    visitor: Visitor
    form: QuestionForm | None
    late: LateAnswer | None
    just: str | int | None

    @property
    def keeps(self) -> bool:
        return self.visitor.keeps

    @cached_property
    def victory(self) -> Victory | None:
        return Victory(self.view) if self.view.state.over else None

    @property
    def rises(self) -> bool:
        """Whether the match has ended just now, so that its podium rises."""
        return self.victory is not None and self.victory.ended_by(self.just)

    @cached_property
    def last(self) -> LastBatch | None:
        """What was recorded last, while the match goes on."""
        return None if self.view.state.over else last_batch(self.view)

    @property
    def counts_up(self) -> bool:
        """Whether totals count up: a row was written just now."""
        return self.just is not None and self.last is not None and self.last.row is not None

    @property
    def may_undo(self) -> bool:
        return self.keeps and undoing(self.view.stored_match.log) is not None

    @cached_property
    def keeper_form(self) -> AskedForm | None:
        """The form of a keeper."""
        return deal_form(self.view, self.form) if self.keeps and self.form is not None else None

    @cached_property
    def phones(self) -> OwnPhones | None:
        """The players' own phones, where the match has chosen them."""
        if self.form is None or not self.view.stored_match.own_phones:
            return None
        return OwnPhones(self.view, self.form, seat_of(self.view.stored_match.id, self.visitor.membership_id))

    @property
    def calls(self) -> bool:
        """Whether the title calls the player of this phone: it is their turn."""
        return self.phones is not None and self.phones.my_turn and not self.keeps

    @property
    def hours(self) -> Iterator[Hour]:
        """The hours that this table agreed on for this sitting."""
        for option in self.view.game.options:
            hour = option.value_in(self.view.state.rules) if option.one_sitting else None
            if hour is not None:
                yield Hour(option.label, hour)

    @cached_property
    def preparation(self) -> Sequence[Text]:
        """What is to be done before the first deal; nothing once it began."""
        if self.view.rounds or self.view.state.answers:
            return ()
        return preparation_sentences(self.view.game.preparation(self.view.state))

    @cached_property
    def deal(self) -> Sequence[Mapping[str, Any]]:
        """The entries of this deal, for who watches."""
        if self.keeps or not self.view.state.answers:
            return ()
        newest_first = [record.entry for record in reversed(self.view.current)]
        steps = self.view.state.answers
        return [next(entry for entry in newest_first if entry["step"] == step) for step in steps]

    @property
    def words(self) -> Words:
        """The words of these entries."""
        return words_of(self.view, self.deal)

    @property
    def so_far(self) -> Sequence[Text]:
        """What is being counted, for who watches."""
        match = named_match()
        if self.form is None or match is None or not match.counting:
            return ()
        return self.form.so_far()
