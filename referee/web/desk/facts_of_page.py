"""The facts of a question that words say, at a table of as many as they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.choices import Bids
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer, SomePlayers, TrickWinners
from referee.desk.query_facts.choice_facts import bids_in_order
from referee.desk.query_facts.facts_in_query import PLAYER, SaidFacts, facts_in_query, of_some
from referee.desk.query_facts.running_count import with_count_told
from referee.desk.query_facts.told_values import with_told_values
from referee.desk.query_words.circumstances import seats_told
from referee.desk.search.search_terms import Term
from referee.desk_questions.desk_question import DeskQuestion
from referee.web.answers.facts_form import seats_of
from referee.web.answers.inputs.base_input import NOTHING
from referee.web.desk.question_page import QuestionPage, page_of


def at_table_said(
    page: QuestionPage, all_terms: Sequence[Term], terms: Sequence[Term], language: str
) -> tuple[QuestionPage, SaidFacts]:
    """A question with the facts that words say: at a table without names, of as many as these say that play.

    Where they say a number of each, they say how many there are. ``all_terms``: the words; ``terms``: those without a
    sense of cards as small ones.
    """
    at_table, facts = _at_table(_with_bidders(page, terms, language), terms, language)
    question = page.form.question
    told_facts = question.wording.told_facts if question.wording.told_under(page.form.sitting.rules) else {}
    return at_table, with_told_values(facts, told_facts, all_terms, language)


def _with_bidders(page: QuestionPage, terms: Sequence[Term], language: str) -> QuestionPage:
    """A question on bids at a table of as many as these are told of."""
    for bound in page.form.offered_inputs():
        bids = bids_in_order(bound.spec, terms, language) if isinstance(bound.spec, Bids) else None
        if bids is not None and not page.form.sitting.named:
            return page_of(page.game, page.form.question, page.view, MultiDict({"n": str(len(bids[0]))}))
    return page


def _at_table(page: QuestionPage, terms: Sequence[Term], language: str) -> tuple[QuestionPage, SaidFacts]:
    facts = facts_said(page, terms, language)
    if page.form.sitting.named:
        return page, facts
    sizes = seats_of(page.form.question)
    each = {
        bound.spec.key for bound in page.form.offered_inputs() if isinstance(bound.spec, Numbers) and bound.spec.among
    }
    missing = bool(each) and not any(each <= way.keys() for way in facts.ways[:1])
    seats = seats_told(terms, language)
    sizes_to_try = [size for size in sizes if missing or size in seats]
    if not any(term.stem.lstrip("-").isdigit() for term in terms):
        sizes_to_try = []
    for size in sizes_to_try:
        other = page_of(page.game, page.form.question, page.view, MultiDict({"n": str(size)}))
        at_other = facts_said(other, terms, language)
        if at_other.ways and each <= at_other.ways[0].keys():
            return other, replace(at_other, seated=True)
    if missing and sizes:
        facts = of_some(
            [bound.spec for bound in page.form.offered_inputs()], facts, page.form.sitting.players, terms, language
        )
    tricks = [bound.spec.key for bound in page.form.offered_inputs() if isinstance(bound.spec, TrickWinners)]
    teams = any(key in way for way in facts.ways for key in tricks)  # each trick is told of one of two teams
    return page, replace(facts, seated=facts.seated or teams or (bool(each) and not missing))


def facts_said(page: QuestionPage, terms: Sequence[Term], language: str) -> SaidFacts:
    """The facts of a question that the words say."""
    fields = [bound.spec for bound in page.form.offered_inputs()]
    players = page.form.sitting.players if page.form.sitting.named else ()
    seated = _seats_said(page, terms, language)
    of_each = any(
        isinstance(field, SomePlayers)
        or (isinstance(field, Numbers) and field.among)
        or isinstance(field, Bids | TrickWinners)
        or (isinstance(field, OnePlayer) and field.key == PLAYER)
        for field in fields
    )
    unnamed = not page.form.sitting.named and (seated is not None or of_each)
    facts = facts_in_query(fields, players, terms, language, page.form.sitting.players if unnamed else ())
    said_ways = [{key: NOTHING if value is None else value for key, value in way.items()} for way in facts.ways]
    ways = [{**_unsaid(page.form.question, way), **way} for way in said_ways]
    if any(way.keys() != ways[0].keys() for way in ways):
        ways = said_ways
    facts = replace(facts, ways=ways, used=facts.used | (seated or frozenset()), seated=bool(seated))
    running = page.form.question.running
    return facts if running is None else with_count_told(running, facts, terms, language)


def _unsaid(question: DeskQuestion, way: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that go without saying, as the form sends them."""
    return {key: NOTHING if value is None else value for key, value in question.unsaid(way).items()}


def _seats_said(page: QuestionPage, terms: Sequence[Term], language: str) -> frozenset[int] | None:
    """The words that say that so many play as sit at a table without names; None where it may be another number."""
    sitting, sizes = page.form.sitting, seats_of(page.form.question)
    if sitting.named or not sizes:
        return None
    words = seats_told(terms, language).get(len(sitting.players))
    if words:
        return frozenset(words)
    return frozenset() if len(sizes) == 1 else None
