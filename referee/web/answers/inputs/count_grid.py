"""The grid of a question that shares out several sums among the same players: a column a player, a row a sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from markupsafe import Markup

from referee.answers.violation import Violation
from referee.web.answers.inputs import pad_words
from referee.web.answers.inputs.base_input import Input
from referee.web.answers.inputs.player_inputs import OnePlayerInput
from referee.web.answers.inputs.typed_inputs import CountsInput
from referee.web.answers.seating import Label
from referee.web.rendering.typesetting import words_of_key
from referee.words import Renderable, Text, say

KIND = "count-grid"


@dataclass(frozen=True, slots=True)
class GridCell:
    """What one player has of a sum: ``name`` and ``text`` of its control; ``wrong``: the id of what is wrong there.

    ``ears``: what it is, for who does not see the table.
    """

    name: str
    spoken_label: str
    ears: Text
    text: str
    is_chosen: bool
    wrong: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A sum that is shared out.

    ``name``: of its controls; ``label``: its words; ``worth``: the points of each, None where they depend on more;
    ``total``: the sum. ``is_single``: one player has all of it, and is ticked. ``is_shared``: all phones see it before
    it is recorded. ``violations``: what is wrong in it, each with the id of its sentence.
    """

    name: str
    label: Renderable
    worth: int | None
    total: int
    is_single: bool
    is_shared: bool
    cells: Sequence[GridCell]
    violations: Sequence[tuple[Sequence[Violation], str]]

    @property
    def head(self) -> Markup:
        """Its words at the head of the row."""
        return words_of_key(self.label)

    @property
    def price(self) -> Text | int | None:
        """The points of each in words, beside its head."""
        return self.worth if self.is_single or self.worth is None else say("%(n)s chacun", n=self.worth)

    @property
    def total_words(self) -> Text:
        return say("sur %(total)s", total=self.total)


@dataclass(frozen=True, slots=True)
class CountGrid:
    """The rows of a way, and its players by their seats."""

    columns: Sequence[Label]
    rows: Sequence[GridRow]

    kind = KIND

    @property
    def counts_points(self) -> bool:
        """Whether the points of each player follow from the counts alone."""
        return all(row.worth is not None for row in self.rows)

    def script_data(self) -> dict[str, str]:
        """What scripts read of it: the attributes of its field, by name."""
        data = {"data-pad": "grid", "data-say": pad_words.as_json(pad_words.grid())}
        if any(row.is_shared for row in self.rows):
            data["data-shared"] = ""
        return data


def is_share(bound: Input) -> TypeGuard[CountsInput | OnePlayerInput]:
    """Whether it shares out a sum among players: counts with a total, or the one of them who has all of it."""
    if isinstance(bound, CountsInput):
        counts = bound.spec
        is_plain = not (counts.in_turn or counts.announced or counts.low or counts.optional or counts.remarks)
        return is_plain and counts.total is not None
    if isinstance(bound, OnePlayerInput):
        player = bound.spec
        return not (player.barred or player.all_but or player.nothing or player.suggested or player.optional)
    return False


def grid_of(inputs: Iterable[Input]) -> CountGrid | None:
    """The grid of these inputs, where all of them share out sums among the same players, one of them by counts."""
    bounds = list(inputs)
    same = len({frozenset(bound.seats) for bound in bounds}) == 1
    counts = any(isinstance(bound, CountsInput) for bound in bounds)
    shares = [bound for bound in bounds if is_share(bound)]
    if len(bounds) == 1 or not (same and counts and len(shares) == len(bounds)):
        return None
    seating = bounds[0].sitting.seating
    players = seating.in_order(bounds[0].seats)
    columns = [seating.player(player) for player in players]
    return CountGrid(columns, [_row(share, players) for share in shares])


def _row(bound: CountsInput | OnePlayerInput, players: Sequence[str]) -> GridRow:
    spec = bound.spec
    is_single = isinstance(bound, OnePlayerInput)
    blamed = [(bound.blamed[""], bound.why)] if bound.violations else []
    if not is_single:
        blamed += [
            (bound.blamed[player], f"{bound.part_name(player)}-why") for player in players if bound.blamed.get(player)
        ]
    return GridRow(
        name=bound.name,
        label=spec.brief or spec.label,
        worth=spec.worth,
        total=1 if isinstance(bound, OnePlayerInput) else bound.spec.total or 0,
        is_single=is_single,
        is_shared=bound.running,
        cells=[_cell(bound, player, is_single) for player in players],
        violations=blamed,
    )


def _cell(bound: Input, player: str, is_single: bool) -> GridCell:
    ears = say("%(player)s : %(what)s", player=player, what=bound.spec.label)
    if is_single:
        return GridCell(
            bound.name, player, ears, player, bound.holds("", player), bound.why if bound.violations else ""
        )
    name = bound.part_name(player)
    wrong = f"{name}-why" if bound.blamed.get(player) else ""
    return GridCell(name, player, ears, bound.text(player), False, wrong)
