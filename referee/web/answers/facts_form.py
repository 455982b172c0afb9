"""The form of a question of the desk: its facts, which travel in the address, so that asking takes no turn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.players import Seats
from referee.answers.violation import Violation
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game
from referee.web.answers.answers_form import AnswersForm, blamed_input, grouped_values
from referee.web.answers.inputs.base_input import Input, Sitting
from referee.web.answers.inputs.card_inputs import CardHandsInput, CardInput, PlaysInput
from referee.web.rendering.page_language import localize
from referee.words import say


def seats_of(question: DeskQuestion) -> Sequence[int]:
    """How many may sit at a table that the question speaks of; nothing where it does not matter."""
    return next((fact.sizes for fact in question.facts if isinstance(fact, Seats)), ())


class FactsForm(AnswersForm):
    """The form of a question of the desk: empty but for what the table knows, or as it was tapped."""

    def __init__(
        self, game: Game, question: DeskQuestion, sitting: Sitting, typed: MultiDict[str, str] | None = None
    ) -> None:
        super().__init__(question.fields(game, sitting.players, sitting.rules), sitting)
        self.question = question
        self.sitting = sitting
        self.blamed: list[Violation] = []
        keys = {bound.spec.key.partition(".")[0] for bound in self.inputs()}
        answered = typed is not None and not keys.isdisjoint(name.partition(".")[0] for name in typed)
        for bound in self.inputs():
            bound.process(typed if answered else None)
            if isinstance(bound, PlaysInput) and bound.spec.turn is None and not bound.spec.again:
                bound.most = len(sitting.players) - (1 if self.asks_of_a_hand else 0)

    @property
    def asks_of_a_hand(self) -> bool:
        """Whether a player must still play from a hand: then the trick is one card short at most."""
        return any(bound.look == "held-card" for bound in self.inputs())

    def offered_inputs(self) -> list[Input]:
        """The facts that a control asks for; the others the table tells, or there is nothing to tell."""
        return [bound for bound in self.inputs() if bound.spec.offered and not bound.spec.of_the_table]

    def inputs_to_fill(self) -> list[Input]:
        """The facts to tell, but for the cards."""
        return [bound for bound in self.offered_inputs() if not bound.tapped and bound not in self.folded()]

    def folded(self) -> list[Input]:
        """What the match has told already, and a choice that may be left open: out of the way, still to be changed."""
        return [
            bound
            for bound in self.offered_inputs()
            if not bound.tapped and not bound.blamed and (bound.given or (bound.spec.optional and bound.by_one_tap))
        ]

    @property
    def shows_hands(self) -> bool:
        """Whether it asks what each player holds, card by card: the styles of that are those of a match."""
        return any(isinstance(bound, CardHandsInput) for bound in self.offered_inputs())

    def targets(self) -> list[CardInput]:
        """The facts whose cards are tapped in the pack."""
        return [bound for bound in self.offered_inputs() if isinstance(bound, CardInput)]

    def first_turned(self) -> list[CardInput]:
        """The piles of which it is asked who turned up the first card."""
        return [bound for bound in self.targets() if bound.look == "flips"]

    def held_in(self, hand: Input) -> Input | None:
        """The fact that asks about one card of this hand, if there is one."""
        return next((bound for bound in self.inputs() if getattr(bound.spec, "hand", None) == hand.spec.key), None)

    def asks_leader(self, target: Input) -> bool:
        """Whether the players of a trick are known, so that it is asked who leads."""
        return target.look == "plays" and self.sitting.named

    def target_data(self, target: CardInput, hands: Mapping[str, str]) -> dict[str, str]:
        """What scripts read of a fact whose cards are tapped: the attributes of its field, by name.

        :param hands: what the hand of each player is called.
        """
        data = {"data-value": " ".join(target.codes), "data-name": str(target.name)}
        data |= {"data-held": target.spec.hand} if target.look == "held-card" else {"data-target": ""}
        if target.most:
            data["data-most"] = str(target.most)
        held = self.held_in(target)
        if held is not None:
            data |= {"data-asks": str(held.name), "data-asks-words": localize(say("De quelle carte s'agit-il ?"))}
            if self.sitting.named:
                data["data-whose"] = json.dumps(hands, ensure_ascii=False)
        if target.look == "flips" or self.asks_leader(target):
            data["data-leader"] = target.part_name("leader")
        if isinstance(target, PlaysInput) and self.asks_leader(target):
            data["data-around"] = json.dumps(target.around, ensure_ascii=False)
            data["data-leads-words"] = localize(say("%(player)s entame", player="{player}"))
        return data

    @property
    def sums_up(self) -> bool:
        """Whether it is said above how many facts are wrong: several, or one that the page folds away."""
        wrong = self.misplaced()
        return len(wrong) > 1 or (bool(wrong) and not any(bound.blamed for bound in self.offered_inputs()))

    @property
    def one_tap(self) -> Input | None:
        """The only fact of a question that is one choice: each of its buttons answers at once."""
        shown = self.offered_inputs()
        return shown[0] if len(shown) == 1 and shown[0].by_one_tap else None

    def needs_seats(self) -> Sequence[int]:
        """How many can sit at the table, where the facts speak of people that no match names."""
        sizes = seats_of(self.question)
        return () if self.sitting.named or len(sizes) == 1 else sizes

    def facts(self) -> dict[str, Any]:
        """The raw facts, in the shape a question file has."""
        return grouped_values(self.inputs())

    def blame(self, violations: Iterable[Violation]) -> None:
        """Put every violation at the fact it blames; what names none stands above the form."""
        for violation in violations:
            _, _, rest = (violation.field or "").partition("facts.")
            bound = blamed_input(self.offered_inputs(), rest)
            if bound is None:
                self.blamed.append(violation)
            else:
                bound.blame(violation, rest[len(bound.spec.key) + 1 :])
