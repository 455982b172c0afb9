"""The form of a question of a match: its ways, and what was typed into one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.answer import Labelled, pairs_in_words
from referee.answers.numbers import ZeroOf
from referee.answers.players import OnePlayer
from referee.answers.table import LONGEST_NAME, NOBODY, Side
from referee.answers.violation import Violation
from referee.game_definition.entry_reading import own_keys
from referee.game_definition.game import Question, Way
from referee.web.answers.answers_form import AnswersForm, blamed_input, grouped_values
from referee.web.answers.inputs.base_input import ABSENT, Input, Sitting
from referee.web.answers.inputs.chosen_inputs import ChoiceInput, SideInput, SingleChoiceInput
from referee.web.answers.inputs.count_grid import CountGrid, grid_of
from referee.web.answers.inputs.input_kinds import INPUTS
from referee.web.answers.inputs.widget_parts import Chip
from referee.web.answers.seating import NO_MATCH, Label, TableSeating
from referee.web.rendering.typesetting import unbroken
from referee.words import Renderable, Text, say

NUMBER_PADS = ("board", "points", "increments")
ONE_OF_SEVERAL = ("choice", "one-player", "side")
"""The kinds of which one of several is chosen."""


def is_answerable(question: Question) -> bool:
    """Whether a form of this question would offer anything: a field whose players are all barred has no answer."""
    specs = [spec for way in question.ways for spec in way.fields]
    return not any(
        spec.players and set(spec.players) <= set(spec.barred) for spec in specs if isinstance(spec, OnePlayer)
    )


class WayForm(AnswersForm):
    """The fields of one way to answer a question."""

    def __init__(
        self,
        way: Way,
        formdata: Any,
        entry: Mapping[str, Any] | None,
        seating: TableSeating,
        counting: Mapping[str, str] = NOBODY,
        own_phones: bool = False,
    ) -> None:
        self.way = way
        offered = [spec for spec in way.fields if spec.offered]
        super().__init__(
            offered, Sitting(seating=seating, at_desk=False, own_phones=own_phones), f"{way.id}." if way.id else ""
        )
        for zero_of in self._zeros().values():
            # Each player's phone must know it, to ask no points of who has 0.
            self._fields[zero_of.choice].running = own_phones
        for bound in self.inputs():
            counted = bound.running and any(bound.part_name(part) in counting for part in bound.parts())
            sent = MultiDict(counting) if counted else formdata
            bound.process(sent, ABSENT if entry is None else _inside(entry, bound.spec.key, bound.left_out))
        for key in self._zeros():
            self._fill_in_zero(self._fields[key])

    def _zeros(self) -> dict[str, ZeroOf]:
        """The fields with points of which somebody has 0 by what was chosen elsewhere, by key."""
        specs = {bound.spec.key: getattr(bound.spec, "zero_of", None) for bound in self.inputs()}
        return {key: zero_of for key, zero_of in specs.items() if zero_of is not None}

    def _fill_in_zero(self, bound: Input) -> None:
        """The 0 of a player that is not asked, where nothing else was typed there."""
        player = self.spared(bound)
        if player in bound.parts() and player not in bound.typed:
            bound.typed = {**bound.typed, player: ["0"]}
            bound.data = bound.value()

    def spared(self, bound: Input) -> str:
        """The player that a field of points does not ask: who went out, or has 0 by what was chosen; "" for nobody."""
        typed = {other.spec.key: other.text() for other in self.inputs()}
        zero_of = self._zeros().get(bound.spec.key)
        if zero_of is None:
            return typed.get(getattr(bound.spec, "all_but", ""), "")
        return typed[zero_of.player] if typed[zero_of.choice] in zero_of.among else ""

    def inputs_to_fill(self) -> list[Input]:
        """The fields to answer, in their order; a mere yes or no stands among them."""
        return [bound for bound in self.inputs() if not bound.spec.optional or bound.always_asked]

    @property
    def grid(self) -> CountGrid | None:
        """The grid of its fields, where they share out several sums among the same players."""
        return grid_of(self.inputs())

    def asks_for(self, path: str) -> bool:
        """Whether it has a place for what a violation's path means: one of its fields, or a part of one."""
        keys = [bound.spec.key for bound in self.inputs()]
        parts = [f"{bound.spec.key}.{part}" for bound in self.inputs() for part in bound.parts()]
        return path in keys or path in parts

    def running(self) -> list[Input]:
        """The fields that are counted while they play, or bid in turn."""
        return [bound for bound in self.inputs() if bound.running]

    def spare(self) -> list[Input]:
        """The fields that may be left out."""
        return [bound for bound in self.inputs() if bound not in self.inputs_to_fill()]

    @property
    def open_spare(self) -> Input | None:
        """The one field that may be left out, where there is nothing won by folding it away."""
        spare = self.spare()
        return spare[0] if len(spare) == 1 and spare[0].in_one_row else None

    def spare_used(self) -> bool:
        """Whether something stands in a field that may be left out, or is wrong there."""
        typed = [part for part in self.spare() if part.typed != part.suggested()]
        return any(part.blamed for part in self.spare()) or any(any(part.typed.values()) for part in typed)

    @property
    def spare_label(self) -> str:
        """What may be left out, in words: where no sentence of the way says so, the names of the fields."""
        if self.way.extra:
            return unbroken(self.way.extra)
        return ", ".join(unbroken(bound.spec.label) for bound in self.spare())

    @property
    def first_fault(self) -> str:
        """The id of the first violation that stands at a field, in the order of the page; "" where none does."""
        blamed = next((bound for bound in (*self.inputs_to_fill(), *self.spare()) if bound.blamed), None)
        if blamed is None:
            return ""
        part = next((part for part in blamed.parts() if part and blamed.blamed.get(part)), "")
        return f"{blamed.part_name(part)}-why" if part else blamed.why

    def with_violations(self) -> list[Input]:
        """The fields at which something is said to be wrong."""
        return [bound for bound in self.inputs() if bound.violations]

    @property
    def alone(self) -> bool:
        """Whether there is nothing but one field to answer, which then needs no name beside the question's."""
        return len(self.inputs_to_fill()) == 1


