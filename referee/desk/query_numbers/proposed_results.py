"""A result that a sentence proposes where it could ask for it: "je note 9 ou 18 ?", "he makes it 20, I make it 21".

It tells nothing: "je note combien ?" asks the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from referee.desk.query_words.phrases import clause_of, stands_at
from referee.desk.query_words.sentence_terms import RELATIVE, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, terms
from referee.desk.search.vocabulary import load_vocabulary

HIGHEST_RANK = 13
"""The last number that may be a rank: "8 ou 9 ?" may ask which card."""

TENS = 10
"""What bids of points are many times of."""

FEWEST_CARDS = 3
"""So many words of cards tell what is counted: numbers of players are no results of it."""

LONGEST_THING = 3
"""The most words for what a number counts: "15 de bois mort"."""


def with_results_asked(said: Sequence[Term], language: str) -> Sequence[Term]:
    """The words, those that close them with two results to choose from, or two that differ, as asking for one."""
    end = len(said)
    while end > 0 and said[end - 1].separates:
        end -= 1
    if end == 0:
        return said
    last = clause_of(end - 1, said)
    start = _start_of_choice(last, said, language)
    if start is None:
        start = _start_of_dispute(last, said, language) or _start_of_claims(last, said, language)
    if not start:
        return said
    return [*said[:start], *terms(load_sentence_words(language).how_much, language, meanings=False), *said[end:]]


def _start_of_choice(last: range, said: Sequence[Term], language: str) -> int | None:
    """Where the numbers stand that the last clause gives to choose from: "je note 9 ou 18", "18 points ou pas"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    clause = [at for at in last if said[at].word not in words.of_points]
    either = [place for place, at in enumerate(clause) if said[at].word in vocabulary.either]
    if last.start == 0 or len(either) != 1 or not 0 < either[0] == len(clause) - 2:
        return None
    number, other = said[clause[either[0] - 1]], said[clause[-1]]
    if not _is_number(number) or not (_is_number(other) or other.word in vocabulary.negations):
        return None
    lead = [said[at] for at in clause[: either[0] - 1]]
    proposing = words.results | words.proposing
    of_cards = (
        vocabulary.definite | vocabulary.determiners | vocabulary.single | vocabulary.holding | words.having_cards
    )
    told = any(term.word in of_cards | vocabulary.negations | words.between for term in lead)
    if told or not all(term.small or term.word in proposing for term in lead):
        return None
    counted = len(clause) < len(last) or other.word in vocabulary.negations or _is_above_ranks(number, other)
    led = any(term.word in proposing for term in lead)
    return clause[either[0] - 1] if led or (counted and not lead) else None


def _start_of_claims(last: range, said: Sequence[Term], language: str) -> int | None:
    """Where a clause begins in which somebody makes it so many, or two of two people: "Léa dit 16, Tom dit 6"."""
    words = load_sentence_words(language)
    saying = words.claiming | words.story
    if last.start < 2 or not _tells_cards(said[: last.start], language):  # noqa: PLR2004
        return None
    first = clause_of(last.start - 2, said)
    others = [_is_claim(clause, said, language, saying) for clause in (first, last)]
    mine = [_is_claim_of_mine(clause, said, language) for clause in (first, last)]
    two = any(others) and all(other or own for other, own in zip(others, mine, strict=True))
    bids = all(
        int(said[at].word) % TENS == 0 for at in (*first, *last) if _is_number(said[at])
    )  # "Tom dit 90, Léa 100"
    if two and not bids and _tells_cards(said[: first.start], language):
        return first.start
    proposed = any(said[at].word in words.proposing for at in last)  # "Léa dit que ça fait 44"
    return last.start if _is_claim(last, said, language, saying if proposed else words.claiming) else None


def _tells_cards(said: Sequence[Term], language: str) -> bool:
    """Whether so many cards are told that a number behind them may be what they are worth."""
    vocabulary = load_vocabulary(language)
    of_cards = (vocabulary.cards | vocabulary.suit_stems) - {vocabulary.trump}
    return sum(term.stem in of_cards for term in said) >= FEWEST_CARDS


def _is_claim_of_mine(clause: range, said: Sequence[Term], language: str) -> bool:
    """Whether who speaks makes it so many there: "I make it 20", "moi 18"."""
    words = load_sentence_words(language)
    mine = [said[at] for at in clause]
    if len(mine) <= 1 or mine[0].word not in words.myself or not _is_number(mine[-1]):
        return False
    return all(term.small or term.word in words.claiming for term in mine[:-1])


def _start_of_dispute(last: range, said: Sequence[Term], language: str) -> int | None:
    """Where two clauses begin in which somebody and who speaks make it different: "il trouve 15, moi moins"."""
    words = load_sentence_words(language)
    if last.start < 2:  # noqa: PLR2004
        return None
    first = clause_of(last.start - 2, said)
    if not _tells_cards(said[: first.start], language):
        return None
    mine = [said[at] for at in last]
    opens = mine[0].word in words.myself or (mine[0].small and mine[1:] and mine[1].word in words.myself)
    closes = len(mine) > 1 and (_is_number(mine[-1]) or mine[-1].word in words.compared)
    claimed = all(term.small or term.word in words.claiming | words.compared for term in mine[:-1])
    return first.start if opens and closes and claimed and _is_claim(first, said, language, words.claiming) else None


def _is_claim(clause: range, said: Sequence[Term], language: str, claiming: AbstractSet[str]) -> bool:
    """Whether somebody else makes it so many there: "mon frère me trouve 15"."""
    words = load_sentence_words(language)
    who = said[clause.start]
    other = who.word.startswith(RELATIVE) or may_be_a_name(who, language) or who.word in words.others
    other = other or (who.word.isalpha() and not who.small and who.stem not in load_vocabulary(language).cards)
    numbers = [at for at in clause if _is_number(said[at])]
    made_it = any(stands_at(at, phrase, said) for at in clause for phrase in words.claiming_it)
    if clause.start == 0 or not (other or made_it) or who.word in words.myself or len(numbers) != 1:
        return False
    before = [said[at] for at in range(clause.start + 1, numbers[0])]
    thing = [said[at] for at in range(numbers[0] + 1, clause.stop)]
    counted = {load_vocabulary(language).of_a_suit} | words.of_points
    if len(thing) > LONGEST_THING or (thing and thing[0].word not in counted):
        return False
    return any(term.word in claiming for term in before) and all(
        term.small or term.word in claiming | words.proposing for term in before
    )


def _is_number(term: Term) -> bool:
    return term.word.removeprefix("-").isdigit()


def _is_above_ranks(*numbers: Term) -> bool:
    return all(_is_number(term) and int(term.word) > HIGHEST_RANK for term in numbers)
