"""A second opinion on every trick: the rules as predicates, each over the whole trick, none calling the code.

Every possible trick of small packs, and 100,000 random ones of each full pack.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import pytest

from referee.cards.atout_tricks import atout_leaders, atout_legal_cards
from referee.cards.french import CARDS, Card, Suit, parse_card
from referee.cards.tricks import leaders, plain_legal_cards, plain_winner
from referee.games.aluette.pack import LUETTE_PACK, luette_strength
from referee.games.tarot_decale.pack import DECALE_PACK, DecaleCard, parse_decale

pytestmark = pytest.mark.thorough(unless="game")

RANDOM_TRICKS = 25_000

# --- What the rulebooks say, in other words than the code -----------------------------------------

RANK = "23456789TJQKA"


def rank(card: Card) -> int:
    return RANK.index(card.code[0] if len(card.code) == 2 else "T")


def plain_beats(mine: Card, other: Card, trump: Suit | None, led: Suit | None) -> bool:
    """Whether a card is better placed to take the trick than another."""
    if mine.suit is other.suit:
        return rank(mine) > rank(other)
    return mine.suit is trump or (mine.suit is led and other.suit is not trump)


def plain_takes(plays: Sequence[Card], place: int, trump: Suit | None) -> bool:
    """Whether nobody else's card beats this one, and it is a trump or of the suit led."""
    mine, led = plays[place], plays[0].suit
    return mine.suit in (led, trump) and not any(plain_beats(other, mine, trump, led) for other in plays)


def keeps_to_the_suit(card: Card, hand: Sequence[Card], led: Suit) -> bool:
    """Nobody who has the suit led plays another."""
    return card.suit is led or not any(mine.suit is led for mine in hand)


def trumps_when_void(card: Card, hand: Sequence[Card], led: Suit, trump: Suit | None) -> bool:
    """Nobody who has the suit led or a trump plays neither."""
    return card.suit in (led, trump) or not any(mine.suit in (led, trump) for mine in hand)


def plain_allowed(card: Card, hand: Sequence[Card], plays: Sequence[Card], trump: Suit | None) -> bool:
    led = plays[0].suit if plays else None
    return led is None or (keeps_to_the_suit(card, hand, led) and trumps_when_void(card, hand, led, trump))


LUETTES = (
    "3D", "3H", "2D", "2H", "9H", "9D", "2C", "2S", "AS AH AD AC", "KS KH KD KC", "QS QH QD QC", "JS JH JD JC",
    "9C 9S", "8S 8H 8D 8C", "7S 7H 7D 7C", "6S 6H 6D 6C", "5S 5H 5D 5C", "4S 4H 4D 4C", "3C 3S",
)  # fmt: skip
STEP = {code: step for step, codes in enumerate(LUETTES) for code in codes.split()}


def luette_shares_the_lead(plays: Sequence[Card], place: int) -> bool:
    """Whether no card of the trick stands on a higher step of the printed list."""
    return not any(STEP[other.code] < STEP[plays[place].code] for other in plays)


FIGURES = ("interro", "eleve", "prof", "proviseur")


def number(code: str) -> int:
    """The number of an atout, 0 of any other card."""
    return int(code.removeprefix("atout:")) if code.startswith("atout:") else 0


def asked(plays: Sequence[str]) -> str | None:
    """The school asked for, or "atout": what the first card but the excuse names."""
    named = [code.partition(":")[0] for code in plays if code != "excuse"]
    return named[0] if named else None


def decale_beats(mine: str, other: str, school: str) -> bool:
    if number(mine) or number(other):
        return number(mine) > number(other)
    at, their = (
        FIGURES.index(code.partition(":")[2]) if code.startswith(f"{school}:") else -1 for code in (mine, other)
    )
    return at > their


def decale_shares_the_lead(plays: Sequence[str], place: int) -> bool:
    mine, school = plays[place], asked(plays)
    if mine == "excuse" or school is None or not (number(mine) or mine.startswith(f"{school}:")):
        return False
    return not any(other != "excuse" and decale_beats(other, mine, school) for other in plays)


def decale_allowed(card: str, hand: Sequence[str], plays: Sequence[str]) -> bool:
    """Whether a card breaks none of the sheet's prohibitions."""
    school = asked(plays)
    if card == "excuse" or school is None:
        return True
    has_school = any(mine.startswith(f"{school}:") for mine in hand) and school != "atout"
    if has_school:
        return card.startswith(f"{school}:")
    best = max(map(number, plays))
    if any(map(number, hand)):
        can_climb = any(number(mine) > best for mine in hand)
        return number(card) > (best if can_climb else 0)
    return True


# --- Whole small packs ----------------------------------------------------------------------------

SMALL = [card for card in CARDS if card.rank in ("2", "9", "A") and card.suit is not Suit.CLUBS]
TRUMPS = (None, Suit.SPADES, Suit.HEARTS, Suit.CLUBS)
SMALL_LUETTES = [parse_card(code) for code in ("3D", "2S", "AS", "AH", "AD", "9C", "9S", "3C", "3S")]
SMALL_DECALE = [
    parse_decale(code)
    for code in (
        "bleu:proviseur", "bleu:prof", "bleu:prof", "bleu:eleve", "vert:prof", "vert:interro",
        "atout:2", "atout:7", "atout:9", "excuse",
    )
]  # fmt: skip


