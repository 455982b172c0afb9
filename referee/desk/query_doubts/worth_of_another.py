"""Whether the cards or the points of one player are told, and their worth is asked of another one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_terms import may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

ME = ""
"""Who speaks; others by the word for them."""


def worth_of_another(said: Sequence[Term], used: Collection[int], language: str) -> list[str]:
    """The words of the last clause for a player of whom nothing is told: "her hand: …; what's my deadwood?".

    ``used``: the indexes of the words that say facts.
    """
    cards = load_vocabulary(language).cards
    facts = [at for at in used if said[at].stem.isdigit() or said[at].stem in cards]
    last = max((at for at, term in enumerate(said) if not term.separates), default=-1)
    asking = clause_of(last, said)
    if not facts or not {*asking}.isdisjoint(facts):
        return []
    told, asked = _people(range(asking.start), said, language), _people(asking, said, language)
    words = load_sentence_words(language)
    before = words.of_side | words.inverted  # "combien pour Paul", "what does Ben need"
    names = [at for at in range(asking.start, last + 1) if may_be_a_name(said[at], language)]
    unsure = {said[at].word for at in names if at == 0 or said[at - 1].word not in before}
    asked = {word: who for word, who in asked.items() if word not in unsure}
    if not told or not asked or not {*told.values()}.isdisjoint(asked.values()):
        return []
    return list(asked)


def _people(places: Sequence[int], said: Sequence[Term], language: str) -> dict[str, str]:
    """The words for single people in these places, each with whom it is for."""
    words = load_sentence_words(language)
    mine = words.myself | words.speaker | words.mine | words.mine_again
    found = [said[at].word for at in places]
    people = {word: ME for word in found if word in mine}
    people |= {word: word for word in found if word in words.of_one_other}
    return people | {said[at].word: said[at].word for at in places if may_be_a_name(said[at], language)}
