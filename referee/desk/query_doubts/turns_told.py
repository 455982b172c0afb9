"""Whether players are told to turn up cards of a pile when it is not their turn: "Ann a king, Ben a 4, Cat a jack"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.desk.query_words.circumstances import seats_told
from referee.desk.query_words.sentence_terms import may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

FEWEST_NAMED = 2
"""The players that are named where their turns can be compared."""


def out_of_turn(players: Sequence[str], terms: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether the players that are named before the cards are not those whose turn it is.

    ``players``: whose turn it is at each card, in order; ``used``: the indexes of the words that say facts. A card
    without a name is of the player named last.
    """
    named = _players_named(terms, used, language)
    if len({*named}) < FEWEST_NAMED:
        return False
    if len(named) != len(players):
        return True
    in_turn = {*zip(named, players, strict=True)}
    return len(in_turn) > len({*named}) or len(in_turn) > len({*players})


def _players_named(terms: Sequence[Term], used: Collection[int], language: str) -> list[str]:
    """The player that is named of each card, "" where none is yet; in order."""
    cards, mine = load_vocabulary(language).cards, load_sentence_words(language).myself
    seats = {at for words in seats_told(terms, language).values() for at in words}
    result: list[str] = []
    player, is_named = "", False
    for at, term in enumerate(terms):
        if at in used and at not in seats and (term.stem.isdigit() or term.stem in cards):
            result.append(player)
            is_named = False
        elif not is_named and (may_be_a_name(term, language) or term.word in mine):
            player, is_named = term.word, True
    return result
