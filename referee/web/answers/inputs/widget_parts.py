"""What the widgets of ``templates/answers/widgets/`` are made of: chips, rows, running sums, cards of a pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.answers.numbers import ForbiddenTotal
from referee.answers.violation import Violation
from referee.web.answers.seating import Label
from referee.words import Renderable, Text


@dataclass(frozen=True, slots=True)
class Chip:
    """One value to tap: the control's name, its value and the words on it.

    ``label``: the player or side on it, in place of words; ``has_disc``: with the player's disc. ``hidden``: it is not
    offered as long as another answer stands. ``brief``: what is said of it once it is chosen; ``colour``: the class of
    its card's colour.
    """

    name: str
    value: object
    words: Renderable | str | int = ""
    checked: bool = False
    label: Label | None = None
    has_disc: bool = False
    hidden: bool = False
    brief: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One part of an answer on a line of its own: a player or a trick.

    ``name``: the name of its control, or of its chips; ``spoken_label``: its name for ears; ``text``: what stands in
    it. ``remarks``: words beside the player. ``announced``: the player's bid; ``gains``: what each count from 0 on
    brings. ``speaker``: who says it for the player, in words. ``avoid``: the total that this player must not make;
    ``struck``: the count that would, once it is known, else "". ``place``: the class of the place at the table seen
    from above, "" without a drawing; ``deals``: it is the dealer.
    """

    name: str
    spoken_label: str
    text: str = ""
    label: Label | None = None
    chips: Sequence[Chip] = ()
    violations: Sequence[Violation] = ()
    remarks: Sequence[Renderable | str] = ()
    announced: int | None = None
    gains: Sequence[int] = ()
    speaker: Text | None = None
    avoid: ForbiddenTotal | None = None
    struck: str = ""
    place: str = ""
    deals: bool = False

    @property
    def why(self) -> str:
        """The id of the sentence that says what is wrong here."""
        return f"{self.name}-why"


@dataclass(frozen=True, slots=True)
class Middle:
    """What lies in the middle of the table seen from above: a number, and what it is of."""

    number: int
    words: Text


@dataclass(frozen=True, slots=True)
class Sum:
    """A running sum in words: what is made of how much, and what is left or too much; None where nothing is said."""

    current: Text
    rest: Text | str | None = None


@dataclass(frozen=True, slots=True)
class CardBox:
    """A card of the pack to tick. ``worth``: its points, where they are counted."""

    code: str
    name: str
    colour: str
    words: str
    worth: int | None
    checked: bool


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of the pack, ``columns`` wide."""

    name: str
    columns: int
    boxes: Sequence[CardBox]


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one part, which unfold: of a player, or cards that nobody holds; ``shown``: these in words."""

    name: str
    rows: Sequence[CardRow]
    held: int
    is_open: bool
    label: Label | None = None
    shown: str = ""
    violations: Sequence[Violation] = ()

    @property
    def why(self) -> str:
        """The id of the sentence that says what is wrong here."""
        return f"{self.name}-why"
