"""Cards in sentences are named as players name them, never by their codes in files."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from referee.answers import cards
from referee.answers.answer import Field
from referee.cards.packs import Pack
from referee.desk.questions import desk_questions
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.words import LANGUAGES, say

LABEL = say("Cartes")
PLAYERS = ("Ana", "Bob")


def values(pack: Pack, codes: Sequence[str]) -> Iterator[tuple[Field, Any, Any]]:
    """A field of every kind, a value as it is in a file, and the same value parsed."""
    parsed = tuple(map(pack.card, codes))
    yield cards.OneCard("card", LABEL, pack), codes[0], parsed[0]
    yield cards.Cards("cards", LABEL, pack), list(codes), parsed
    yield cards.CardGroups("melds", LABEL, pack, lambda held: (held,), most=pack.size), [list(codes)], (parsed,)
    yield cards.CardHands("hands", LABEL, PLAYERS, pack), {"Ana": list(codes)}, {"Ana": parsed}
    trick = [{"player": player, "card": code} for player, code in zip(PLAYERS, codes, strict=False)]
    plays = tuple(cards.Play(player, card) for player, card in zip(PLAYERS, parsed, strict=False))
    field = cards.Plays("trick", LABEL, pack=pack)
    yield field, trick, plays
    yield field, list(codes), tuple(cards.Play(None, card) for card in parsed)


def kinds_of_cards() -> set[type[Field]]:
    classes = [kind for kind in vars(cards).values() if isinstance(kind, type) and issubclass(kind, Field)]
    return {kind for kind in classes if "pack" in kind.__annotations__}


def packs(game: Game) -> list[Pack]:
    """The packs of the cards that the desk's questions of a game name."""
    fields = [field for question in desk_questions(game).values() for field in question.facts]
    return [field.pack for field in fields if isinstance(field, tuple(kinds_of_cards()))]


def test_every_kind_of_card_field_says_its_cards_in_words_in_every_game() -> None:
    wrong, tried = [], set()
    for game in GAMES.values():
        for pack in {id(pack): pack for pack in packs(game)}.values():
            codes = [card.code for card in pack.layout]
            for pair in pairwise(codes):
                for field, raw, parsed in values(pack, pair):
                    tried.add(type(field))
                    for language in LANGUAGES:
                        if field.in_words(raw).render(language) != field.in_words(parsed).render(language):
                            wrong.append((game.id, field.kind, raw))
    assert wrong == []
    assert tried == kinds_of_cards()


def test_a_trick_without_a_card_is_said_with_a_dash() -> None:
    (plays,) = (fact for fact in desk_questions(GAMES["belote"])["legal-cards"].facts if isinstance(fact, cards.Plays))
    assert plays.in_words(()).render("fr") == "—"
