"""The verdict on what the words of a search ask, where whatever they leave open gives the same answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.cards import Cards
from referee.answers.choices import Choice, YesNo
from referee.answers.numbers import Number
from referee.desk.adjudication import Verdict, rule_on
from referee.desk.card_phrases.card_phrases import FEW
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.web.answers.facts_form import seats_of
from referee.web.answers.inputs.base_input import NOTHING, Input
from referee.web.answers.inputs.card_inputs import PlaysInput
from referee.web.answers.inputs.chosen_inputs import BidsInput
from referee.web.answers.inputs.player_inputs import SomePlayersInput, TrickWinnersInput
from referee.web.answers.inputs.typed_inputs import NumbersInput
from referee.web.desk.good_in_parts import is_good_in_parts
from referee.web.desk.question_page import QuestionPage, page_of
from referee.web.desk.suits_left_open import OpenSuits
from referee.words import Renderable, names, say

FURTHER = 5
"""The cases, about so many, in each of which a hand is tried with further cards."""

TRIED = 64
"""The most cases that are judged for one verdict: where more are open, none is."""

HAND = "hand"
"""The key of the fact with the hand of a player."""

OF_CARDS = ("card", "cards", "plays", "card-groups")
"""The kinds of facts that are cards."""


@dataclass(frozen=True, slots=True)
class QuickRuling:
    """A verdict; ``because``: the reasons that hold in every case; ``only_case``: whether there is one case only."""

    verdict: Verdict
    because: Sequence[Renderable]
    only_case: bool


def rule_at_once(page: QuestionPage, facts: SaidFacts, language: str, *, either: bool = False) -> QuickRuling | None:
    """The verdict on a question, if every case that the words leave open has the same answer.

    ``either``: it is asked which of two cards is higher; neither is played first.
    """
    return _ruled_at_table(page, facts, language, either=either) or _ruled_anywhere(page, facts, language)


def _ruled_anywhere(page: QuestionPage, facts: SaidFacts, language: str) -> QuickRuling | None:
    """The verdict in a word that names no player, if it is the same for whoever plays, at a table of any number."""
    question = page.form.question
    if question.word_anywhere is None or page.form.sitting.named or not facts.ways:
        return None
    sizes = () if facts.seated else {min(seats_of(question)), max(seats_of(question))}
    some = facts.ways[:: max(1, len(facts.ways) // FURTHER)]
    tables = [(_Cases(page), facts.ways), *((_Cases(page).at_table_of(size), some) for size in sizes)]
    if len(facts.ways) > TRIED or not all(table.is_answered(way) for table, ways in tables for way in ways):
        return None
    found = (table.verdict(way) for table, ways in tables for way in ways)
    verdicts = [verdict for verdict in found if verdict is not None]
    words = [question.word_anywhere(verdict.case, verdict.answer) for verdict in verdicts]
    if len({word.text.render(language) for word in words}) != 1:
        return None
    return QuickRuling(replace(verdicts[0], answer={}, word=words[0], because=()), (), only_case=False)


def _ruled_at_table(page: QuestionPage, facts: SaidFacts, language: str, *, either: bool) -> QuickRuling | None:
    """The verdict on a question, if it is the same in every case, at a table of as many as are said to play."""
    ways = facts.ways or [{}]
    told = any(isinstance(bound, PlaysInput) and bound.spec.key in ways[0] for bound in page.form.offered_inputs())
    if told_in_part(page, ways[0]) and not (told and HAND in ways[0]):  # a hand that is known in full, and what was led
        return None
    if either:
        keys = [bound.spec.key for bound in page.form.offered_inputs() if isinstance(bound, PlaysInput)]
        ways = [*ways, *({**way, **{key: way[key][::-1] for key in keys if key in way}} for way in ways)]
    open_facts = (
        [bound.spec for bound in page.form.offered_inputs() if not has_answer(bound, ways[0])] if ways[0] else []
    )
    choices = {spec.key: list(few_choices(spec)) for spec in open_facts}
    numbers = [spec.key for spec in open_facts if isinstance(spec, Number)]
    number = len(ways) * prod(map(len, choices.values()))
    cases, suits = _Cases(page), _open_suits(page, ways, language)
    verdicts: list[tuple[Mapping[str, Any], Verdict]] = []
    answers = []
    tried = _filled_ways(ways, choices) if number <= TRIED else ()
    for way in tried:
        if not cases.is_answered(way):
            return None
        if (verdict := cases.verdict(way)) is None:
            continue
        verdicts.append((way, verdict))
        answer, word = _answer(verdict, language)
        answer = {key: value for key, value in answer.items() if key not in numbers}
        answers.append((None if either else suits.ranks_alone(answer, way), suits.sentence(word, way)))
        if answers[-1] != answers[0]:
            return None
    fuller = _of_fuller_hands(cases, facts, choices, verdicts[0][1]) if verdicts else None
    if fuller is None:
        return None
    verdicts = fuller or verdicts
    first, verdict = verdicts[0]
    if _are_several_things(cases, [way for way, _ in verdicts]):
        return None
    if not facts.seated and not _holds_at_any_table(cases, first, verdict, language):
        return None
    because = _common_reasons(verdicts, suits, language)
    if not because and page.form.question.ambiguous(verdict.case):
        return None
    word = suits.sentence(verdict.word.text.render(language), first)
    if any(suits.sentence(other.word.text.render(language), way) != word for way, other in verdicts):
        return None
    shown = replace(verdict.word, text=_said_so(verdict.word.text, word, language))
    answer = {key: value for key, value in verdict.answer.items() if key not in numbers}
    verdict = replace(verdict, answer=suits.ranks_alone(answer, first), word=shown)
    return QuickRuling(verdict, because, only_case=number == 1)


def _common_reasons(
    verdicts: Sequence[tuple[Mapping[str, Any], Verdict]], suits: OpenSuits, language: str
) -> list[Renderable]:
    """The reasons of the first case that hold in all of them."""
    reasons = [
        {suits.sentence(sentence.render(language), way) for sentence in other.because} for way, other in verdicts
    ]
    common = set.intersection(*reasons)
    first, verdict = verdicts[0]
    in_words = [(sentence, suits.sentence(sentence.render(language), first)) for sentence in verdict.because]
    return [_said_so(sentence, text, language) for sentence, text in in_words if text in common]


def left_open(page: QuestionPage, facts: SaidFacts, language: str) -> list[Renderable]:
    """What decides the answer and is not said: the facts that have no value, how many play, or suits."""
    if not facts.seated and rule_at_once(page, replace(facts, seated=True), language):
        return [say("combien de joueurs sont à la table")]
    ways = facts.ways or [{}]
    if _are_several_things(_Cases(page), ways):
        return [say("de laquelle des combinaisons il s'agit")]
    labels: list[Renderable] = [
        bound.spec.label
        for bound in page.form.offered_inputs()
        if not has_answer(bound, ways[0]) or _has_more_cards(bound, ways)
    ]
    if labels or len(ways) == 1:
        return labels
    return [say("la couleur des cartes")]


def _are_several_things(cases: _Cases, ways: Sequence[Mapping[str, Any]]) -> bool:
    """Whether cards, in one of the cases, are no good together and are so in parts."""
    fields = [bound.spec for bound in cases.page.form.offered_inputs()]
    return any(is_good_in_parts(fields, way, cases.verdict) for way in ways[:TRIED])


def _has_more_cards(bound: Input, ways: Sequence[Mapping[str, Any]]) -> bool:
    """Whether more cards may lie there than are said."""
    return len({len(way[bound.spec.key]) for way in ways if isinstance(way.get(bound.spec.key), list)}) > 1


def _open_suits(page: QuestionPage, ways: Sequence[Mapping[str, Any]], language: str) -> OpenSuits:
    keys = [bound.spec.key for bound in page.form.offered_inputs() if bound.spec.kind in OF_CARDS]
    return OpenSuits(page.form.question.pack, ways, keys, language)


def _said_so(sentence: Renderable, text: str, language: str) -> Renderable:
    """A sentence; in words of its own where these differ from its own."""
    return sentence if sentence.render(language) == text else names([text])


def as_typed(page: QuestionPage, way: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a way, as the form sends them."""
    bound_to = {bound.spec.key: bound for bound in page.form.offered_inputs()}
    typed: dict[str, Any] = {**seats_typed(page)}
    for key, value in way.items():
        bound = bound_to[key]
        if isinstance(value, dict):
            typed |= {bound.part_name(player): str(number) for player, number in value.items()}
        elif isinstance(bound, BidsInput):
            typed |= {bound.part_name(spoken["player"]): spoken["bid"] for spoken in value}
        elif isinstance(bound, TrickWinnersInput):
            typed |= {
                bound.part_name(part): winner or NOTHING for part, winner in zip(bound.parts(), value, strict=False)
            }
        elif isinstance(bound, NumbersInput):
            typed |= {bound.part_name(part): str(number) for part, number in zip(bound.parts(), value, strict=False)}
        elif isinstance(bound, SomePlayersInput):
            typed[bound.name] = value
        else:
            typed[bound.name] = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return typed


