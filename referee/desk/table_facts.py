"""Facts about the people at the table: who sits there, who played, turned, bid or won what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from referee.desk.facts import Facts, Labelled, Read, each, impossible, listed, read_card
from referee.desk.packs import Pack
from referee.games.table import HouseRules, alternating_teams, clean_name, is_name
from referee.games.violation import Violation
from referee.words import Text, names, quoted, say

__all__ = [
    "BidsFact", "FlipsFact", "Play", "PlayerFact", "PlayersFact", "PlaysFact", "SomePlayersFact", "Spoken",
    "TeamsFact", "WinnersFact",
]  # fmt: skip


class Play(NamedTuple):
    """A card on the table, and who played it where that was told."""

    player: str | None
    card: Any


class Spoken(NamedTuple):
    """What a player said when it was their turn."""

    player: str
    bid: str


def _name(path: str, raw: Any) -> Read:
    """A player's name: 1 to 40 characters, no control characters."""
    name = clean_name(raw) if isinstance(raw, str) else ""
    if is_name(name):
        return name, []
    return None, [impossible(path, say("« %(value)s » n'est pas un nom de joueur.", value=quoted(raw)))]


def _twice(path: str, players: tuple[str | None, ...]) -> list[Violation]:
    """Each player may be named once."""
    again = [player for player in dict.fromkeys(players) if players.count(player) > 1]
    return [impossible(path, say("%(names)s : deux fois dans la liste.", names=names(again)))] if again else []


def _seated(known: Facts, key: str) -> tuple[str, ...] | None:
    """The players told under ``key``, one by one or in teams; None when that fact is wrong itself."""
    told = known.get(key)
    if told is None:
        return None
    return tuple(name for one in told for name in (one if isinstance(one, tuple) else (one,)))


def _one_of(path: str, raw: Any, players: tuple[str, ...] | None) -> Read:
    name, wrong = _name(path, raw)
    if not wrong and players is not None and name not in players:
        wrong.append(impossible(path, say("« %(name)s » n'est pas à cette table.", name=name)))
    return name, wrong


def _pair(path: str, raw: Any, second: str) -> tuple[Any, Any, list[Violation]]:
    """An object with exactly ``player`` and one key more."""
    if isinstance(raw, dict) and raw.keys() == {"player", second}:
        return raw["player"], raw[second], []
    message = say("Il faut « player » et « %(key)s », rien d'autre.", key=second)
    return None, None, [impossible(path, message)]


@dataclass(frozen=True, slots=True)
class PlayersFact:
    """Who sits at the table, clockwise; ``sizes`` are the numbers of players there may be."""

    kind: ClassVar[str] = "players"
    key: str
    label: Text
    sizes: tuple[int, ...]
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        if isinstance(raw, (list, tuple)) and len(raw) not in self.sizes:
            message = say("Il faut %(sizes)s joueurs ; ils sont %(n)s.", sizes=_either(self.sizes), n=len(raw))
            return None, [impossible(path, message)]
        players, wrong = listed(path, raw, _name, 1, None, say("Il faut des joueurs."))
        return players, wrong or _twice(path, players)


def _either(sizes: tuple[int, ...]) -> Text:
    if len(sizes) > 2:
        return say("de %(low)s à %(high)s", low=sizes[0], high=sizes[-1])
    return say("%(one)s ou %(other)s", one=sizes[0], other=sizes[-1])


@dataclass(frozen=True, slots=True)
class PlayerFact:
    """One of the players told under ``among``."""

    kind: ClassVar[str] = "player"
    key: str
    label: Text
    among: str = "players"
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        return _one_of(path, raw, _seated(known, self.among))


@dataclass(frozen=True, slots=True)
class SomePlayersFact:
    """Several of the players told under ``among``, each once; nobody by default."""

    kind: ClassVar[str] = "some-players"
    key: str
    label: Text
    among: str = "players"
    optional: bool = True
    default: tuple[str, ...] = ()

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        seated = _seated(known, self.among)
        players, wrong = listed(path, raw, lambda at, one: _one_of(at, one, seated), 0, None, say("Il faut une liste."))
        return players, wrong or _twice(path, players)


