"""The words that tell at what table a case happened: how many play, how many cards each has, who plays with whom.

"Tarot à 4", "13 cartes chacun", "deux contre deux": where no fact of a question is about it, its answer does not depend
on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_said import NEXT, STOP
from referee.desk.search_words import Term, load_vocabulary

MOST_PLAYERS = 12


def words_of_table(said: Sequence[Term], names: Collection[str], language: str) -> frozenset[int]:
    """The indexes of the words that tell how many play and how.

    :param names: the stems of the name of the game, after which "à quatre" tells how many play.
    """
    words = load_sentence_words(language)
    found = {at for phrase in words.teams for at in _of_phrase(phrase, said)}
    for at, term in enumerate(said):
        if term.stem.isdigit():
            found.update(_seats(at, said, names, language))
            found.update(_cards_of_each(at, said, language))
    return frozenset(found)


def _of_phrase(phrase: Sequence[str], said: Sequence[Term]) -> Iterator[int]:
    """The indexes of the words of a phrase, where it stands."""
    for at in range(len(said) - len(phrase) + 1):
        if [term.word for term in said[at : at + len(phrase)]] == [*phrase]:
            yield from range(at, at + len(phrase))


def _seats(at: int, said: Sequence[Term], names: Collection[str], language: str) -> Collection[int]:
    """The words that say with this number how many play: "à quatre", "on est trois", "five players", "three of us"."""
    words = load_sentence_words(language)
    if not 2 <= int(said[at].stem) <= MOST_PLAYERS:  # noqa: PLR2004
        return ()
    for phrase in words.seats_after:
        end = at + 1 + len(phrase)
        if [term.word for term in said[at + 1 : end]] == [*phrase] and _is_end(end, said):
            return range(at, end)
    if not _is_end(at + 1, said):
        return ()
    for phrase in words.seats_before:
        start = at - len(phrase)
        if start >= 0 and [term.word for term in said[start:at]] == [*phrase] and _opens(start, said):
            return range(start, at + 1)
    before = said[at - 1].word if at else ""
    if before in load_vocabulary(language).seats:
        opening = said[at - 2] if at > 1 else STOP
        if opening in (NEXT, STOP) or opening.stem in names or opening.word in words.playing:
            return (at,)
    return ()


def _cards_of_each(at: int, said: Sequence[Term], language: str) -> Collection[int]:
    """The words that say how many cards each has: "5 cartes chacun", "13 cartes" as an item of its own."""
    words = load_sentence_words(language)
    if at + 1 >= len(said) or said[at + 1].word not in words.cards:
        return ()
    end = at + 2
    if end < len(said) and said[end].word in words.each:
        return range(at, end + 1)
    start = at
    while start > 0 and said[start - 1].small and said[start - 1] not in (NEXT, STOP):
        start -= 1
    alone = start == 0 or said[start - 1] in (NEXT, STOP)
    return range(at, end) if alone and (end == len(said) or said[end] in (NEXT, STOP)) else ()


def _is_end(at: int, said: Sequence[Term]) -> bool:
    """Whether what ends here is no part of something longer: "à quatre", but not "à quatre cartes"."""
    return at >= len(said) or said[at].small


def _opens(at: int, said: Sequence[Term]) -> bool:
    """Whether a clause begins here, small words before it at most."""
    while at > 0 and said[at - 1].small and said[at - 1] not in (NEXT, STOP):
        at -= 1
    return at == 0 or said[at - 1] in (NEXT, STOP)
