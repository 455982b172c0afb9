"""The tricks that may lie there, as far as a sentence tells them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence


def tricks_of_suit(
    suit: str, trump: str, hand: Collection[str], of_suit: Mapping[str, Sequence[str]], then: Sequence[str] = ()
) -> Iterator[Sequence[str]]:
    """A card of the suit that was led; also with a second one, which may trump it or leave it to the first player.

    ``then``: the cards that are said to lie there after it.
    """
    others = {name: [code for code in codes if code not in hand] for name, codes in of_suit.items()}
    first = others[suit]
    if not first:
        return
    yield from ([code, *then] for code in first)
    for name, codes in others.items():
        tried = codes if name in (trump, "") else codes[:1]
        for code in tried:
            leads = dict.fromkeys((first[0], first[-1]) if name else first[:1])
            yield from ([lead, code] for lead in leads if lead != code and not then)


def tricks_from_cards(
    codes: Sequence[str], suit: str, trump: str, hand: Collection[str], of_suit: Mapping[str, Sequence[str]]
) -> Iterator[Sequence[str]]:
    """The cards that are said to lie there; one of a suit alone also with a second one.

    A partner may have led it, and somebody may have trumped it.
    """
    yield codes
    if suit and len(codes) == 1:
        for name in dict.fromkeys((suit, trump, "")):
            others = [code for code in of_suit.get(name, ()) if code not in (*hand, *codes)]
            if name == suit:
                others = [*dict.fromkeys((*others[:1], *others[-1:]))]
            yield from ([*codes, other] for other in others)
        discards = (code for name, of in of_suit.items() if name not in (suit, trump, "") for code in of)
        yield from ([*codes, other] for other in [code for code in discards if code not in (*hand, *codes)][:1])


def tricks_of_partner(
    suit: str, trump: str, codes: Sequence[str], hand: Collection[str], of_suit: Mapping[str, Sequence[str]]
) -> Iterator[Sequence[str]]:
    """A card that the partner led and that has the trick, and one that the next player threw away.

    ``codes``: the partner's card, where it is said; ``suit``: its suit, no trump, or "".
    """
    if not suit or suit == trump or len(codes) > 1:
        return
    thrown = [code for name, of in of_suit.items() if name not in (suit, trump, "") for code in of if code not in hand]
    for code in codes or [code for code in of_suit[suit] if code not in hand]:
        yield from ([code, other] for other in thrown[:2])  # of two ranks: neither is said
