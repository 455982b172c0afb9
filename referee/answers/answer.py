"""The base of the field kinds: how a raw value is read and checked, and how a value is put into words.

Fields of entries, facts of the desk and house rules are of the same kinds, and forms, scripts and files are made from
them. A raw value is checked in this order: ``read`` parses it and checks its shape; ``out_of_range`` checks numbers;
``inconsistencies`` checks sums and relations inside the value. A kind without an article of its own checks its bounds
in ``read``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from referee.answers.violation import Violation
from referee.words import Listing, Renderable, Text, names, say

Values = Mapping[str, Any]
"""The values of the fields read so far, by key."""

Facts = Values
"""The facts of a desk question: cards parsed, names clean, lists as tuples; a missing fact has its default."""

ReadResult = tuple[Any, list[Violation]]
"""A value, and its violations; with violations the value is meaningless."""

LONGEST_LIST = 1000
"""The most items of any list or object: a longer one is refused as a whole, not item by item."""

Labelled = Sequence[tuple[Any, Renderable]]
"""Possible values, each with its label."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The context of a reading: the article of its violations, and the values read before."""

    article: str
    values: Values = field(default_factory=dict)

    def violation(self, path: str | None, message: Text) -> Violation:
        return Violation(self.article, path, message)

    def refusal(self, path: str, message: Text) -> ReadResult:
        """A reading without a value, with one violation."""
        return None, [Violation(self.article, path, message)]


ItemReader = Callable[[str, Any, Reader], ReadResult]
"""Reads an item of a list or of an object."""


