"""Players and sides: one, several, in order, who sits there, who took what; and a value for every player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Known, OfItem, Read, Reader, read_list
from referee.answers.table import Side, alternating_teams, clean_name, is_name
from referee.answers.violation import Violation
from referee.words import Text, names, quoted, say, say_n

Players = tuple[str, ...]


def read_name(path: str, raw: Any, reader: Reader) -> Read:
    """A player's name: 1 to 40 characters, no control characters."""
    name = clean_name(raw) if isinstance(raw, str) else ""
    if is_name(name):
        return name, []
    return reader.refused(path, say("« %(value)s » n'est pas un nom de joueur.", value=quoted(raw)))


def read_player(path: str, raw: Any, reader: Reader, players: Players | None) -> Read:
    """One of these players, by name; anybody where they are not known (None)."""
    if players is None:
        return read_name(path, raw, reader)
    if isinstance(raw, str):
        name = raw if raw in players else clean_name(raw)
        if name in players:
            return name, []
        return reader.refused(path, say("« %(name)s » n'est pas un des joueurs attendus ici.", name=quoted(name)))
    return reader.refused(path, say("Il faut le nom d'un joueur."))


def read_for_each(path: str, raw: Any, reader: Reader, players: Players, item: OfItem) -> Read:
    """A value for every player, in the players' order; a missing, unknown or repeated name is a fault."""
    if not isinstance(raw, dict):
        return reader.refused(path, say("Il faut une valeur pour chaque joueur."))
    wrong: list[Violation] = []
    values: dict[str, Any] = {}
    for raw_name, raw_value in raw.items():
        name = clean_name(raw_name)
        at = f"{path}.{name}"
        if name not in players:
            message = say("« %(name)s » n'est pas un des joueurs attendus ici.", name=quoted(name))
            wrong.append(reader.fault(at, message))
        elif name in values:
            wrong.append(reader.fault(at, say("%(name)s est nommé deux fois.", name=name)))
        else:
            values[name], faults = item(at, raw_value, reader)
            wrong.extend(faults)
    wrong.extend(
        reader.fault(f"{path}.{player}", say("Il manque la valeur pour %(player)s.", player=player))
        for player in players
        if player not in values
    )
    return (None, wrong) if wrong else ({player: values[player] for player in players}, [])


def without(players: Players, all_but: str | None, raw: Any, known: Known) -> Players:
    """The players that a value is for: all but the one who was answered under ``all_but``.

    As long as that player is not known, nobody who is not named can be said to be missing.
    """
    if all_but is None:
        return players
    spared = known.get(all_but)
    if spared is not None:
        return tuple(player for player in players if player != spared)
    named = {clean_name(name) for name in raw} if isinstance(raw, dict) else set()
    return tuple(player for player in players if player in named)


def repeated(article: str, path: str, value: Sequence[str | None]) -> Iterator[Violation]:
    """Names that stand in the list more than once (``article``)."""
    twice = [name for name in dict.fromkeys(value) if value.count(name) > 1]
    if twice:
        yield Violation(article, path, say("%(names)s : deux fois dans la liste.", names=names(twice)))


@dataclass(frozen=True, slots=True)
class OfPlayers(Field):
    """Something about the ``players`` named here, or about those told ``among`` what was read before."""

    players: Players = ()
    _: KW_ONLY
    among: str | None = None

    def at_table(self, known: Known) -> Players | None:
        """Who may be named, those of teams one by one; None where the fact that says so is wrong itself."""
        if self.among is None:
            return self.players
        seated = known.get(self.among)
        if seated is None:
            return None
        return tuple(name for part in seated for name in (part if isinstance(part, tuple) else (part,)))

    def _read_list(self, path: str, raw: Any, reader: Reader, most: int | None = None) -> Read:
        """Several of the players, by name: each as it is where it is one of them."""
        players = self.at_table(reader.known)
        if isinstance(raw, (list, tuple)) and players is not None and all(item in players for item in raw):
            return tuple(raw), []
        return read_list(path, raw, reader, lambda at, item, by: read_player(at, item, by, players))


@dataclass(frozen=True, slots=True)
class OnePlayer(OfPlayers):
    """One of the players; those ``barred`` the game itself refuses, and a form does not offer them.

    ``suggested`` stands in the form before anything was tapped.
    """

    kind: ClassVar[str] = "one-player"
    _: KW_ONLY
    barred: Players = ()
    suggested: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return read_player(path, raw, reader, self.at_table(reader.known))

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_names.get(value, value) if isinstance(value, str) else value

    def people(self, raw: Any) -> list[str]:
        return [clean_name(raw)] if isinstance(raw, str) else []


@dataclass(frozen=True, slots=True)
class SomePlayers(OfPlayers):
    """Several players, at most ``most`` of them, each once (``article``); nobody is an empty list."""

    kind: ClassVar[str] = "some-players"
    article: str | None = None
    most: int | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        value, wrong = self._read_list(path, raw, reader)
        if self.article is None and not wrong:
            wrong = list(self._misfits(reader.article, path, value))
        return value, wrong

    def at_odds(self, value: Players) -> Iterable[Violation]:
        return () if self.article is None else self._misfits(self.article, self.key, value)

    def _misfits(self, article: str, path: str, value: Players) -> Iterator[Violation]:
        yield from repeated(article, path, value)
        if self.most is not None and len(set(value)) > self.most:
            message = say_n("Pas plus de %(n)s joueur ici.", "Pas plus de %(n)s joueurs ici.", self.most)
            yield Violation(article, path, message)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return [new_names.get(name, name) for name in value] if isinstance(value, (list, tuple)) else value

    def people(self, raw: Any) -> list[str]:
        return [clean_name(name) for name in raw if isinstance(name, str)] if isinstance(raw, list) else []


