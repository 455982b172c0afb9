"""The inputs of what is chosen with a tap: things, players, sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from referee.answers.answer import Field, Reader
from referee.answers.choices import Bids, Choice, ChoicePerPlayer, Occurrence, SuitChoice, YesNo
from referee.answers.players import (
    Levels,
    OnePlayer,
    PlayerOrder,
    PlayOrder,
    Seats,
    SideChoice,
    SomePlayers,
    Teams,
    TrickWinners,
)
from referee.answers.violation import Violation
from referee.web.answers.inputs import pad_words
from referee.web.answers.inputs.base_input import ABSENT, NOTHING, EachInput, Input, ListInput, OwnChoices, Sitting
from referee.web.answers.inputs.widget_parts import Chip, Middle, Row
from referee.web.answers.typed_numbers import typed_number
from referee.web.rendering.page_language import written
from referee.web.rendering.typesetting import unbroken, words_of_key
from referee.words import Renderable, Text, say, say_n

OUT = "out"
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

    @property
    def chips(self) -> Sequence[Chip]:
        seating = self.sitting.seating
        sides = [self.labelled_chip(seating.side(side.name, side.players)) for side in self.spec.sides]
        return [*sides, *self.nothing_chip()]


class OnePlayerInput(SingleChoiceInput):
    spec: OnePlayer
    look, rule_widget = "player", "one_player"
    by_seat = True
    all_but: Input | None = None
    """The input of the same form whose player is not offered here."""

    @property
    def chips(self) -> Sequence[Chip]:
        seating, barred = self.sitting.seating, self.spec.barred
        players = [player for player in seating.in_order(self.seats) if player not in barred]
        chips = [
            self.labelled_chip(seating.player(player), has_disc=True, hidden=self.is_spared(player))
            for player in players
        ]
        return [*chips, *self.nothing_chip()]

    def is_spared(self, player: str) -> bool:
        """Whether the match says that this is the player not to be offered; what is tapped, a script follows."""
        return self.all_but is not None and self.all_but.given and self.all_but.text() == player

    def so_far(self) -> Iterable[tuple[str, Any]]:
        return [(self.text(), "✓")] if self.typed else ()

    def own_choices(self, player: str) -> OwnChoices:
        """To say that it is oneself, as long as nobody else has."""
        return ((player, ITS_ME),) if player not in self.spec.barred and self.text() in ("", player) else ()

    def own_typed(self, player: str, value: str) -> Mapping[str, str]:
        return {self.name: value}

    def suggested(self) -> dict[str, list[str]]:
        """Who is likely; else the only player there is to choose."""
        left = [player for player in self.spec.players if player not in self.spec.barred]
        return {"": left} if len(left) == 1 else super().suggested()


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
        spoken = dict(self.spec.spoken)
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
            self.row(player, [self.chip(id, written(words), player) for id, words in choices])
            for player in self.parts()
        ]

    def parts(self) -> Sequence[str]:
        return self.sitting.order

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {spoken["player"]: [spoken["bid"]] for spoken in value}

    def value(self) -> Any:
        return [{"player": player, "bid": self.text(player)} for player in self.answered()]


class SomePlayersInput(Input):
    spec: SomePlayers
    macros, rule_widget = ("entry",), "some_players"

    @property
    def chips(self) -> Sequence[Chip]:
        seating = self.sitting.seating
        return [self.labelled_chip(seating.player(player)) for player in seating.in_order(self.seats)]

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {"": list(value)}

    def value(self) -> Any:
        chosen = self.typed.get("", [])
        return ABSENT if self.spec.optional and not chosen else chosen


class LevelsInput(EachInput):
    """A row a player, with a button for each level; a player without one is in no list."""

    spec: Levels
    macros = ("entry",)
    always_asked = False

    @property
    def rows(self) -> Sequence[Row]:
        return [self.row(player, self._chips(player)) for player in self.sitting.seating.in_order(self.seats)]

    def _chips(self, player: str) -> Sequence[Chip]:
        none = Chip(self.part_name(player), "", say("rien"), checked=not self.text(player))
        return [none, *(self.chip(id, unbroken(words), player) for id, words in self.spec.levels)]

    def untyped(self, value: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        return {player: [level] for level, players in value.items() for player in players}

    def value(self) -> Any:
        players = {level: [name for name in self.typed if self.text(name) == level] for level, _ in self.spec.levels}
        chosen = {level: names for level, names in players.items() if names}
        return ABSENT if self.spec.optional and not chosen else chosen


class OrderInput(EachInput):
    """Each player's place; the list is made of them, equal places in the order of the seats."""

    spec: PlayerOrder
    macros = ("entry",)
    by_seat = True

    @property
    def rows(self) -> Sequence[Row]:
        """The players by their seats, each with the places as chips of a list."""
        places = range(1, len(self.seats) + 1)
        return [
            self.row(player, [self.chip(place, place, player) for place in places])
            for player in self.sitting.seating.in_order(self.seats)
        ]

    def quiet_words(self) -> Renderable | str:
        return pad_words.to_place()

    def script_data(self) -> dict[str, str]:
        return {**super().script_data(), "data-spare": str(len(self.seats) - self.spec.fewest)}

    def so_far(self) -> Iterable[tuple[str, Any]]:
        return [(player, place) for place, player in sorted(self._places())]

    def own_choices(self, player: str) -> OwnChoices:
        return () if player in self.typed else ((OUT, I_AM_OUT),)

    def own_typed(self, player: str, value: str) -> Mapping[str, str]:
        """The next place; then the last one too, for who alone is left."""
        places = [place for place, _ in self._places()]
        following = max(places, default=0) + 1
        left = [other for other in self.seats if other != player and other not in self.typed]
        last = {self.part_name(left[0]): str(following + 1)} if len(left) == 1 else {}
        return {self.part_name(player): str(following), **last}

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {player: [str(place)] for place, player in enumerate(value, 1)}

    def _places(self) -> list[tuple[int, str]]:
        return [(place, player) for player in self.typed if (place := typed_number(self.text(player))) is not None]

    def value(self) -> Any:
        return [player for _, player in sorted(self._places(), key=lambda placed: placed[0])]

    def faults(self) -> Iterable[Violation]:
        places = [place for place, _ in self._places()]
        if len(set(places)) < len(places):
            yield Violation("match.entry", self.spec.key, say("Deux joueurs ont la même place."))


