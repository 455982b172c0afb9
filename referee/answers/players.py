"""Fields of players and sides: one, several, an order, the seats, the winners of tricks; a value for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from referee.answers.answer import (
    LONGEST_LIST,
    Field,
    ItemReader,
    Labelled,
    Reader,
    ReadResult,
    Values,
    pairs_in_words,
    read_list,
)
from referee.answers.table import clean_name, is_name
from referee.answers.violation import Violation
from referee.words import Renderable, Text, names, quoted, say, say_n

Players = tuple[str, ...]


def read_name(path: str, raw: Any, reader: Reader) -> ReadResult:
    """Read a player's name: 1 to 40 characters, no control characters."""
    name = clean_name(raw) if isinstance(raw, str) else ""
    if is_name(name):
        return name, []
    return reader.refusal(path, say("« %(value)s » n'est pas un nom de joueur.", value=quoted(raw)))


def read_player(path: str, raw: Any, reader: Reader, players: Players | None) -> ReadResult:
    """Read the name of one of these players; any name where they are unknown (None)."""
    if players is None:
        return read_name(path, raw, reader)
    if isinstance(raw, str):
        name = raw if raw in players else clean_name(raw)
        if name in players:
            return name, []
        return reader.refusal(path, say("« %(name)s » n'est pas un des joueurs attendus ici.", name=quoted(name)))
    return reader.refusal(path, say("Il faut le nom d'un joueur."))


def read_for_each(path: str, raw: Any, reader: Reader, players: Players, item: ItemReader) -> ReadResult:
    """Read an object of a value for each player; the value is in the players' order.

    A missing, unknown or repeated name is a violation.
    """
    if not isinstance(raw, dict):
        return reader.refusal(path, say("Il faut une valeur pour chaque joueur."))
    if len(raw) > LONGEST_LIST:
        message = say("Il en faut %(most)s au plus ; il y en a %(n)s.", most=LONGEST_LIST, n=len(raw))
        return reader.refusal(path, message)
    violations: list[Violation] = []
    values: dict[str, Any] = {}
    known = frozenset(players)
    for raw_name, raw_value in raw.items():
        name = clean_name(raw_name)
        at = f"{path}.{name}"
        if name not in known:
            message = say("« %(name)s » n'est pas un des joueurs attendus ici.", name=quoted(name))
            violations.append(reader.violation(at, message))
        elif name in values:
            violations.append(reader.violation(at, say("%(name)s est nommé deux fois.", name=name)))
        else:
            values[name], item_violations = item(at, raw_value, reader)
            violations.extend(item_violations)
    violations.extend(
        reader.violation(f"{path}.{player}", say("Il manque la valeur pour %(player)s.", player=player))
        for player in players
        if player not in values
    )
    return (None, violations) if violations else ({player: values[player] for player in players}, [])


def players_but(players: Players, all_but: str | None, raw: Any, values: Values) -> Players:
    """The players that need a value: all but the player under the key ``all_but``.

    While that player is unknown, those named in the raw value, so that nobody is reported as missing.
    """
    if all_but is None:
        return players
    spared = values.get(all_but)
    if spared is not None:
        return tuple(player for player in players if player != spared)
    answered = {clean_name(name) for name in raw} if isinstance(raw, dict) else set()
    return tuple(player for player in players if player in answered)


def duplicates(article: str, path: str, value: Sequence[str | None]) -> Iterator[Violation]:
    """The violation of a list with a repeated name, if any."""
    repeated = [name for name, times in Counter(value).items() if times > 1]
    if repeated:
        yield Violation(article, path, say("%(names)s : deux fois dans la liste.", names=names(repeated)))


def new_name(raw: Any, new_names: Mapping[str, str]) -> Any:
    """The raw name renamed; any other value unchanged."""
    return new_names.get(clean_name(raw), raw) if isinstance(raw, str) else raw


def new_names_in(raw: Any, new_names: Mapping[str, str]) -> Any:
    """The raw list with its names renamed; any other value unchanged."""
    return [new_name(name, new_names) for name in raw] if isinstance(raw, (list, tuple)) else raw


def new_keys(raw: Any, new_names: Mapping[str, str]) -> Any:
    """The raw object with the names renamed that are its keys; any other value unchanged."""
    return {new_name(name, new_names): value for name, value in raw.items()} if isinstance(raw, dict) else raw