def seats_typed(page: QuestionPage) -> dict[str, str]:
    """How many play, as the form sends it, where that is not the usual number at a table without names."""
    size = len(page.form.sitting.players)
    usual = page_of(page.game, page.form.question, None, MultiDict())
    return {} if page.form.sitting.named or size == len(usual.form.sitting.players) else {"n": str(size)}


class _Cases:
    """The verdicts on the cases that words leave open; a form is filled in once for all that differ by cards alone."""

    def __init__(self, page: QuestionPage, typed: Mapping[str, str] | None = None) -> None:
        self.page = page
        self._typed = typed or {}
        self._of_cards = {bound.spec.key for bound in page.form.offered_inputs() if bound.spec.kind in OF_CARDS}
        self._filled: dict[str, QuestionPage] = {}
        self._raw: dict[str, dict[str, Any]] = {}

    def is_answered(self, way: Mapping[str, Any]) -> bool:
        """Whether all facts are known."""
        return all(has_answer(bound, way) for bound in self._like(way).form.offered_inputs())

    def verdict(self, way: Mapping[str, Any]) -> Verdict | None:
        """The verdict on a case; None where it cannot be."""
        page, like = self._like(way), self._likeness(way)
        facts = self._raw.setdefault(like, page.form.facts())
        cards = {key: _with_cards(facts[key], way[key]) for key in self._of_cards & way.keys() if key in facts}
        outcome = rule_on(page.game, page.form.question, {**facts, **cards}, page.form.sitting.options)
        return outcome if isinstance(outcome, Verdict) else None

    def at_table_of(self, size: int) -> _Cases:
        """The same cases at a table of so many players."""
        page = page_of(self.page.game, self.page.form.question, self.page.view, MultiDict({"n": str(size)}))
        return _Cases(page, {"n": str(size)})

    def _like(self, way: Mapping[str, Any]) -> QuestionPage:
        """The form of a case that differs from this one by cards alone."""
        like = self._likeness(way)
        if like not in self._filled:
            typed = MultiDict({**as_typed(self.page, way), **self._typed})
            self._filled[like] = page_of(self.page.game, self.page.form.question, self.page.view, typed)
        return self._filled[like]

    def _likeness(self, way: Mapping[str, Any]) -> str:
        return repr([(key, len(way[key]) if key in self._of_cards else way[key]) for key in sorted(way)])