class TrickWinnersInput(ListInput):
    """Who took each trick, trick by trick."""

    spec: TrickWinners
    macros, look = ("entry", "desk"), "winners"
    pad, running = "turns", True

    @property
    def rows(self) -> Sequence[Row]:
        """The tricks, each with the players who may have taken it, then nobody."""
        seating = self.sitting.seating
        players = self.sitting.players if self.sitting.at_desk else seating.in_order(self.seats)
        labels = [seating.player(player) for player in players]
        void = unbroken(self.spec.void)
        return [
            Row(
                name=self.part_name(trick),
                spoken=written(say("Pli %(n)s", n=number)),
                text=str(number),
                chips=[
                    *(self.labelled_chip(label, trick, has_disc=not self.sitting.at_desk) for label in labels),
                    self.chip(NOTHING, void, trick),
                ],
                violations=self.blamed.get(trick, ()),
            )
            for number, trick in enumerate(self.parts(), 1)
        ]

    @property
    def many(self) -> bool:
        """Whether there are more players than fit beside the number of a trick."""
        return len(self.sitting.players) > FEW

    def pad_words(self) -> Mapping[str, Text | bool]:
        return pad_words.tricks()

    def so_far(self) -> Iterable[tuple[str, Any]]:
        taken = Counter(self.text(trick) for trick in self.answered())
        return [(player, taken[player]) for player in self.seats if taken[player]]

    def parts(self) -> Sequence[str]:
        return [f"t{trick}" for trick in range(1, self.spec.lengths.get(len(self.seats), 0) + 1)]

    def part_name(self, part: str) -> str:
        trick = part if self.sitting.at_desk else str(int(part[1:]) - 1)
        return f"{self.name}.{trick}"

    def untyped(self, value: Any) -> dict[str, list[str]]:
        return {f"t{trick}": [NOTHING if winner is None else winner] for trick, winner in enumerate(value, 1)}

    def value(self) -> Any:
        winners = [self.text(trick) for trick in self.answered()]
        return [None if winner == NOTHING else winner for winner in winners]


class SeatedInput(Input):
    """The players of the table; nobody is asked."""

    spec: Seats

    def value(self) -> Any:
        return list(self.sitting.players)


class PlayOrderInput(Input):
    """The players in the order of play; nobody is asked."""

    spec: PlayOrder

    def value(self) -> Any:
        return list(self.sitting.order)


class TeamsInput(Input):
    """Partners sit opposite; nobody is asked."""

    spec: Teams

    def value(self) -> Any:
        return [list(self.sitting.players[0::2]), list(self.sitting.players[1::2])]