def situations(pack: Sequence[Any], most_played: int, most_held: int) -> Iterator[tuple[list[Any], list[Any]]]:
    """Every trick in progress with every hand that the rest of a pack allows."""
    for played in range(most_played + 1):
        for places in permutations(range(len(pack)), played):
            rest = [place for place in range(len(pack)) if place not in places]
            for held in range(1, most_held + 1):
                for hand in combinations(rest, held):
                    yield [pack[place] for place in places], [pack[place] for place in hand]


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_small_plain_trick_has_the_winner_that_nobody_beats(trump: Suit | None) -> None:
    for length in range(1, 5):
        for plays in permutations(SMALL, length):
            takers = [place for place in range(length) if plain_takes(plays, place, trump)]
            assert takers == [plain_winner(plays, trump)], plays


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_small_plain_hand_plays_what_breaks_no_rule(trump: Suit | None) -> None:
    for plays, hand in situations(SMALL, 3, 2):
        expected = tuple(card for card in hand if plain_allowed(card, hand, plays, trump))
        assert expected
        assert plain_legal_cards(hand, plays, trump).cards == expected, (plays, hand)


def test_every_small_luette_trick_is_shared_by_those_nobody_beats() -> None:
    for length in range(1, 6):
        for plays in permutations(SMALL_LUETTES, length):
            expected = tuple(place for place in range(length) if luette_shares_the_lead(plays, place))
            assert leaders(plays, luette_strength) == expected, plays


def test_every_small_decale_trick_is_shared_by_those_nobody_beats() -> None:
    for length in range(1, 5):
        for plays in permutations(SMALL_DECALE, length):
            codes = [card.code for card in plays]
            expected = tuple(place for place in range(length) if decale_shares_the_lead(codes, place))
            assert atout_leaders(plays) == expected, codes


def test_every_small_decale_hand_plays_what_breaks_no_rule() -> None:
    for plays, hand in situations(SMALL_DECALE, 3, 3):
        played, held = [card.code for card in plays], [card.code for card in hand]
        expected = tuple(card for card in hand if decale_allowed(card.code, held, played))
        assert expected
        assert atout_legal_cards(hand, plays).cards == expected, (played, held)


# --- Random tricks of the full packs ----------------------------------------------------------------


def dealt(pack: Sequence[Any], seed: int) -> Iterator[tuple[list[Any], list[Any]]]:
    """Random tricks of one to five cards, and a hand of one to six from the rest."""
    chance = random.Random(seed)
    for _ in range(RANDOM_TRICKS):
        played = chance.randrange(1, 6)
        cards = chance.sample(pack, played + chance.randrange(1, 7))
        yield cards[:played], cards[played:]


@pytest.mark.parametrize(
    ("seed", "trumps"), [(1, (None, *Suit)), (2, tuple(Suit)), (3, (None,))], ids=["ascenseur", "whistiti", "barbu"]
)
def test_random_plain_tricks_and_hands_of_the_full_pack(seed: int, trumps: tuple[Suit | None, ...]) -> None:
    chosen = random.Random(seed).choices(trumps, k=RANDOM_TRICKS)
    for trump, (plays, hand) in zip(chosen, dealt(CARDS, seed)):
        assert plain_takes(plays, plain_winner(plays, trump), trump), (trump, plays)
        expected = tuple(card for card in hand if plain_allowed(card, hand, plays, trump))
        assert expected
        assert plain_legal_cards(hand, plays, trump).cards == expected, (trump, plays, hand)


def test_random_luette_tricks_of_the_full_pack() -> None:
    for plays, _ in dealt(LUETTE_PACK, 12):
        expected = tuple(place for place in range(len(plays)) if luette_shares_the_lead(plays, place))
        assert expected
        assert leaders(plays, luette_strength) == expected, plays


def test_random_decale_tricks_and_hands_of_the_full_pack() -> None:
    for plays, hand in dealt(DECALE_PACK, 13):
        played, held = [card.code for card in plays], [card.code for card in hand]
        expected = tuple(place for place in range(len(plays)) if decale_shares_the_lead(played, place))
        assert atout_leaders(plays) == expected, played
        legal = tuple(card for card in hand if decale_allowed(card.code, held, played))
        assert legal
        assert atout_legal_cards(hand, plays).cards == legal, (played, held)


# --- What holds of every deal played out -------------------------------------------------------------


def played_out(hands: list[list[Any]], choose: Callable[[Any, Any], Any], chance: random.Random) -> Iterator[list[Any]]:
    """The tricks of a deal in which everybody plays a random legal card; the leader does not matter here."""
    while hands[0]:
        plays: list[Any] = []
        for hand in hands:
            card = chance.choice(choose(hand, plays).cards)
            hand.remove(card)
            plays.append(card)
        yield plays


def test_a_level_decale_trick_never_holds_an_atout() -> None:
    chance = random.Random(14)
    for players, size in 60 * ((2, 14), (3, 12), (4, 10), (5, 10)):
        cards = chance.sample(DECALE_PACK, players * size)
        hands = [list(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
        for plays in played_out(hands, atout_legal_cards, chance):
            if len(atout_leaders(plays)) > 1:
                level: list[DecaleCard] = plays
                assert not any(card.atout for card in level)