def _with_cards(fact: Any, codes: Any) -> Any:
    """A raw fact of cards, with other cards in the place of its own: those of players stay theirs."""
    if not isinstance(fact, list):
        return codes
    return [{**play, "card": code} if isinstance(play, dict) else code for play, code in zip(fact, codes, strict=True)]


def _of_fuller_hands(
    cases: _Cases, facts: SaidFacts, choices: Mapping[str, Sequence[Any]], verdict: Verdict
) -> list[tuple[Mapping[str, Any], Verdict]] | None:
    """The verdicts on hands with a further card that tell more; None where one changes the answer on those said.

    That anything may be played is so only where it may be with that card too: else the cards that are said may be.
    """
    some = [*facts.ways[:: max(1, len(facts.ways) // (FURTHER - 1))], facts.ways[-1]] if facts.besides else []
    result: list[tuple[Mapping[str, Any], Verdict]] = []
    for way in _filled_ways(some, choices):
        hand = way[HAND]
        free = "allowed" not in verdict.answer and len(verdict.answer["legal"]) == len(hand)
        fuller = [{**way, HAND: [*hand, code]} for code in facts.besides]
        verdicts = [
            (further_way, judged) for further_way in fuller if (judged := cases.verdict(further_way)) is not None
        ]
        if not verdicts or any(_on_hand(judged, hand) != _on_hand(verdict, hand) for _, judged in verdicts):
            return None
        result += [(way, judged) for way, judged in verdicts if free and len(judged.answer["legal"]) <= len(hand)]
    return result


def _holds_at_any_table(cases: _Cases, way: Mapping[str, Any], verdict: Verdict, language: str) -> bool:
    """Whether the answer is the same however many play, where a table without names may have more or fewer."""
    page = cases.page
    sizes = () if page.form.sitting.named else seats_of(page.form.question)
    tables = [cases.at_table_of(size) for size in {min(sizes), max(sizes)}] if len(sizes) > 1 else []
    others = [table.verdict(way) for table in tables]
    return all(other is None or _answer(other, language) == _answer(verdict, language) for other in others)


def _on_hand(verdict: Verdict, hand: Collection[str]) -> tuple[Any, Sequence[str]]:
    """What an answer says of these cards of a hand."""
    return verdict.answer.get("allowed"), [code for code in verdict.answer["legal"] if code in hand]


def _answer(verdict: Verdict, language: str) -> tuple[Mapping[str, Any], str]:
    """The answer, and its word: the same play may be a card of another suit."""
    return verdict.answer, verdict.word.text.render(language)


def told_in_part(page: QuestionPage, way: Mapping[str, Any]) -> bool:
    """Whether one card alone is said of what takes more."""
    return any(_is_in_part(bound, way) for bound in page.form.offered_inputs())


def _is_in_part(bound: Input, way: Mapping[str, Any]) -> bool:
    """Whether one card alone is said of a trick, of a hand or of a meld: what else there is is not."""
    trick = isinstance(bound, PlaysInput) and bound.spec.turn is None and not bound.spec.again
    several = isinstance(bound.spec, Cards) and bound.spec.several
    return (trick or several or bound.spec.key == HAND) and len(way.get(bound.spec.key, ())) == 1


def _filled_ways(ways: Sequence[Mapping[str, Any]], choices: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Every way with every value of the choices that it leaves open."""
    for way in ways:
        for values in product(*choices.values()):
            yield {**way, **dict(zip(choices, values, strict=True))}


def few_choices(spec: Any) -> Iterator[Any]:
    """The few values that a fact may have; none where there are many."""
    if isinstance(spec, YesNo):
        yield from ("1", "0")
    elif isinstance(spec, Choice) and len(spec.choices) <= FEW:
        yield from (NOTHING,) if spec.nothing is not None else ()
        yield from (getattr(choice, "value", choice) for choice, _ in spec.choices)


def has_answer(bound: Input, way: Mapping[str, Any]) -> bool:
    return bound.given or bound.spec.optional or bound.spec.key in way
