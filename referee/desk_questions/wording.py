"""What people say who ask a question of the desk, and who tell the facts of it.

A text of phrases holds one after another with slashes between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.answers.table import HouseRules
from referee.words import Text

ToldWays = Sequence[Sequence[Text]]
"""The ways to tell a value of a fact, each as lists of phrases with slashes between them: one of each must be said."""

ToldValues = Mapping[str, ToldWays]
"""The ways to tell each raw value of a fact."""

ToldFacts = Mapping[str, ToldValues]
"""The ways to tell the values of facts, by their keys."""


def under_all_rules(rules: HouseRules) -> bool:
    """Phrases tell the same whatever the house rules."""
    return True


@dataclass(frozen=True, slots=True)
class Restated:
    """What people say of the facts that these tell already: "c'est une égalité", "no wild cards".

    ``words``: one phrase after another with slashes between them; ``holds(raw_facts)``: whether it is so. Where it is
    not, it is asked back.
    """

    words: Text
    holds: Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class FactOfPlay:
    """The value of a fact that a play tells which another question forbids, where these phrases ask what follows."""

    key: str
    value: str
    question: str
    asked: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What people say who ask a question, and who tell its facts.

    ``asked``: the phrases with which it is asked; ``surely_asked``: those of people who mean this question, and none
    that tells its answer beside its own. ``also_asked``: another question that its answer answers ("Puis-je annoncer ?"
    of the points of a hand); ``also_told``: the phrases that ask beside it what else the answer tells ("et ça vaut
    combien").
    ``passed_over``: words and phrases that decide nothing where this is asked, though they may elsewhere ("cachée",
    "au tout début"); ``going_on``: those that ask how to go on, which decide nothing where a fact is told; ``claims``:
    what is said of facts that are told anyway. ``doubtful``: the phrases that ask something else of the same facts
    ("how many are the runs"), so that it is asked back.
    ``told_facts``: the phrases that tell a fact otherwise than by its name; ``told_under``: under which house rules;
    ``told_by_play``: the value of a fact that a forbidden play tells.
    ``often_forgotten``: the keys of optional facts that people forget to tell: no answer stands that one of them would
    change.
    ``named``: whether words must name what the label asks of: cards alone may ask something else. ``any_cards``:
    whether no card and no number decides anything that they name; ``timeless``: whether it decides nothing when
    something was done or noticed.
    """

    asked: Text | None = None
    surely_asked: Text | None = None
    also_asked: Text | None = None
    also_told: Text | None = None
    passed_over: Text | None = None
    going_on: Text | None = None
    claims: Sequence[Restated] = ()
    doubtful: tuple[Text, ...] = ()
    told_facts: ToldFacts = field(default_factory=dict)
    told_under: Callable[[Any], bool] = under_all_rules
    told_by_play: FactOfPlay | None = None
    often_forgotten: tuple[str, ...] = ()
    named: bool = False
    any_cards: bool = False
    timeless: bool = False
