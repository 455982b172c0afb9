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


def worth_of_another(
    terms: Sequence[Term], used: Collection[int], capitals: Collection[str], language: str
) -> list[str]:
    """The words of the last clause for a player of whom nothing is told: "her hand: …; what's my deadwood?".

    ``used``: the indexes of the words that say facts; ``capitals``: the words with a capital inside a sentence.
    """
    cards = load_vocabulary(language).cards
    facts = [at for at in used if terms[at].stem.isdigit() or terms[at].stem in cards]
    last = max((at for at, term in enumerate(terms) if not term.separates), default=-1)
    asking = clause_of(last, terms)
    if not facts or not {*asking}.isdisjoint(facts):
        return []
    told_people, asked_people = _people(range(asking.start), terms, language), _people(asking, terms, language)
    words = load_sentence_words(language)
    before = words.of_side | words.inverted  # "combien pour Paul", "what does Ben need"
    names = [
        at for at in asking if may_be_a_name(terms[at], language) and terms[at].word not in _words_for_me(language)
    ]
    sure = [at for at in names if terms[at].word in capitals or (at > 0 and terms[at - 1].word in before)]
    unsure = {terms[at].word for at in names if at not in sure}
    asked_people = {word: who for word, who in asked_people.items() if word not in unsure}
    if not told_people or not asked_people or not {*told_people.values()}.isdisjoint(asked_people.values()):
        return []
    return list(asked_people)


def results_of_another(
    terms: Sequence[Term], used: Collection[int], capitals: Collection[str], language: str
) -> list[str]:
    """The names in the last clause of players of whom nothing is told: "Ann calls with 5, Ben has 4: has Cleo won?".

    ``used``: the indexes of the words that say facts; ``capitals``: the words with a capital inside a sentence.
    """
    last = max((at for at, term in enumerate(terms) if not term.separates), default=-1)
    asking = clause_of(last, terms)
    nothing = load_vocabulary(language).negations | load_sentence_words(language).nobody
    if not used or any(at in used or terms[at].word in nothing for at in asking):
        return []
    told_people = _people(range(asking.start), terms, language)
    return [terms[at].word for at in asking if terms[at].word in capitals and terms[at].word not in told_people]


def _people(places: Sequence[int], terms: Sequence[Term], language: str) -> dict[str, str]:
    """The words for single people in these places, each with whom it is for."""
    others = load_sentence_words(language).of_one_other
    mine = _words_for_me(language)
    beside_other = {at - 1 for at in places if terms[at].word in others}  # "my opponent"
    people = {terms[at].word: ME for at in places if terms[at].word in mine and at not in beside_other}
    people |= {terms[at].word: terms[at].word for at in places if terms[at].word in others}
    names = [terms[at].word for at in places if may_be_a_name(terms[at], language) and terms[at].word not in mine]
    return people | {name: name for name in names}


def _words_for_me(language: str) -> frozenset[str]:
    """The words for who speaks, and for what is his."""
    words = load_sentence_words(language)
    return words.myself | words.speaker | words.mine | words.mine_again
