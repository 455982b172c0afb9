"""The hand of the only one who is spoken of, told as one's own: "Mia has 4♣ and A♥. Can she trump?".

What she may play is what anybody may who holds these cards. Where who speaks says anything of himself, or anybody else
may be meant, the words stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.desk.query_words.card_sense import has_card_sense
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_terms import RELATIVE, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.game_definition.game import Game


def with_hand_as_own(game: Game, terms: Sequence[Term], players: Collection[str], language: str) -> Sequence[Term]:
    """The words, "I have" for "Mia has" and "I" for "she" where it is asked what she may play; no player of a match."""
    words = load_sentence_words(language)
    if players or any(term.word in words.myself | words.emphatic | words.partners for term in terms):
        return terms
    people = [at for at in range(len(terms)) if _is_somebody(at, game, terms, language)]
    owners = [at for at in people if terms[at].word not in words.others and _has_cards(at, terms, language)]
    if len(owners) != 1:
        return terms
    (owner,) = owners
    asked = [at for at in range(owner + 1, len(terms)) if _is_asked_of(at, terms, terms[owner].word, language)]
    if len(asked) != 1 or any(at not in (owner, *asked) for at in people):
        return terms
    own = terms_of(words.i_have, language, meanings=False)
    me = terms_of(words.myself_asking, language, meanings=False)
    return [*terms[:owner], *own, *terms[owner + 2 : asked[0]], *me, *terms[asked[0] + 1 :]]


def _is_somebody(at: int, game: Game, terms: Sequence[Term], language: str) -> bool:
    """Whether a word is for somebody: a relative, a pronoun, or a name beside what was played or is had."""
    term, vocabulary, words = terms[at], load_vocabulary(language), load_sentence_words(language)
    people = (words.others | words.people | words.some_people) - vocabulary.remaining
    if term.word.startswith(RELATIVE) or term.word in people:
        return True
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    acts = words.played | words.trumped | words.having_cards | words.telling | vocabulary.may | vocabulary.must
    small = term.separates or term.word in vocabulary.small
    acted = after in acts or (at > 0 and terms[at - 1].word in words.by)
    return not small and acted and not has_card_sense(game, term, language)


def _has_cards(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether somebody has the cards that follow, and nothing else: "Mia has a 5", no "Mia has 5 tricks"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    after = [*terms[at + 1 : at + 3], STOP, STOP]
    if after[0].word not in words.having_cards or after[1].word in words.played | words.trumped | vocabulary.done:
        return False
    if at > 0 and not terms[at - 1].separates and terms[at - 1].word not in vocabulary.small:  # "Mia almost has"
        return False
    clause = [terms[other] for other in clause_of(at, terms) if other > at + 1]
    return any(term.stem in vocabulary.cards or term.stem in vocabulary.suit_stems for term in clause)


def _is_asked_of(at: int, terms: Sequence[Term], owner: str, language: str) -> bool:
    """Whether a word is for whom it is asked what he may play: "can she", "elle doit"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    beside = [terms[other].word for other in (at - 1, at + 1) if 0 <= other < len(terms)]
    asks = not (vocabulary.may | vocabulary.must).isdisjoint(beside)
    return asks and (terms[at].word in words.others or terms[at].word == owner)