@dataclass(frozen=True, slots=True)
class PlayerOrder(OfPlayers):
    """Players one after another, each once and at least ``fewest`` of them (``article``)."""

    kind: ClassVar[str] = "order"
    fewest: int = 1
    article: str = "match.entry"

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        return self._read_list(path, raw, reader)

    def at_odds(self, value: Players) -> Iterator[Violation]:
        yield from repeated(self.article, self.key, value)
        if len(value) < self.fewest:
            missing = [player for player in self.players if player not in value]
            message = (
                say(
                    "Il faut au moins %(fewest)s joueurs dans l'ordre ; restent %(missing)s.",
                    fewest=self.fewest,
                    missing=names(missing),
                )
                if self.fewest > 1
                else say("Il manque le premier sorti.")
            )
            yield Violation(self.article, self.key, message)


@dataclass(frozen=True, slots=True)
class TrickWinners(OfPlayers):
    """Who took each trick, in order; null for a void trick. ``lengths``: how many there are, by number of players."""

    kind: ClassVar[str] = "trick-winners"
    _: KW_ONLY
    lengths: Mapping[int, int]
    void: Text
    article: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        players = self.at_table(reader.known)
        if players is None:  # the players are wrong themselves, and are judged first
            return (), []
        if self.article is None:
            if not isinstance(raw, (list, tuple)):
                return reader.refused(path, say("Il faut une liste."))
            if misfit := self._misfit(reader.article, path, len(raw), players):
                return None, [misfit]
        return read_list(path, raw, reader, lambda at, item, by: self._taken(at, item, by, players))

    def _taken(self, path: str, raw: Any, reader: Reader, players: Players) -> Read:
        return (raw, []) if raw is None or raw in players else read_player(path, raw, reader, players)

    def _misfit(self, article: str, path: str, n: int, players: Players) -> Violation | None:
        length = self.lengths[len(players)]
        if n == length:
            return None
        return Violation(article, path, say("Il y a %(length)s plis dans une donne ; %(n)s notés.", length=length, n=n))

    def at_odds(self, value: tuple[str | None, ...]) -> Iterator[Violation]:
        if self.article is not None and (misfit := self._misfit(self.article, self.key, len(value), self.players)):
            yield misfit

    def called(self, item: Any) -> Any:
        return self.void if item is None else item


@dataclass(frozen=True, slots=True)
class Seated(Field):
    """Who sits at the table, clockwise; ``sizes`` are the numbers of players there may be."""

    kind: ClassVar[str] = "players"
    of_the_table: ClassVar[bool] = True
    sizes: tuple[int, ...]

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        if isinstance(raw, (list, tuple)) and len(raw) not in self.sizes:
            message = say("Il faut %(sizes)s joueurs ; ils sont %(n)s.", sizes=self._either(), n=len(raw))
            return reader.refused(path, message)
        players, wrong = read_list(path, raw, reader, read_name)
        return players, wrong or list(repeated(reader.article, path, players))

    def _either(self) -> Text:
        if len(self.sizes) == 1:
            return say("exactement %(n)s", n=self.sizes[0])
        if len(self.sizes) > 2:
            return say("de %(low)s à %(high)s", low=self.sizes[0], high=self.sizes[-1])
        return say("%(one)s ou %(other)s", one=self.sizes[0], other=self.sizes[-1])


@dataclass(frozen=True, slots=True)
class Teams(Field):
    """Two teams of ``size`` or, with ``among``, the two teams of partners seated alternately there.

    Where it may be left out, null says the same.
    """

    kind: ClassVar[str] = "teams"
    of_the_table: ClassVar[bool] = True
    size: int | None = None
    among: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        if raw is None and self.optional:
            return None, []
        if not isinstance(raw, (list, tuple)) or len(raw) != 2:
            return reader.refused(path, say("Il faut deux équipes."))
        teams, wrong = read_list(path, raw, reader, lambda at, team, by: read_list(at, team, by, read_name, 1))
        if not wrong:
            wrong = list(repeated(reader.article, path, tuple(name for team in teams for name in team)))
        return teams, wrong or list(self._misfits(path, teams, reader))

    def _misfits(self, path: str, teams: tuple[Players, ...], reader: Reader) -> Iterator[Violation]:
        if self.size is not None and any(len(team) != self.size for team in teams):
            yield reader.fault(path, say("Une équipe compte %(n)s joueurs.", n=self.size))
        seated = None if self.among is None else reader.known.get(self.among)
        if seated is not None and {*map(frozenset, teams)} != {*map(frozenset, alternating_teams(seated))}:
            yield reader.fault(path, say("Les partenaires sont assis en alternance."))


@dataclass(frozen=True, slots=True)
class SideChoice(Field):
    """A side, said by its own name or by one of its players; ``suggested`` as in :class:`OnePlayer`."""

    kind: ClassVar[str] = "side"
    sides: tuple[Side, ...]
    _: KW_ONLY
    suggested: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        names = {player: side.name for side in self.sides for player in side.players}
        names |= {side.name: side.name for side in self.sides}
        if isinstance(raw, str) and clean_name(raw) in names:
            return names[clean_name(raw)], []
        return reader.refused(path, say("« %(value)s » n'est ni une équipe ni un joueur.", value=quoted(raw)))
