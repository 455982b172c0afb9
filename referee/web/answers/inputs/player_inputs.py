"""Inputs by which players are chosen, placed and seated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.answers.players import Levels, OnePlayer, PlayerOrder, PlayOrder, Seats, SomePlayers, TrickWinners
from referee.answers.sides import Teams
from referee.answers.violation import Violation
from referee.web.answers.inputs import pad_words
from referee.web.answers.inputs.base_input import ABSENT, NOTHING, EachInput, Input, ListInput, OwnChoices
from referee.web.answers.inputs.chosen_inputs import FEW, I_AM_OUT, ITS_ME, SingleChoiceInput
from referee.web.answers.inputs.widget_parts import Chip, Row
from referee.web.answers.typed_numbers import typed_number
from referee.web.rendering.page_language import localize
from referee.web.rendering.typesetting import unbroken
from referee.words import Renderable, Text, say

OUT = "out"


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
        names = self.typed.get("", [])
        return ABSENT if self.spec.optional and not names else names


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
                spoken_label=localize(say("Pli %(n)s", n=number)),
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