@dataclass(frozen=True, slots=True)
class Matrix:
    """A side and one of a few things, asked as one tap on a pair."""

    side: str
    choice: str
    sides: tuple[Side, ...]
    choices: Labelled

    def called_pair(self, counting: Mapping[str, str]) -> list[tuple[str, Any]]:
        """The pair that a player called out on a phone of their own, if any did."""
        return [
            (side.name, words)
            for side in self.sides
            for id, words in self.choices
            if (side.name, str(id)) == (counting.get(self.side), counting.get(self.choice))
        ]

    def apart(self, formdata: Mapping[str, str]) -> MultiDict[str, str]:
        """The pair that was tapped, as the two fields it stands for."""
        side, _, choice = formdata.get("both", "").rpartition("|")
        return MultiDict({**formdata, self.side: side, self.choice: choice})


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A side, and the button of each thing that it may call."""

    label: Label
    buttons: Sequence[Chip]


class QuestionForm:
    """The form of a question: empty, showing an entry recorded before, or as it was typed.

    ``like`` is an entry answered in the way that is offered first; ``counting`` what is being counted while they play,
    where ``own_phones`` by each player on their own phone.
    """

    def __init__(
        self,
        question: Question,
        formdata: Any = None,
        entry: Mapping[str, Any] | None = None,
        seating: TableSeating = NO_MATCH,
        *,
        like: Mapping[str, Any] | None = None,
        counting: Mapping[str, str] = NOBODY,
        own_phones: bool = False,
    ) -> None:
        self.question = question
        self.counting = counting
        self.seating = seating
        if self.matrix is not None and formdata is not None and "both" in formdata:
            formdata = self.matrix.apart(formdata)
        self.chosen = self._chosen_way((counting.get("way") and counting) or formdata, entry, like)
        if formdata is not None:
            formdata = self._with_shared(formdata)
        self.ways = [
            WayForm(way, formdata, entry, seating, counting, own_phones)
            if way.id == self.chosen
            else WayForm(way, None, None, seating, own_phones=own_phones)
            for way in question.ways
        ]
        self.blamed: list[Violation] = []

    @property
    def has_number_pad(self) -> bool:
        """Whether a script lays the board or the pad of points over one of its fields."""
        return any(bound.pad in NUMBER_PADS for way in self.ways for bound in way.inputs())

    def _chosen_way(self, formdata: Any, entry: Mapping[str, Any] | None, like: Mapping[str, Any] | None) -> str:
        ids = [way.id for way in self.question.ways]
        tapped = formdata.get("at_once") or formdata.get("way", "") if formdata is not None else ""
        if tapped in ids:
            return str(tapped)
        if entry is not None:
            return self._way_of(entry).id
        if self.question.opens:
            return self.question.opens
        usual = self._way_of(like) if like is not None else self.ordinary_ways[0]
        return self.ordinary_ways[0].id if usual.rare or usual.at_once else usual.id

    def _with_shared(self, formdata: Mapping[str, str]) -> MultiDict[str, str]:
        """What was sent, with what another way says of a choice that the open way asks too, and has no answer to."""
        sent = MultiDict(formdata)
        one_of_several = [
            spec.key for spec in self._open_way.fields if issubclass(INPUTS[spec.kind], SingleChoiceInput)
        ]
        for key, other in product(one_of_several, self.question.ways):
            name, elsewhere = (f"{way.id}.{key}" for way in (self._open_way, other))
            if name not in sent and elsewhere in sent:
                sent[name] = sent[elsewhere]
        return sent

    @property
    def _open_way(self) -> Way:
        return next(way for way in self.question.ways if way.id == self.chosen)

    def _way_of(self, entry: Mapping[str, Any]) -> Way:
        keys = {way.id: own_keys(self.question.ways, way) for way in self.question.ways}
        return max(self.question.ways, key=lambda way: sum(key in entry for key in keys[way.id]))

    @property
    def ordinary_ways(self) -> list[Way]:
        """The ways with something to fill in."""
        return [way for way in self.question.ways if not way.at_once]

    @property
    def ordinary_forms(self) -> list[WayForm]:
        """The forms of the ordinary ways."""
        return [form for form in self.ways if not form.way.at_once]

    @property
    def shown_way(self) -> str:
        """The ordinary way that is open: the chosen one, or the first where one tap was chosen."""
        ids = [way.id for way in self.ordinary_ways]
        return self.chosen if self.chosen in ids else ids[0]

    @property
    def matrix(self) -> Matrix | None:
        """The pairs to tap, where the question is a side and one of a few things and nothing else."""
        fields: Sequence[Any] = self.question.ways[0].fields if len(self.question.ways) == 1 else ()
        if [INPUTS[spec.kind] for spec in fields] != [SideInput, ChoiceInput] or fields[0].nothing is not None:
            return None
        side, choice = fields
        return Matrix(side.key, choice.key, side.sides, choice.keys or choice.choices)

    def matrix_rows(self) -> list[MatrixRow]:
        """The buttons of the matrix; the pair that was called out on a player's own phone is checked."""
        pair = self.matrix
        if pair is None:
            return []
        called = pair.called_pair(self.counting)
        return [
            MatrixRow(
                self.seating.side(side.name, side.players),
                [Chip("both", f"{side.name}|{id}", words, (side.name, words) in called) for id, words in pair.choices],
            )
            for side in pair.sides
        ]

    @property
    def whole_answer(self) -> Input | None:
        """The one choice that is all there is to answer: a tap on one of its buttons records it."""
        inputs = list(self.ordinary_forms[0].inputs()) if len(self.ordinary_forms) == 1 else []
        return inputs[0] if len(inputs) == 1 and inputs[0].kind in ONE_OF_SEVERAL else None

    @property
    def heading(self) -> Text:
        """What is asked: the label of the one choice to make, which stands nowhere else; else the title of the step."""
        inputs = list(self.ordinary_forms[0].inputs_to_fill()) if len(self.ordinary_forms) == 1 else []
        alone = inputs[0] if len(inputs) == 1 and inputs[0].kind in ONE_OF_SEVERAL else None
        return alone.spec.label if alone else self.question.title

    @property
    def way(self) -> WayForm:
        return next(form for form in self.ways if form.way.id == self.chosen)

    def entry(self) -> dict[str, Any]:
        """The entry as the form says it, in the shape a match file has."""
        return {"step": self.question.step, **grouped_values(self.way.inputs())}

    def running_counts(self) -> dict[str, str]:
        """What stands in the fields that are counted while they play, by control; empty where there are none."""
        running = self.way.running()
        typed = {bound.part_name(part): bound.text(part)[:LONGEST_NAME] for bound in running for part in bound.typed}
        return {**typed, "way": self.chosen} if typed else {}

    def so_far(self) -> list[Text]:
        """What each has by now where it is counted while they play, in words; first that nothing is recorded."""
        counts = [(bound.spec.label, list(bound.so_far())) for bound in self.way.running()]
        if self.matrix is not None:
            counts = [(self.question.title, self.matrix.called_pair(self.counting))]
        words = [_with_counts(what, pairs_in_words(has)) for what, has in counts if has]
        return [say("Pas encore noté"), *words] if words else []

    def faults(self) -> list[Violation]:
        """What is wrong with the form itself, before any rule."""
        return [*self._way_unanswered(), *(fault for bound in self.way.inputs() for fault in bound.faults())]

    def _way_unanswered(self) -> Iterator[Violation]:
        """What the open way needs, where no answer says that it is the way: the rules cannot know which is meant."""
        ways, inputs = self.question.ways, list(self.way.inputs())
        own = own_keys(ways, self.way.way)
        if len(ways) > 1 and all(bound.data is ABSENT for bound in inputs if bound.spec.key in own):
            for bound in inputs:
                if bound.data is ABSENT and not bound.spec.optional:
                    message = say("Il manque « %(label)s ».", label=bound.spec.label)
                    yield Violation("match.entry", bound.spec.key, message)

    def blame(self, violations: Iterable[Violation]) -> None:
        """Put every violation at the part of the field it blames; what names none stands above the form."""
        for violation in violations:
            path = violation.field or ""
            bound = blamed_input(list(self.way.inputs()), path)
            if bound is None:
                self.blamed.append(violation)
            else:
                bound.blame(violation, path[len(bound.spec.key) + 1 :])


def _with_counts(what: Text, counts: Renderable) -> Text:
    if what.msgid.endswith("?"):
        return say("%(what)s %(counts)s", what=what, counts=counts)
    return say("%(what)s : %(counts)s", what=what, counts=counts)


def _inside(entry: Mapping[str, Any], key: str, left_out: Any) -> Any:
    """The value under a dotted key; ``left_out`` where there is none."""
    value: Any = entry
    for step in key.split("."):
        if not isinstance(value, dict) or step not in value:
            return left_out
        value = value[step]
    return value
