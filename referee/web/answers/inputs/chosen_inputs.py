"""The inputs of what is chosen with a tap: things, players, sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from referee.answers.answer import Field, Reader
from referee.answers.choices import Bids, Choice, ChoicePerPlayer, Occurrence, SuitChoice, YesNo
from referee.answers.sides import SideChoice
from referee.web.answers.inputs import pad_words
from referee.web.answers.inputs.base_input import EachInput, Input, ListInput, OwnChoices, Sitting
from referee.web.answers.inputs.widget_parts import Chip, Middle, Row
from referee.web.rendering.page_language import localize
from referee.web.rendering.typesetting import unbroken, words_of_key
from referee.words import Text, say, say_n

FEW = 4
ITS_ME, I_AM_OUT = say("C'est moi"), say("Je suis sorti")


class YesNoInput(Input):
    """A box to tick in an entry; at the desk, yes and no."""

    spec: YesNo
    macros, rule_widget = ("entry", "desk"), "yes_no"
    left_out = False

    def __init__(self, spec: Field, sitting: Sitting, **kwargs: Any) -> None:
        super().__init__(spec, sitting, **kwargs)
        self.always_asked = not self.spec.rare

    @property
    def has_legend(self) -> bool:
        return self.macro != "entry"

    @property
    def box(self) -> Sequence[Chip]:
        return (self.chip("1", unbroken(self.spec.label)),)

    @property
    def chips(self) -> Sequence[Chip]:
        return self.chip(1, say("Oui")), self.chip(0, say("Non"))

    def suggested(self) -> dict[str, list[str]]:
        usual = self.spec.suggested or self.spec.default
        return {} if usual is None else self.untyped(usual)

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {"": ["1" if value else "0"]} if value or self.sitting.at_desk else {}

    def value(self) -> Any:
        return {"1": True, "0": False}.get(self.text(), super().value())

    def blank(self) -> Any:
        return False


class OccurrenceInput(Input):
    """An event with nothing to fill in: its way has a button of its own."""

    spec: Occurrence

    def value(self) -> Any:
        return True


class SingleChoiceInput(Input):
    """One of a few things, players or sides."""

    spec: Any  # of the kinds below, which all have choices
    macros = ("entry",)

    @property
    def chips(self) -> Sequence[Chip]:
        """What can be chosen."""
        spec = self.spec
        colours = getattr(spec, "colours", None) or {}
        offered = [
            replace(self.chip(id, words_of_key(words)), colour=colours.get(id, ""))
            for id, words in spec.choices
            if id not in spec.spent
        ]
        return [*offered, *self.nothing_chip()]

    def suggested(self) -> dict[str, list[str]]:
        usual = self.spec.default if self.spec.suggested is None else self.spec.suggested
        return {} if usual is None else {"": [str(usual)]}

    def untyped(self, value: Any) -> dict[str, list[str]]:
        # A file may write it in another way: a suit in lower case, a side by one of its players.
        read, wrong = self.spec.read(self.spec.key, value, Reader("match.entry"))
        chosen = value if wrong else read
        return super().untyped(chosen.value if isinstance(chosen, Enum) else chosen)


class ChoiceInput(SingleChoiceInput):
    """One of a few things; their ids may be numbers."""

    spec: Choice
    rule_widget = "choice"
    by_one_tap = True

    @property
    def always_asked(self) -> bool:  # type: ignore[override]
        """Whether it stands among what is asked, though it may be left out: cards in colours are nowhere folded."""
        return self.spec.colours is not None

    def value(self) -> Any:
        return next((id for id, _ in self.spec.choices if str(id) == self.text()), super().value())


class SuitInput(SingleChoiceInput):
    spec: SuitChoice

    def split(self, text: str) -> list[str]:
        suit = self.spec.canonical_id(text.strip())
        return super().split(text) if suit is None else [suit.value]


class SideInput(SingleChoiceInput):
    spec: SideChoice
    in_one_row = True

    @property
    def chips(self) -> Sequence[Chip]:
        seating = self.sitting.seating
        sides = [self.labelled_chip(seating.side(side.name, side.players)) for side in self.spec.sides]
        return [*sides, *self.nothing_chip()]


class ChoicePerPlayerInput(EachInput):
    """What each says in turn; a player who says nothing says what is suggested."""

    spec: ChoicePerPlayer
    macros = ("entry",)
    by_seat = True
    pad = "turns"

    @property
    def places(self) -> Mapping[str, str]:
        """The places of those who speak at the table seen from above; empty where there is no drawing."""
        return self.sitting.seating.places(self.seats)

    @property
    def middle(self) -> Middle | None:
        """The number of cards of each player, in the middle of that table."""
        hand = self.spec.hand
        return Middle(hand, say_n("carte", "cartes", hand)) if hand and self.places else None

    @property
    def rows(self) -> Sequence[Row]:
        places, dealer = self.places, self.sitting.seating.dealer
        return [
            replace(self.row(player, self._chips(player)), place=places.get(player, ""), deals=player == dealer)
            for player in self.spec.players
        ]

    def _chips(self, player: str) -> Sequence[Chip]:
        spoken = dict(self.spec.spoken_words)
        return [
            replace(
                self.chip(id, unbroken(words), player),
                checked=self.holds(player, id) or (self.is_silent(player) and id == self.spec.suggested),
                brief=unbroken(spoken.get(id, words)),
            )
            for id, words in self.spec.choices
        ]

    def is_silent(self, player: str) -> bool:
        """Whether this player has said nothing yet."""
        return player not in self.typed

    def pad_words(self) -> Mapping[str, Text | bool]:
        others = dict(self.spec.choices).get(self.spec.suggested, "")
        return pad_words.bets(others, rising=self.spec.rising)

    def script_data(self) -> dict[str, str]:
        data = super().script_data()
        if self.spec.suggested is not None:
            data["data-suggested"] = self.spec.suggested
        return data

    def value(self) -> Any:
        said = super().value()
        usual = self.spec.suggested
        return said if usual is None else {player: said.get(player, usual) for player in self.seats}

    def so_far(self) -> Iterable[tuple[str, Any]]:
        return [(player, self.spec.item_in_words(self.text(player))) for player in self.typed]

    def own_choices(self, player: str) -> OwnChoices:
        return self.spec.choices

    def own_order(self) -> Sequence[str]:
        return self.seats


class BidsInput(ListInput):
    """What each said, in speaking order; who has not spoken is left out."""

    spec: Bids
    macros = ("desk",)

    @property
    def rows(self) -> Sequence[Row]:
        choices = self.spec.choices
        return [
            self.row(player, [self.chip(id, localize(words), player) for id, words in choices])
            for player in self.parts()
        ]

    def parts(self) -> Sequence[str]:
        return self.sitting.order

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {spoken["player"]: [spoken["bid"]] for spoken in value}

    def value(self) -> Any:
        return [{"player": player, "bid": self.text(player)} for player in self.answered()]
