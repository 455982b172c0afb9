"""Who took each trick of a deal of two teams: "Ana et Cléo contre Bob et Dan. Plis : Ana, Bob, d'autant, Cléo …"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.answers.answer import Field
from referee.answers.players import TrickWinners
from referee.desk.query_words.phrases import items
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import NEXT
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

TEAM = 2
"""The players of a team."""


def tricks_told(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], language: str
) -> dict[str, SaidFact]:
    """The winner of each trick, None of a void one, where two teams are named and then as many tricks as a deal has.

    The teams sit crosswise: the first player named opposite the second one.
    """
    field = next((field for field in fields if isinstance(field, TrickWinners)), None)
    if field is None or len(strangers) != 2 * TEAM:
        return {}
    for at in range(len(terms)):
        if terms[at].word in load_sentence_words(language).opposing:
            teams = [_team_before(at, terms, language), _team_after(at, terms, language)]
            named = [place for team in teams for place in team]
            if all(teams) and len({terms[place].word for place in named}) == len(strangers):
                seats = _seats([[terms[place].word for place in team] for team in teams], strangers)
                return _list_of_winners(field, seats, named, at, terms, language)
    return {}


def _team_before(at: int, terms: Sequence[Term], language: str) -> list[int]:
    """The two people named before a word, joined: "Ana et Cléo contre"."""
    joined = at >= TEAM + 1 and _joins(terms[at - 2], language)
    return [at - 3, at - 1] if joined and not terms[at - 3].separates else []


def _team_after(at: int, terms: Sequence[Term], language: str) -> list[int]:
    return [at + 1, at + 3] if at + 3 < len(terms) and _joins(terms[at + 2], language) else []


def _joins(term: Term, language: str) -> bool:
    """Whether a word or a sign stands between the two people of a team: "Ana et Cléo", "Ana/Cléo"."""
    return term == NEXT or term.word in load_vocabulary(language).joining


def _seats(teams: Sequence[Sequence[str]], strangers: Sequence[str]) -> dict[str, str]:
    """The seat of each person: those of the first team on the first and third one."""
    crosswise = [team[place] for place in range(TEAM) for team in teams]
    return dict(zip(crosswise, strangers, strict=True))


def _list_of_winners(
    field: TrickWinners, seats: Mapping[str, str], named: Sequence[int], at: int, terms: Sequence[Term], language: str
) -> dict[str, SaidFact]:
    """The only list of a deal's length in which each item is one of the people, or that nobody took a trick.

    An item of people alone is as many of them: "Ana Bob Bob Cléo".
    """
    void = load_sentence_words(language).void_tricks
    lists: list[list[int]] = [[]]
    for start, end in items(terms[max(named) + 1 :], load_vocabulary(language).joining):
        words = range(start + max(named) + 1, end + max(named) + 1)
        people = [place for place in words if terms[place].word in seats or terms[place].word in void]
        if len(people) == 1 or len(people) == len(words):
            lists[-1] += people
        elif lists[-1]:
            lists.append([])
    whole = [places for places in lists if places]
    if len(whole) != 1 or len(whole[0]) != field.lengths[len(seats)]:
        return {}
    winners = [seats.get(terms[place].word) for place in whole[0]]
    return {field.key: SaidFact([winners], {*named, at, *whole[0]})}
