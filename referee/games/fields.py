"""The closed grammar of what can be recorded: a question is made of these fields and no others.

Each kind knows three things, asked in this order: ``read`` takes the raw value apart and says whether
it has the right shape (article ``match.entry``); ``out_of_range`` looks at each number alone;
``at_odds`` looks at sums and relations inside the field. What a game knows beyond that, it checks
itself (:attr:`referee.games.game.Game.check`). Forms, scripts and files are made from the same fields.

``key`` is the place of the value in the entry; a dotted key (``bonuses.greve``) lies one level deeper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee.games.reading import (
    Labelled,
    Read,
    beyond,
    faulty,
    listed,
    new_name,
    numbers,
    one_of,
    per_player,
    player_named,
    repeated,
    whole,
)
from referee.games.table import Side, clean_name
from referee.games.violation import Violation
from referee.words import Text, names, quoted, say, say_n

__all__ = [
    "Avoid", "CardHands", "Choice", "ChoicePerPlayer", "Counts", "Field", "NewName", "Number", "OnePlayer",
    "Labelled", "PlayerOrder", "Points", "SideChoice", "SomePlayers", "TrickWinners", "Words", "YesNo",
    "among_the_rest", "faulty",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Avoid:
    """The total that all counts together must not make; the last to speak is to blame."""

    total: int
    article: str
    last: str


class Unjudged:
    """What most kinds leave unjudged: single numbers, and relations inside the field."""

    __slots__ = ()

    def out_of_range(self, _value: Any) -> Iterable[Violation]:
        return ()

    def at_odds(self, _value: Any) -> Iterable[Violation]:
        return ()


@dataclass(frozen=True, slots=True)
class Counts:
    """A count for every player, in the order they speak, 0 or more.

    ``total``: the sum all counts must make; ``avoid``: the sum they must not make.
    ``suggested``: what the form shows before anything was typed. ``remarks``: a word beside a player's name.
    """

    kind: ClassVar[str] = "counts"
    key: str
    label: Text
    players: tuple[str, ...]
    high: int
    article: str
    low: int = 0
    total: int | None = None
    avoid: Avoid | None = None
    suggested: Mapping[str, int] | None = None
    remarks: Mapping[str, Text] | None = None
    optional: bool = False

    def read(self, raw: Any) -> Read:
        return numbers(self.key, raw, self.players)

    def out_of_range(self, value: Mapping[str, int]) -> Iterator[Violation]:
        for player, count in value.items():
            if not self.low <= count <= self.high:
                yield beyond(self.article, f"{self.key}.{player}", count, self.low, self.high, player)

    def at_odds(self, value: Mapping[str, int]) -> Iterator[Violation]:
        made = sum(value.values())
        if self.total is not None and made != self.total:
            yield Violation(
                self.article, self.key,
                say("Le total doit faire %(total)s ; il fait %(made)s.", total=self.total, made=made),
            )  # fmt: skip
        if self.avoid is not None and made == self.avoid.total:
            last, bid = self.avoid.last, value[self.avoid.last]
            message = say(
                "C'est à %(player)s d'annoncer ; %(value)s est interdit : le total ferait %(total)s.",
                player=last, value=bid, total=made,
            )  # fmt: skip
            yield Violation(self.avoid.article, f"{self.key}.{last}", message)


@dataclass(frozen=True, slots=True)
class Points(Unjudged):
    """Points for every player named, of either sign.

    ``total``: what all points (with ``beside``, the key of a number counted too) make where that is
    known; it is shown, and the rest can be given to a player, but the game itself judges it. ``high`` None:
    no single number is too high. ``impossible``: numbers in between that cannot be. ``all_but``: the key of
    the player, asked before, who has no points here.
    """

    kind: ClassVar[str] = "points"
    key: str
    label: Text
    players: tuple[str, ...]
    low: int
    high: int | None
    article: str
    total: int | None = None
    beside: str | None = None
    optional: bool = False
    impossible: tuple[int, ...] = ()
    all_but: str | None = None

    def read(self, raw: Any) -> Read:
        return numbers(self.key, raw, self.players)

    def out_of_range(self, value: Mapping[str, int]) -> Iterator[Violation]:
        for player, points in value.items():
            path = f"{self.key}.{player}"
            if self.high is not None and not self.low <= points <= self.high:
                yield beyond(self.article, path, points, self.low, self.high, player)
            elif points < self.low or points in self.impossible:
                message = say("%(player)s : %(value)s est impossible.", player=player, value=points)
                yield Violation(self.article, path, message)


@dataclass(frozen=True, slots=True)
class Number(Unjudged):
    """One whole number; ``suggested`` is shown and taken where an optional number is left out of a form.

    ``never``: numbers between ``low`` and ``high`` that cannot be either.
    """

    kind: ClassVar[str] = "number"
    key: str
    label: Text
    low: int
    high: int
    article: str
    optional: bool = False
    suggested: int | None = None
    never: tuple[int, ...] = ()

    def read(self, raw: Any) -> Read:
        return whole(self.key, raw)

    def out_of_range(self, value: int) -> Iterator[Violation]:
        if not self.low <= value <= self.high:
            yield beyond(self.article, self.key, value, self.low, self.high)
        elif value in self.never:
            yield Violation(self.article, self.key, say("%(value)s est impossible ici.", value=value))


@dataclass(frozen=True, slots=True)
class Choice(Unjudged):
    """One of a few things; ``nothing`` is what choosing none of them is called, where that is allowed (null).

    Not ``offered``: it may stand in an entry, so that the game can refuse it by its own article, but no form asks it.
    ``spent``: the ids that can no longer be chosen, likewise the game's to refuse; a form leaves them out.
    ``canonical``: the id that a text says, where an id may be written in several ways.
    """

    kind: ClassVar[str] = "choice"
    key: str
    label: Text
    choices: Labelled
    nothing: Text | None = None
    optional: bool = False
    offered: bool = True
    spent: tuple[str, ...] = ()
    canonical: Callable[[str], str] | None = None

    def read(self, raw: Any) -> Read:
        if raw is None and self.nothing is not None:
            return None, []
        meant = self.canonical(raw) if self.canonical is not None and isinstance(raw, str) else raw
        return one_of(self.key, meant, self.choices)


@dataclass(frozen=True, slots=True)
class ChoicePerPlayer(Unjudged):
    """One of a few things for every player, in the order they speak; ``suggested`` is preset in the form."""

    kind: ClassVar[str] = "choice-per-player"
    key: str
    label: Text
    players: tuple[str, ...]
    choices: Labelled
    suggested: str | None = None
    optional: bool = False

    def read(self, raw: Any) -> Read:
        return per_player(self.key, raw, self.players, lambda path, one: one_of(path, one, self.choices))


@dataclass(frozen=True, slots=True)
class OnePlayer(Unjudged):
    """One of the players named here; those ``barred`` the game itself refuses, and a form does not offer them."""

    kind: ClassVar[str] = "one-player"
    key: str
    label: Text
    players: tuple[str, ...]
    optional: bool = False
    barred: tuple[str, ...] = ()

    def read(self, raw: Any) -> Read:
        return player_named(self.key, raw, self.players)


@dataclass(frozen=True, slots=True)
class SomePlayers(Unjudged):
    """Several players, at most ``most`` of them, each once (``article``); nobody is an empty list."""

    kind: ClassVar[str] = "some-players"
    key: str
    label: Text
    players: tuple[str, ...]
    article: str
    most: int | None = None
    optional: bool = False

    def read(self, raw: Any) -> Read:
        return listed(self.key, raw, self.players, lambda path, one: player_named(path, one, self.players))

    def at_odds(self, value: tuple[str, ...]) -> Iterator[Violation]:
        yield from repeated(self.article, self.key, value)
        if self.most is not None and len(set(value)) > self.most:
            message = say_n("Pas plus de %(n)s joueur ici.", "Pas plus de %(n)s joueurs ici.", self.most)
            yield Violation(self.article, self.key, message)


@dataclass(frozen=True, slots=True)
class SideChoice(Unjudged):
    """A side, said by its own name or by one of its players; ``nothing`` as in :class:`Choice`."""

    kind: ClassVar[str] = "side"
    key: str
    label: Text
    sides: tuple[Side, ...]
    nothing: Text | None = None
    optional: bool = False

    def read(self, raw: Any) -> Read:
        if raw is None and self.nothing is not None:
            return None, []
        if isinstance(raw, str):
            name = clean_name(raw)
            for side in self.sides:
                if name == side.name:
                    return side.name, []
            for side in self.sides:
                if name in side.players:
                    return side.name, []
        return None, [faulty(self.key, say("« %(value)s » n'est ni une équipe ni un joueur.", value=quoted(raw)))]


@dataclass(frozen=True, slots=True)
class PlayerOrder(Unjudged):
    """Players one after another, each once and at least ``fewest`` of them (``article``)."""

    kind: ClassVar[str] = "order"
    key: str
    label: Text
    players: tuple[str, ...]
    fewest: int
    article: str
    optional: bool = False

    def read(self, raw: Any) -> Read:
        return listed(self.key, raw, self.players, lambda path, one: player_named(path, one, self.players))

    def at_odds(self, value: tuple[str, ...]) -> Iterator[Violation]:
        yield from repeated(self.article, self.key, value)
        if len(value) < self.fewest:
            missing = [player for player in self.players if player not in value]
            message = say(
                "Il faut au moins %(fewest)s joueurs dans l'ordre ; restent %(missing)s.",
                fewest=self.fewest, missing=names(missing),
            ) if self.fewest > 1 else say("Il manque le premier sorti.")  # fmt: skip
            yield Violation(self.article, self.key, message)


@dataclass(frozen=True, slots=True)
class TrickWinners(Unjudged):
    """Who took each trick, in order; null for a void trick. Exactly ``length`` of them (``article``)."""

    kind: ClassVar[str] = "trick-winners"
    key: str
    label: Text
    players: tuple[str, ...]
    length: int
    void: Text
    article: str
    optional: bool = False

    def read(self, raw: Any) -> Read:
        return listed(self.key, raw, (None, *self.players), lambda path, one: player_named(path, one, self.players))

    def at_odds(self, value: tuple[str | None, ...]) -> Iterator[Violation]:
        if len(value) != self.length:
            message = say("Il y a %(length)s plis dans une donne ; %(n)s notés.", length=self.length, n=len(value))
            yield Violation(self.article, self.key, message)


@dataclass(frozen=True, slots=True)
class CardHands(Unjudged):
    """The cards left in the hand of every player named; ``parse`` reads a card or gives None.

    ``pack`` is every card that can be tapped in the form, in the order it is laid out; ``worth`` its points, shown
    as it is tapped. ``all_but`` as in
    :class:`Points`.
    """

    kind: ClassVar[str] = "card-hands"
    key: str
    label: Text
    players: tuple[str, ...]
    parse: Callable[[str], Any]
    pack: tuple[Any, ...]
    worth: Callable[[Any], int] | None = None
    optional: bool = False
    all_but: str | None = None

    def read(self, raw: Any) -> Read:
        return per_player(self.key, raw, self.players, lambda path, hand: listed(path, hand, (), self._card))

    def _card(self, path: str, raw: Any) -> Read:
        card = self.parse(raw) if isinstance(raw, str) else None
        if card is None:
            return None, [faulty(path, say("« %(value)s » n'est pas une carte de ce jeu.", value=quoted(raw)))]
        return card, []


@dataclass(frozen=True, slots=True)
class YesNo(Unjudged):
    """Yes or no. ``offered`` as in :class:`Choice`; ``suggested``: yes stands in the form before anything was typed."""

    kind: ClassVar[str] = "yes-no"
    key: str
    label: Text
    optional: bool = True
    offered: bool = True
    suggested: bool = False

    def read(self, raw: Any) -> Read:
        if isinstance(raw, bool):
            return raw, []
        return None, [faulty(self.key, say("Oui ou non."))]


@dataclass(frozen=True, slots=True)
class Words(Unjudged):
    """A few words, at most ``longest`` characters."""

    kind: ClassVar[str] = "words"
    key: str
    label: Text
    longest: int
    optional: bool = False

    def read(self, raw: Any) -> Read:
        if isinstance(raw, str) and len(raw) <= self.longest:
            return raw, []
        return None, [faulty(self.key, say("Au plus %(most)s caractères.", most=self.longest))]


@dataclass(frozen=True, slots=True)
class NewName(Unjudged):
    """The name of somebody who need not be one of the players; ``nothing`` as in :class:`Choice`.

    ``barred``: names (None: nobody's) that the game itself refuses, which a form does not suggest; ``returning``: those
    it suggests before all others.
    """

    kind: ClassVar[str] = "new-name"
    key: str
    label: Text
    barred: tuple[str | None, ...] = ()
    returning: tuple[str, ...] = ()
    nothing: Text | None = None
    optional: bool = False

    def read(self, raw: Any) -> Read:
        if raw is None and self.nothing is not None:
            return None, []
        return new_name(self.key, raw)


Field = (
    Counts | Points | Number | Choice | ChoicePerPlayer | OnePlayer | SomePlayers | SideChoice
    | PlayerOrder | TrickWinners | CardHands | YesNo | Words | NewName
)  # fmt: skip


def among_the_rest(field: Field, answer: Mapping[str, Any], raw: Any) -> Field:
    """The field as it is read once the player it leaves out (``all_but``) is known.

    As long as that player is not known, nobody who is not named can be said to be missing.
    """
    if not isinstance(field, (Points, CardHands)) or field.all_but is None:
        return field
    spared = answer.get(field.all_but)
    if spared is not None:
        return replace(field, players=tuple(player for player in field.players if player != spared))
    named = {clean_name(name) for name in raw} if isinstance(raw, dict) else set()
    return replace(field, players=tuple(player for player in field.players if player in named))
