"""Teams and sides: who plays with whom, and which of them is meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Reader, ReadResult, read_list
from referee.answers.players import Players, duplicates, new_name, read_name
from referee.answers.table import Side, alternating_teams, clean_name
from referee.answers.violation import Violation
from referee.words import quoted, say

MOST_IN_A_TEAM = 12
"""The most names of a team that are read; each game says how many it takes."""


def _read_team(path: str, raw: Any, reader: Reader) -> ReadResult:
    return read_list(path, raw, reader, read_name, 1, MOST_IN_A_TEAM)


@dataclass(frozen=True, slots=True)
class Teams(Field):
    """Two teams of ``size`` or, with ``among``, of partners seated alternately. An optional field accepts null."""

    kind: ClassVar[str] = "teams"
    of_the_table: ClassVar[bool] = True
    size: int | None = None
    among: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if raw is None and self.optional:
            return None, []
        if not isinstance(raw, (list, tuple)) or len(raw) != 2:
            return reader.refusal(path, say("Il faut deux équipes."))
        teams, violations = read_list(path, raw, reader, _read_team)
        if not violations:
            violations = list(duplicates(reader.article, path, tuple(name for team in teams for name in team)))
        return teams, violations or list(self._violations(path, teams, reader))

    def _violations(self, path: str, teams: tuple[Players, ...], reader: Reader) -> Iterator[Violation]:
        if self.size is not None and any(len(team) != self.size for team in teams):
            yield reader.violation(path, say("Une équipe compte %(n)s joueurs.", n=self.size))
        seated = None if self.among is None else reader.values.get(self.among)
        if seated is not None and {*map(frozenset, teams)} != {*map(frozenset, alternating_teams(seated))}:
            yield reader.violation(path, say("Les partenaires sont assis en alternance."))


@dataclass(frozen=True, slots=True)
class SideChoice(Field):
    """A side, by its name or one of its players; ``suggested``: the form's initial value."""

    kind: ClassVar[str] = "side"
    sides: tuple[Side, ...]
    _: KW_ONLY
    suggested: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        names = {player: side.name for side in self.sides for player in side.players}
        names |= {side.name: side.name for side in self.sides}
        if isinstance(raw, str) and clean_name(raw) in names:
            return names[clean_name(raw)], []
        return reader.refusal(path, say("« %(value)s » n'est ni une équipe ni un joueur.", value=quoted(raw)))

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_name(value, new_names)