@dataclass(frozen=True, slots=True)
class Field:
    """One value to answer.

    ``key``: its key in the entry; a dotted key (``bonuses.greve``) lies one level deeper.
    ``brief``: the label in a few signs, at the head of a row. ``optional``: the key may be missing; the value of a
    missing fact is ``default``. ``nothing``: the label of null, where null is an answer. Not ``offered``: no form asks
    it, but an entry may have it, so that the game can refuse it by its own article.
    """

    kind: ClassVar[str]
    of_the_table: ClassVar[bool] = False
    """Whether the table itself gives the value, so that no form of a match asks it."""
    key: str
    label: Text
    _: KW_ONLY
    brief: Renderable | None = None
    optional: bool = False
    default: Any = None
    nothing: Text | None = None
    offered: bool = True

    def read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        """Parse the raw value at ``path``; the violations are those of its shape."""
        if raw is None and self.nothing is not None:
            return None, []
        return self._read(path, raw, reader)

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        raise NotImplementedError

    def left_out(self, raw_values: Mapping[str, Any]) -> tuple[str, Any] | None:
        """What gives the value of a missing fact: the key to blame and a raw value; None: its default."""
        return None

    def read_and_check(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        """Parse the raw value and check its bounds; all violations have the reader's article."""
        value, violations = self.read(path, raw, reader)
        if not violations and value is not None:
            for violation in [*self.out_of_range(value, reader.values)] or self.inconsistencies(value):
                field = f"{path.removesuffix(self.key)}{violation.field or self.key}"
                violations.append(reader.violation(field, violation.message))
        return value, violations

    def out_of_range(self, _value: Any, _values: Values) -> Iterable[Violation]:
        return ()

    def inconsistencies(self, _value: Any) -> Iterable[Violation]:
        return ()

    def in_words(self, value: Any) -> Renderable:
        """A value in words, parsed or as in a file."""
        if isinstance(value, bool):
            return say("oui") if value else say("non")
        if isinstance(value, Mapping):
            return names(_pair(name, self.in_words(item)) for name, item in value.items())
        if isinstance(value, (list, tuple)):
            return names(map(self.item_in_words, value)) if value else names("—")
        return names([self.item_in_words(value)])

    def item_in_words(self, item: Any) -> Any:
        """One item of the value in words."""
        if item is None:
            return "—" if self.nothing is None else self.nothing
        return item

    def renamed(self, value: Any, _new_names: Mapping[str, str]) -> Any:
        """The raw value with players and sides renamed."""
        return value

    def people(self, _raw: Any) -> list[str]:
        """The players that a raw value names."""
        return []

    def at_the_table(self, value: Any, _speakers: Sequence[str]) -> Any:
        """The raw value for a value that a match has under this key; an unfit one fails when it is read."""
        return value

    def cards(self, _value: Any) -> Iterable[Any]:
        """The cards in the value; the pack must hold those of all facts together."""
        return ()

    @property
    def most_read(self) -> int | None:
        """The most items that are read, before any of them is judged; None where a form sends one."""
        return None

    @property
    def holds_cards(self) -> bool:
        return False


def _pair(name: Any, value: Any) -> Text:
    return say("%(name)s %(value)s", name=name, value=value)


def pairs_in_words(pairs: Iterable[tuple[Any, Any]]) -> Listing:
    """Names with their values: "Ana 3 et Bob 0"."""
    return names(_pair(name, value) for name, value in pairs)


def entry_violation(path: str | None, message: Text) -> Violation:
    """The violation of a value of the wrong shape in an entry (article ``match.entry``)."""
    return Violation("match.entry", path, message)


def fact_violation(path: str | None, message: Text) -> Violation:
    """The violation of an impossible fact (article ``question.facts``)."""
    return Violation("question.facts", path, message)


def by_field_key(
    fields: Sequence[Field], raw: Mapping[str, Any], reader: Reader, root: str = ""
) -> tuple[Mapping[str, Any], list[str], list[Violation]]:
    """The raw values by field key: those of a group (``bonuses``) by their dotted keys (``bonuses.greve``).

    Then the keys without a field, and a violation for each group that is no object; ``root``: what stands before a key
    in the path of a violation.
    """
    keys = {field.key for field in fields}
    groups = {key.partition(".")[0] for key in keys if "." in key}
    if not groups:
        return raw, [key for key in raw if key not in keys], []
    values: dict[str, Any] = {}
    unknown: list[str] = []
    violations: list[Violation] = []
    for key, value in raw.items():
        if key in groups and isinstance(value, dict):
            values.update({f"{key}.{subkey}": item for subkey, item in value.items()})
        elif key in groups:
            violations.append(reader.violation(f"{root}{key}", say("Il faut un objet.")))
        elif key in keys and "." not in key:
            values[key] = value
        else:
            unknown.append(key)
    return values, [*unknown, *(key for key in values if key not in keys)], violations


def read_list(
    path: str, raw: Any, reader: Reader, item: ItemReader, fewest: int = 0, most: int | None = None
) -> ReadResult:
    """Read a list of ``fewest`` to ``most`` items; the value is a tuple. Paths number the items from 0.

    ``most`` None: as many as are ever read.
    """
    most = LONGEST_LIST if most is None else most
    if not isinstance(raw, (list, tuple)):
        return reader.refusal(path, say("Il faut une liste."))
    if len(raw) < fewest:
        message = say("Il en faut au moins %(fewest)s ; il y en a %(n)s.", fewest=fewest, n=len(raw))
        return reader.refusal(path, message)
    if len(raw) > most:
        message = say("Il en faut %(most)s au plus ; il y en a %(n)s.", most=most, n=len(raw))
        return reader.refusal(path, message)
    violations: list[Violation] = []
    values: list[Any] = []
    for index, part in enumerate(raw):
        value, item_violations = item(f"{path}.{index}", part, reader)
        values.append(value)
        violations.extend(item_violations)
    return (None, violations) if violations else (tuple(values), [])


def read_pair(path: str, raw: Any, reader: Reader, second: str) -> tuple[Any, Any, list[Violation]]:
    """Read an object with exactly the keys ``player`` and ``second``: both raw values, and the violations."""
    if isinstance(raw, dict) and raw.keys() == {"player", second}:
        return raw["player"], raw[second], []
    message = say("Il faut « player » et « %(key)s », rien d'autre.", key=second)
    return None, None, [reader.violation(path, message)]
