"""Whether cards that are counted are told as one pile of one player, each of them once.

"J'ai un roi et un 5, Paul un as", "j'ai joué l'as", "l'as vaut combien": what is between the cards of a pile is known
to the last word, or it is asked back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_terms import may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary


def is_one_pile(
    terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str, *, of_anybody: bool = False
) -> bool:
    """Whether nobody else, and nothing that is done with a card, stands between the cards, and none is named again.

    ``of_anybody``: whoever laid them, who speaks may ask what comes of them: "il a posé un 2, je pioche combien ?".
    """
    if not phrases:
        return True
    listed = is_list_of_cards(terms, phrases, language)
    again = any(_is_named_again(place, phrases, terms, language) for place in range(1, len(phrases)))
    each = load_sentence_words(language).each
    shared = any(term.word in each for term in terms[phrases[-1].end :])
    of_another = _is_of_another(terms, phrases, language, of_anybody=of_anybody)
    apart = of_another or _were_laid_before(terms, phrases, language)
    return listed and not again and not shared and not apart


def is_list_of_cards(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> bool:
    """Whether nobody else, and nothing that is done with a card, stands between these cards."""
    counts = {at for phrase in phrases for at in phrase.counts}
    between = [at for first, second in pairwise(phrases) for at in range(first.end, second.start) if at not in counts]
    return all(_is_of_list(at, terms, language) for at in between)


def _is_of_list(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word may stand between the cards of one pile."""
    before, term, after = terms[at - 1 : at + 2]
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    if term.word in words.emphatic:  # "Léa a un as, moi un roi"
        return False
    if term.word in words.unreal | words.conditions:  # "j'ai un roi, j'avais un as", "si j'ai un as"
        return False
    if term.separates or term.word in vocabulary.joining | words.among | words.every:
        return True
    if term.word in vocabulary.adding:  # "l'autre a un as", "je n'ai plus un as"
        return after.word not in words.having_cards and before.word not in vocabulary.holding
    if term.word in words.others | words.undone or vocabulary.sides.get(term.word) in ("theirs", "other", "rest"):
        return after.word in words.myself | words.speaker  # "il me reste aussi"
    if term.small:
        return term.word in vocabulary.small | vocabulary.next | vocabulary.single | vocabulary.definite
    return term.word in words.having | vocabulary.holding | vocabulary.groups.keys() or _is_of_cards(term, vocabulary)


def _is_of_cards(term: Term, vocabulary: Vocabulary) -> bool:
    """Whether a word is one of the names of cards, or a number."""
    return term.stem.isdigit() or term.stem in vocabulary.cards | vocabulary.negations


def _is_named_again(place: int, phrases: Sequence[CardPhrase], terms: Sequence[Term], language: str) -> bool:
    """Whether a card was named before: "j'ai un as et un roi, combien vaut l'as"."""
    vocabulary, phrase = load_vocabulary(language), phrases[place]
    if phrase.count == 0:
        return True
    definite = phrase.start > 0 and terms[phrase.start - 1].word in vocabulary.definite
    opens = phrase.start == 0 or terms[phrase.start - 1].separates
    asked = opens and phrase.end < len(terms) and terms[phrase.end].stem in vocabulary.worth  # "l'as vaut combien"
    named = any({*card_phrase.cards} <= {*phrase.cards} for card_phrase in phrases[:place])
    return (definite or asked) and named and phrase.count == 1


def _were_laid_before(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> bool:
    """Whether the first cards are told to be laid, and further ones to be left: "I laid 5 6 7, I'm left with a 4"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    before = [terms[at] for at in clause_of(phrases[0].start, terms) if at < phrases[0].start]
    laid = any(term.word in vocabulary.laying | words.played for term in before)
    between = terms[phrases[0].end : phrases[-1].start]
    return laid and any(term.word in vocabulary.holding | words.having | vocabulary.remaining for term in between)


def _is_of_another(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str, *, of_anybody: bool) -> bool:
    """Whether the first cards are told to be somebody else's, and further ones or what comes of them of who speaks."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    before = [terms[at] for at in clause_of(phrases[0].start, terms) if at < phrases[0].start]
    before = [term for term in before if term.word not in words.having | vocabulary.holding]
    other = any(term.word in words.others | words.people or may_be_a_name(term, language) for term in before)
    mine = any(term.word in words.myself | words.speaker for term in before)
    further = any(term.word in words.myself | words.speaker for term in terms[phrases[0].end : phrases[-1].start])
    asked = not of_anybody and any(term.word in words.myself for term in terms[phrases[-1].end :])
    return other and not mine and (further or asked)
