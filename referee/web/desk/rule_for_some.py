"""The verdict on the points of some players, where the numbers of these are told and the others' do not matter.

"J'ai annoncé 3 plis et j'en ai fait 3": whatever the others bid and made, at each table, these points are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.choices import Choice
from referee.answers.numbers import Number, Numbers
from referee.desk.adjudication import Verdict, rule_on
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk_questions.deal_points import Share, Shares, scores_word
from referee.web.answers.facts_form import seats_of
from referee.web.desk.question_page import QuestionPage, page_of
from referee.web.desk.rule_at_once import QuickRuling

MOST_MORE = 1
"""So much more than the largest number that is told may a number be that is not."""

MOST_OF_OTHERS = 13
"""The most that the others are tried with together."""

MOST_SEARCHED = 2
"""Of so many numbers of each player those of the others are searched; of more they are what is left of them."""

FEWEST_CASES = 2
"""So many cases at each table must be tried at least, different in who has what of the others."""


def rule_for_some(page: QuestionPage, facts: SaidFacts) -> QuickRuling | None:
    """The verdict on the points of those of whom numbers are told, where each case that is tried gives the same."""
    if len(facts.ways) != 1 or not facts.of_some:
        return None
    way = facts.ways[0]
    players = sorted({player for value in way.values() if isinstance(value, Mapping) for player in value})
    sizes = seats_of(page.form.question)
    found: list[tuple[Verdict, Sequence[Share]]] = []
    tables = {min(sizes), max(sizes)}
    for size in sorted(tables):
        table = page_of(page.game, page.form.question, None, MultiDict({"n": str(size)}))
        verdicts = [*_verdicts(table, way)]
        if not verdicts:
            return None
        found += [(verdict, _shares_of(verdict, players)) for verdict in verdicts]
    verdict, shares = found[0]
    lines = [(share.player, share.points, share.reasons.render("fr")) for share in shares]
    same = all(
        [(share.player, share.points, share.reasons.render("fr")) for share in other] == lines for _, other in found
    )
    if len(found) < FEWEST_CASES * len(tables) or not same or len(lines) != len(players):
        return None
    answer = {"points": {share.player: share.points for share in shares}}
    verdict = replace(verdict, answer=answer, because=(Shares(tuple(shares)),), word=scores_word(None, answer))
    return QuickRuling(verdict, verdict.because, only_case=False)


def _shares_of(verdict: Verdict, players: Sequence[str]) -> list[Share]:
    """The points of these players, with their reasons."""
    all_shares = [share for sentence in verdict.because if isinstance(sentence, Shares) for share in sentence.each]
    return [share for share in all_shares if share.player in players]


def _verdicts(table: QuestionPage, way: Mapping[str, Any]) -> Iterator[Verdict]:
    """The verdicts on some cases that the words leave open at a table, different in what the others have."""
    fields = [bound.spec for bound in table.form.offered_inputs()]
    each = [field for field in fields if isinstance(field, Numbers) and field.among]
    single = [field for field in fields if field not in each]
    if not each or any(field.key not in way and not isinstance(field, Number) for field in single):
        return
    players = table.form.sitting.players
    others = [player for player in players if player not in way[each[0].key]]
    largest = max(1, *(number for field in each for number in way[field.key].values()), sum(way[each[-1].key].values()))
    raw = {**table.form.facts(), **{field.key: _raw(field, way[field.key]) for field in single if field.key in way}}
    unsaid = [field for field in single if field.key not in way]
    sizes = [range(largest, largest + 1 + MOST_MORE) for _ in unsaid]
    if len(each) > MOST_SEARCHED:
        yield from _with_the_rest(table, way, raw, each, others)
        return
    for numbers in product(*sizes):
        for first, other in product((0, 1), (others[0], others[-1])):
            verdict = _first_verdict(
                table,
                {**raw, **{field.key: number for field, number in zip(unsaid, numbers, strict=True)}},
                {field.key: {**way[field.key], **dict.fromkeys(others, first)} for field in each[:-1]},
                (each[-1].key, {**way[each[-1].key], **dict.fromkeys(others, first)}, other),
            )
            if verdict is not None:
                yield verdict


def _with_the_rest(
    table: QuestionPage, way: Mapping[str, Any], raw: Mapping[str, Any], each: Sequence[Numbers], others: Sequence[str]
) -> Iterator[Verdict]:
    """The verdicts where the last of the others has all that is left of each thing, or all but one, so many in all."""
    first, last = others[0], others[-1]
    for number in (0, 1):
        facts = dict(raw)
        for field in each:
            rest = (field.highest(raw) or 0) - sum(way[field.key].values())
            of_first = number if rest > number else 0
            facts[field.key] = {**way[field.key], **dict.fromkeys(others, 0), first: of_first, last: rest - of_first}
        outcome = rule_on(table.game, table.form.question, facts, table.form.sitting.options)
        if isinstance(outcome, Verdict):
            yield outcome


def _raw(field: Any, value: Any) -> Any:
    """The raw value of a fact, of a choice the choice itself."""
    if isinstance(field, Choice):
        return next(choice for choice, _ in field.choices if str(getattr(choice, "value", choice)) == str(value))
    return value


def _first_verdict(
    table: QuestionPage, raw: Mapping[str, Any], of_others: Mapping[str, Any], last: tuple[str, Mapping[str, int], str]
) -> Verdict | None:
    """The verdict with the first number of one of the others with which a case can be."""
    key, values, other = last
    for number in range(MOST_OF_OTHERS + 1):
        facts = {**raw, **of_others, key: {**values, other: number}}
        outcome = rule_on(table.game, table.form.question, facts, table.form.sitting.options)
        if isinstance(outcome, Verdict):
            return outcome
    return None