@dataclass(frozen=True, slots=True)
class TeamsFact:
    """Two teams of ``size`` or, with ``among``, the two teams of partners seated alternately there.

    Where it may be left out, null says the same.
    """

    kind: ClassVar[str] = "teams"
    key: str
    label: Text
    size: int | None = None
    among: str | None = None
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        if raw is None and self.optional:
            return None, []
        two = say("Il faut deux équipes.")
        teams, wrong = listed(path, raw, lambda at, team: listed(at, team, _name, 1, None, two), 2, 2, two)
        wrong = wrong or _twice(path, tuple(name for team in teams for name in team))
        return teams, wrong or list(self._misfits(path, teams, known))

    def _misfits(self, path: str, teams: tuple[tuple[str, ...], ...], known: Facts) -> Iterator[Violation]:
        if self.size is not None and any(len(team) != self.size for team in teams):
            yield impossible(path, say("Une équipe compte %(n)s joueurs.", n=self.size))
        seated = None if self.among is None else known.get(self.among)
        if seated is not None and {*map(frozenset, teams)} != {*map(frozenset, alternating_teams(seated))}:
            yield impossible(path, say("Les partenaires sont assis en alternance."))


@dataclass(frozen=True, slots=True)
class PlaysFact:
    """The cards of a trick in the order played, each alone or each with its player; ``fewest`` at least."""

    kind: ClassVar[str] = "plays"
    key: str
    label: Text
    pack: Pack
    fewest: int = 0
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        plays, wrong = listed(path, raw, self._play, self.fewest, None, say("Il faut au moins une carte jouée."))
        if wrong:
            return plays, wrong
        players = tuple(play.player for play in plays)
        if None in players and any(player is not None for player in players):
            return plays, [impossible(path, say("Il faut nommer le joueur de chaque carte, ou d'aucune."))]
        return plays, [] if None in players else _twice(path, players)

    def _play(self, path: str, raw: Any) -> Read:
        if not isinstance(raw, dict):
            card, wrong = read_card(self.pack, path, raw)
            return Play(None, card), wrong
        who, what, wrong = _pair(path, raw, "card")
        if wrong:
            return None, wrong
        player, wrong = _name(f"{path}.player", who)
        card, worse = read_card(self.pack, f"{path}.card", what)
        return Play(player, card), wrong + worse

    def cards(self, value: Any) -> Iterator[Any]:
        return (play.card for play in value)


@dataclass(frozen=True, slots=True)
class FlipsFact:
    """Cards turned up one after another by the players told under ``among``; at least one.

    ``turn``: whose turn it is to turn the next one, after these flips of these players under these house rules.
    """

    kind: ClassVar[str] = "flips"
    key: str
    label: Text
    pack: Pack
    turn: Callable[[tuple[Play, ...], tuple[str, ...], HouseRules], str]
    among: str = "players"
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        seated = _seated(known, self.among)

        def flip(at: str, one: Any) -> Read:
            who, what, wrong = _pair(at, one, "card")
            if wrong:
                return None, wrong
            player, wrong = _one_of(f"{at}.player", who, seated)
            card, worse = read_card(self.pack, f"{at}.card", what)
            return Play(player, card), wrong + worse

        return listed(path, raw, flip, 1, None, say("Il faut au moins une carte retournée."))

    def cards(self, value: Any) -> Iterator[Any]:
        return (flip.card for flip in value)


@dataclass(frozen=True, slots=True)
class BidsFact:
    """What the players said one after another, each once, at most ``most`` of them."""

    kind: ClassVar[str] = "bids"
    key: str
    label: Text
    choices: Labelled
    most: int
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, _known: Facts) -> Read:
        ids: Mapping[Any, Text] = dict(self.choices)

        def spoken(at: str, one: Any) -> Read:
            who, bid, wrong = _pair(at, one, "bid")
            if wrong:
                return None, wrong
            player, wrong = _name(f"{at}.player", who)
            if not isinstance(bid, str) or bid not in ids:
                message = say("À choisir parmi : %(choices)s.", choices=names(ids.values()))
                wrong.append(impossible(f"{at}.bid", message))
            return Spoken(player, bid), wrong

        bids, wrong = listed(path, raw, spoken, 0, self.most, say("Il faut une liste."))
        return bids, wrong or _twice(path, tuple(one.player for one in bids))


@dataclass(frozen=True, slots=True)
class WinnersFact:
    """Who took each trick of a deal, in order, null for a void one; ``lengths``: tricks by number of seats."""

    kind: ClassVar[str] = "winners"
    key: str
    label: Text
    void: Text
    lengths: Mapping[int, int]
    among: str = "players"
    optional: bool = False
    default: None = None

    def read(self, path: str, raw: Any, known: Facts) -> Read:
        seated = _seated(known, self.among)
        if seated is None:  # the players are wrong themselves, and are judged first
            return (), []
        length = self.lengths[len(seated)]
        if not isinstance(raw, (list, tuple)) or len(raw) != length:
            return None, [impossible(path, say("Il faut le preneur de chacun des %(n)s plis.", n=length))]
        return each(path, raw, lambda at, one: (None, []) if one is None else _one_of(at, one, seated))