@dataclass(frozen=True, slots=True)
class OfPlayers(Field):
    """A field about ``players``, or about those under the key ``among`` of the values read before."""

    players: Players = ()
    _: KW_ONLY
    among: str | None = None

    def at_table(self, values: Values) -> Players | None:
        """The possible players, teams flattened; None where the value under ``among`` is invalid."""
        if self.among is None:
            return self.players
        seated = values.get(self.among)
        if seated is None:
            return None
        seats = [part if isinstance(part, tuple) else (part,) for part in seated]
        return tuple(name for people in seats for name in people)

    def _read_list(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        """Read a list of players; exact names take a fast path."""
        players = self.at_table(reader.values)
        if isinstance(raw, (list, tuple)) and players is not None and all(item in players for item in raw):
            return tuple(raw), []
        return read_list(path, raw, reader, lambda at, item, by: read_player(at, item, by, players))


@dataclass(frozen=True, slots=True)
class OnePlayer(OfPlayers):
    """One of the players.

    ``barred``: players that the game refuses and a form does not offer. ``all_but``: the key of a field of the same
    question, whose player is not offered either. ``suggested``: the form's initial value. ``worth``: its points, where
    they depend on nothing else.
    """

    kind: ClassVar[str] = "one-player"
    _: KW_ONLY
    barred: Players = ()
    all_but: str | None = None
    suggested: str | None = None
    worth: int | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return read_player(path, raw, reader, self.at_table(reader.values))

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_name(value, new_names)

    def people(self, raw: Any) -> list[str]:
        return [clean_name(raw)] if isinstance(raw, str) else []


@dataclass(frozen=True, slots=True)
class SomePlayers(OfPlayers):
    """At most ``most`` players, each once (else a violation of ``article``); possibly none."""

    kind: ClassVar[str] = "some-players"
    article: str | None = None
    most: int | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        value, violations = self._read_list(path, raw, reader)
        if self.article is None and not violations:
            violations = list(self._violations(reader.article, path, value))
        return value, violations

    def inconsistencies(self, value: Players) -> Iterator[Violation]:
        """A name twice is blamed on the group (``bonuses``), a name too many on its own list (``bonuses.greve``)."""
        if self.article is not None:
            yield from duplicates(self.article, self.key.partition(".")[0], value)
            yield from self._too_many(self.article, self.key, value)

    def _violations(self, article: str, path: str, value: Players) -> Iterator[Violation]:
        yield from duplicates(article, path, value)
        yield from self._too_many(article, path, value)

    def _too_many(self, article: str, path: str, value: Players) -> Iterator[Violation]:
        if self.most is not None and len(set(value)) > self.most:
            message = say_n("Pas plus de %(n)s joueur ici.", "Pas plus de %(n)s joueurs ici.", self.most)
            yield Violation(article, path, message)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_names_in(value, new_names)

    def people(self, raw: Any) -> list[str]:
        return [clean_name(name) for name in raw if isinstance(name, str)] if isinstance(raw, list) else []


@dataclass(frozen=True, slots=True)
class Levels(OfPlayers):
    """A level for some of the players: an object of a list of players for each level, lists may be missing.

    The value has only the levels that were given. A name twice is a violation of ``article``.
    """

    kind: ClassVar[str] = "levels"
    _: KW_ONLY
    levels: Labelled
    article: str

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if not isinstance(raw, dict):
            return reader.refusal(path, say("Il faut un objet."))
        known = [level for level, _ in self.levels]
        violations: list[Violation] = []
        value: dict[str, Players] = {}
        for level, players in raw.items():
            if level in known:
                value[level], list_violations = self._read_list(f"{path}.{level}", players, reader)
                violations.extend(list_violations)
            else:
                message = say("« %(key)s » n'a rien à faire ici.", key=quoted(level))
                violations.append(reader.violation(f"{path}.{level}", message))
        return (None, violations) if violations else (value, [])

    def inconsistencies(self, value: Mapping[str, Players]) -> Iterator[Violation]:
        players = [player for level in value.values() for player in level]
        repeated = [player for player in dict.fromkeys(players) if players.count(player) > 1]
        if repeated:
            yield Violation(self.article, self.key, say("%(names)s : une seule fois en tout.", names=names(repeated)))

    def in_words(self, value: Any) -> Renderable:
        words = dict(self.levels)
        return pairs_in_words((player, words[level]) for level, players in value.items() for player in players)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        if not isinstance(value, dict):
            return value
        return {level: new_names_in(players, new_names) for level, players in value.items()}

    def people(self, raw: Any) -> list[str]:
        lists = [players for players in raw.values() if isinstance(players, list)] if isinstance(raw, dict) else []
        return [clean_name(name) for players in lists for name in players if isinstance(name, str)]


@dataclass(frozen=True, slots=True)
class PlayerOrder(OfPlayers):
    """An order of at least ``fewest`` players, each once (else a violation of ``article``)."""

    kind: ClassVar[str] = "order"
    fewest: int = 1
    article: str = "match.entry"

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        return self._read_list(path, raw, reader)

    def inconsistencies(self, value: Players) -> Iterator[Violation]:
        yield from duplicates(self.article, self.key, value)
        if len(value) < self.fewest:
            message = say("Il manque le premier sorti.")
            if self.fewest > 1:
                message = say(
                    "Il faut au moins %(fewest)s joueurs dans l'ordre ; il manque %(missing)s.",
                    fewest=self.fewest,
                    missing=names(player for player in self.players if player not in value),
                )
            yield Violation(self.article, self.key, message)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_names_in(value, new_names)


@dataclass(frozen=True, slots=True)
class TrickWinners(OfPlayers):
    """The winner of each trick in order, None for a void trick. ``lengths``: the number of tricks, by players."""

    kind: ClassVar[str] = "trick-winners"
    _: KW_ONLY
    lengths: Mapping[int, int]
    void: Text
    article: str | None = None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        players = self.at_table(reader.values)
        if players is None:  # the players have their own violation
            return (), []
        if self.article is None:
            if not isinstance(raw, (list, tuple)):
                return reader.refusal(path, say("Il faut une liste."))
            if violation := self._violation(reader.article, path, len(raw), players):
                return None, [violation]
        return read_list(path, raw, reader, lambda at, item, by: self._read_winner(at, item, by, players))

    def _read_winner(self, path: str, raw: Any, reader: Reader, players: Players) -> ReadResult:
        return (raw, []) if raw is None or raw in players else read_player(path, raw, reader, players)

    def _violation(self, article: str, path: str, n: int, players: Players) -> Violation | None:
        length = self.lengths[len(players)]
        if n == length:
            return None
        message = say_n(
            "Il y a %(length)s plis dans une donne ; %(n)s noté.",
            "Il y a %(length)s plis dans une donne ; %(n)s notés.",
            n,
            length=length,
        )
        return Violation(article, path, message)

    def inconsistencies(self, value: tuple[str | None, ...]) -> Iterator[Violation]:
        if self.article is not None and (
            violation := self._violation(self.article, self.key, len(value), self.players)
        ):
            yield violation

    def item_in_words(self, item: Any) -> Any:
        return self.void if item is None else item

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_names_in(value, new_names)


@dataclass(frozen=True, slots=True)
class Seats(Field):
    """The players at the table, clockwise; ``sizes``: the possible numbers of players.

    ``named_by``: the key of the object whose names are the players, where an optional list is left out.
    """

    kind: ClassVar[str] = "players"
    of_the_table: ClassVar[bool] = True
    sizes: tuple[int, ...]
    _: KW_ONLY
    named_by: str | None = None

    def left_out(self, raw_values: Mapping[str, Any]) -> tuple[str, Any] | None:
        named = raw_values.get(self.named_by) if self.named_by else None
        return (str(self.named_by), list(named)) if isinstance(named, dict) else None

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if isinstance(raw, (list, tuple)) and len(raw) not in self.sizes:
            message = say("Il faut %(sizes)s joueurs ; ils sont %(n)s.", sizes=self._either(), n=len(raw))
            return reader.refusal(path, message)
        players, violations = read_list(path, raw, reader, read_name)
        return players, violations or list(duplicates(reader.article, path, players))

    def _either(self) -> Text:
        if len(self.sizes) == 1:
            return say("exactement %(n)s", n=self.sizes[0])
        if len(self.sizes) > 2:
            return say("de %(low)s à %(high)s", low=self.sizes[0], high=self.sizes[-1])
        return say("%(one)s ou %(other)s", one=self.sizes[0], other=self.sizes[-1])


@dataclass(frozen=True, slots=True)
class PlayOrder(Seats):
    """The players at the table in the order of play, the one who leads first in this deal at its head."""

    kind: ClassVar[str] = "play-order"
