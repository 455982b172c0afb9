"""What a person can answer: what every kind knows about itself, how its raw value is read, how a value is said.

Fields of entries, facts of the desk and house rules are made of the same kinds. A kind is asked in this order: ``read``
takes the raw value apart and says whether it has the right shape; ``out_of_range`` looks at each number alone;
``at_odds`` looks at sums and relations inside the value. A kind with no article of its own judges its bounds while it
reads. Forms, scripts and files are made from the same kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from referee.answers.violation import Violation
from referee.words import Listing, Shown, Text, names, say

Known = Mapping[str, Any]
"""What was read before, by key."""

Facts = Known
"""What the desk was told, read: cards parsed, names clean, lists as tuples; a fact left out has its default."""

Read = tuple[Any, list[Violation]]
"""A value read, and what is wrong with it; the value counts only when nothing is."""

Labelled = Sequence[tuple[Any, Shown]]
"""The values that may be chosen, each with the words shown for it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a raw value: ``article`` is what a misfit names, ``known`` what was read before it."""

    article: str
    known: Known = field(default_factory=dict)

    def fault(self, path: str | None, message: Text) -> Violation:
        return Violation(self.article, path, message)

    def refused(self, path: str, message: Text) -> Read:
        """No value, and the one reason why."""
        return None, [Violation(self.article, path, message)]


OfItem = Callable[[str, Any, Reader], Read]
"""How an item of a list or of an object is read."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to answer.

    ``key`` is the place of the value in the entry; a dotted key (``bonuses.greve``) lies one level deeper.
    ``optional``: it may be left out, and then has its ``default`` where it is a fact. ``nothing`` is what null is
    called, where null may be answered. Not ``offered``: it may stand in an entry, so that the game can refuse it by its
    own article, but no form asks it.
    """

    kind: ClassVar[str]
    of_the_table: ClassVar[bool] = False
    """Whether nobody is asked: the table is what it is."""
    key: str
    label: Text
    _: KW_ONLY
    optional: bool = False
    default: Any = None
    nothing: Text | None = None
    offered: bool = True

    def read(self, path: str, raw: Any, reader: Reader) -> Read:
        """The value of what was written under ``path``, and every fault found in it."""
        if raw is None and self.nothing is not None:
            return None, []
        return self._read(path, raw, reader)

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        raise NotImplementedError

    def judged(self, path: str, raw: Any, reader: Reader) -> Read:
        """The value read and its bounds judged at once; every fault found has the reader's article."""
        value, wrong = self.read(path, raw, reader)
        if not wrong and value is not None:
            for fault in [*self.out_of_range(value, reader.known)] or self.at_odds(value):
                wrong.append(reader.fault(f"{path}{(fault.field or '').removeprefix(self.key)}", fault.message))
        return value, wrong

    def out_of_range(self, _value: Any, _known: Known) -> Iterable[Violation]:
        return ()

    def at_odds(self, _value: Any) -> Iterable[Violation]:
        return ()

    def shown(self, value: Any) -> Shown:
        """A value in words, as it was read or as a file writes it."""
        if isinstance(value, bool):
            return say("oui") if value else say("non")
        if isinstance(value, Mapping):
            return names(_pair(name, self.shown(item)) for name, item in value.items())
        if isinstance(value, (list, tuple)):
            return names(map(self.called, value)) if value else names("—")
        return names([self.called(value)])

    def called(self, item: Any) -> Any:
        """What a single value is called, such as a card that a file writes in lower case."""
        if item is None:
            return "—" if self.nothing is None else self.nothing
        return item

    def renamed(self, value: Any, _new_names: Mapping[str, str]) -> Any:
        """The raw value for the same people under other names."""
        return value

    def people(self, _raw: Any) -> list[str]:
        """The players that a raw value names."""
        return []

    def at_the_table(self, value: Any, _speakers: Sequence[str]) -> Any:
        """The raw value for what a match knows under this key; what does not fit is no answer, and reading says so."""
        return value

    def cards(self, _value: Any) -> Iterable[Any]:
        """The cards that the value puts on the table or into a hand: one pack must hold them all together."""
        return ()

    @property
    def holds_cards(self) -> bool:
        return False


def _pair(name: Any, value: Any) -> Text:
    return say("%(name)s %(value)s", name=name, value=value)


def pairs_shown(pairs: Iterable[tuple[Any, Any]]) -> Listing:
    """Names, each with what belongs to it: "Ana 3 et Bob 0"."""
    return names(_pair(name, value) for name, value in pairs)


def entry_violation(path: str | None, message: Text) -> Violation:
    """A value that has not the shape asked for (article ``match.entry``)."""
    return Violation("match.entry", path, message)


def fact_violation(path: str | None, message: Text) -> Violation:
    """A fact that cannot be (article ``question.facts``)."""
    return Violation("question.facts", path, message)


def read_list(path: str, raw: Any, reader: Reader, item: OfItem, fewest: int = 0, most: int | None = None) -> Read:
    """A list whose items ``item`` reads, numbered from 0 in their paths; judged first by its length."""
    if not isinstance(raw, (list, tuple)):
        return reader.refused(path, say("Il faut une liste."))
    if len(raw) < fewest:
        message = say("Il en faut au moins %(fewest)s ; il y en a %(n)s.", fewest=fewest, n=len(raw))
        return reader.refused(path, message)
    if most is not None and len(raw) > most:
        message = say("Il en faut %(most)s au plus ; il y en a %(n)s.", most=most, n=len(raw))
        return reader.refused(path, message)
    wrong: list[Violation] = []
    values: list[Any] = []
    for index, part in enumerate(raw):
        value, faults = item(f"{path}.{index}", part, reader)
        values.append(value)
        wrong.extend(faults)
    return (None, wrong) if wrong else (tuple(values), [])


def read_pair(path: str, raw: Any, reader: Reader, second: str) -> tuple[Any, Any, list[Violation]]:
    """An object with exactly ``player`` and one key more, taken apart."""
    if isinstance(raw, dict) and raw.keys() == {"player", second}:
        return raw["player"], raw[second], []
    message = say("Il faut « player » et « %(key)s », rien d'autre.", key=second)
    return None, None, [reader.fault(path, message)]
