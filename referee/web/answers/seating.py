"""The people of a match as its forms name them: in the order of their seats, with their colours and stand-ins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from referee.answers.table import NOBODY
from referee.web.answers.table_from_above import places_at_table
from referee.web.rendering.name_forms import name_forms
from referee.web.rendering.typesetting import initial


@dataclass(frozen=True, slots=True)
class Label:
    """A player or a side in a form.

    ``stand_ins``: who plays for its players. ``colour``: the number of its colour, None where no match is known;
    ``initial``: the letters in its disc. ``forms``: the name and its shorter forms, for narrow places.
    """

    name: str
    stand_ins: tuple[str, ...] = ()
    colour: int | None = None
    initial: str = ""
    forms: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableSeating:
    """Who sits where. Without ``players`` no match is known: people keep the order they are asked in."""

    players: tuple[str, ...] = ()
    dealer: str = ""
    stand_ins: Mapping[str, str] = field(default_factory=lambda: NOBODY)
    read_colours: Callable[[], Mapping[str, int]] = dict
    """Reads the colour of every player from the database, once, where a label is shown."""

    @cached_property
    def colours(self) -> Mapping[str, int]:
        return self.read_colours()

    def in_order(self, players: Iterable[str]) -> Sequence[str]:
        """These players by their seats, which are the same at every deal."""
        seats = {player: seat for seat, player in enumerate(self.players)}
        return sorted(players, key=lambda player: seats.get(player, 0))

    def places(self, bidders: Collection[str]) -> Mapping[str, str]:
        """The places of these players around the table as it is seen from above; empty where there is no drawing."""
        return places_at_table([player for player in self.players if player in bidders])

    def player(self, name: str) -> Label:
        return Label(
            name,
            self._stand_ins((name,)),
            self.colours.get(name),
            initial(name, self.players),
            name_forms(self.players).get(name, ()),
        )

    def side(self, name: str, players: Iterable[str]) -> Label:
        """The label of a side, without a disc."""
        return Label(name, self._stand_ins(players))

    def _stand_ins(self, players: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.stand_ins[player] for player in players if player in self.stand_ins)


NO_MATCH = TableSeating()
