"""The phones of the players on a match's page: whose seat is held, who is asked what, whose answer is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.game_definition.game import Game
from referee.game_definition.match_course import opening
from referee.store.database.models import SeatHolder
from referee.store.matches.seating.seat_holders import GONE, holders
from referee.web.answers.own_answers import OwnQuestion, asked_of_players, missing_people, own_questions
from referee.web.answers.question_form import QuestionForm
from referee.web.answers.seating import Label
from referee.web.matches.draft_keys import form_key
from referee.web.matches.match_view import MatchView
from referee.web.matches.poll_responses import counting
from referee.words import Listing, Renderable, Text, names, say

EACH, TAKER = "each", "taker"
"""How a game bids (``Game.bidding``): each on a phone of their own, or whoever takes."""


@dataclass(frozen=True, slots=True)
class SeatToTake:
    """``taken``: another phone holds it."""

    label: Label
    taken: bool


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """``remark``: which phone holds it, where that is to be said."""

    player: str
    remark: Text | None

    @property
    def release(self) -> Text:
        """The button that frees it, for ears."""
        return say("Libérer la place de %(player)s", player=self.player)


@dataclass(frozen=True)
class OwnPhones:
    """The phones of a match whose players answer on their own; ``seat``: the player of the phone that asks, if any."""

    view: MatchView
    form: QuestionForm
    seat: str | None

    @cached_property
    def questions(self) -> list[OwnQuestion]:
        """What the player of this phone is asked."""
        return own_questions(self.form, counting(self.view), self.seat) if self.seat else []

    @property
    def question_key(self) -> str:
        """The key of the question, without which no answer counts."""
        return form_key(self.view, self.form.question)

    @property
    def my_turn(self) -> bool:
        return any(question.asks for question in self.questions)

    def has_heading(self, question: OwnQuestion) -> bool:
        """Whether a question needs its label: asked alone, and in turn, it is that of the page."""
        return len(self.questions) > 1 or not question.in_turn

    @property
    def turn(self) -> Text | None:
        """That it is the turn of the player of this phone."""
        return say("À vous, %(player)s", player=self.seat) if self.my_turn else None

    @property
    def person(self) -> str | None:
        """Who answers here: the player, or who stands in."""
        return None if self.seat is None else self.view.state.stand_ins.get(self.seat, self.seat)

    @property
    def nothing_asked(self) -> Text:
        """Why the player of this phone is asked nothing."""
        table = self.view.state.table
        if self.seat == table.resting:
            return say("Vous donnez et vous vous reposez : rien à répondre à cette donne.")
        if self.seat in table.away:
            return say("Vous ne jouez plus dans cette partie : rien à répondre.")
        if self.seat in table.eliminated:
            return say("Vous êtes hors jeu : rien à répondre.")
        return say("Rien à répondre ici : le marqueur note sur son téléphone.")

    @property
    def passes_aloud(self) -> bool:
        """Whether who passes says so aloud: only the taker answers here, and nobody has yet."""
        return self.view.game.bidding == TAKER and not self.view.state.answers

    @cached_property
    def holders_by_seat(self) -> Mapping[str, SeatHolder]:
        return holders(self.view.stored_match.id)

    @property
    def held_seats(self) -> list[HeldSeat]:
        return [HeldSeat(player, self._remark(player, holder)) for player, holder in self.holders_by_seat.items()]

    def _remark(self, player: str, holder: SeatHolder) -> Text | None:
        if player == self.seat:
            return say("ce téléphone")
        return say("parti") if holder.stream == GONE else None

    @property
    def seats_to_take(self) -> list[SeatToTake]:
        """The seats of the others; one that another phone holds cannot be taken."""
        others = (player for player in self.view.state.table.seated if player != self.seat)
        return [SeatToTake(self.view.seating.player(player), self._is_taken(player)) for player in others]

    def _is_taken(self, player: str) -> bool:
        return player in self.holders_by_seat and self.holders_by_seat[player].stream != GONE

    @property
    def who(self) -> Renderable | str:
        """Who answers on a phone, in short."""
        return ", ".join(self.holders_by_seat) if self.holders_by_seat else say("personne encore")

    @property
    def missing_names(self) -> Listing | None:
        """Whose answer is missing, as soon as anybody answers on a phone."""
        if not self.holders_by_seat:
            return None
        absent = missing_people(self.form, counting(self.view), self.view.state.table.present)
        return names(absent) if absent else None

    @property
    def invitation(self) -> Text:
        """To a phone that watches: to take its player's seat."""
        match self.view.game.bidding:
            case "each":
                return say("Touchez votre nom : vous annoncerez d'ici, à votre tour.")
            case "taker":
                return say("Touchez votre nom : si vous prenez, vous le direz d'ici.")
            case _:
                return say("Touchez votre nom : vous répondrez d'ici à ce qui vous est demandé.")

    @property
    def invitation_to_keeper(self) -> Text:
        """To a phone that keeps the match: to take its player's seat."""
        if self.view.game.bidding == EACH:
            return say("Ce téléphone est à l'un des joueurs ? Touchez son nom : il vous dira quand c'est à vous.")
        return say("Ce téléphone est à l'un des joueurs ? Touchez son nom.")


@dataclass(frozen=True, slots=True)
class OwnPhonesOffer:
    """What the players' own phones are for in a match, on its page of sharing.

    ``bidding``: how its game bids; ``questions``: all that it asks players apart; ``elsewhere``: the games in which
    each bids on a phone of their own.
    """

    chosen: bool
    bidding: str
    questions: Sequence[Text]
    elsewhere: Sequence[Text]

    @property
    def title(self) -> Text:
        if self.bidding == EACH:
            return say("Chacun annonce de son téléphone")
        return say("Chacun répond de son téléphone")

    @property
    def explanation(self) -> Text:
        """How it goes, chosen or not."""
        if self.chosen and self.bidding == EACH:
            return say(
                "Qui regarde la partie touche son nom et annonce de là, à son tour ; on enregistre comme toujours."
            )
        if self.chosen:
            return say("Qui regarde la partie touche son nom et répond de là ; on enregistre comme toujours.")
        if self.bidding == EACH:
            return say("Chaque joueur touche son nom sur son téléphone et y annonce à son tour.")
        return say("Chaque joueur touche son nom sur son téléphone et y répond.")

    @property
    def bids_aloud(self) -> bool:
        return self.bidding == TAKER

    @property
    def bids_on_phones(self) -> bool:
        return self.bidding == EACH


def own_phones_offer(view: MatchView, games: Sequence[Game]) -> OwnPhonesOffer:
    """What the phones are for in this match; ``games``: all of the referee's."""
    first = asked_of_players(QuestionForm(view.game.question(opening(view.game, view.state.table))))
    return OwnPhonesOffer(
        view.stored_match.own_phones,
        view.game.bidding,
        list(dict.fromkeys((*first, *view.game.asked_later(view.state.table)))),
        [game.name for game in games if game.bidding == EACH],
    )
